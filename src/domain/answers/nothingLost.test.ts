import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Page, parseList } from '#contract/answers.ts';
import * as sample from '#e2e/fixtures/samples/sampleRecords.ts';
import { isTimed, toReservation } from '#domain/reservations/reservations.ts';
import { dueItems, visibleItems } from '#domain/maintenance/dueList.ts';
import { distinctBy } from './pageChecks.ts';
import { assessFleet, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { countGroups } from '#domain/readiness/fleetLists.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { dispatchBoard, dispatchColumns } from '#domain/calendar/dispatch.ts';
import { resourceKinds, resourcesOf } from '#domain/timeline/resources.ts';

const ids = ['a1', 'A1', ' a1 ', 'b2', 'c3', 'd4', '', null, 7, undefined];

/** Values that services send as records: a documented one, one with odd members, one without members, something else. */
function oddRecord(record: object, idName: string): fc.Arbitrary<unknown> {
  const members = Object.keys(record);
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      'Warning',
      '7',
      0,
      true,
      [],
      {},
      { id: 2 },
      { id: 'x', name: 4 },
      {
        id: 5,
        name: 'Cancelled',
      },
    ),
    fc.anything({ maxDepth: 1 }),
  );
  const odd = fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 3 });
  const whole = fc
    .tuple(fc.constantFrom(...ids), odd, fc.subarray(members, { maxLength: 2 }))
    .map(([id, changed, left]) => {
      const given = { ...record, [idName]: id, ...changed };
      return Object.fromEntries(Object.entries(given).filter(([name]) => !left.includes(name)));
    });
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: fc.constantFrom(null, 'x', 3, [], {}) });
}

const answers = (record: object, idName: string) => fc.array(oddRecord(record, idName), { maxLength: 8 });

/** Every record of an answer was read or is counted as skipped. */
function read<Item>(page: Page<Item>, sent: number): readonly Item[] {
  expect(page.records.length + page.setAside.length).toBe(sent);
  return page.records;
}

test('every aircraft of an answer is shown, counted as skipped, or counted as sent twice', () => {
  fc.assert(
    fc.property(answers(sample.aircraft, 'aircraftId'), fc.boolean(), (items, isListed) => {
      const records = read(parseList('listAircraft', { items }), items.length);
      const { items: fleet, repeated } = distinctBy(records, (record) => record.aircraftId);
      const index = readinessIndex(
        sources([], { fleet: isListed ? fleet : [], reminders: new Map(), squawks: new Map() }),
      );
      const rows = assessFleet(fleet, index, true);
      expect(rows.length + repeated).toBe(records.length);
      const counts = countGroups(rows);
      for (const group of fleetGroups) {
        const own = rows.filter((row) => row.group === group).length;
        if (group === 'grounded') expect(counts[group]).toBeGreaterThanOrEqual(own);
        else expect(counts[group]).toBe(own);
      }
      expect(rows.every(({ group, aircraft: { status } }) => group !== null || status?.id === 2)).toBe(true);
    }),
  );
});

test('every reminder of an answer is shown, counted as skipped, or counted as left out by choice', () => {
  fc.assert(
    fc.property(
      answers(sample.reminder, 'maintenanceReminderId'),
      fc.record({ complied: fc.boolean(), switchedOff: fc.boolean(), aircraft: fc.boolean() }),
      fc.constantFrom(0, 1, 2, null),
      (sent, choices, status) => {
        const records = read(parseList('listMaintenanceReminders', { items: sent }), sent.length);
        const aircraft = { ...sample.aircraft, status: { id: status } };
        const items = dueItems([{ aircraft, records, asOf: now }], zone, now);
        const known = new Set(records.flatMap(({ maintenanceReminderId: id }) => (id == null ? [] : [id])));
        const nameless = records.filter(({ maintenanceReminderId: id }) => id == null).length;
        expect(items.length).toBe(known.size + nameless);
        const { items: shown, hidden } = visibleItems(items, choices);
        expect(shown.length + hidden.complied + hidden.switchedOff + hidden.aircraft).toBe(items.length);
      },
    ),
  );
});

test('every reservation of an answer has a row in each calendar, or is counted as skipped, untimed or sent twice', () => {
  fc.assert(
    fc.property(answers(sample.reservation, 'reservationId'), fc.boolean(), (items, isLater) => {
      const records = read(parseList('listReservations', { items }), items.length);
      const all = records.map((record) => toReservation(record, zone));
      const { items: reservations, repeated } = distinctBy(all, ({ key }) => key);
      const timed = reservations.filter(isTimed);
      const untimed = reservations.filter((reservation) => !isTimed(reservation));
      expect(timed.length + untimed.length + repeated).toBe(records.length);
      for (const kind of resourceKinds) {
        const rows = resourcesOf(kind, { reservations: timed, fleet: [], instructors: [] });
        expect(new Set(rows.flatMap((row) => row.reservations.map(({ key }) => key)))).toEqual(
          new Set(timed.map(({ key }) => key)),
        );
      }
      const board = dispatchBoard(timed, isLater ? now + 86_400_000 : now);
      const inLanes = dispatchColumns.flatMap((lane) => board[lane]);
      expect(inLanes.length + board.void.length).toBe(timed.length);
    }),
  );
});
