import type { RecordOf } from '#contract/answers.ts';
import { type Booking, idKey, isTimed, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type AircraftNow, fleetNow, unbooked } from '#domain/readiness/aircraftNow.ts';
import { type Fitness, mayGo } from '#domain/readiness/fitness.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Instant } from '#domain/time/time.ts';

export type Aircraft = RecordOf<'listAircraft'>;

/**
 * What an aircraft is doing, read from its bookings and, where it is known, its fitness; it stands beside the API's own status
 * and never replaces it. `away` is out; `open` is not back after its booked end; `due-out` is booked for now but not checked
 * out; `available` is fit and free; `unfit` is free and not to fly, or its fitness not known; `unknown` while there are no
 * bookings to read it from, or one of them has a status that nobody can tell.
 */
const activities = [
  'away',
  'open',
  'due-out',
  'maintenance',
  'available',
  'unfit',
  'out-of-service',
  'unknown',
] as const;
export type Activity = (typeof activities)[number];

export type FleetRow = {
  readonly aircraft: Aircraft;
  readonly activity: Activity;
  /** The booking that explains the activity. */
  readonly current: TimedBooking | null;
  readonly next: TimedBooking | null;
  /** What it is doing with all that is known of it, and the older bookings to close; null while there are no bookings. */
  readonly now: AircraftNow | null;
  /** Null where nobody has asked for it. */
  readonly fitness: Fitness | null;
};

/**
 * One row per aircraft, in the order given, from the bookings that are held, whatever day they are of (null: not there yet).
 * `fitness` is by `idKey` of the aircraft's id; without it a free aircraft is taken to be fit. Linear in both.
 */
export function fleetRows(
  aircraft: readonly Aircraft[],
  bookings: readonly Booking[] | null,
  now: Instant,
  fitness: ReadonlyMap<string, Fitness> | null = null,
): FleetRow[] {
  const fleet = bookings && fleetNow(bookings.filter(isTimed), now);
  return aircraft.map((one): FleetRow => {
    const own = fitness?.get(idKey(one.aircraftId)) ?? null;
    if (!fleet) return { aircraft: one, activity: 'unknown', current: null, next: null, now: null, fitness: own };
    const found = fleet.get(idKey(one.aircraftId)) ?? unbooked;
    const current = 'booking' in found.doing ? found.doing.booking : null;
    return {
      aircraft: one,
      activity: activityOf(one, found, own),
      current,
      next: found.next,
      now: found,
      fitness: own,
    };
  });
}

const activityByDoing = {
  flying: 'away',
  'in use': 'away',
  'not back': 'open',
  'in the shop': 'maintenance',
  'due out': 'due-out',
  'may be out': 'unknown',
  free: 'available',
} as const satisfies Record<AircraftNow['doing']['kind'], Activity>;

/** An aircraft that is out is said to be, whatever its status; on the ground the service's own status goes first. */
function activityOf(aircraft: Aircraft, { doing }: AircraftNow, fitness: Fitness | null): Activity {
  const activity = activityByDoing[doing.kind];
  if (activity === 'away' || activity === 'open' || activity === 'maintenance') return activity;
  if (lifeOf(aircraft.status) !== 'active') return 'out-of-service';
  return activity === 'available' && fitness !== null && !mayGo(fitness) ? 'unfit' : activity;
}

/** How many aircraft there are of each activity. */
export function countActivities(rows: readonly FleetRow[]): Readonly<Partial<Record<Activity, number>>> {
  const counts: Partial<Record<Activity, number>> = {};
  for (const row of rows) counts[row.activity] = (counts[row.activity] ?? 0) + 1;
  return counts;
}

/** `Cessna 172S`; the model alone where the make is missing or already said by it. */
export function modelText(aircraft: Pick<Aircraft, 'make' | 'model'>): string {
  const make = aircraft.make?.name?.trim() ?? '';
  const model = aircraft.model?.name?.trim() ?? '';
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
