import { isolated } from '#contract/isolated.ts';
import type { RecordOf } from '#contract/answers.ts';
import { isRecord } from '#contract/objects.ts';
import { givenTail } from '#contract/tolerant.ts';
import { displayTypes, nameOf, reservationStatuses } from '#contract/statuses.ts';
import { type Instant, overlaps, readInstant, type Span, type Zone } from '#domain/time/time.ts';
import { locale } from '#domain/words.ts';

export type ReservationRecord = RecordOf<'listReservations'>;

/** A reservation prepared for display: times as instants, and the words a dispatcher reads. It keeps the record itself. */
export type Reservation = {
  /** The reservation's id, or a substitute from its tail number or name and its time if the service gave none. */
  readonly key: string;
  readonly aircraftId: string | null;
  /** Null if the service gave no readable time. */
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly kind: ReservationKind;
  /** The reservation type's name in the service. */
  readonly type: string;
  readonly activity: string;
  readonly pilots: readonly string[];
  readonly instructor: string | null;
  /** The API's own status; the id decides, the name is shown. */
  readonly statusId: number | null;
  readonly status: string;
  /** In a forecast, what is assumed to have happened by its moment. It counts in place of the status, which stays as it is. */
  readonly assumed?: 'checked out' | 'completed' | undefined;
  readonly record: ReservationRecord;
};

/** The documented display types (section 3); any other is `unknown`. */
export type ReservationKind = (typeof displayTypes)[number]['name'] | 'unknown';

/** Reads a reservation (section 2.6) leniently. Uses `startTimeUtc` and `endTimeUtc` if a service sends them. */
export function toReservation(record: ReservationRecord, zone: Zone): Reservation {
  const { start, end } = timesOf(record, zone);
  const statusId = record.reservationStatus?.id ?? null;
  return {
    key:
      record.reservationId ?? `${tailOf({ record }) ?? record.displayName ?? 'reservation'} ${record.startTime ?? '?'}`,
    aircraftId: record.aircraft?.aircraftId ?? record.aircraftOption?.aircraft?.aircraftId ?? null,
    start,
    end,
    kind: kindOf(record),
    type: record.reservationType?.name ?? 'Reservation',
    activity: record.activityType?.name ?? '',
    pilots: (record.pilots ?? []).map(fullName).filter((name) => name !== ''),
    instructor: record.instructor ? fullName(record.instructor) || null : null,
    statusId,
    status: record.reservationStatus?.name ?? nameOf(reservationStatuses, statusId) ?? 'no status',
    record,
  };
}

/**
 * A reservation's start and end from any record; null if not readable. Uses `startTimeUtc` and `endTimeUtc` if a
 * service sends them as readable instants.
 */
export function timesOf(
  record: { readonly [member: string]: unknown },
  zone: Zone,
): { start: Instant | null; end: Instant | null } {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : null);
  const time = (utc: string, plain: string) =>
    readInstant(text(utc), { ...zone, zoneless: 'utc' }) ?? readInstant(text(plain), zone);
  return { start: time('startTimeUtc', 'startTime'), end: time('endTimeUtc', 'endTime') };
}

const shopWords = /\b(maintenance|maint|mx|mtx)\b/i;
/** A test or ferry flight is flown, even if it is for the shop. */
const shopFlightWords = /\b(test|ferry|functional|reposition(ing)?)[ -]*(check )?(flight|flt)\b/i;

/**
 * The documented display type. Schools that keep shop visits under the standard type say so in a name. The
 * reservation's own name counts only if nobody is on it, because it is often a person's name.
 */
function kindOf(record: ReservationRecord): ReservationKind {
  const id = record.reservationType?.displayTypeId;
  const kind = displayTypes.find((type) => type.id === id)?.name ?? 'unknown';
  if (kind !== 'Standard' && kind !== 'unknown') return kind;
  const names = namesOf(record);
  return shopWords.test(names) && !shopFlightWords.test(names) ? 'Maintenance' : kind;
}

