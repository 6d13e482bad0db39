import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runPrograms } from '#e2e/tools/clients/programs.ts';
import { openTestCopy, openTestOperator, type TestCopy, testNow } from '#e2e/servers/testCopy.ts';

/** Requests of public clients, word for word; the gateway passes on what a live service answers. */
let copy: TestCopy;
let service: Awaited<ReturnType<typeof openTestOperator>>;
let tail = '';
let aircraftId = '';
let locationId = '';

beforeAll(async () => {
  service = await openTestOperator(['--aircraft=6', '--reservations-per-day=14', '--days=70', '--field']);
  copy = await openTestCopy({ service: service.url });
  await copy.complete();
  const { items } = (await service.ask('/core/v1.0/operators/1001/aircraft')).body as {
    items: Record<string, string>[];
  };
  const operator = (await service.ask('/core/v1.0/operators/1001')).body as { locations: { locationId: string }[] };
  locationId = operator.locations[0]?.locationId ?? '';
  [tail, aircraftId] = [items[0]?.['tailNumber'] ?? '', items[0]?.['aircraftId'] ?? ''];
});
afterAll(async () => {
  await copy.close();
  await service.close();
});

it.each([
  '/core/v1.0/operators/1001/aircraft?limit=500',
  '/core/v1.0/operators/1001/aircraft?tailNumber=eq:TAIL',
  '/core/v1.0/operators/1001/aircraft?StatusId=Eq:1&limit=200',
  '/core/v1.0/operators/1001/aircraft/AIRCRAFT/squawks?resolved=eq:false',
  '/core/v1.0/operators/1001/aircraft/AIRCRAFT/maintenanceReminders?limit=500',
  '/core/v1.0/operators/1001/instructors?limit=200&instructorStatusId=eq:1',
  // Only the service knows locations, and it is asked for the whole list.
  '/core/v1.0/operators/1001/instructors?limit=200&offset=0&locationId=eq:LOCATION',
  '/core/v1.0/operators/1001/people?limit=500&isActive=true',
  '/scheduling/v1.0/operators/1001/reservations?startTime=gte:2026-05-12&endTime=lte:2026-05-14&limit=500',
  '/scheduling/v1.0/operators/1001/reservations?startTime=Lt:2026-05-13&endTime=Gt%3A2026-05-12',
  '/scheduling/v1.0/operators/1001/reservations?startTimeUtc=gte:2026-05-12T12:00:00Z&endTimeUtc=lte:2026-05-13T12:00:00Z',
  '/scheduling/v1.0/operators/1001/reservations?tailNumber=TAIL&limit=5',
  '/reports/v1.0/operators/1001/flights?flightDate=gte:2026-05-01&flightDateRangeEndDate=lte:2026-05-12&limit=500&offset=0',
  '/reports/v1.0/operators/1001/studentprogress?LastUpdated=gte:2026-05-10',
])('%s', async (written) => {
  const address = written.replace('TAIL', tail).replace('AIRCRAFT', aircraftId).replace('LOCATION', locationId);
  const [ours, theirs] = [await copy.ask(`/api${address}`), await service.ask(address)];
  expect([ours.status, theirs.status]).toEqual([200, 200]);
  const { totalItems, items } = ours.body as { totalItems?: number; items?: readonly unknown[] };
  expect({ body: ours.body, count: items?.length }).toEqual({ body: theirs.body, count: items?.length });
  if (totalItems !== undefined && !address.includes('squawks')) expect(totalItems).toBeGreaterThan(0);
});

/** Calls of the service while these requests are answered. */
async function callsFor(requests: readonly string[]) {
  const calls = async () => (await copy.state()).counts.calls;
  const before = await calls();
  const answers = await Promise.all(requests.map((address) => copy.ask(`/api${address}`)));
  return { answers, calls: (await calls()) - before };
}

const core = '/core/v1.0/operators/1001';
const scheduling = '/scheduling/v1.0/operators/1001';

