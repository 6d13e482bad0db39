import { fleetHorizons, type Horizon, type Limit, type LimitCertainty } from '#domain/maintenance/horizon.ts';
import { type AxisName, type DueItem, type Reminder, toDueItem } from '#domain/maintenance/reminders.ts';
import { clock, hour, now, zone, dateLimit, hoursLeft, status } from './sampleMaintenance.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { byStart, isTimed, type Reservation, type TimedReservation } from '#domain/reservations/reservations.ts';
import { person, reserved } from './sampleSchedule.ts';
import type { ReadRecords } from '#domain/readiness/fitness.ts';
import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { fleetRows } from '#domain/readiness/activities.ts';
import { fleetNow } from '#domain/schedule/aircraftNow.ts';
import type { ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { historyOf, type Schedule, scheduleOf } from '#domain/schedule/schedule.ts';
import { rateDays } from '#domain/thresholds.ts';

/** For tests: records read just now. */
export function read<Item>(...items: readonly Item[]): ReadRecords<Item> {
  return { items, hasFailed: false, skipped: 0, asOf: now };
}

/** For tests: all of these reservations with the history that rules require, as the gateway makes it. */
export function scheduleAt(
  reservations: readonly TimedReservation[],
  at: Instant = now,
  zoneName = zone.name,
): Schedule {
  const before = daySpan(dayOf(at, zoneName), zoneName).start;
  const window = reservations.filter(({ end }) => end > before);
  return scheduleOf(historyOf(reservations, before, zoneName), window, zoneName);
}

/** For tests: the rows of aircraft with these reservations; null if they are not read. */
export function rowsAt(
  aircraft: readonly Aircraft[],
  reservations: readonly Reservation[] | null,
  at: Instant,
  fitness?: Parameters<typeof fleetRows>[2],
): ReturnType<typeof fleetRows> {
  return fleetRows(aircraft, reservations && fleetNow(reservations.filter(isTimed), at), fitness);
}

/** For tests: the horizon of one reminder; `rate` in meter hours per day. */
export function horizonFor(
  due: DueItem,
  reservations: readonly TimedReservation[],
  { rate = null, factor = 0.8, at = now }: { rate?: number | null; factor?: number; at?: Instant } = {},
): Horizon {
  const { history, ...schedule } = scheduleAt(reservations.toSorted(byStart), at);
  const flown = new Map(rate === null ? [] : [[due.aircraft.aircraftId, (rate / factor) * rateDays * hour]]);
  const found = fleetHorizons([due], { ...schedule, history: { ...history, flown } }, { now: at, factor });
  const horizon = found.get(due.key);
  if (!horizon) throw new Error('This reminder has no horizon.');
  return horizon;
}

/** For tests: the limit of an axis with this certainty. */
export function limitIn({ limits }: Horizon, certainty: LimitCertainty, axis: AxisName = 'hours'): Limit | null {
  return limits.find((limit) => limit.axis === axis && limit.certainty === certainty) ?? null;
}

/** For tests: the sources of the sample school, with everything read and no findings. */
export function sources(
  reservations: readonly TimedReservation[],
  more: Partial<ReadinessSources> = {},
): ReadinessSources {
  return {
    schedule: scheduleAt(reservations, more.now),
    fleet: [{ aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) }],
    reminders: new Map([['a1', read<DueItem>()]]),
    squawks: new Map([['a1', read()]]),
    instructors: [],
    users: [],
    position: { latitude: 39.57, longitude: -104.85 },
    now,
    zone,
    clock,
    ...more,
  };
}

const quarter = 900_000;
/** Milliseconds. */
const week = 7 * 24 * 3_600_000;

/** For tests and measurements: a school of this size around now, the same each time. */
export function sampleSchool(aircraftCount: number, reservationCount: number): ReadinessSources {
  const fleet: Aircraft[] = Array.from({ length: aircraftCount }, (_, index) => ({
    aircraftId: `plane-${index}`,
    tailNumber: `N${100 + index}SP`,
    make: { name: 'Cessna' },
    model: { name: index % 3 === 0 ? '172S' : 'PA-28' },
    status: { id: index % 40 === 7 ? 0 : 1, name: null },
  }));
  const reminders = new Map(
    fleet.map((aircraft, index) => [aircraft.aircraftId, read(...remindersOf(aircraft, index))]),
  );
  const reservations = Array.from({ length: reservationCount }, (_, index) => {
    const start = now - week + quarter * ((index * 37) % 1344);
    const [aircraft, pilot, instructor] = [index % aircraftCount, index % 400, (index * 7) % 60];
    return reserved(`reservation ${index}`, start, start + quarter * (4 + (index % 7)), {
      type: index % 23 === 0 ? 1 : 0,
      reservationStatus: statusAt(index, start),
      aircraft: { aircraftId: `plane-${aircraft}`, tailNumber: `N${100 + aircraft}SP` },
      pilots: [person(`Pilot ${pilot}`, `pilot-${pilot}`)],
      instructor: index % 3 === 0 ? null : person(`Instructor ${instructor}`, `instructor-${instructor}`),
    });
  });
  return {
    ...sources(reservations),
    fleet,
    reminders,
    squawks: new Map(fleet.map((aircraft) => [aircraft.aircraftId, read()])),
    instructors: Array.from({ length: 60 }, (_, index) => ({ userId: `instructor-${index}` })),
    users: Array.from({ length: 400 }, (_, index) => ({ userId: `pilot-${index}`, aircraftCheckouts: [] })),
  };
}

function statusAt(index: number, start: number): { id: number; name: string } {
  if (index % 31 === 0) return { id: 3, name: 'Cancelled' };
  if (start > now) return { id: 0, name: 'Reserved' };
  return index % 29 === 0 ? { id: 1, name: 'Checked Out' } : { id: 2, name: 'Completed' };
}

function remindersOf(aircraft: Aircraft, index: number): DueItem[] {
  return Array.from({ length: 8 }, (_, number) => {
    const record: Reminder = {
      maintenanceReminderId: `reminder ${index} ${number}`,
      name: ['100-hour', 'Annual', 'Oil change', 'VOR check'][number % 4],
      status: status((index * number) % 17 === 3 ? 2 : 1),
      timeOptions: number % 2 === 0 ? hoursLeft(5 + ((index * 13 + number * 7) % 90)) : null,
      dateOptions: number % 2 === 1 ? dateLimit(`2026-0${6 + (number % 3)}-1${index % 9}`) : null,
    };
    return toDueItem(aircraft, record, zone, now, now);
  });
}
