import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { readInstant } from '#domain/time/time.ts';
import { createCallQueue, queued } from '#server/upstream/queue.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import { silentLog } from '#server/observability/log.ts';
import type { Fetch } from '#server/upstream/upstream.ts';
import { guid, stubReservation } from '#e2e/servers/testCopy.ts';
import { Replica } from './replica.ts';
import { openStorage } from './storage/openStorage.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const testNow = Date.parse('2026-05-12T17:05:00Z');

beforeEach(() => void vi.useFakeTimers({ now: testNow }));
afterEach(() => void vi.useRealTimers());

/** How a service answers lists. */
type Service = {
  readonly zone: string;
  /** How it reads the times of a filter. */
  readonly reads: 'operator' | 'utc';
  readonly order: 'by start' | 'latest first' | 'by id';
  readonly maxPerPage: number;
  readonly offsetCounts: 'pages' | 'records';
  readonly total: 'right' | 'of the page' | 'too high' | 'too low' | 'none';
  /** This many records of a page repeat on the next one. */
  readonly repeats: number;
  readonly isSecondPageEmpty: boolean;
  readonly ignoresFilters: boolean;
  /** Every page brings records never seen before. */
  readonly isEndless: boolean;
};

type School = { readonly perDay: number; readonly users: number };

/** The same times on each day from a week ago to a week ahead: most in the afternoon in UTC, some equal. */
function reservationsOf({ perDay }: School) {
  const midnight = Math.floor(testNow / day) * day;
  return Array.from({ length: 14 * perDay }, (_, index) => {
    const start =
      midnight + (Math.floor(index / perDay) - 6) * day + ((index * 7_919) % (11 * 60)) * minute + 9 * 60 * minute;
    const text = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`;
    return stubReservation((index * 6_151) % 1_000_003, text(start), text(start + 90 * minute));
  });
}

type Item = { readonly [member: string]: unknown };

function serviceOf(service: Service, school: School, calls: string[]): Fetch {
  const reservations = reservationsOf(school)
    .toSorted(orderOf(service.order))
    .map((item): Timed => ({
      item,
      start: Date.parse(String(item['startTime'])),
      end: Date.parse(String(item['endTime'])),
    }));
  const users = Array.from({ length: school.users }, (_, index) => ({ userId: guid(index), lastName: `B${index}` }));
  let count = 0;
  /** A reservation never seen before, in the requested days. */
  const news = (query: URLSearchParams) => {
    const start =
      Date.parse(`${(query.get('endTime') ?? '').split(':').slice(1).join(':') || '2026-05-12T00:00:00'}Z`) + 7 * hour;
    return stubReservation(2_000_000 + count++, new Date(start).toISOString(), new Date(start + hour).toISOString());
  };
  return async ({ id, address }) => {
    calls.push(address);
    // Stops an endless loop, whose test then fails.
    if (calls.length > maxCalls) return new Promise(() => undefined);
    // The time that a call takes.
    await new Promise((resolve) => setTimeout(resolve, 40));
    const query = new URL(address, 'http://service').searchParams;
    const list = id === 'listReservations' ? matching(reservations, query, service) : id === 'listUsers' ? users : [];
    const body = id === 'getOperator' ? { operatorId: 1001 } : pageOf(list, query, service);
    if ('items' in body && id === 'listReservations' && service.isEndless) body.items.push(news(query));
    return { status: 200, body: Buffer.from(JSON.stringify(body)), retryAfter: null };
  };
}

function orderOf(order: Service['order']) {
  const member = order === 'by id' ? 'reservationId' : 'startTime';
  const sign = order === 'latest first' ? -1 : 1;
  return (a: Item, b: Item) => sign * String(a[member]).localeCompare(String(b[member]));
}

type Timed = { readonly item: Item; readonly start: number; readonly end: number };

function matching(all: readonly Timed[], query: URLSearchParams, { zone, reads, ignoresFilters }: Service) {
  const bound = (name: string) => {
    const [, text = ''] = /^[a-z]+:(.*)$/.exec(query.get(name) ?? '') ?? [];
    return readInstant(text, { name: reads === 'utc' ? 'UTC' : zone, zoneless: 'operator' });
  };
  const [before, after] = [bound('startTime'), bound('endTime')];
  return all
    .filter(
      ({ start, end }) => ignoresFilters || ((before === null || start < before) && (after === null || end >= after)),
    )
    .map(({ item }) => item);
}

function pageOf(list: readonly Item[], query: URLSearchParams, service: Service) {
  const limit = Math.min(Number(query.get('limit') ?? list.length), service.maxPerPage);
  const offset = Number(query.get('offset') ?? 0);
  const first = service.offsetCounts === 'records' ? offset : offset * limit;
  const items =
    service.isSecondPageEmpty && offset === 1
      ? []
      : list.slice(Math.max(0, first - (offset > 0 ? service.repeats : 0)), first + limit);
  const totals = {
    right: list.length,
    'of the page': items.length,
    'too high': list.length + 7,
    'too low': Math.floor(list.length / 2),
  };
  const totalItems = service.isEndless ? 1_000_000 : service.total === 'none' ? null : totals[service.total];
  return { ...(totalItems !== null && { totalItems }), offset, limit, items: [...items] };
}

/** Far more than any test needs. */
const maxCalls = 8_000;

/** Runs a copy of some days of a service for some minutes, on a simulated clock. */
async function copyFor(minutes: number, service: Service, school: School, allowance = 100_000) {
  const calls: string[] = [];
  const clock = () => Date.now() - testNow;
  const queue = createCallQueue(defaultScheduling(allowance), clock);
  const fetch = queued(serviceOf(service, school, calls), { queue, clock, onPause: () => undefined });
  const { storage } = openStorage({ directory: null, service: 'test', log: silentLog });
  const replica = new Replica({
    service: { fetch, queue, clock, wall: Date.now, log: silentLog },
    storage,
    config: { operatorId: 1001, timeZone: service.zone, zonelessTimes: 'operator', position: null },
    days: { back: 1, ahead: 2 },
    idleStretch: 1,
  });
  replica.start();
  await vi.advanceTimersByTimeAsync(minutes * minute);
  const state = replica.state();
  const { start, end } = replica.status.window;
  const held = storage.hashesIn(start, end).map(({ id }) => id);
  replica.drain();
  replica.close();
  storage.close();
  const all = reservationsOf(school).filter(
    ({ startTime }) => Date.parse(String(startTime)) >= start && Date.parse(String(startTime)) < end,
  );
  return { calls, state, held: new Set(held), wanted: new Set(all.map(({ reservationId }) => String(reservationId))) };
}

const knownOf = (state: ReplicaState, of: string) => {
  const { parts, known } = state.sets.find(({ set }) => set === of) ?? { parts: 0, known: -1 };
  return { parts, known };
};

describe('a part that never becomes complete', () => {
  it('is left alone for its interval, counted and named with its next attempt', { timeout: 60 * second }, async () => {
    const { calls, state } = await copyFor(4, { ...plain, isEndless: true }, { perDay: 5, users: 0 });
    const { count, parts } = state.incomplete;
    const { parts: all, known } = knownOf(state, 'reservations');
    expect([count, count > 0]).toEqual([all - known, true]);
    // A slice ends after 500 pages.
    expect(calls.length).toBeLessThan(2_600);
    const today = parts.find(({ span }) => span?.from === '2026-05-12T06:00:00.000Z');
    expect(today).toMatchObject({
      set: 'reservations',
      attempts: 1,
      isKnown: false,
      failure: { status: 200, message: 'The flight service sends pages without end.' },
    });
    expect(Date.parse(today?.nextAt ?? '') - Date.now()).toBeGreaterThan(minute);
  });

  it('does not stop the other parts from being read', { timeout: 60 * second }, async () => {
    const { state } = await copyFor(4, { ...plain, isEndless: true }, { perDay: 5, users: 400 });
    expect(knownOf(state, 'users')).toEqual({ parts: 1, known: 1 });
  });

  it('is not a list of many pages if few calls a minute are allowed', { timeout: 60 * second }, async () => {
    const { state, calls } = await copyFor(12, { ...plain, maxPerPage: 20 }, { perDay: 5, users: 300 }, 8);
    expect(knownOf(state, 'users')).toEqual({ parts: 1, known: 1 });
    // One read has 15 pages, and a first answer that showed that the list has pages.
    expect(calls.filter((address) => address.includes('/users')).length).toBeLessThan(2 * 17);
  });
});

const anySchool = fc.record({ perDay: fc.oneof(fc.nat(40), fc.integer({ min: 40, max: 600 })), users: fc.nat(300) });
const anyZone = fc.constantFrom('Asia/Tokyo', 'Asia/Kolkata', 'Australia/Sydney', 'America/Denver');
const anySize = fc.oneof(fc.constant(10_000), fc.integer({ min: 40, max: 250 }));

const sane: fc.Arbitrary<Service> = fc.record({
  zone: anyZone,
  reads: fc.constantFrom('operator', 'utc'),
  order: fc.constantFrom('by start', 'latest first', 'by id'),
  maxPerPage: anySize,
  offsetCounts: fc.constant('pages'),
  total: fc.constant('right'),
  repeats: fc.constant(0),
  isSecondPageEmpty: fc.constant(false),
  ignoresFilters: fc.constant(false),
  isEndless: fc.constant(false),
});

const odd: fc.Arbitrary<Service> = fc.record({
  zone: anyZone,
  reads: fc.constantFrom('operator', 'utc'),
  order: fc.constantFrom('by start', 'latest first', 'by id'),
  maxPerPage: anySize,
  offsetCounts: fc.constantFrom('pages', 'records'),
  total: fc.constantFrom('right', 'of the page', 'too high', 'too low', 'none'),
  repeats: fc.constantFrom(0, 1, 30),
  isSecondPageEmpty: fc.boolean(),
  ignoresFilters: fc.boolean(),
  isEndless: fc.constantFrom(true, false, false, false),
});

const plain: Service = {
  zone: 'America/Denver',
  reads: 'operator',
  order: 'by start',
  maxPerPage: 10_000,
  offsetCounts: 'pages',
  total: 'right',
  repeats: 0,
  isSecondPageEmpty: false,
  ignoresFilters: false,
  isEndless: false,
};
const large = { perDay: 560, users: 0 };
/** Between the starts of a day in Tokyo and in UTC there are more reservations than a page holds. */
const examples: [Service, School][] = [
  [{ ...plain, zone: 'Asia/Tokyo' }, large],
  [{ ...plain, zone: 'Asia/Tokyo', reads: 'utc', order: 'by id' }, large],
  [{ ...plain, order: 'latest first', maxPerPage: 60 }, large],
  // It never marks a page as the last, so that each read of two days ends before their end.
  [
    { ...plain, zone: 'Asia/Tokyo', reads: 'utc', maxPerPage: 216, total: 'too high', repeats: 30 },
    { perDay: 46, users: 94 },
  ],
];
const runs = { numRuns: 6, examples, endOnFailure: true };

describe('a refresh', () => {
  it('leaves the whole school held if a service follows the specification', { timeout: 300 * second }, async () => {
    await fc.assert(
      fc.asyncProperty(sane, anySchool, async (service, school) => {
        const { state, held, wanted } = await copyFor(2, service, school);
        for (const { set, parts, known } of state.sets) expect([set, known]).toEqual([set, parts]);
        expect(held).toEqual(wanted);
        expect(state.incomplete).toEqual({ count: 0, parts: [] });
      }),
      runs,
    );
  });

  it('is not repeated endlessly, whatever a service answers', { timeout: 300 * second }, async () => {
    await fc.assert(
      fc.asyncProperty(odd, anySchool, async (service, school) => {
        const minutes = 3;
        const { calls, state } = await copyFor(minutes, service, school);
        const firsts = calls.filter((address) => !address.includes('offset='));
        // The most urgent parts are refreshed every 30 s, or 12 s if they come early; two reads decide about moved
        // records.
        const max = 2 * (1 + (minutes * minute) / (12 * second));
        for (const [address, same] of Map.groupBy(firsts, (first) => first)) {
          expect([address, same.length <= max]).toEqual([address, true]);
        }
        const { parts } = knownOf(state, 'reservations');
        const questions = new Set(firsts.filter((address) => address.includes('/reservations?')));
        expect(questions.size).toBeLessThan(10 + 4 * parts);
        const items = 14 * school.perDay + school.users;
        const pages = service.isEndless ? 500 : 4 + Math.ceil((2 * items) / Math.min(service.maxPerPage, 100));
        expect(calls.length).toBeLessThan(pages * firsts.length);
      }),
      runs,
    );
  });
});
