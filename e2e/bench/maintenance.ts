import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { allRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { type AircraftReminders, byUrgency, dueItems } from '#domain/maintenance/dueList.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import type { Reminder } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  cyclesLeft,
  dateLimit,
  hour,
  hoursLeft,
  now,
  reservation,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { dueBase, foundDue, type Grouping } from '#web/pages/maintenance/dueListModel.ts';
import { maintenanceCalls } from './maintenanceCalls.ts';
import { type Outcome, quantile } from './outcome.ts';

const fleetSizes = [150, 1500] as const;
const remindersEach = 8;
const reservationsPerFleet = 5000;
const rounds = 21;
const warmUp = 10;

/**
 * The due list's computation in the browser, for a large school and for one ten times as large: reading and classifying, sorting,
 * grouping and forecasting. Ratios are to linear growth.
 */
export async function maintenanceBench(): Promise<Outcome> {
  const fleets = fleetSizes.map(fleetOf);
  const sizes = fleets.map(({ answers }) => `${(answers.length * remindersEach).toLocaleString('en')} reminders`);
  const table = [['maintenance', ...sizes, 'to linear']];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const [name, work] of Object.entries(steps)) {
    const [small, large] = medians(fleets.map((fleet) => () => work(fleet))) as [number, number];
    figures[`${name} for ${sizes[0]}, ms`] = small;
    figures[`${name} for ${sizes[1]}, ms`] = large;
    ratios[`${name}, to linear`] = large / small / (fleetSizes[1] / fleetSizes[0]);
    table.push([name, `${small.toFixed(2)} ms`, `${large.toFixed(2)} ms`, ratios[`${name}, to linear`]!.toFixed(2)]);
  }
  const calls = maintenanceCalls();
  return {
    table: [...table, [], ...calls.table],
    figures: { ...figures, ...calls.figures },
    ratios: { ...ratios, ...calls.ratios },
  };
}

type Fleet = ReturnType<typeof fleetOf>;
const show = { complied: false, switchedOff: false, aircraft: false };

function listOf({ items }: Fleet, grouping: Grouping, search = '') {
  return foundDue(dueBase({ items, known: allRead }, { status: '', show }, everywhere), { search, grouping });
}

const steps: { readonly [name: string]: (fleet: Fleet) => unknown } = {
  classify: ({ answers }) => dueItems(answers, zone, now),
  sort: ({ items }) => items.toSorted(byUrgency),
  'list by aircraft': (fleet) => listOf(fleet, 'aircraft'),
  'list by reminder': (fleet) => listOf(fleet, 'reminder'),
  'a keystroke: leave out, count, search, sort, group': (fleet) => listOf(fleet, 'reminder', 'sp hour'),
  [`horizons over ${reservationsPerFleet.toLocaleString('en')} reservations per 150 aircraft`]: ({
    items,
    reservations,
  }) => fleetHorizons(items, scheduleAt(reservations, now), { now, factor: 0.69 }),
};

/** Milliseconds of each, with the sizes in turn, after warm-up rounds. */
function medians(works: readonly (() => unknown)[]): number[] {
  const times: number[][] = works.map(() => []);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map((own) => quantile(own, 0.5));
}

function fleetOf(size: number) {
  const answers = Array.from({ length: size }, (_, index) => answerOf(index));
  const items = dueItems(answers, zone, now);
  return { answers, items, reservations: reservationsOf(size) };
}

const names = ['Annual', '100-Hour', 'Oil 50 h', 'Transponder', 'ELT', 'VOR 30 days', 'Tires', 'Registration'];

function answerOf(index: number): AircraftReminders {
  const of = aircraft({ aircraftId: `aircraft ${index}`, tailNumber: `N${100 + index}SP` });
  const records = names.slice(0, remindersEach).map((name, place) => reminderOf(name, index * remindersEach + place));
  return { aircraft: of, records, asOf: now };
}

/** Evenly spread, always the same; one in twelve is Expired, one in six is Warning. */
function reminderOf(name: string, index: number): Reminder {
  const spread = ((index * 7919) % 12_000) / 10;
  const limit = new Date(now + (spread - 100) * 24 * hour).toISOString();
  return {
    maintenanceReminderId: `reminder ${index}`,
    name,
    status: status(spread < 100 ? 3 : spread < 300 ? 2 : 1),
    timeOptions: index % 2 === 0 ? hoursLeft((spread - 100) / 10) : null,
    dateOptions: index % 3 > 0 ? dateLimit(limit) : null,
    cycleOptions: index % 8 === 6 ? cyclesLeft(Math.floor(spread)) : null,
  };
}

/** Each aircraft has two-hour flights, some completed and some to come, and occasional shop visits. */
function reservationsOf(size: number): TimedReservation[] {
  const count = (reservationsPerFleet * size) / fleetSizes[0];
  const each = Math.ceil(count / size);
  const all = Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / size) - Math.floor(each / 3);
    const start = now + turn * 20 * hour;
    const options = { displayTypeId: index % 29 === 0 ? 1 : 0, statusId: turn < 0 ? 2 : 0 };
    return reservation(start, start + 2 * hour, { ...options, aircraftId: `aircraft ${index % size}` });
  });
  return all.toSorted((a, b) => a.start - b.start);
}
