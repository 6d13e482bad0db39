import type { RecordOf } from '#contract/answers.ts';
import { displayTypes, nameOf, reservationStatuses } from '#contract/statuses.ts';
import { type Instant, overlaps, readInstant, type Span, type Zone } from '#domain/time/time.ts';

export type Reservation = RecordOf<'listReservations'>;

/** A reservation made ready for drawing: instants, and the words a dispatcher reads. The record itself stays at hand. */
export type Booking = {
  /** The reservation's id, or a stand-in made of its place and time where the service gave none. */
  readonly key: string;
  readonly aircraftId: string | null;
  /** Null where the service gave no readable time. */
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly kind: BookingKind;
  /** The service's own name of the reservation type. */
  readonly type: string;
  readonly activity: string;
  readonly pilots: readonly string[];
  readonly instructor: string | null;
  /** The API's own status; the id decides, the name is shown. */
  readonly statusId: number | null;
  readonly status: string;
  readonly record: Reservation;
};

/** The documented display types (section 3); anything else is `unknown`. */
export type BookingKind = (typeof displayTypes)[number]['name'] | 'unknown';

/** Reads a reservation (section 2.6) leniently. `startTimeUtc` and `endTimeUtc`, where a service sends them, are preferred. */
export function toBooking(record: Reservation, zone: Zone): Booking {
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
 * Start and end of a reservation of any shape, null where there is none that can be read. `startTimeUtc` and `endTimeUtc`,
 * where a service sends them besides and they are instants, are preferred.
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
/** A flight to try out or move an aircraft is flown, whatever shop it is for. */
const shopFlightWords = /\b(test|ferry|functional|reposition(ing)?)[ -]*(check )?(flight|flt)\b/i;

/**
 * The documented display type. Services of schools that keep shop visits under the standard type say so in a name; that of
 * the reservation itself counts only where nobody is on it, because it is often a person's.
 */
function kindOf(record: Reservation): BookingKind {
  const id = record.reservationType?.displayTypeId;
  const kind = displayTypes.find((type) => type.id === id)?.name ?? 'unknown';
  if (kind !== 'Standard' && kind !== 'unknown') return kind;
  const names = namesOf(record);
  return shopWords.test(names) && !shopFlightWords.test(names) ? 'Maintenance' : kind;
}

function namesOf(record: Reservation): string {
  const isForPeople = (record.pilots?.length ?? 0) > 0 || record.instructor != null;
  const own = isForPeople ? '' : record.displayName;
  return [record.reservationType?.name, record.activityType?.name, own].filter(Boolean).join(' · ');
}

/** True for work on an aircraft, by its display type or its name; a maintenance test flight is flown, and none. */
export function isShopVisit({ kind, type, activity }: Pick<Booking, 'kind' | 'type' | 'activity'>): boolean {
  return kind === 'Maintenance' && !shopFlightWords.test(`${type} · ${activity}`);
}

/**
 * True for what takes an aircraft into the air: the Standard type, a type that is not known (what an aircraft is booked for
 * is flown until somebody says otherwise), and a flight for the shop.
 */
export function isFlight(booking: Booking): boolean {
  const { kind, aircraftId } = booking;
  if (aircraftId === null && tailOf(booking) === null) return false;
  return kind === 'Standard' || kind === 'unknown' || (kind === 'Maintenance' && !isShopVisit(booking));
}

/** Ids in any letter case, with blanks around them or without, are the same id: what all indexes are kept by. */
export function idKey(id: string): string {
  return id.trim().toLowerCase();
}

/** One value per id, whatever its spelling. */
export type PerId<Value> = {
  /** In the order in which they were first asked for, by `idKey`. */
  readonly values: ReadonlyMap<string, Value>;
  readonly of: (id: string) => Value;
};

/** Makes each value when it is first asked for, and each spelling a key once only, because the same few come again and again. */
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

export function fullName(person: {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ');
}

/** A booking whose times were readable. */
export type TimedBooking = Booking & Span;

/** True where both ends are known. One that ends before it starts has no length, and is odd rather than timed. */
export function isTimed(booking: Booking): booking is TimedBooking {
  return booking.start !== null && booking.end !== null && booking.start <= booking.end;
}

/** The timed bookings that overlap a span, in order of start, then end, then key. */
export function inSpan(bookings: readonly Booking[], span: Span): TimedBooking[] {
  return bookings
    .filter(isTimed)
    .filter((booking) => overlaps(booking, span))
    .toSorted(byStart);
}

/** In order of start, then end, then key: one order for all, whatever order they came in. */
export function byStart(a: TimedBooking, b: TimedBooking): number {
  return a.start - b.start || a.end - b.end || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** The tail number a reservation gives, or null where it names no aircraft, or leaves the tail blank. */
export function tailOf({ record }: Pick<Booking, 'record'>): string | null {
  return plainTail(record.aircraft?.tailNumber) ?? plainTail(record.aircraftOption?.aircraft?.tailNumber);
}

/** A tail number without the blanks around it; null for a blank one, and for `NULL` in words. */
function plainTail(tail: string | null | undefined): string | null {
  const plain = tail?.trim() ?? '';
  return plain === '' || plain.toLowerCase() === 'null' ? null : plain;
}

/** Somebody named on a reservation. Without a user id a name does not tell two people apart. */
export type Person = { readonly userId: string | null; readonly name: string; readonly lastName: string };

/** Those who fly, learn or attend, in the order given; one who has neither id nor name is left out. */
export function pilotsOf({ record }: Pick<Booking, 'record'>): Person[] {
  return (record.pilots ?? []).map(toPerson).filter((person) => person !== null);
}

export function instructorOf({ record }: Pick<Booking, 'record'>): Person | null {
  return record.instructor ? toPerson(record.instructor) : null;
}

/** Everyone on a reservation, the instructor first; whoever stands there as both, twice. */
export function peopleOf(booking: Pick<Booking, 'record'>): Person[] {
  const instructor = instructorOf(booking);
  return instructor ? [instructor, ...pilotsOf(booking)] : pilotsOf(booking);
}

/** A person without an id is told apart by name, as far as that goes. */
export function personKey({ userId, name }: Person): string {
  return userId ?? name;
}

type Named = Parameters<typeof fullName>[0] & { readonly userId?: string | null | undefined };

/** Null for one of whom nothing is known. */
export function toPerson(given: Named): Person | null {
  const name = fullName(given);
  const userId = given.userId ?? null;
  if (userId === null && name === '') return null;
  return { userId, name: name || 'No name', lastName: given.lastName ?? given.firstName ?? '' };
}

/** The people of a booking in a few words: `Garcia / Lee`, last names only, pilots before the instructor. */
export function peopleText(booking: Booking): string {
  const pilots = (booking.record.pilots ?? []).map((pilot) => pilot.lastName ?? pilot.firstName ?? '').filter(Boolean);
  const instructor = booking.record.instructor?.lastName ?? booking.record.instructor?.firstName;
  const all = [pilots.join(', '), instructor].filter(Boolean).join(' / ');
  return all || booking.record.displayName || '';
}

export type BookedPerson = Person & {
  readonly role: 'pilot' | 'instructor';
  /** Personal: shown only when asked for. */
  readonly phone: string | null;
};

/** Those who fly or attend, then the instructor, with how to reach them. */
export function bookedPeople({ record }: Pick<Booking, 'record'>): BookedPerson[] {
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

/** People by id, in order of their names; namesakes get the end of their id. Whoever has no name is left out. */
export function peopleNames(people: readonly Bearer[]): ReadonlyMap<string, string> {
  const names = new Map(
    people.map((person) => [person.userId, fullName(person)] as const).filter(([, name]) => name !== ''),
  );
  const bearers = Map.groupBy(names, ([, name]) => name);
  const told = Array.from(names, ([userId, name]): [string, string] => {
    const isAlone = bearers.get(name)?.length === 1;
    return [userId, isAlone ? name : `${name} (…${userId.slice(-4)})`];
  });
  return new Map(told.toSorted(([, a], [, b]) => a.localeCompare(b, 'en')));
}

type Bearer = { readonly userId: string } & Parameters<typeof fullName>[0];

/** True where both lists hold the very same objects in the same order. */
export function isSameList<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