function namesOf(record: ReservationRecord): string {
  const isForPeople = (record.pilots?.length ?? 0) > 0 || record.instructor != null;
  const own = isForPeople ? '' : record.displayName;
  return [record.reservationType?.name, record.activityType?.name, own].filter(Boolean).join(' · ');
}

/**
 * True for work on an aircraft, by its display type or name. A maintenance test flight is flown, so it is not a shop
 * visit.
 */
export function isShopVisit({ kind, type, activity }: Pick<Reservation, 'kind' | 'type' | 'activity'>): boolean {
  return kind === 'Maintenance' && !shopFlightWords.test(`${type} · ${activity}`);
}

/**
 * True if an aircraft leaves the ground: the Standard type, an unknown type (assumed to be flown), and a flight for the
 * shop. A reservation without an aircraft flies only if it waits for one.
 */
export function isFlight(reservation: Reservation): boolean {
  const { kind, aircraftId } = reservation;
  if (aircraftId === null && tailOf(reservation) === null && awaitedGroup(reservation) === null) return false;
  return kind === 'Standard' || kind === 'unknown' || (kind === 'Maintenance' && !isShopVisit(reservation));
}

/**
 * The scheduling group out of which a reservation will get its aircraft: its name, empty if it has none. Null if it has an
 * aircraft, or waits for none. The specification shows only null for groups, so any content counts.
 */
export function awaitedGroup(reservation: Pick<Reservation, 'aircraftId' | 'record'>): string | null {
  if (reservation.aircraftId !== null || tailOf(reservation) !== null) return null;
  return groupName(reservation.record.aircraftOption?.schedulingGroup);
}

/** The name of a scheduling group of any form; empty without a name, null for no group. */
export function groupName(group: unknown): string | null {
  if (Array.isArray(group)) return groupName(group[0]);
  if (typeof group === 'number') return String(group);
  if (typeof group === 'string') return givenTail(group);
  if (!isRecord(group)) return null;
  const members = Object.values(group);
  // A reader that keeps only some members may have left none.
  if (members.length > 0 && members.every((member) => member == null)) return null;
  return typeof group['name'] === 'string' ? group['name'].trim() : '';
}

/** The key of all indexes: ids that differ only in letter case or surrounding blanks are the same. */
export function idKey(id: string): string {
  return id.trim().toLowerCase();
}

/** One value per id, however it is written. */
export type PerId<Value> = {
  /** By `idKey`, in the order of first use. */
  readonly values: ReadonlyMap<string, Value>;
  readonly of: (id: string) => Value;
};

/** Makes each value on first use, and normalizes each spelling only once, because the same few occur again and again. */
export function perId<Value extends object>(make: (key: string) => Value): PerId<Value> {
  const values = new Map<string, Value>();
  const bySpelling = new Map<string, Value>();
  const first = (id: string): Value => {
    const key = idKey(id);
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    bySpelling.set(id, value);
    return value;
  };
  return { values, of: (id) => bySpelling.get(id) ?? first(id) };
}

/** A person's whole name, isolated as one text; empty if there is none. */
export function fullName(person: {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}): string {
  return isolated([person.firstName, person.lastName].filter(Boolean).join(' '));
}

/** A reservation with readable times. */
export type TimedReservation = Reservation & Span;

/** True if both times are known. A reservation that ends before it starts does not count as timed. */
export function isTimed(reservation: Reservation): reservation is TimedReservation {
  return reservation.start !== null && reservation.end !== null && reservation.start <= reservation.end;
}

/** The timed reservations that overlap a span, by start, end and key. */
export function inSpan(reservations: readonly Reservation[], span: Span): TimedReservation[] {
  return reservations
    .filter(isTimed)
    .filter((reservation) => overlaps(reservation, span))
    .toSorted(byStart);
}

