import type { RecordOf } from '#contract/answers.ts';
import { lifeOf } from '#contract/statuses.ts';
import {
  awaitedGroup,
  fullName,
  idKey,
  instructorOf,
  isTimed,
  peopleOf,
  pilotsOf,
  type Reservation,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { isCompleted, isOnSimulator, isVoid } from '#domain/reservations/state.ts';
import type { Instant } from '#domain/time/time.ts';
import { inOrder } from '#domain/words.ts';
import { saysSolo, simulatorWords, soloOf } from './solo.ts';

/**
 * The meaning of a reservation for one person. `flight` is flight instruction given. `possible flight` is what may be that: an
 * active instructor is named among the pilots, beside another pilot. `other` is any reservation in which the person neither teaches nor attends a class or meeting: a rental, a shop visit, a supervised solo.
 */
export const dutyKinds = [
  'flight',
  'possible flight',
  'simulator',
  'ground',
  'class',
  'meeting',
  'off',
  'other',
] as const;
export type DutyKind = (typeof dutyKinds)[number];

const kindWords: Readonly<Record<DutyKind, string>> = {
  flight: 'flight',
  'possible flight': 'possible instruction',
  simulator: 'simulator',
  ground: 'ground',
  class: 'class',
  meeting: 'meeting',
  off: 'time off',
  other: 'other reservation',
};

/** True for what counts against the hours of flight instruction: any doubt counts. */
export function isInstruction(kind: DutyKind): boolean {
  return kind === 'flight' || kind === 'possible flight';
}

/** `time off`, `simulator`. */
export function dutyWord(kind: DutyKind): string {
  return kindWords[kind];
}

export type Duty = {
  readonly kind: DutyKind;
  readonly reservation: TimedReservation;
  /** When it releases the person: see `heldUntil`. Before its start if it was completed before that. */
  readonly until: Instant;
};

/**
 * When a reservation releases its people: at its end, or now if the service reports it completed earlier. The service
 * gives no time for that, and now is the latest possible.
 */
export function heldUntil(reservation: TimedReservation, now: Instant): Instant {
  return reservation.end > now && isCompleted(reservation) ? now : reservation.end;
}

/**
 * The ids of everyone on a reservation, by `idKey`, each once. People without an id cannot be told apart and are left
 * out.
 */
function idsIn(reservation: Reservation): string[] {
  return [...new Set(peopleOf(reservation).flatMap(({ userId }) => (userId === null ? [] : idKey(userId))))];
}

/** True if a reservation has the person with this id, in any role. */
export function hasPerson(reservation: Reservation, userId: string): boolean {
  return idsIn(reservation).includes(idKey(userId));
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Each person's duties as of now, by `idKey` of the id, in the order given; void reservations are left out. Linear in
 * the reservations and their people. `active`: see `activeInstructors`.
 */
export function dutiesByPerson(
  reservations: readonly Reservation[],
  now: Instant,
  active: ReadonlySet<string> = nobody,
): ReadonlyMap<string, readonly Duty[]> {
  const duties = new Map<string, Duty[]>();
  for (const reservation of reservations.filter(isTimed)) {
    if (isVoid(reservation)) continue;
    for (const userId of idsIn(reservation)) {
      const known = duties.get(userId) ?? [];
      if (known.length === 0) duties.set(userId, known);
      known.push({ kind: dutyKind(reservation, userId, active), reservation, until: heldUntil(reservation, now) });
    }
  }
  return duties;
}

const groundWords = /\b(ground|brief|briefing|debrief|debriefing)\b/i;
/** A name with a word for flying does not prove work on the ground or on a simulator. */
const flightWords = /\b(flight|flights|fly|flying|flt|dual|xc|cross[ -]?country)\b/i;
/** Ground work with "flight" in its name. */
const notFlown = /\b(pre|post)[ -]?flight\b|\bflight[ -]?(sim|simulator|training device)\b/gi;

/** Most names have none of the words above, and this single test rules them out. */
const anyExempting = /ground|brief|sim|ftd|atd/i;

/** The exemption from flight instruction that the type and activity names give beyond doubt; null if they give none. */
function exemptionOf({ type, activity }: Pick<Reservation, 'type' | 'activity'>): 'ground' | 'simulator' | null {
  const names = `${type} · ${activity}`;
  if (!anyExempting.test(names) || saysSolo(names)) return null;
  if (flightWords.test(names.replaceAll(notFlown, 'briefing'))) return null;
  if (simulatorWords.test(names)) return 'simulator';
  return groundWords.test(names) ? 'ground' : null;
}

/**
 * Decided by the display type (section 3), then by whether the person is the reservation's instructor, then by its
 * aircraft. Last come the words ground, briefing, simulator and solo in the type and activity names, which schools
 * choose freely. Any doubt counts as flight instruction (14 CFR 61.195(a)), because the figure serves a limit. This
 * includes check rides, `Flight & Ground Training` and `Dual/Solo XC`.
 */
export function dutyKind(reservation: Reservation, userId: string, active: ReadonlySet<string> = nobody): DutyKind {
  if (reservation.kind === 'Instructor Time Off') return 'off';
  if (reservation.kind === 'Meeting') return 'meeting';
  if (reservation.kind === 'Class') return 'class';
  const instructorId = reservation.record.instructor?.userId ?? null;
  if (reservation.kind === 'Maintenance') return 'other';
  if (instructorId !== null && idKey(instructorId) === idKey(userId)) return taughtKind(reservation);
  const isPossible = mayInstruct(reservation, userId, active) && taughtKind(reservation) === 'flight';
  return isPossible ? 'possible flight' : 'other';
}

/**
 * Whether a person may be instructing without being named as the instructor: an active instructor among the pilots, with
 * another pilot beside them. The named instructor does not count as that pilot: they may be teaching this person.
 */
export function mayInstruct(reservation: Reservation, userId: string, active: ReadonlySet<string>): boolean {
  const own = idKey(userId);
  if (!active.has(own)) return false;
  const instructorId = instructorOf(reservation)?.userId ?? null;
  const named = instructorId === null ? null : idKey(instructorId);
  const pilots = pilotsOf(reservation).map((pilot) => (pilot.userId === null ? null : idKey(pilot.userId)));
  return (
    named !== own &&
    pilots.includes(own) &&
    pilots.some((pilot) => pilot !== own && (pilot === null || pilot !== named))
  );
}

/** The instructors who may teach, by `idKey` of their ids: those that are active and people. */
export function activeInstructors(instructors: readonly Instructor[]): ReadonlySet<string> {
  const teaching = instructors.filter(
    (instructor) => lifeOf(instructor.instructorStatus) === 'active' && !isPlaceholder(instructor),
  );
  return new Set(teaching.map(({ userId }) => idKey(userId)));
}

/** What a reservation is for the one who teaches in it. */
function taughtKind(reservation: Reservation): 'flight' | 'simulator' | 'ground' | 'other' {
  if (isOnSimulator(reservation)) return 'simulator';
  if (reservation.aircraftId === null && awaitedGroup(reservation) === null) return 'ground';
  return soloOf(reservation) === 'solo' ? 'other' : (exemptionOf(reservation) ?? 'flight');
}

export type Instructor = RecordOf<'listInstructors'>;

/** `Tamika Tanaka`; the id if the service gives no name. */
export function instructorName(instructor: Instructor): string {
  return fullName(instructor) || instructor.userId;
}

/** Names of list entries that are not people. */
const defaultPlaceholders: readonly string[] = ['Dispatcher', 'Dispatch', 'Front Desk'];

/** True for a placeholder among the instructors, by its first name, last name, or both. */
export function isPlaceholder(
  instructor: Pick<Instructor, 'firstName' | 'lastName'>,
  placeholders: readonly string[] = defaultPlaceholders,
): boolean {
  const { firstName, lastName } = instructor;
  const own = new Set([firstName, lastName, fullName(instructor)].map((name) => name?.trim().toLowerCase()));
  return placeholders.some((name) => own.has(name.toLowerCase()));
}

/** By last name, then first name, then id; people without a name last. */
export function byName(a: Instructor, b: Instructor): number {
  const nameless = Number(!a.lastName) - Number(!b.lastName);
  return (
    nameless ||
    inOrder.compare(a.lastName ?? '', b.lastName ?? '') ||
    inOrder.compare(a.firstName ?? '', b.firstName ?? '') ||
    inOrder.compare(a.userId, b.userId)
  );
}

/** True if the text is part of the name; ignores letter case and accents. */
export function matchesInstructor(instructor: Instructor, text: string): boolean {
  const plain = (value: string) =>
    value
      .normalize('NFD')
      .replaceAll(/[\p{M}\p{DI}]/gu, '')
      .toLowerCase();
  return plain(instructorName(instructor)).includes(plain(text.trim()));
}
