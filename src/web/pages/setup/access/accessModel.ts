import { millisecondsInHour } from '#domain/units.ts';
import {
  type AccessMode,
  type AccessRequest,
  type Grant,
  type GrantKind,
  grantLimits,
  needsEnd,
} from '#contract/access/grants.ts';
import { maySeeSet, type ReadSet, readSets } from '#contract/access/reads.ts';
import type { Role } from '#contract/access/roles.ts';
import { roleName } from '#domain/access/rights.ts';
import { type Clock, dayText, durationText, shownDay } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted, numberText } from '#domain/words.ts';

/** What a manager can hand out on this page; feeds are made where the calendar is. */
export type GrantableKind = Exclude<GrantKind, 'feed'>;

/** The useful kinds in each mode: nobody enters a token if a proxy or a sign-in service identifies people. */
export const kindsIn: { readonly [Mode in AccessMode]: readonly GrantableKind[] } = {
  open: ['display'],
  tokens: ['display', 'token', 'program'],
  proxy: ['display', 'person', 'program'],
  oidc: ['display', 'person', 'program'],
};

export const kindNames: { readonly [Kind in GrantKind]: string } = {
  display: 'Display link',
  token: 'Token',
  person: 'Person',
  feed: 'Calendar feed',
  program: 'Program',
};

const personRoles = [
  'dispatcher',
  'maintenance',
  'instructor',
  'administrator',
  'manager',
] as const satisfies readonly Role[];
type PersonRole = (typeof personRoles)[number];

/**
 * The roles that can be handed out: a display has its own, no program is an instructor, and only a manager makes managers.
 */
export function rolesFor(kind: GrantableKind, giver: Role): PersonRole[] {
  return personRoles.filter(
    (role) => (kind !== 'program' || role !== 'instructor') && (giver === 'manager' || role !== 'manager'),
  );
}

/** What a program of a role can read, in words. */
export function readChoices(role: Role): { readonly set: ReadSet; readonly label: string }[] {
  return readSets.filter((set) => maySeeSet(role, set)).map((set) => ({ set, label: readNames[set] }));
}

const readNames: { readonly [Set in ReadSet]: string } = {
  school: 'School record',
  fleet: 'Aircraft, reminders, squawks, equipment',
  schedule: 'Reservations, instructors',
  people: 'People',
  reports: 'Reports',
  metrics: 'Metrics (Prometheus)',
};

export type GrantRow = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** `Dispatcher`, `Initials`, `Aircraft`. */
  readonly what: string;
  readonly created: string;
  readonly expires: string;
  readonly used: string;
  /** The confirmation question, with the effect of revoking it. */
  readonly question: string;
};

/** The grants as rows, in the order given. */
export function grantRows(grants: readonly Grant[], now: Instant, clock: Clock): GrantRow[] {
  const day = (text: string) => dayWithYear(Date.parse(text), clock);
  return grants.map((grant) => ({
    id: grant.id,
    name: grant.name,
    kind: grant.fromService ? 'Person, from your sign-in service' : kindNames[grant.kind],
    what: whatOf(grant),
    created: day(grant.createdAt),
    expires: expiryOf(grant, day),
    used: grant.usedAt === null ? 'Never' : usedText(Date.parse(grant.usedAt), now),
    question: `Revoke ${grant.name}? ${grant.fromService ? comesBack : consequences[grant.kind]}`,
  }));
}

const comesBack =
  'They are signed out. If your sign-in service still gives them the role, they have it again at their next sign-in.';

/** A grant from an earlier version may have no end and no reason. */
function expiryOf({ kind, expiresAt, reason, fromService }: Grant, day: (text: string) => string): string {
  if (fromService) return 'With their last session';
  if (expiresAt !== null) return day(expiresAt);
  if (reason !== null) return `No end: ${reason}`;
  return needsEnd(kind) ? 'No end, no reason given' : 'No end';
}

const consequences: { readonly [Kind in GrantKind]: string } = {
  display: 'Its boards get no new data.',
  token: 'Anyone signed in with it is signed out.',
  person: 'They are signed out and lose their role.',
  feed: 'Calendars that follow it are no longer updated.',
  program: 'The program gets no more data.',
};

function whatOf({ kind, role, showsNames, subject, reads }: Grant): string {
  if (kind === 'display') return showsNames ? 'Names' : 'Initials';
  if (kind === 'feed') return subject?.of === 'aircraft' ? 'Aircraft' : 'Instructor';
  return kind === 'program' ? `${roleName(role)}: ${(reads ?? []).join(', ')}` : roleName(role);
}

