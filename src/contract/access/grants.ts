import * as z from 'zod/mini';
import { readSets } from './reads.ts';
import { roles } from './roles.ts';

/** How people show who they are: not at all; by a token of ours; by a proxy that has asked them; by a sign-in service (OpenID Connect). */
export const accessModes = ['open', 'tokens', 'proxy', 'oidc'] as const;
export type AccessMode = (typeof accessModes)[number];

/** Who asks, as `GET /config` tells the browser. */
export const whoShape = z.object({
  mode: z.enum(accessModes),
  role: z.enum(roles),
  /** Null where nobody has to sign in. */
  name: z.nullable(z.string()),
  /** Of an instructor: the id under which reservations name them. */
  userId: z.nullable(z.string()),
  /** True of who sees names of people in full. */
  showsNames: z.boolean(),
  /** True where there is a session to end: not behind a proxy that signs people in itself, and not of a display. */
  canSignOut: z.boolean(),
  /** Of a program: all that it may read. Left out for people, who read what their role does. */
  reads: z.optional(z.array(z.enum(readSets))),
});
export type Who = z.output<typeof whoShape>;

/** Where nobody has to sign in. */
export const everyone: Who = {
  mode: 'open',
  role: 'manager',
  name: null,
  userId: null,
  showsNames: true,
  canSignOut: false,
};

/**
 * What has been handed out. `token`: a person's sign-in token. `person`: the role of somebody whom a proxy or a sign-in service
 * names. `display`: the link of a wall display. `feed`: the link of a calendar. `program`: a bearer token (RFC 6750) for a program that reads
 * some sets, and always ends.
 */
export const grantKinds = ['token', 'person', 'display', 'feed', 'program'] as const;
export type GrantKind = (typeof grantKinds)[number];

/** Whose calendar a feed is. */
export const feedSubjectShape = z.object({ of: z.enum(['instructor', 'aircraft']), id: z.string() });
export type FeedSubject = z.output<typeof feedSubjectShape>;

const grantShape = z.object({
  /** Eight letters, by which it is revoked and by which the audit names it; no secret. */
  id: z.string(),
  kind: z.enum(grantKinds),
  /** Of a person who is named by a proxy or a sign-in service: that name, as they write it. */
  name: z.string(),
  role: z.enum(roles),
  /** Of an instructor, and null otherwise. */
  userId: z.nullable(z.string()),
  showsNames: z.boolean(),
  /** Of a feed, and null otherwise. */
  subject: z.nullable(feedSubjectShape),
  /** Of a program, and null otherwise. */
  reads: z.nullable(z.array(z.enum(readSets))),
  /** True of a person whose role the sign-in service says: it lasts as long as their sessions. */
  fromService: z.boolean(),
  /** ISO instants. */
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** Why it has no end; null where it has one, and of a person, whom somebody else signs in. */
  reason: z.nullable(z.string()),
  /** When it was used last, to the hour; null where it never was. */
  usedAt: z.nullable(z.string()),
});
export type Grant = z.output<typeof grantShape>;

/** `GET /access`, for those who give access: all that is valid, newest first. */
export const accessPath = '/access';
export const grantsShape = z.object({ grants: z.array(grantShape) });

/** Longest name, for how many days something may be handed out (a program's token for no longer than a year), and how long a reason is for no end. */
export const grantLimits = { name: 100, days: 3_650, programDays: 366, reason: { least: 3, most: 200 } } as const;

/** Whether nobody but us would ever end it: then it needs an end, or a reason for none. */
export function needsEnd(kind: GrantKind): boolean {
  return kind !== 'person';
}

/** `POST /access`: hands something out, or takes it back. */
export const accessRequestShape = z.union([
  z.object({
    ask: z.literal('create'),
    kind: z.enum(grantKinds),
    name: z.string(),
    /** Taken for tokens, persons and programs; a display is a display, and a feed is nobody. */
    role: z.nullable(z.enum(roles)),
    userId: z.nullable(z.string()),
    showsNames: z.boolean(),
    subject: z.nullable(feedSubjectShape),
    /** Taken for programs. */
    reads: z.optional(z.nullable(z.array(z.enum(readSets)))),
    /** Null has no end. */
    days: z.nullable(z.number()),
    /** Why it has no end; needed there, but of a person. */
    reason: z.optional(z.nullable(z.string())),
  }),
  z.object({ ask: z.literal('revoke'), id: z.string() }),
]);
export type AccessRequest = z.output<typeof accessRequestShape>;

/** The answer: all that is valid then, and the secret of what was created (a token, or an address that holds it), which is shown once and never again. */
export const accessAnswerShape = z.object({ ...grantsShape.shape, secret: z.nullable(z.string()) });
export type AccessAnswer = z.output<typeof accessAnswerShape>;
