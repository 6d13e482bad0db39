import type { RecordOf } from '#contract/answers.ts';
import { type Booking, fullName, idKey, isTimed, peopleOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { isCompleted, isVoid } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * What a booking is to one person in it. `flight` is flight instruction given; `other` is any booking in which the person
 * neither teaches nor attends a class or meeting: a rental, a check on the shop, a solo that is supervised.
 */
export const dutyKinds = ['flight', 'simulator', 'ground', 'class', 'meeting', 'off', 'other'] as const;
export type DutyKind = (typeof dutyKinds)[number];

const kindWords: Readonly<Record<DutyKind, string>> = {
  flight: 'flight',
  simulator: 'simulator',
  ground: 'ground',
  class: 'class',
  meeting: 'meeting',
  off: 'time off',
  other: 'other booking',
};

/** `time off`, `simulator`. */
export function dutyWord(kind: DutyKind): string {
  return kindWords[kind];
}

export type Duty = {
  readonly kind: DutyKind;
  readonly booking: TimedBooking;
  /** When it lets the person go: see `heldUntil`. Before its start where it was completed before that. */
  readonly until: Instant;
};

/**
 * When a booking lets its people go: at its end, or now where the service says that it was completed before. It gives no time
 * for that, and now is the latest that it can be.
 */
export function heldUntil(booking: TimedBooking, now: Instant): Instant {
  return booking.end > now && isCompleted(booking) ? now : booking.end;
}

/** Ids of everyone in a booking, by `idKey`, each once; one without an id cannot be told from others. */
function idsIn(booking: Booking): string[] {
  return [...new Set(peopleOf(booking).flatMap(({ userId }) => (userId === null ? [] : idKey(userId))))];
}

/** True where a booking has the person of an id, in whatever role. */
export function hasPerson(booking: Booking, userId: string): boolean {
  return idsIn(booking).includes(idKey(userId));
}

/**
 * The duties of each person as they stand now, by `idKey` of the id, each list in the order given; what is void is nobody's.
 * Linear in the bookings and their people.
 */
export function dutiesByPerson(bookings: readonly Booking[], now: Instant): ReadonlyMap<string, readonly Duty[]> {
  const duties = new Map<string, Duty[]>();
  for (const booking of bookings.filter(isTimed)) {
    if (isVoid(booking)) continue;
    for (const userId of idsIn(booking)) {
      const known = duties.get(userId) ?? [];
      if (known.length === 0) duties.set(userId, known);
      known.push({ kind: dutyKind(booking, userId), booking, until: heldUntil(booking, now) });
    }
  }
  return duties;
}

const groundWords = /\b(ground|brief|briefing|debrief|debriefing)\b/i;
const simulatorWords = /\b(sim|sims|simulator|ftd|aatd|batd)\b/i;
const soloWords = /\bsolo\b/i;
/** What may be flown beside ground or simulator work, and who may be along on a solo: then it is in doubt. */
const flightWords = /\b(flight|flights|fly|flying|flt|dual|solo|xc|cross[ -]?country)\b/i;
const besideSolo = /\b(dual|ground|instruction|instructional|check ?ride|stage check)\b/i;
/** Work on the ground that has a flight in its name. */
const notFlown = /\b(pre|post)[ -]?flight\b|\bflight[ -]?(sim|simulator|training device)\b/gi;

/** Most names have none of the words above, and are told by this one look. */
const anyExempting = /solo|ground|brief|sim|ftd|atd/i;

type Exempt = 'ground' | 'simulator' | 'solo';

/** What the names of type and activity exempt from flight instruction without doubt; null where they do not. */
function exemptionOf({ type, activity }: Pick<Booking, 'type' | 'activity'>): Exempt | null {
  const names = `${type} · ${activity}`;
  if (!anyExempting.test(names)) return null;
  if (soloWords.test(names)) return besideSolo.test(names) || simulatorWords.test(names) ? null : 'solo';
  if (flightWords.test(names.replaceAll(notFlown, 'briefing'))) return null;
  if (simulatorWords.test(names)) return 'simulator';
  return groundWords.test(names) ? 'ground' : null;
}

/** True for a solo by its name, without doubt; with an instructor on it, a solo that he supervises from the ground. */
export function isSolo(booking: Booking): boolean {
  return booking.kind !== 'Maintenance' && exemptionOf(booking) === 'solo';
}

/**
 * Decided by the display type (section 3), then by whether the person is the reservation's instructor, by its aircraft, and
 * by the words ground, briefing, simulator and solo in the names of type and activity, which are free text per school.
 * Whatever is in doubt counts as flight instruction (14 CFR 61.195(a)), check rides, `Flight & Ground Training` and
 * `Dual/Solo XC` too, because the figure serves a limit.
 */
export function dutyKind(booking: Booking, userId: string): DutyKind {
  if (booking.kind === 'Instructor Time Off') return 'off';
  if (booking.kind === 'Meeting') return 'meeting';
  if (booking.kind === 'Class') return 'class';
  const instructorId = booking.record.instructor?.userId ?? null;
  if (
    booking.kind === 'Maintenance' ||
    instructorId === null ||
    (instructorId !== userId && idKey(instructorId) !== idKey(userId))
  )
    return 'other';
  if (isSimulator(booking)) return 'simulator';
  if (booking.aircraftId === null) return 'ground';
  const exempt = exemptionOf(booking);
  return exempt === 'solo' ? 'other' : (exempt ?? 'flight');
}

function isSimulator({ record: { aircraft } }: Booking): boolean {
  return [aircraft?.isSimulator, aircraft?.isV3Simulator, aircraft?.categoryClass?.isSimulator].includes(true);
}

export type Instructor = RecordOf<'listInstructors'>;

/** `Tamika Tanaka`; the id where the service gives no name. */
export function instructorName(instructor: Instructor): string {
  return fullName(instructor) || instructor.userId;
}

/** Names under which services list what is no person. */
const usualPlaceholders: readonly string[] = ['Dispatcher', 'Dispatch', 'Front Desk'];

/** True for a placeholder that stands among the instructors, by its first name, its last name, or both. */
export function isPlaceholder(
  instructor: Pick<Instructor, 'firstName' | 'lastName'>,
  placeholders: readonly string[] = usualPlaceholders,
): boolean {
  const { firstName, lastName } = instructor;
  const own = new Set([firstName, lastName, fullName(instructor)].map((name) => name?.trim().toLowerCase()));
  return placeholders.some((name) => own.has(name.toLowerCase()));
}

const names = new Intl.Collator('en', { numeric: true });

/** By last name, then first name; nameless ones last. */
export function byName(a: Instructor, b: Instructor): number {
  const nameless = Number(!a.lastName) - Number(!b.lastName);
  return (
    nameless || names.compare(a.lastName ?? '', b.lastName ?? '') || names.compare(a.firstName ?? '', b.firstName ?? '')
  );
}

/** True where the text is part of the name, whatever the letter case or accents. */
export function matchesInstructor(instructor: Instructor, text: string): boolean {
  const plain = (value: string) => value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain(instructorName(instructor)).includes(plain(text.trim()));
}