function dayWithYear(at: Instant, clock: Clock): string {
  const day = shownDay(at, clock);
  return `${dayText(day)} ${day.slice(0, 4)}`;
}

/** Known only to the hour. */
function usedText(at: Instant, now: Instant): string {
  return now - at < millisecondsInHour ? 'This hour' : `${durationText(now - at)} ago`;
}

/** How many of each kind there are, `2 display links, 1 person`; by kind in the usual order. */
export function countsText(grants: readonly Grant[]): string {
  const kinds = ['display', 'feed', 'person', 'token', 'program'] as const satisfies readonly GrantKind[];
  const parts = kinds.flatMap((kind) => {
    const count = grants.filter((grant) => grant.kind === kind).length;
    return count === 0 ? [] : counted(count, ...words[kind]);
  });
  return parts.length === 0 ? '0' : parts.join(', ');
}

const words: { readonly [Kind in GrantKind]: readonly [one: string, more: string] } = {
  display: ['display link', 'display links'],
  feed: ['calendar feed', 'calendar feeds'],
  person: ['person', 'people'],
  token: ['token', 'tokens'],
  program: ['program', 'programs'],
};

/** The form as filled in. */
export type Draft = {
  readonly kind: GrantableKind;
  readonly name: string;
  /** As typed; empty for no end. */
  readonly days: string;
  /** Why it has no end. */
  readonly reason: string;
  readonly showsNames: boolean;
  readonly role: PersonRole;
  /** The user id of an instructor; empty until one is chosen. */
  readonly userId: string;
  /** The sets that a program may read. */
  readonly reads: readonly ReadSet[];
};

const defaultDays: { readonly [Kind in GrantableKind]: string } = {
  display: '365',
  token: '365',
  program: '90',
  person: '',
};

/** An empty form for a kind: links and tokens expire, people keep access until it is revoked. */
export function emptyDraft(kind: GrantableKind): Draft {
  const defaults = { name: '', reason: '', showsNames: false, role: 'dispatcher', userId: '', reads: [] } as const;
  return { ...defaults, kind, days: defaultDays[kind] };
}

/** Whether a form needs a reason for having no end; a program always ends. */
export function needsReason({ kind, days }: Pick<Draft, 'kind' | 'days'>): boolean {
  return kind !== 'program' && needsEnd(kind) && days.trim() === '';
}

/** The request for a form, or why there is none, in a sentence. */
export function requestOf({
  kind,
  name,
  days,
  reason: typed,
  showsNames,
  role,
  userId,
  reads,
}: Draft): AccessRequest | string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > grantLimits.name)
    return `Enter a name of at most ${grantLimits.name} characters.`;
  const count = days.trim() === '' ? null : Number(days);
  if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= grantLimits.days)) {
    return `Enter whole days from 1 to ${numberText(grantLimits.days)}, or nothing for no end.`;
  }
  const { min, max } = grantLimits.reason;
  const reason = needsReason({ kind, days }) ? typed.trim() : null;
  if (reason !== null && (reason.length < min || reason.length > max))
    return `Enter days, or say in ${min} to ${max} characters why it has no end.`;
  const defaults = { ask: 'create', kind, name: trimmed, days: count, reason, subject: null } as const;
  if (kind === 'display') return { ...defaults, role: 'display', userId: null, showsNames };
  if (kind === 'program') {
    const seen = reads.filter((set) => maySeeSet(role, set));
    if (seen.length === 0) return 'Choose what the program reads.';
    if (count === null || count > grantLimits.programDays)
      return `A program’s token must end: enter whole days from 1 to ${grantLimits.programDays}.`;
    return { ...defaults, role, userId: null, showsNames: false, reads: seen };
  }
  if (role === 'instructor' && userId === '') return 'Choose which instructor this is.';
  // Which names a person sees follows from the role.
  return { ...defaults, role, userId: role === 'instructor' ? userId : null, showsNames: role !== 'instructor' };
}

/** A display's link that opens a board with these settings: they precede the secret, which no server receives. */
export function withBoard(link: string, boardAddress: string): string {
  const [page = '', secret = ''] = link.split('#', 2);
  const search = boardAddress.split('?', 2)[1];
  return search ? `${page}?${search}#${secret}` : link;
}
