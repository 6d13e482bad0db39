import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, operators } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import { openDatabase } from '#operator/database.ts';
import { selectReservations, pageSql } from './reservations.ts';
import { readRow, readRows } from '#operator/rows.ts';

const zone = 'America/Denver';
/** 2026-11-01T06:00Z: the night in which Denver's clocks go back, and 01:30 comes twice. */
const dawn = Date.parse('2026-11-01T06:00:00Z') / 1000;

type Reservation = { id: number; start: number; end: number; displayType: number; person: number };

const reservation = fc
  .record({
    start: fc.integer({ min: -200, max: 400 }),
    length: fc.integer({ min: 1, max: 300 }),
    seconds: fc.integer({ min: 0, max: 59 }),
    displayType: fc.constantFrom(0, 1, 2),
    person: fc.constantFrom(1, 2),
  })
  .map(({ start, length, seconds, ...rest }) => {
    const from = dawn + start * 60 + seconds;
    return { ...rest, start: from, end: from + length * 60 };
  });

function databaseOf(reservations: readonly Reservation[]): DatabaseSync {
  const database = openDatabase();
  for (const [id, guid] of [
    [1, 'aaaaaaaa-0000-4000-8000-000000000001'],
    [2, 'aaaaaaaa-0000-4000-8000-000000000002'],
  ] as const) {
    database.exec(
      `INSERT INTO person VALUES (${id}, '${guid}', 'E${id}', 'A', 'B', '', '', 'student', 1, 0, 0, NULL, 1)`,
    );
  }
  for (const { id, start, end, displayType, person } of reservations) {
    database.exec(`
      INSERT INTO reservation (id, start_at, end_at, out_at, in_at, type_id, display_type)
        VALUES (${id}, ${start}, ${end}, ${start}, ${end}, 1, ${displayType});
      INSERT INTO reservation_span VALUES (${id}, ${Math.floor(start / 60)}, ${Math.ceil(end / 60)});
      INSERT INTO participation VALUES (${person}, ${start}, ${id}, 0)`);
  }
  return database;
}

function idsOf(database: DatabaseSync, query: Query): number[] {
  const { from, where, values } = selectReservations(query, zone);
  const rows = readRows<{ id: number }>(database, pageSql(from, where), { ...values, count: -1, first: 0 });
  const counted = readRow<{ total: number }>(database, `SELECT count(*) AS total FROM ${from} WHERE ${where}`, values);
  expect(counted?.total).toBe(rows.length);
  return rows.map(({ id }) => id);
}

const compare: { readonly [operator: string]: (a: number, b: number) => boolean } = {
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
};

/** A bound as the operator's wall clock shows it, with its instant; before the clocks go back. */
const bound = fc
  .record({
    operator: fc.constantFrom<Filter['operator']>('lt', 'lte', 'gt', 'gte'),
    minute: fc.integer({ min: -200, max: 110 }),
    half: fc.boolean(),
  })
  .map(({ operator, minute, half }) => {
    const wall = new Date((dawn + minute * 60 - 6 * 3600) * 1000).toISOString().slice(0, 19);
    return {
      operator,
      text: half ? `${wall}.5` : wall,
      at: dawn + minute * 60 + (half ? 0.5 : 0),
    };
  });

test('every combination of filters finds the same as a plain comparison, by start and id', () => {
  const options = fc.record({
    start: fc.option(bound),
    end: fc.option(bound),
    displayType: fc.option(fc.constantFrom(0, 1, 2, 3)),
    person: fc.option(fc.constantFrom(1, 2, 3)),
  });
  fc.assert(
    fc.property(fc.array(reservation, { maxLength: 25 }), options, (drafts, { start, end, displayType, person }) => {
      const reservations = drafts.map((draft, index) => ({ ...draft, id: index + 1 }));
      const database = databaseOf(reservations);
      const filter = (operator: keyof typeof operators, value: string) => ({ operator, values: [value] });
      const filters = {
        ...(start && { startTime: filter(start.operator, start.text) }),
        ...(end && { endTime: filter(end.operator, end.text) }),
        ...(displayType !== null && { displayTypeId: filter('eq', String(displayType)) }),
        ...(person && { userId: filter('eq', `AAAAAAAA-0000-4000-8000-00000000000${person}`) }),
      };
      const expected = reservations
        .filter((row) => !start || compare[start.operator]?.(row.start, start.at))
        .filter((row) => !end || compare[end.operator]?.(row.end, end.at))
        .filter((row) => displayType === null || row.displayType === displayType)
        .filter((row) => person === null || row.person === person)
        .toSorted((a, b) => a.start - b.start || a.id - b.id);
      expect(idsOf(database, { filters })).toEqual(expected.map(({ id }) => id));
      database.close();
    }),
  );
});

