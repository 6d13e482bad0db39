import type { RecordOf } from '#contract/answers.ts';
import { type Booking, isTimed, type TimedBooking } from './bookings.ts';
import type { Instant } from './time.ts';

export type Aircraft = RecordOf<'listAircraft'>;

/**
 * What an aircraft is doing, read from its bookings; it stands beside the API's own status and never replaces it.
 * `away` is checked out; `due-out` is booked for now but not checked out; `open` is checked out after its booked end;
 * `unknown` while there are no bookings to read it from.
 */
export const activities = ['away', 'open', 'due-out', 'maintenance', 'available', 'out-of-service', 'unknown'] as const;
export type Activity = (typeof activities)[number];

export type FleetRow = {
  readonly aircraft: Aircraft;
  readonly activity: Activity;
  /** The booking that explains the activity. */
  readonly current: TimedBooking | null;
  readonly next: TimedBooking | null;
};

const checkedOut = 1;
const completed = 2;
const active = 1;

/** What the service says of an aircraft, an instructor or a person as a whole (section 3). */
export type LifeStatus = 'active' | 'inactive' | 'deleted' | 'unknown';

type GivenStatus = { readonly id?: number | null | undefined; readonly name?: string | null | undefined };

/** By the name where it is a documented one, in any letter case, else by the id. One that gives no status is active. */
export function lifeOf(status: GivenStatus | null | undefined): LifeStatus {
  if (status?.id == null && !status?.name) return 'active';
  const name = status.name?.trim().toLowerCase();
  if (name === 'active' || name === 'inactive' || name === 'deleted') return name;
  return (['inactive', 'active', 'deleted'] as const)[status.id ?? -1] ?? 'unknown';
}

/** One row per aircraft, in the order given, from one window of bookings around `now` (null: not there yet). Linear in both. */
export function fleetRows(
  aircraft: readonly Aircraft[],
  bookings: readonly Booking[] | null,
  now: Instant,
): FleetRow[] {
  if (!bookings) return aircraft.map((one) => ({ aircraft: one, activity: 'unknown', current: null, next: null }));
  const byAircraft = Map.groupBy(bookings.filter(isTimed), (booking) => booking.aircraftId);
  return aircraft.map((one) => rowOf(one, byAircraft.get(one.aircraftId) ?? [], now));
}

function rowOf(aircraft: Aircraft, bookings: readonly TimedBooking[], now: Instant): FleetRow {
  const going = bookings.filter(
    (booking) => booking.start <= now && now < booking.end && booking.statusId !== completed,
  );
  const current =
    going.find((booking) => booking.kind === 'Maintenance') ??
    bookings.find((booking) => booking.statusId === checkedOut) ??
    going[0] ??
    null;
  const next = earliest(bookings.filter((booking) => booking.start > now && booking !== current));
  return { aircraft, activity: activityOf(aircraft, current, now), current, next };
}

function activityOf(aircraft: Aircraft, current: TimedBooking | null, now: Instant): Activity {
  if (current?.kind === 'Maintenance') return 'maintenance';
  if (current?.statusId === checkedOut) return current.end <= now ? 'open' : 'away';
  if ((aircraft.status?.id ?? active) !== active) return 'out-of-service';
  return current ? 'due-out' : 'available';
}

function earliest(bookings: readonly TimedBooking[]): TimedBooking | null {
  return bookings.reduce<TimedBooking | null>((a, b) => (a && a.start <= b.start ? a : b), null);
}

/** How many aircraft there are of each activity. */
export function countActivities(rows: readonly FleetRow[]): Readonly<Partial<Record<Activity, number>>> {
  const counts: Partial<Record<Activity, number>> = {};
  for (const row of rows) counts[row.activity] = (counts[row.activity] ?? 0) + 1;
  return counts;
}

/** `Cessna 172S`; the model alone where the make is missing or already said by it. */
export function modelText(aircraft: Pick<Aircraft, 'make' | 'model'>): string {
  const make = aircraft.make?.name ?? '';
  const model = aircraft.model?.name ?? '';
  if (model.toLowerCase().startsWith(make.toLowerCase())) return model || make || 'Unknown model';
  return [make, model].filter(Boolean).join(' ');
}

const tails = new Intl.Collator('en', { numeric: true });

/** Aircraft by tail number, with simulators after all aircraft; tail-less ones last. */
export function byTail(a: Aircraft, b: Aircraft): number {
  const simulators = Number(a.isSimulator ?? false) - Number(b.isSimulator ?? false);
  return simulators || tails.compare(a.tailNumber ?? '~', b.tailNumber ?? '~');
}

/** Groups of one model, in order of the model's name; models that are simulators only stand last. */
export function groupByModel<Row extends { readonly aircraft: Aircraft }>(
  rows: readonly Row[],
): { readonly model: string; readonly rows: readonly Row[] }[] {
  const groups = [...Map.groupBy(rows, (row) => modelText(row.aircraft))].map(([model, members]) => ({
    model,
    rows: members,
  }));
  const isSimulated = (group: (typeof groups)[number]) => group.rows.every((row) => row.aircraft.isSimulator === true);
  return groups.toSorted((a, b) => Number(isSimulated(a)) - Number(isSimulated(b)) || a.model.localeCompare(b.model));
}

/** True where the text is part of the tail number (`512` finds N512SP), whatever the letter case or dashes, or of the model. */
export function matchesAircraft(aircraft: Aircraft, text: string): boolean {
  const plain = (value: string) => value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const wanted = plain(text);
  return plain(aircraft.tailNumber ?? '').includes(wanted) || plain(modelText(aircraft)).includes(wanted);
}