describe('what the copy can answer', () => {
  it.each([
    `${core}/aircraft?tailNumber=TAIL`,
    `${core}/aircraft?limit=500&statusId=eq:1`,
    `${scheduling}/reservations?startTimeUtc=gte:2026-05-11T06:00:00Z&endTimeUtc=lte:2026-05-14T06:00:00Z&limit=250`,
    `${scheduling}/reservations?startTime=gte:2026-05-11&endTimeUtc=lte:2026-05-14T06:00:00Z&tailNumber=eq:TAIL&limit=9`,
    `${core}/aircraft/AIRCRAFT/squawks?resolved=eq:false`,
    `${core}/aircraft/AIRCRAFT/squawks?resolved=eq:false&limit=1`,
  ])('costs no call, and is what the service answers: %s', async (written) => {
    const address = written.replace('TAIL', tail.toLowerCase()).replace('AIRCRAFT', aircraftId);
    const theirs = await service.ask(address);
    const { answers, calls } = await callsFor([address]);
    expect([calls, answers[0]?.status, answers[0]?.body]).toEqual([0, 200, theirs.body]);
  });

  it('of squawks is known after one call that shows their form', async () => {
    const fresh = await openTestCopy({ service: service.url });
    try {
      await fresh.complete();
      const { items } = (await fresh.ask(`/api${core}/aircraft`)).body as { items: { aircraftId: string }[] };
      const before = (await fresh.state()).counts.calls;
      const paths = items.map((item) => `${core}/aircraft/${item.aircraftId}/squawks?resolved=eq:false`);
      const answers = await Promise.all(paths.map((path) => fresh.ask(`/api${path}`)));
      expect((await fresh.state()).counts.calls - before).toBe(1);
      for (const [index, path] of paths.entries()) expect(answers[index]?.body).toEqual((await service.ask(path)).body);
    } finally {
      await fresh.close();
    }
  });
});

/** A short form of `npm run programs`. */
describe('five programs, all at once', () => {
  const endings = (base: string) => runPrograms({ base, key: 'demo-key', operatorId: 1001, now: new Date(testNow) });

  it('work with a service of the field', async () => {
    const usual = await openTestOperator(['--field', '--rate-limit=60']);
    expect((await endings(usual.url)).filter(({ ok }) => !ok)).toEqual([]);
    await usual.close();
  });

  it('work through a gateway that has just started, within the allowance', async () => {
    const small = ['--aircraft=11', '--reservations-per-day=20', '--days=35', '--field', '--rate-limit=60'];
    const usual = await openTestOperator(small);
    const gateway = await openTestCopy({ service: usual.url, settings: { API_RATE_LIMIT: '60' } });
    expect((await endings(`${gateway.url}/api`)).filter(({ ok }) => !ok)).toEqual([]);
    await gateway.close();
    await usual.close();
  });
});

describe('a report', () => {
  const flights = '/api/reports/v1.0/operators/1001/flights?limit=5';
  const python = { 'user-agent': 'python-requests/2.32' };
  const minute = 60_000;

  async function openAged() {
    let shift = 0;
    const now = () => performance.now() + shift;
    const aged = await openTestCopy({
      service: service.url,
      tuning: { monotonic: now, wall: () => testNow + Math.round(shift) },
    });
    onTestFinished(() => aged.close());
    const statusOf = async (headers = {}) => {
      const answer = await aged.ask(flights, headers);
      const ttl = Number(/ttl=(-?\d+)/.exec(answer.headers.get('cache-status') ?? '')?.[1]);
      return { age: Number(answer.headers.get('age')), ttl };
    };
    return { ask: aged.ask, statusOf, pass: (ms: number) => void (shift += ms) };
  }

  it('tells its lifetime, and a program that finds it old waits for the new one', async () => {
    const { statusOf, pass } = await openAged();
    const first = await statusOf(python);
    expect([first.age, first.ttl > 880, first.ttl <= 900]).toEqual([0, true, true]);
    pass(10 * minute);
    const later = await statusOf(python);
    expect([later.age >= 600, later.ttl > 280, later.ttl <= 300]).toEqual([true, true, true]);
    pass(30 * minute);
    expect((await statusOf(python)).age).toBeLessThan(30);
  });

  it('that somebody asks for is refreshed before it is old, and another is not', async () => {
    const { ask, statusOf, pass } = await openAged();
    await statusOf();
    pass(5 * minute);
    await statusOf();
    pass(8 * minute);
    // Any request of a person makes the copy check what is due.
    await ask('/api/core/v1.0/operators/1001/aircraft', { 'x-flightline-refresh': 'now' });
    await expect.poll(async () => (await statusOf()).age).toBeLessThan(60);
  });
});