test.each([
  ['01:30:00', '2026-11-01T07:30:00Z'],
  ['02:30:00', '2026-11-01T09:30:00Z'],
])('the wall time %s of the night the clocks go back is %s', (time, instant) => {
  const { values } = selectReservations(
    { filters: { startTime: { operator: 'lt', values: [`2026-11-01T${time}`] } } },
    zone,
  );
  expect(values).toEqual({ start0: Date.parse(instant) / 1000 });
});

test.each(['0001-01-01T00:00', '9999-12-31T23:59:59.9999999'])(
  'the far bound %s includes or excludes everything',
  (far) => {
    const database = databaseOf([{ id: 1, start: dawn, end: dawn + 60, displayType: 0, person: 1 }]);
    const isPast = far.startsWith('0001');
    const window = (start: string, end: string): Query => ({
      filters: { startTime: { operator: 'lt', values: [start] }, endTime: { operator: 'gt', values: [end] } },
    });
    expect(idsOf(database, window(far, '2026-10-31T00:00:00'))).toEqual(isPast ? [] : [1]);
    expect(idsOf(database, window('2026-11-02T00:00:00', far))).toEqual(isPast ? [1] : []);
  },
);

const startBefore = { startTime: { operator: 'lt', values: ['2026-11-02T00:00:00'] } } as const;
const endAfter = { endTime: { operator: 'gt', values: ['2026-11-01T00:00:00'] } } as const;
const startFrom = { startTime: { operator: 'gte', values: ['2026-11-01T00:00:00'] } } as const;
const endUntil = { endTime: { operator: 'lte', values: ['2026-11-02T00:00:00'] } } as const;
const classes = { displayTypeId: { operator: 'eq', values: ['2'] } } as const;
const ofUser = { userId: { operator: 'eq', values: ['aaaaaaaa-0000-4000-8000-000000000001'] } } as const;

test.each([
  ['an overlap window', { ...startBefore, ...endAfter }, 'SCAN s VIRTUAL TABLE INDEX'],
  ['an overlap window of one type', { ...startBefore, ...endAfter, ...classes }, 'SCAN s VIRTUAL TABLE INDEX'],
  ['a span that holds all of it', { ...startFrom, ...endUntil }, 'reservation_by_start (start_at>? AND start_at<?)'],
  ['one type', classes, 'reservation_by_display_type (display_type=?)'],
  ['one type in a span', { ...startFrom, ...endUntil, ...classes }, '(display_type=? AND start_at>? AND start_at<?)'],
  ['one person', ofUser, 'SEARCH p USING PRIMARY KEY (person_id=?)'],
  ['one person in a span', { ...ofUser, ...startFrom, ...endUntil }, '(person_id=? AND start_at>? AND start_at<?)'],
  ['everything', {}, 'USING COVERING INDEX reservation_by_start'],
] as const)('%s goes through its index', (_name, filters, step) => {
  const database = openDatabase();
  const { from, where, values } = selectReservations({ filters }, zone);
  const plan = (sql: string, more = {}) =>
    readRows<{ detail: string }>(database, `EXPLAIN QUERY PLAN ${sql}`, { ...values, ...more }).map(
      ({ detail }) => detail,
    );
  const page = plan(pageSql(from, where), { count: 50, first: 0 });
  const count = plan(`SELECT count(*) FROM ${from} WHERE ${where}`);
  expect(page.join('\n')).toContain(step);
  expect([...page, ...count].filter((detail) => /^SCAN (r|p|reservation)$/.test(detail))).toEqual([]);
});