/** Sorts by start, end and key: the same order whatever order they arrived in. */
export function byStart(a: TimedReservation, b: TimedReservation): number {
  return a.start - b.start || a.end - b.end || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** The reservation's tail number; null if it names no aircraft or leaves the tail number blank. */
export function tailOf({ record }: Pick<Reservation, 'record'>): string | null {
  return givenTail(record.aircraft?.tailNumber) ?? givenTail(record.aircraftOption?.aircraft?.tailNumber);
}

/** A person on a reservation. Without a user id, the name does not tell two people apart. */
export type Person = { readonly userId: string | null; readonly name: string; readonly lastName: string };

/** The people who fly, learn or attend, in the order given. Leaves out people with neither id nor name. */
export function pilotsOf({ record }: Pick<Reservation, 'record'>): Person[] {
  return (record.pilots ?? []).map(toPerson).filter((person) => person !== null);
}

export function instructorOf({ record }: Pick<Reservation, 'record'>): Person | null {
  return record.instructor ? toPerson(record.instructor) : null;
}

/** Everyone on a reservation, the instructor first; a person in both roles twice. */
export function peopleOf(reservation: Pick<Reservation, 'record'>): Person[] {
  const instructor = instructorOf(reservation);
  return instructor ? [instructor, ...pilotsOf(reservation)] : pilotsOf(reservation);
}

/** A person's id, or the name as the best substitute. */
export function personKey({ userId, name }: Person): string {
  return userId ?? name;
}

type Named = Parameters<typeof fullName>[0] & { readonly userId?: string | null | undefined };

/** Null for a person with neither id nor name. */
export function toPerson(given: Named): Person | null {
  const name = fullName(given);
  const userId = given.userId ?? null;
  if (userId === null && name === '') return null;
  return { userId, name: name || 'No name', lastName: given.lastName ?? given.firstName ?? '' };
}

/** A reservation's people in a few words: `Garcia / Lee`, last names only, pilots before the instructor. */
export function peopleText(reservation: Reservation): string {
  return peopleTexts(reservation).join(' / ') || reservation.record.displayName || '';
}

/** The same in parts: the pilots, and the instructor. */
export function peopleTexts({ record: { pilots, instructor } }: Reservation): string[] {
  const names = (pilots ?? []).map((pilot) => pilot.lastName ?? pilot.firstName ?? '').filter(Boolean);
  return [names.join(', '), instructor?.lastName ?? instructor?.firstName ?? ''].filter(Boolean);
}

export type BookedPerson = Person & {
  readonly role: 'pilot' | 'instructor';
  /** Personal: shown only on request. */
  readonly phone: string | null;
};

/** The people who fly or attend, then the instructor, with their phone numbers. */
export function bookedPeople({ record }: Pick<Reservation, 'record'>): BookedPerson[] {
  const booked = (role: BookedPerson['role'], given: Given): BookedPerson[] => {
    const person = toPerson(given);
    return person ? [{ ...person, role, phone: phoneOf(given) }] : [];
  };
  const pilots = (record.pilots ?? []).flatMap((pilot) => booked('pilot', pilot));
  return record.instructor ? [...pilots, ...booked('instructor', record.instructor)] : pilots;
}

type Given = Parameters<typeof toPerson>[0] & { readonly phone?: unknown };

function phoneOf({ phone }: Given): string | null {
  return typeof phone === 'string' && phone.trim() !== '' ? phone.trim() : null;
}

/**
 * People's names by id, sorted by name. Two people of one name get the end of their id. People without a name are left
 * out.
 */
export function peopleNames(people: readonly Bearer[]): ReadonlyMap<string, string> {
  const names = new Map(
    people.map((person) => [person.userId, fullName(person)] as const).filter(([, name]) => name !== ''),
  );
  const bearers = Map.groupBy(names, ([, name]) => name);
  const labelled = Array.from(names, ([userId, name]): [string, string] => {
    const isAlone = bearers.get(name)?.length === 1;
    return [userId, isAlone ? name : `${name} (…${userId.slice(-4)})`];
  });
  return new Map(labelled.toSorted(([, a], [, b]) => a.localeCompare(b, locale)));
}

type Bearer = { readonly userId: string } & Parameters<typeof fullName>[0];

/** True if both lists hold the same objects in the same order. */
export function isSameList<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
