import type { RecordOf } from '#contract/answers.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { aircraftRows } from './aircraftRows.ts';
import { instructorRows, pilotRows } from './personRows.ts';
import { isSameList } from '#domain/reservations/sameBookings.ts';

export type Instructor = RecordOf<'listInstructors'>;

/** What the rows of the calendar stand for. */
export const resourceKinds = ['aircraft', 'instructor', 'pilot'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** A row of the calendar. One reservation stands in as many rows as it has aircraft or people of the kind. */
export type Resource = {
  /** The aircraft's or the person's id, or what stands in for it; `none` for what is booked without one. */
  readonly id: string;
  readonly kind: ResourceKind | 'none';
  /** The tail number; `Garcia, Sam`; `No aircraft`. */
  readonly label: string;
  /** Rows of one group stand together: an aircraft's model; empty for the row of those without. */
  readonly group: string;
  /** In order of start. */
  readonly bookings: readonly TimedBooking[];
  /** As the aircraft list has it; null where it does not, and for people. */
  readonly aircraft: Aircraft | null;
};

export type ResourceSources = {
  /** In order of start. */
  readonly bookings: readonly TimedBooking[];
  readonly fleet: readonly Aircraft[];
  readonly instructors: readonly Instructor[];
};

/**
 * The rows of one kind in their order, the bookings without one last. A row of the previous result whose content is the same
 * comes back as the same object, and the previous list itself where all are. Linear in the bookings.
 */
export function resourcesOf(
  kind: ResourceKind,
  { bookings, fleet, instructors }: ResourceSources,
  previous: readonly Resource[] = [],
): readonly Resource[] {
  const rowsOf = {
    aircraft: () => aircraftRows(bookings, fleet),
    instructor: () => instructorRows(bookings, instructors),
    pilot: () => pilotRows(bookings),
  };
  return keepRows(previous, rowsOf[kind]());
}

function keepRows(previous: readonly Resource[], rows: readonly Resource[]): readonly Resource[] {
  const before = new Map(previous.map((row) => [row.id, row]));
  const kept = rows.map((row) => {
    const old = before.get(row.id);
    return old && isSameRow(old, row) ? old : row;
  });
  return isSameList(previous, kept) ? previous : kept;
}

function isSameRow(a: Resource, b: Resource): boolean {
  const isSameHead = a.kind === b.kind && a.label === b.label && a.group === b.group && a.aircraft === b.aircraft;
  return isSameHead && isSameList(a.bookings, b.bookings);
}
