import * as z from 'zod/mini';
import { readSets } from './reads.ts';
import { roles } from './roles.ts';
import type { RoutePath } from '#contract/routes.ts';

/**
 * How people sign in: not at all, with a Flightline token, through a proxy that has signed them in, or with a sign-in
 * service (OpenID Connect).
 */
export const accessModes = ['open', 'tokens', 'proxy', 'oidc'] as const;
export type AccessMode = (typeof accessModes)[number];

/** The signed-in person or program, as `GET /config` describes it to the browser. */
export const whoShape = z.object({
  mode: z.enum(accessModes),
  role: z.enum(roles),
  /** Null if nobody has to sign in. */
  name: z.nullable(z.string()),
  /** For an instructor: their id in reservations. */
  userId: z.nullable(z.string()),
  /** True if they see people's names in full. */
  showsNames: z.boolean(),
  /** True if there is a session to end: false behind a proxy that signs people in itself, and for a display. */
  canSignOut: z.boolean(),
  /** For a program: the sets it may read. Left out for people, whose role decides. */
  reads: z.optional(z.array(z.enum(readSets))),
});
export type Who = z.output<typeof whoShape>;

/** Everyone, if nobody has to sign in. */
export const everyone: Who = {
  mode: 'open',
  role: 'manager',
  name: null,
  userId: null,
  showsNames: true,
  canSignOut: false,
};

/**
 * The kinds of grant. `token`: a person's sign-in token. `person`: the role of a person whom a proxy or a sign-in
 * service names. `display`: the link of a wall display. `feed`: the link of a calendar. `program`: a bearer token (RFC
 * 6750) for a program that reads some sets; it always ends.
 */
export const grantKinds = ['token', 'person', 'display', 'feed', 'program'] as const;
export type GrantKind = (typeof grantKinds)[number];

/** Whose calendar the feed shows. */
export const feedSubjectShape = z.object({ of: z.enum(['instructor', 'aircraft']), id: z.string() });
export type FeedSubject = z.output<typeof feedSubjectShape>;

const grantShape = z.object({
  /** Eight letters that identify the grant when it is revoked and in the audit; not a secret. */
  id: z.string(),
  kind: z.enum(grantKinds),
  /** For a person named by a proxy or a sign-in service: the name as they write it. */
  name: z.string(),
  role: z.enum(roles),
  /** For an instructor, otherwise null. */
  userId: z.nullable(z.string()),
  showsNames: z.boolean(),
  /** For a feed, otherwise null. */
  subject: z.nullable(feedSubjectShape),
  /** For a program, otherwise null. */
  reads: z.nullable(z.array(z.enum(readSets))),
  /** True if the sign-in service decides the person's role: the grant lasts as long as their sessions. */
  fromService: z.boolean(),
  /** ISO instants. */
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** Why the grant has no end. Null if it has one, and for a person, whom a proxy or a sign-in service signs in. */
  reason: z.nullable(z.string()),
  /** Last use, to the hour; null if it was never used. */
  usedAt: z.nullable(z.string()),
});
export type Grant = z.output<typeof grantShape>;

/** `GET /access`, for those who manage access: all valid grants, newest first. */
export const accessPath = '/access' satisfies RoutePath;
/** Only with 202: where what was taken away still counts, in words, because the gateways' database does not answer. */
export const notYetShape = z.optional(z.string());
/** All grants now valid. `trouble`: why nothing can be kept beyond a restart, in words. */
export const grantsShape = z.object({
  grants: z.array(grantShape),
  notYet: notYetShape,
  trouble: z.optional(z.string()),
});

/**
 * Longest name in characters, longest grant in days (a program's token: a year), and the length of a reason for having
 * no end.
 */
export const grantLimits = { name: 100, days: 3_650, programDays: 366, reason: { min: 3, max: 200 } } as const;

/** True if only Flightline can end such a grant. The grant then needs an end, or a reason for having none. */
export function needsEnd(kind: GrantKind): boolean {
  return kind !== 'person';
}

/** `POST /access`: creates a grant, or revokes one. */
export const accessRequestShape = z.union([
  z.object({
    ask: z.literal('create'),
    kind: z.enum(grantKinds),
    name: z.string(),
    /** Used for tokens, persons and programs; a display has its own role, and a feed has none. */
    role: z.nullable(z.enum(roles)),
    userId: z.nullable(z.string()),
    showsNames: z.boolean(),
    subject: z.nullable(feedSubjectShape),
    /** Used for programs. */
    reads: z.optional(z.nullable(z.array(z.enum(readSets)))),
    /** Null for no end. */
    days: z.nullable(z.number()),
    /** Why it has no end; required in that case, except for a person. */
    reason: z.optional(z.nullable(z.string())),
  }),
  z.object({ ask: z.literal('revoke'), id: z.string() }),
]);
export type AccessRequest = z.output<typeof accessRequestShape>;

/**
 * The answer: all grants now valid, and the secret of a created one (a token, or an address that holds it), shown only
 * this once.
 */
export const accessAnswerShape = z.object({ ...grantsShape.shape, secret: z.nullable(z.string()) });
export type AccessAnswer = z.output<typeof accessAnswerShape>;
