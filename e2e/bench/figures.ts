import type { Steps } from '#domain/steps.ts';
import { addDays, daySpan, wallText } from '#domain/time/time.ts';
import { guid, stubReservation } from '#e2e/servers/testCopy.ts';
import { sampleNow, sampleReplica, sampleZone } from '#e2e/servers/sampleOperator.ts';
import { keptDaysIn } from '#server/replica/keptDays.ts';
import { flightMonths } from '#server/replica/views/figureFacts.ts';
import { createViews } from '#server/replica/views/views.ts';
import { benchOf, type Part, quantile } from './outcome.ts';

const hour = 3_600_000;
const first = '2025-11-21';
const today = '2026-11-20';
const days = 365;
/** Days that the copy itself holds. */
const held = 14;
const aDay = { reservations: 165, flights: 110, aircraft: 40, instructors: 60, students: 400 };
const repeats = 9;
/** As long as a turn of long work: a step beyond it makes others wait. The collection of garbage makes a few longer. */
const maxStep = 20;

/** A year of a large school: 60,000 reservations and 40,000 flights, all days but the last fourteen already forgotten. */
function largeSchool() {
  const replica = sampleReplica();
  const { storage } = replica;
  const aircraft = Array.from({ length: aDay.aircraft }, (_, index) => ({
    aircraftId: guid(index + 1),
    tailNumber: `N${100 + index}FL`,
    status: { id: 1, name: 'active' },
    isSimulator: false,
  }));
  replica.put('aircraft', 'aircraftId', aircraft);
  for (const { aircraftId } of aircraft) replica.put('squawks', 'squawkId', [], { scope: aircraftId });
  const flights: { readonly at: number; readonly row: object }[] = [];
  for (let count = 0; count < days; count++) {
    const day = addDays(first, count);
    const span = daySpan(day, sampleZone.name);
    const records = Array.from({ length: aDay.reservations }, (_, index) => {
      const id = 10_000 + count * aDay.reservations + index;
      const start = span.start + (6 + (index % 16)) * hour;
      const plane = aircraft[index % aircraft.length];
      const [instructor, student] = [index % aDay.instructors, (index * 7 + count) % aDay.students];
      if (index < aDay.flights)
        flights.push({
          at: start,
          row: flightRow(id, start, plane?.aircraftId ?? '', plane?.tailNumber ?? '', instructor),
        });
      const status = index < aDay.flights ? { id: 2, name: 'Completed' } : { id: 9, name: 'Cancelled' };
      return stubReservation(id, new Date(start).toISOString(), new Date(start + 2 * hour).toISOString(), {
        aircraft: plane,
        reservationStatus: status,
        instructor: { userId: guid(1_000 + instructor), firstName: 'Ann', lastName: `Lee ${instructor}` },
        pilots: [{ userId: guid(2_000 + student), firstName: 'Sam', lastName: `Fox ${student}` }],
      });
    });
    replica.putDay(day, records);
  }
  for (const { scope, span } of flightMonths(
    [{ start: daySpan(first, sampleZone.name).start, end: sampleNow }],
    sampleZone.name,
  )) {
    const items = flights.filter(({ at }) => span.start <= at && at < span.end).map(({ row }) => row);
    replica.put('report', 'id', [{ id: '', items, totalItems: items.length }], { scope });
  }
  const leaving = storage.cells().filter(({ to }) => to <= daySpan(addDays(today, -held), sampleZone.name).start);
  keptDaysIn(storage, sampleZone).keep(leaving.map(({ from, to }) => ({ from, to, asOf: to })));
  storage.dropCells(leaving.map(({ from }) => from));
  return replica;
}

function flightRow(id: number, start: number, aircraftId: string, tail: string, instructor: number) {
  return {
    flightId: guid(100_000 + id),
    reservationId: guid(id),
    aircraftId,
    registrationTail: tail,
    model: '172S',
    isSimulator: false,
    activityType: 'Dual',
    customerId: guid(2_000),
    customerLabel1Name: 'Sam Fox',
    instructor: `Ann Lee ${instructor}`,
    departureAirport: 'KAPA',
    arrivalAirport: 'KAPA',
    checkedOutOn: wallText(start + 5 * 60_000, sampleZone.name),
    checkedInOn: wallText(start + 1.7 * hour, sampleZone.name),
    hobbsOut: 1_000,
    hobbsIn: 1_001.4,
    flightHours: 1.4,
    landings: 4,
    lastUpdated: wallText(start + 1.7 * hour, sampleZone.name),
  };
}

/** The result of some steps, whose lengths in milliseconds it adds. */
function stepped<Value>(steps: Steps<Value>, lengths: number[]): Value {
  for (;;) {
    const began = performance.now();
    const step = steps.next();
    lengths.push(performance.now() - began);
    if (step.done) return step.value;
  }
}

/** How long the gateway takes for the figures of a year: after its start, and for another period of the same records. */
function yearPart(): Part {
  const replica = largeSchool();
  const began: number[] = [];
  const changed: number[] = [];
  const lengths: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const kept = keptDaysIn(replica.storage, sampleZone);
    const views = createViews(replica.storage, undefined, undefined, undefined, kept);
    const ask = (search: string) => {
      const start = performance.now();
      const answer = views('/replica/figures', new URLSearchParams(search), replica.status());
      const body = answer?.view?.steps ? stepped(answer.view.steps(), lengths) : '';
      if (!body.includes('"value":')) throw new Error('There is no answer.');
      return performance.now() - start;
    };
    began.push(ask(`from=${first}&to=${today}`));
    changed.push(ask('from=2026-10-01&to=2026-10-31&by=instructor'), ask(`from=${first}&to=${today}&by=instructor`));
  }
  const [start, change, step] = [quantile(began, 0.5), quantile(changed, 0.5), quantile(lengths, 0.99)];
  return {
    rows: [
      ['a year, after a start', `${start.toFixed(0)} ms`, 'at most 1,000 ms', (start / 1_000).toFixed(2)],
      ['99 of 100 steps', `${step.toFixed(1)} ms`, 'at most 20 ms', (step / maxStep).toFixed(2)],
      ['another period', `${change.toFixed(0)} ms`, 'at most 100 ms', (change / 100).toFixed(2)],
    ],
    figures: {
      'a year, after a start, ms': start,
      'another period, ms': change,
      '99 of 100 steps, ms': step,
      'the longest step, ms': Math.max(...lengths),
      'the longest change, ms': Math.max(...changed),
    },
    ratios: {
      'a year, to its bound': start / 1_000,
      'another period, to its bound': change / 100,
      'a step': step / maxStep,
    },
  };
}

export const figuresBench = benchOf('figures', { year: yearPart });
