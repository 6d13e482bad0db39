import { afterEach, expect, test, vi } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { aircraft } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { ofFleet } from './maintenance.ts';
import { createQueryClient } from './policy.ts';
import { readingOf } from './readings.ts';
import { stopScreenAt } from '#e2e/servers/screenTime.ts';
import { datedPeople, daysQuery, peopleQuery, perAircraftQuery, windowQuery } from './replica.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const hour = 3_600_000;
const school: Config = {
  operatorId: 1001,
  operatorName: 'School',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 60,
  embedded: true,
  position: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The gateway answers each request with the next body. */
function gateway(...bodies: { body: unknown; headers?: Record<string, string>; status?: number }[]) {
  stopScreenAt(now);
  const addresses: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    addresses.push(address);
    const { body, headers = {}, status = 200 } = bodies.length > 1 ? bodies.shift()! : bodies[0]!;
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
  return addresses;
}

const span = { start: now - hour, end: now + 3 * hour };
const booked = (id: string, start: number, name = 'Rental') => ({
  reservationId: id,
  startTime: new Date(start).toISOString(),
  endTime: new Date(start + hour).toISOString(),
  reservationType: { displayTypeId: 0, name },
});
const windowOf = (items: unknown[], given: object = {}) => ({
  items,
  untimed: [],
  skipped: [],
  shortfall: null,
  missing: [],
  failure: null,
  resumesAt: null,
  ...given,
});
const iso = (instant: number) => new Date(instant).toISOString();

test('a window has the reservations of its span in order, each once, and those it cannot place', async () => {
  const untimed = { reservationId: 'u', reservationType: { displayTypeId: 0, name: 'Rental' } };
  const items = [
    booked('b', now),
    booked('a', now - hour),
    booked('b', now),
    booked('later', now + 9 * hour),
    { a: 1 },
    7,
  ];
  const addresses = gateway({ body: windowOf(items, { untimed: [untimed] }) });
  const { value } = await createQueryClient().query(windowQuery(school, span));
  expect(addresses).toEqual([`/replica/reservations?from=${iso(span.start)}&to=${iso(span.end)}`]);
  expect(value.reservations.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(value.untimed.map(({ key }) => key)).toContain('u');
  expect(value.setAside).toHaveLength(1);
  expect(value.lack).toBeNull();
});

test('a refresh replaces only what changed', async () => {
  gateway(
    { body: windowOf([booked('a', now), booked('b', now)]) },
    { body: windowOf([booked('a', now), booked('b', now, 'Dual')]) },
  );
  const client = createQueryClient();
  const query = windowQuery(school, span);
  const refresh = async () => {
    await client.query({ ...query, staleTime: 0 });
    return client.getQueryData(query.queryKey)!;
  };
  const first = await refresh();
  const second = await refresh();
  expect(second.value.reservations[0]).toBe(first.value.reservations[0]);
  expect(second.value.reservations[1]).not.toBe(first.value.reservations[1]);
  expect(await refresh()).toBe(second);
});

const resultOf = (data: Awaited<ReturnType<typeof fetchWindow>>) => ({ data, error: null, failureReason: null });
const fetchWindow = () => createQueryClient().query(windowQuery(school, span));

test('a window with nothing read has no age, and says when loading resumes', async () => {
  const missing = [{ from: iso(span.start - hour), to: iso(span.end) }];
  gateway({ body: windowOf([], { missing, resumesAt: iso(now + 10_000) }) });
  const data = await fetchWindow();
  expect(readingOf('reservations', resultOf(data))).toMatchObject({
    source: 'Reservations',
    asOf: null,
    failure: { kind: 'waiting', until: now + 10_000 },
  });
});

test('a partly read window has its age and the gateway’s failure', async () => {
  const missing = [{ from: iso(now + hour), to: iso(now + 2 * hour) }];
  const body = windowOf([booked('a', now)], { missing, failure: { status: 500, message: 'Fault.' } });
  gateway({ body, headers: { age: '5' } });
  const reading = readingOf('reservations', resultOf(await fetchWindow()));
  expect(reading).toMatchObject({ asOf: now - 5_000, failure: { kind: 'upstream', status: 500 } });
});

test('data is late by the gateway’s expected age, but never before a minute without events', async () => {
  gateway({ body: windowOf([]), headers: { age: '100', 'cache-status': 'flightline; hit; ttl=800' } });
  expect(readingOf('reservations', resultOf(await fetchWindow())).interval).toBe(900_000);
  gateway({ body: windowOf([]), headers: { age: '10', 'cache-status': 'flightline; hit; ttl=20' } });
  expect(readingOf('reservations', resultOf(await fetchWindow())).interval).toBe(60_000);
});

const fleet = ['a1', 'a2', 'a3'].map((aircraftId) => aircraft({ aircraftId, tailNumber: aircraftId }));
const perAircraft = (given: object[]) => ({ aircraft: given, resumesAt: iso(now + 5_000) });
const one = (aircraftId: string, given: object = {}) => ({
  aircraftId,
  items: [],
  skipped: [],
  failure: null,
  ...given,
});

test('reminders are those of the requested aircraft, each with its own age', async () => {
  const items = [{ name: 'Annual', status: { id: 3, name: 'Expired' } }];
  gateway({
    body: perAircraft([
      one('deleted'),
      one('A1', { items }),
      one('a2', { items: null, failure: { status: 403, message: 'No.' } }),
    ]),
    headers: { age: '80000', 'flightline-ages': '80000, 20, -' },
  });
  const answer = await createQueryClient().query(perAircraftQuery('reminders'));
  const { answers, progress, asOf } = ofFleet(fleet, answer);
  expect(answers).toMatchObject([{ aircraft: { aircraftId: 'a1' }, records: items, asOf: now - 20_000 }]);
  expect(asOf).toBe(now - 20_000);
  expect(progress).toMatchObject({
    known: 1,
    total: 3,
    failed: [{ aircraft: { aircraftId: 'a2' }, failure: { kind: 'forbidden' } }],
  });
});

test('people’s checkouts are as old as their own record, others as old as the list', async () => {
  const person = (userId: string) => ({
    userId,
    firstName: null,
    lastName: null,
    externalId: null,
    status: null,
    aircraftCheckouts: [],
  });
  gateway({
    body: { users: ['u1', 'u2', 'u3'].map(person), own: [null, 'u3', 'u1'], isComplete: true },
    headers: { age: '90', 'flightline-ages': '7, 20, 600' },
  });
  const answer = await createQueryClient().query(peopleQuery);
  expect(datedPeople(answer).map(({ userId, checkoutsAsOf }) => [userId, checkoutsAsOf])).toEqual([
    ['u1', now - 600_000],
    ['u2', now - 90_000],
    ['u3', now - 20_000],
  ]);
});

test('nothing about the fleet is known before the first answer', () => {
  expect(ofFleet(fleet, undefined)).toMatchObject({
    answers: [],
    asOf: null,
    progress: { known: 0, total: 3 },
  });
});

test('a day summary has its notable reservations ready to draw', async () => {
  const notable = [
    { why: 'check ride', isClashing: true, record: booked('a', now) },
    { why: 'early', isClashing: false, record: {} },
  ];
  const day = {
    day: '2026-05-12',
    isKnown: true,
    counts: { Standard: 2 },
    hours: 1,
    load: null,
    conflicts: null,
    notable,
  };
  const addresses = gateway({ body: { days: [day, { ...day, isKnown: false, notable: [] }], resumesAt: null } });
  const { value } = await createQueryClient().query(daysQuery(school, '2026-05-11', '2026-05-12'));
  expect(addresses).toEqual(['/replica/days?from=2026-05-11&to=2026-05-12']);
  expect(value.days[0]?.notable).toMatchObject([
    { why: 'check ride', isClashing: true, reservation: { key: 'a', start: now } },
  ]);
  expect(value.lack).toEqual({ isAll: false, failure: null });
});
