import fc from 'fast-check';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { type PlanningIndex, planningIndex } from '#domain/planning/planningIndex.ts';
import { takesFor } from '#domain/planning/takes.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { type Spare, type SpareSources, sparesFor } from '#domain/readiness/spares.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { dayOf } from '#domain/time/time.ts';
import { aircraft, dateLimit, hour, hoursLeft, item, now, status, zone } from './sampleMaintenance.ts';
import { read, sources } from './sampleReadiness.ts';
import { person, reserved } from './sampleSchedule.ts';

/** For tests: a school's data for the planning tools. */
export function planningOf(school: ReadinessSources): PlanningIndex {
  return planningIndex(
    readinessIndex(school),
    school.schedule,
    forecastSpan(dayOf(school.now, zone.name), zone.name).end,
  );
}

/** For tests: the other aircraft for a reservation of a school, by the rules of the planning tools. */
export function sparesIn(
  reservation: TimedReservation,
  school: ReadinessSources,
  more: Partial<SpareSources> = {},
): Spare[] {
  const fleet = school.fleet ?? [];
  const due = [...school.reminders.values()].flatMap(({ items }) => items ?? []);
  const answered = { has: (id: string) => school.reminders.has(id.toLowerCase()) };
  return sparesFor(reservation, { ...school, fleet, due, answered, takesFor: takesFor(planningOf(school)), ...more });
}

const quarter = hour / 4;

/** A reservation of a random school, in quarters of an hour from now. */
type Drawn = {
  readonly aircraft: number;
  readonly start: number;
  readonly length: number;
  readonly kind: number;
  readonly status: number;
  readonly pilot: number;
  readonly instructor: number | null;
  readonly place: string | null;
  readonly activity: string;
};

const drawnReservation: fc.Arbitrary<Drawn> = fc.record({
  aircraft: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
  start: fc.integer({ min: -20, max: 260 }),
  length: fc.integer({ min: 2, max: 16 }),
  kind: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  status: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  pilot: fc.integer({ min: 0, max: 3 }),
  instructor: fc.constantFrom(null, 0, 1),
  place: fc.constantFrom(null, 'KAPA', 'KAPA', 'KPUB'),
  activity: fc.constantFrom('Dual', 'Rental', 'Student solo'),
});

/** One aircraft of a random school, without its number. */
const drawnAircraft = fc.record({
  model: fc.constantFrom('172S', '172S', 'PA-28'),
  hours: fc.constantFrom(null, 2, 6, 15, 60),
  days: fc.constantFrom(null, null, 0, 1, 2, 30),
  isExpired: fc.constantFrom(false, false, false, false, true),
  isGrounded: fc.constantFrom(false, false, false, false, true),
  flown: fc.constantFrom(0, 10, 40),
});
type DrawnAircraft = typeof drawnAircraft extends fc.Arbitrary<infer Value> ? Value : never;

const tailOfAircraft = (number: number) => `N${number}`;

function aircraftOf(number: number, { model }: DrawnAircraft): Aircraft {
  return aircraft({
    aircraftId: tailOfAircraft(number),
    tailNumber: tailOfAircraft(number),
    make: { name: 'Cessna' },
    model: { modelId: model, name: model },
  });
}

function remindersOf(sampleAircraft: Aircraft, { hours, days, isExpired }: DrawnAircraft): DueItem[] {
  const day = days === null ? null : `2026-05-${12 + days}`;
  return [
    ...(hours === null
      ? []
      : [
          item(
            { maintenanceReminderId: `${sampleAircraft.aircraftId} 100`, timeOptions: hoursLeft(hours) },
            sampleAircraft,
          ),
        ]),
    ...(day === null
      ? []
      : [
          item(
            {
              maintenanceReminderId: `${sampleAircraft.aircraftId} annual`,
              name: 'Annual',
              dateOptions: dateLimit(day),
            },
            sampleAircraft,
          ),
        ]),
    ...(isExpired
      ? [
          item(
            { maintenanceReminderId: `${sampleAircraft.aircraftId} oil`, name: 'Oil', status: status(3) },
            sampleAircraft,
          ),
        ]
      : []),
  ];
}

function reservationOf(
  { aircraft: sampleAircraft, start, length, kind, status: given, pilot, instructor, place, activity }: Drawn,
  at: number,
): TimedReservation {
  const tail = tailOfAircraft(sampleAircraft);
  const names = ['Reserved', 'Checked Out', 'Completed', 'Cancelled'];
  const isAhead = start > 0;
  return reserved(`b${at}`, now + start * quarter, now + (start + length) * quarter, {
    type: kind,
    activityType: { name: activity },
    reservationStatus: isAhead && given === 1 ? { id: 0, name: 'Reserved' } : { id: given, name: names[given] ?? null },
    aircraft: { aircraftId: tail, tailNumber: tail, ...(place === null ? {} : { location: { name: place } }) },
    pilots: [person(`Pilot ${pilot}`, `pilot-${pilot}`)],
    instructor: instructor === null ? null : person(`Instructor ${instructor}`, `instructor-${instructor}`),
  });
}

/** For property tests: schools of five aircraft, with limits, squawks, checkouts, places and late flights. */
export const drawnSchools: fc.Arbitrary<ReadinessSources> = fc
  .record({
    fleet: fc.array(drawnAircraft, { minLength: 5, maxLength: 5 }),
    reservations: fc.array(drawnReservation, { minLength: 4, maxLength: 26 }),
    checkouts: fc.array(fc.constantFrom('172S', 'PA-28', 'both', 'none'), { minLength: 4, maxLength: 4 }),
  })
  .map(({ fleet: aircraftList, reservations, checkouts }) => {
    const fleet = aircraftList.map((one, number) => aircraftOf(number, one));
    const school = sources(reservations.map(reservationOf), {
      fleet,
      reminders: new Map(
        aircraftList.map((one, number) => [
          tailOfAircraft(number).toLowerCase(),
          read(...remindersOf(aircraftOf(number, one), one)),
        ]),
      ),
      squawks: new Map(
        aircraftList.map(({ isGrounded }, number) => [
          tailOfAircraft(number).toLowerCase(),
          read(...(isGrounded ? [toSquawk({ description: 'Brake', groundAircraft: true }, 0, zone)] : [])),
        ]),
      ),
      instructors: [0, 1].map((value) => ({
        userId: `instructor-${value}`,
        firstName: 'Instructor',
        lastName: String(value),
        instructorStatus: { id: 1, name: 'active' },
      })),
      users: checkouts.map((given, pilot) => ({
        userId: `pilot-${pilot}`,
        firstName: 'Pilot',
        lastName: String(pilot),
        status: { id: 1, name: 'active' },
        aircraftCheckouts: ['172S', 'PA-28']
          .filter((model) => given === model || given === 'both')
          .map((model) => ({
            make: { name: 'Cessna' },
            model: { modelId: model, name: model },
            dateGiven: '2026-01-01',
            revoked: false,
          })),
      })),
    });
    const flown = new Map(aircraftList.map((one, number) => [tailOfAircraft(number).toLowerCase(), one.flown * hour]));
    return { ...school, schedule: { ...school.schedule, history: { ...school.schedule.history, flown } } };
  });
