import { expect, test } from 'vitest';
import { mayAsk } from '#contract/access/roles.ts';
import { withheldColumns } from '#domain/access/narrowed.ts';
import { sampleClient, sampleSchool } from '#e2e/servers/operatorSamples.ts';
import { openSchool } from '#operator/school/open.ts';
import { openDatabase } from '#operator/database.ts';
import { namesOf } from '#contract/objects.ts';
import { reportSets } from './reports.ts';
import { zoneClock } from '#operator/school/zone.ts';

type Item = { readonly [member: string]: unknown };

let now = new Date('2026-11-20T18:05:00Z');
const database = openDatabase();
const sizes = { aircraft: 8, reservationsPerDay: 25, days: 15 };
const options = { seed: 3, operatorId: 1001, zone: 'America/Denver', ...sizes, now: now.getTime() / 1000 };
const school = {
  ...sampleSchool(),
  database,
  school: openSchool(database, options),
  clock: zoneClock(options.zone),
  now: () => now,
};
const { list } = sampleClient(school);

const textOf = (item: Item, member: string): string => item[member] as string;

test('a report comes whole without a limit, and page by page with one', async () => {
  const whole = await list('reportFlights');
  expect(whole).toMatchObject({ offset: 0, limit: null, totalItems: whole.items.length });
  const pages = await Promise.all([0, 1, 2].map((page) => list('reportFlights', `limit=20&offset=${page}`)));
  expect(pages.map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 20],
    [1, 20],
    [2, 20],
  ]);
  expect(pages.flatMap(({ items }) => items)).toEqual(whole.items.slice(0, 60));
  expect(await list('reportFlights', 'limit=1000&offset=999')).toMatchObject({
    totalItems: whole.totalItems,
    items: [],
  });
});

test('steps by records if offset counts records', async () => {
  const byRecord = sampleClient({ ...school, isField: true });
  const whole = (await list('reportInvoices')).items;
  expect((await byRecord.list('reportInvoices', 'limit=10&offset=7')).items).toEqual(whole.slice(7, 17));
  expect((await byRecord.list('reportInvoices', 'offset=7')).items).toEqual(whole.slice(7));
});

test.each([
  ['lt', '2026-11-15T00:00:00'],
  ['lte', '2026-11-15T00:00:00'],
  ['gt', '2026-11-15T00:00:00'],
  ['gte', '2026-11-15T00:00:00'],
])('work items created %s %s, by the wall clock of the operator', async (operator, moment) => {
  const whole = (await list('reportWorkItems')).items;
  const expected = whole.filter((item) => {
    const created = textOf(item, 'createdDate');
    return operator.startsWith('l') ? created < moment : created > moment;
  });
  expect(expected.length).toBeGreaterThan(0);
  expect(await list('reportWorkItems', `CreatedDate=${operator}:${moment}`)).toMatchObject({
    totalItems: expected.length,
    items: expected,
  });
});

test('two filters of work items narrow together', async () => {
  const { items } = await list(
    'reportWorkItems',
    'CreatedDate=gte:2026-11-10T00:00:00&LastUpdated=lt:2026-11-16T00:00:00',
  );
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    expect(textOf(item, 'createdDate') >= '2026-11-10').toBe(true);
    expect(textOf(item, 'lastUpdated') < '2026-11-16').toBe(true);
  }
});

test.each([
  ['StartDate=2026-11-15T07:00:00Z', '2026-11-15T00:00:00', '9'],
  ['StartDate=2026-11-15T00:00:00-07:00&EndDate=2026-11-16T06:59:59.9Z', '2026-11-15T00:00:00', '2026-11-15T23:59:59'],
  ['Chunk=2026-11-15', '2026-11-15T00:00:00', '2026-11-15T23:59:59'],
  ['Chunk=2026-11&StartDate=2026-11-15T07:00:00Z', '2026-11-15T00:00:00', '2026-11-30T23:59:59'],
])('flight operations with %s are those checked out in that time', async (query, from, through) => {
  const whole = (await list('reportFlightOperations')).items;
  const expected = whole.filter((item) => {
    const out = textOf(item, 'checkedOutOn');
    return out >= from && out <= through;
  });
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(whole.length);
  expect((await list('reportFlightOperations', query)).items).toEqual(expected);
});

test('reports agree with the reservations and the people they are about', async () => {
  const { items: flights } = await list('reportFlights', 'limit=50');
  const { items: reservations } = await list('listReservations', 'limit=250');
  const completed = new Set(reservations.map(({ reservationId }) => reservationId));
  expect(flights.filter(({ reservationId }) => completed.has(reservationId)).length).toBe(flights.length);
  const { items: people } = await list('reportPeople');
  const { items: users } = await list('listUsers');
  const balances = (items: readonly Item[]) => items.map(({ userId, currentBalance }) => [userId, currentBalance]);
  expect(balances(people)).toEqual(balances(users));
});

test('as the clock goes on, reservations are completed, flights are added and days are booked ahead', async () => {
  const late = 'startTime=gt:2026-12-06T12:00:00';
  const flights = (await list('reportFlights')).totalItems;
  const booked = (await list('listReservations', late)).totalItems;
  now = new Date('2026-11-22T18:05:00Z');
  expect((await list('reportFlights')).totalItems).toBeGreaterThan(flights);
  expect((await list('listReservations', late)).totalItems).toBeGreaterThan(booked + 10);
});

test.each(['dispatcher', 'maintenance'] as const)(
  'a %s needs no manager to see a column, except money',
  async (role) => {
    const withheld = new Set<string>();
    for (const id of namesOf(reportSets).filter((name) => mayAsk(role, name))) {
      const { items } = await list(id);
      expect(items.length, id).toBeGreaterThan(0);
      for (const name of withheldColumns(id, role, items, { maxColumns: 50, maxSamples: 1 }).keys()) withheld.add(name);
    }
    const money =
      role === 'dispatcher' ? ['billingMeter', 'currentBalance', 'hourlyRate'] : ['billingMeter', 'hourlyRate'];
    expect([...withheld].toSorted()).toEqual(money);
  },
);
