import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestCopy, openTestOperator, type TestCopy } from '#e2e/stands/testCopy.ts';

/** Requests of public clients, word for word; the gateway passes on what a live service answers. */
let copy: TestCopy;
let service: Awaited<ReturnType<typeof openTestOperator>>;
let tail = '';
let aircraftId = '';

beforeAll(async () => {
  service = await openTestOperator(['--aircraft=6', '--reservations-per-day=14', '--days=70', '--field']);
  copy = await openTestCopy({ service: service.url });
  await copy.complete();
  const { items } = (await service.ask('/core/v1.0/operators/1001/aircraft')).body as {
    items: Record<string, string>[];
  };
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
  '/core/v1.0/operators/1001/people?limit=500&isActive=true',
  '/scheduling/v1.0/operators/1001/reservations?startTime=gte:2026-05-12&endTime=lte:2026-05-14&limit=500',
  '/scheduling/v1.0/operators/1001/reservations?startTime=Lt:2026-05-13&endTime=Gt%3A2026-05-12',
  '/scheduling/v1.0/operators/1001/reservations?startTimeUtc=gte:2026-05-12T12:00:00Z&endTimeUtc=lte:2026-05-13T12:00:00Z',
  '/scheduling/v1.0/operators/1001/reservations?tailNumber=TAIL&limit=5',
  '/reports/v1.0/operators/1001/flights?flightDate=gte:2026-05-01&flightDateRangeEndDate=lte:2026-05-12&limit=500&offset=0',
  '/reports/v1.0/operators/1001/studentprogress?LastUpdated=gte:2026-05-10',
])('%s', async (written) => {
  const address = written.replace('TAIL', tail).replace('AIRCRAFT', aircraftId);
  const [ours, theirs] = [await copy.ask(`/api${address}`), await service.ask(address)];
  expect([ours.status, theirs.status]).toEqual([200, 200]);
  const { totalItems, items } = ours.body as { totalItems?: number; items?: readonly unknown[] };
  expect({ body: ours.body, count: items?.length }).toEqual({ body: theirs.body, count: items?.length });
  if (totalItems !== undefined && !address.includes('squawks')) expect(totalItems).toBeGreaterThan(0);
});
