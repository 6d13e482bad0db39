import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseList } from '#contract/answers.ts';
import type { FreeForm } from '#contract/objects.ts';
import { dispatchBoard } from '#domain/calendar/dispatch.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { dueText, horizonPhrase } from '#domain/maintenance/horizonWords.ts';
import { type Axis, doubtText, figuresText, isCounted, remainingText } from '#domain/maintenance/reminders.ts';
import { flownHours } from '#domain/people/training.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readPerson } from '#domain/readiness/checkout.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { aggregateWriter } from '#domain/reports/columns/cellText.ts';
import { columnsOf, emptyShape, isNumeric, widened } from '#domain/reports/columns/columns.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import { computeRows } from '#domain/reports/rows/computeRows.ts';
import { runToEnd } from '#domain/reports/rows/computation.ts';
import { createRowStore } from '#domain/reports/rows/rowStore.ts';
import { isTimed, toReservation } from '#domain/reservations/reservations.ts';
import { hostileRecords } from '#e2e/fixtures/samples/hostileRecords.ts';
import { clock, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { horizonFor, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import * as sample from '#e2e/fixtures/samples/sampleRecords.ts';

/** The words and figures that a screen shows, none of which is without meaning. */
function expectMeaning(shown: unknown): void {
  const check = (value: unknown): unknown => {
    if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
    return value;
  };
  const text = JSON.stringify(shown, (_, value: unknown) => check(value)) ?? '';
  expect(text).not.toMatch(/NaN|Infinity|∞|Invalid|undefined/);
}

const figuresOf = ({ current, limit, remaining, comesIn }: Axis) => [current, limit, remaining, comesIn];

test('reminders with hostile figures have words and forecasts, and name what could not be read', () => {
  fc.assert(
    fc.property(hostileRecords({ ...sample.reminder, status: { id: 1, name: 'OK' } }), (items) => {
      const { records, setAside } = parseList('listMaintenanceReminders', { items });
      expect(setAside).toEqual([]);
      for (const item of dueItems([{ aircraft: sample.aircraft, records, asOf: now }], zone, now)) {
        expectMeaning(
          item.axes.map((axis) => [figuresOf(axis), figuresText(axis, now, clock), remainingText(axis, clock)]),
        );
        expectMeaning(doubtText(item));
        // Others have no forecast.
        if (!isCounted(item)) continue;
        const horizon = horizonFor(item, [], { rate: 3 });
        expectMeaning([horizonPhrase(horizon, now, clock), dueText(horizon, now, clock)]);
      }
    }),
    { numRuns: 500 },
  );
});

test('aircraft, people and reservations with hostile figures stay on the screens', () => {
  fc.assert(
    fc.property(
      hostileRecords(sample.aircraft),
      hostileRecords(sample.user),
      hostileRecords(sample.reservation),
      (aircraft, people, booked) => {
        const fleet = parseList('listAircraft', { items: aircraft });
        for (const { reason } of fleet.setAside) expect(reason).toBe('no aircraftId');
        const { records, setAside } = parseList('listReservations', { items: booked });
        expect(setAside).toEqual([]);
        const timed = records.map((record) => toReservation(record, zone)).filter(isTimed);
        for (const { start, end } of timed) expectMeaning([start, end]);
        const users = people.flatMap((person) => readPerson({ ...(person as FreeForm), checkoutsAsOf: now }) ?? []);
        const given = { fleet: fleet.records, users, reminders: new Map(), squawks: new Map() };
        const index = readinessIndex(sources(timed, given));
        expect(assessFleet(fleet.records, index, true)).toHaveLength(fleet.records.length);
        const { void: ended, ...lanes } = dispatchBoard(timed, now);
        expect([...Object.values(lanes).flat(), ...ended].length).toBeGreaterThanOrEqual(timed.length);
      },
    ),
    { numRuns: 300 },
  );
});

const flight = {
  flightId: 1,
  userId: '00000000-0000-4000-8000-000000000001',
  checkedOutOn: '2026-05-12T08:05:00',
  flightHours: 1.5,
  landings: 3,
  amount: 250.5,
  isSimulator: false,
};

test('rows of reports with hostile figures have sums and hours', () => {
  fc.assert(
    fc.property(hostileRecords(flight), (rows) => {
      // Free-form records are shown as they arrived.
      const items = [flight, ...rows] as FreeForm[];
      expectMeaning(flownHours(items, now, zone));
      const store = createRowStore(items, zone);
      const columns = columnsOf(widened(emptyShape, items));
      const measures = columns.filter(({ kind }) => isNumeric(kind)).map(({ id }) => id);
      const request = { store, columns, searched: columns, order: 'value' as const, now, coverage: null };
      const view = { ...defaultView, measures };
      const { totals } = runToEnd(computeRows({ ...request, view, opened: new Set<string>() }));
      const shown = columns.filter(({ id }) => measures.includes(id));
      for (const [place, total] of (totals ?? []).entries()) {
        const column = shown[place];
        if (!column || !total) continue;
        const write = aggregateWriter(column, clock);
        expectMeaning([
          total,
          (['filled', 'sum', 'average', 'least', 'most'] as const).map((part) => write(part, total)),
        ]);
      }
    }),
    { numRuns: 500 },
  );
});
