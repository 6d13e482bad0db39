import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { daySpan, type Span } from '#domain/time/time.ts';
import { locationsQuery } from './locations.ts';
import { createQueryClient } from './policy.ts';
import { stopScreenAt } from '#e2e/servers/screenTime.ts';
import { forecastQuery, historyQuery, perAircraftQuery, windowQuery } from './replica.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const school: Config = {
  operatorId: 1001,
  operatorName: 'Front Range Aviators',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 60,
  position: null,
  embedded: true,
};
const { timeZone: zone } = school;
const near = daySpan('2026-05-12', zone, 2);

const pueblo = { locationId: 'p1', name: 'Pueblo' };
const meadow = { locationId: 'm1', name: 'Meadow Lake' };
const quiet = { locationId: 'q1', name: 'Quiet Field' };
const [puebloSeen, meadowSeen] = [pueblo, meadow].map(({ locationId: id, name }) => ({ id, name }));

function flight(aircraftId: string, day: string, location: object) {
  const [startTime, endTime] = [`${day}T08:00:00-06:00`, `${day}T09:00:00-06:00`];
  return { reservationId: `${aircraftId} ${day}`, startTime, endTime, aircraft: { aircraftId, location } };
}

const flights = [
  flight('a1', '2026-05-10', meadow),
  flight('a1', '2026-05-13', pueblo),
  flight('a2', '2026-05-12', pueblo),
  flight('a3', '2026-05-20', quiet),
];

/** A gateway with these flights and some missing days. */
function gateway(missing: readonly Span[] = []): void {
  const isoSpan = ({ start, end }: Span) => ({ from: new Date(start).toISOString(), to: new Date(end).toISOString() });
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://gateway');
    const before = searchParams.get('before');
    const [from, to] = before ? ['2026-05-01', before] : [searchParams.get('from'), searchParams.get('to')];
    const items = flights.filter(
      ({ startTime }) =>
        Date.parse(startTime) >= Date.parse(from ?? '') && Date.parse(startTime) < Date.parse(to ?? ''),
    );
    const rest = { untimed: [], skipped: [], shortfall: null, failure: null, resumesAt: null, flown: {} };
    const window = { items, missing: before ? [] : missing.map(isoSpan), ...rest };
    return Promise.resolve(
      Response.json(pathname === '/replica/reminders' ? { aircraft: [], resumesAt: null } : window),
    );
  });
}

beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => {
  stopScreenAt(now);
  gateway();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function look(client: QueryClient) {
  const query = locationsQuery(school);
  await client.query({ ...query, staleTime: 0 });
  return client.getQueryData(query.queryKey);
}

/** The requests that pages make by themselves. */
const pages: Readonly<Record<string, (client: QueryClient) => Promise<unknown>>> = {
  'a page without reservations': (client) => client.query(perAircraftQuery('reminders')),
  'the fleet': (client) => client.query(windowQuery(school, near)),
  'an instructor': (client) => client.query(historyQuery(school, near.start)),
  'another day': (client) => client.query(windowQuery(school, daySpan('2026-05-20', zone))),
  'the due list': (client) => client.query(forecastQuery(school, daySpan('2026-05-12', zone, 14))),
};

describe('a school’s locations', () => {
  test.each(Object.keys(pages))('are the same when %s was opened first', async (page) => {
    const client = createQueryClient();
    await pages[page]?.(client);
    expect(await look(client)).toEqual({
      mentions: { placed: [meadowSeen, puebloSeen], named: [meadowSeen, puebloSeen] },
      places: [
        ['a1', meadowSeen],
        ['a2', puebloSeen],
      ],
      isWhole: true,
    });
    client.clear();
  });

  test('are the same object when nothing is new', async () => {
    const client = createQueryClient();
    const first = await look(client);
    expect(await look(client)).toBe(first);
    client.clear();
  });

  test('stay complete when a day goes missing, and are incomplete before', async () => {
    const client = createQueryClient();
    gateway([near]);
    expect((await look(client))?.isWhole).toBe(false);
    await client.invalidateQueries();
    gateway();
    const whole = await look(client);
    expect(whole?.isWhole).toBe(true);
    await client.invalidateQueries();
    gateway([near]);
    expect(await look(client)).toBe(whole);
    client.clear();
  });

  test('are not requested for a role that cannot see reservations', async () => {
    const client = createQueryClient();
    client.setQueryData(['config'], { value: { ...school, who: { ...everyone, role: 'administrator' } } });
    const observer = new QueryObserver(client, locationsQuery(school));
    onTestFinished(observer.subscribe(() => undefined));
    expect(observer.getCurrentQuery().isActive()).toBe(false);
    client.clear();
  });
});
