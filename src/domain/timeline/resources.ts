import type { RecordOf } from '#contract/answers.ts';
import { lifeOf } from '#contract/statuses.ts';
import {
  type TimedReservation,
  tailOf,
  instructorOf,
  type Person,
  peopleOf,
  personKey,
  pilotsOf,
  toPerson,
  isSameList,
} from '#domain/reservations/reservations.ts';
import { type Aircraft, byTail, groupByModel } from '#domain/fleet/fleet.ts';
import { locale } from '#domain/words.ts';

type Instructor = RecordOf<'listInstructors'>;

/** The kinds of rows in the calendar. */
export const resourceKinds = ['aircraft', 'instructor', 'pilot'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** A row of the calendar. A reservation is in one row per aircraft or person of that kind. */
export type Resource = {
  /** The aircraft's or person's id, or its substitute; `none` for reservations without one. */
  readonly id: string;
  readonly kind: ResourceKind | 'none';
  /** The tail number; `Garcia, Sam`; `No aircraft`. */
  readonly label: string;
  /** Rows of one group are together: an aircraft's model; empty for the row without one. */
  readonly group: string;
  /** In order of start. */
  readonly reservations: readonly TimedReservation[];
  /** The aircraft list's record; null if it has none, and for people. */
  readonly aircraft: Aircraft | null;
};

export type ResourceSources = {
  /** In order of start. */
  readonly reservations: readonly TimedReservation[];
  readonly fleet: readonly Aircraft[];
  readonly instructors: readonly Instructor[];
};

/** The rows of one kind in order, with reservations without one last. Linear in the reservations. */
export function resourcesOf(
  kind: ResourceKind,
  { reservations, fleet, instructors }: ResourceSources,
): readonly Resource[] {
  const rowsOf = {
    aircraft: () => aircraftRows(reservations, fleet),
    instructor: () => instructorRows(reservations, instructors),
    pilot: () => pilotRows(reservations),
  };
  return rowsOf[kind]();
}

/** Keeps the object of each unchanged row, and the old list if no row has changed. */
export function keptRows(previous: readonly Resource[], rows: readonly Resource[]): readonly Resource[] {
  const before = new Map(previous.map((row) => [row.id, row]));
  const kept = rows.map((row) => {
    const old = before.get(row.id);
    return old && isSameRow(old, row) ? old : row;
  });
  return isSameList(previous, kept) ? previous : kept;
}

function isSameRow(a: Resource, b: Resource): boolean {
  const isSameHead = a.kind === b.kind && a.label === b.label && a.group === b.group && a.aircraft === b.aircraft;
  return isSameHead && isSameList(a.reservations, b.reservations);
}

/**
 * Aircraft by model and tail number, simulators last. Active aircraft are listed even without reservations. Inactive,
 * deleted and unlisted ones are listed only while booked, because a reservation must not vanish with its aircraft.
 */
export function aircraftRows(reservations: readonly TimedReservation[], fleet: readonly Aircraft[]): Resource[] {
  const booked = Map.groupBy(reservations, aircraftKey);
  const listed = new Set(fleet.map((aircraft) => aircraft.aircraftId));
  const ownAircraft = fleet.filter(
    (aircraft) => lifeOf(aircraft.status) === 'active' || booked.has(aircraft.aircraftId),
  );
  const unlisted = [...booked].flatMap(([id, [first]]) =>
    id === null || listed.has(id) || !first ? [] : [unlistedAircraft(id, first)],
  );
  const all = [...ownAircraft, ...unlisted].toSorted(byTail).map((aircraft) => ({ aircraft }));
  const rows = groupByModel(all).flatMap(({ model, rows: members }) =>
    members.map(({ aircraft }): Resource => {
      const { aircraftId: id, tailNumber } = aircraft;
      const label = tailNumber ?? 'No tail number';
      const known = listed.has(id) ? aircraft : null;
      return { id, kind: 'aircraft', label, group: model, reservations: booked.get(id) ?? [], aircraft: known };
    }),
  );
  const without = booked.get(null);
  return without ? [...rows, noneRow('No aircraft', without)] : rows;
}

/** The tail number identifies an aircraft if a service gives no id. */
function aircraftKey(reservation: TimedReservation): string | null {
  return reservation.aircraftId ?? tailOf(reservation);
}

/** An aircraft that is not in the list, as its reservation describes it. */
function unlistedAircraft(aircraftId: string, reservation: TimedReservation): Aircraft {
  const { make, model, isSimulator } = reservation.record.aircraft ?? {};
  return { aircraftId, tailNumber: tailOf(reservation), make, model, isSimulator };
}

/** The row of reservations without an aircraft, instructor or pilot. */
function noneRow(label: string, reservations: readonly TimedReservation[]): Resource {
  return { id: 'none', kind: 'none', label, group: '', reservations, aircraft: null };
}

type PersonKind = 'instructor' | 'pilot';

/**
 * Instructors by last name: the active ones in the list, and everyone who instructs in a reservation. Their rows
 * include meetings they attend and flights they fly as pilots.
 */
function instructorRows(reservations: readonly TimedReservation[], instructors: readonly Instructor[]): Resource[] {
  const seen = reservations.flatMap((reservation) => instructorOf(reservation) ?? []);
  const staff = instructors.filter((instructor) => lifeOf(instructor.instructorStatus) === 'active');
  const known = new Set([...instructors.map((instructor) => instructor.userId), ...seen.map(personKey)]);
  const present = (reservation: TimedReservation) =>
    peopleOf(reservation).filter((person) => known.has(personKey(person)));
  const listed = staff.map(toPerson).filter((person) => person !== null);
  return personRows('instructor', reservations, present, listed);
}

/** Everyone who flies, learns or attends, by last name. */
function pilotRows(reservations: readonly TimedReservation[]): Resource[] {
  return personRows('pilot', reservations, pilotsOf, []);
}

function personRows(
  kind: PersonKind,
  reservations: readonly TimedReservation[],
  present: (reservation: TimedReservation) => Person[],
  staff: readonly Person[],
): Resource[] {
  const people = new Map(staff.map((person) => [personKey(person), { person, booked: new Set<TimedReservation>() }]));
  const without: TimedReservation[] = [];
  for (const reservation of reservations) {
    const found = present(reservation);
    if (found.length === 0) without.push(reservation);
    for (const person of found) {
      const key = personKey(person);
      const row = people.get(key);
      if (row) row.booked.add(reservation);
      else people.set(key, { person, booked: new Set([reservation]) });
    }
  }
  const rows = [...people.values()]
    .toSorted((a, b) => byLastName(a.person, b.person))
    .map(({ person, booked }) => rowOf(kind, person, [...booked]));
  return without.length > 0 ? [...rows, noneRow(`No ${kind}`, without)] : rows;
}

function rowOf(kind: PersonKind, person: Person, reservations: readonly TimedReservation[]): Resource {
  const group = kind === 'instructor' ? 'Instructors' : 'Pilots';
  return { id: personKey(person), kind, label: listName(person), group, reservations, aircraft: null };
}

/** `Garcia, Sam`; a single name as it is. */
function listName({ name, lastName }: Person): string {
  const first = name.endsWith(` ${lastName}`) ? name.slice(0, -lastName.length - 1) : '';
  return first && lastName ? `${lastName}, ${first}` : name;
}

const names = new Intl.Collator(locale);

function byLastName(a: Person, b: Person): number {
  return names.compare(a.lastName, b.lastName) || names.compare(a.name, b.name);
}
