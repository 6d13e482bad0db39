import { describe, expect, it, onTestFinished } from 'vitest';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  openTestOperator,
  stubReservation,
  type StubSchool,
  stubService,
} from '#e2e/servers/testCopy.ts';

const reservations = '/api/scheduling/v1.0/operators/1001/reservations';
const user = '00000000-0000-4000-8000-000000000900';
const sixWeeks = 'startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T00:00:00';
/** The requests of the list, of an instructor's reservations and of their time off when opened. */
const lists = [
  `${reservations}?${sixWeeks}&limit=50`,
  `${reservations}?${sixWeeks}&userId=eq:${user}&limit=25`,
  `${reservations}?${sixWeeks}&displayTypeId=eq:10&userId=eq:${user}&limit=250`,
];

type List = { readonly totalItems: number; readonly items: readonly { readonly reservationId: string }[] };

/** A school with three reservations on each day of seven weeks. */
function busySchool(): StubSchool {
  const start = Date.parse('2026-05-05T15:00:00Z');
  const text = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
  const all = Array.from({ length: 150 }, (_, index) => stubReservation(index, text(index * 8), text(index * 8 + 2)));
  return { ...newStubSchool(), reservations: all };
}

async function openStub(school: StubSchool, allowance: string) {
  const calls: string[] = [];
  const service = await listen(stubService(school, calls));
  const copy = await openTestCopy({ service: service.url, settings: { API_RATE_LIMIT: allowance } });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  const direct = async (path: string) => (await (await fetch(service.url + path.slice('/api'.length))).json()) as List;
  return { copy, calls, direct };
}

const idsOf = ({ items }: List) => items.map(({ reservationId }) => reservationId);

describe('a list of six weeks', () => {
  it('costs no call once its days have been read, and equals the service’s answer', async () => {
    const { copy, calls, direct } = await openStub(busySchool(), '6000');
    await copy.complete();
    for (const path of lists) {
      const expected = await direct(path);
      const before = calls.length;
      const { status, body } = await copy.ask(path);
      expect([status, idsOf(body as List), (body as List).totalItems]).toEqual([
        200,
        idsOf(expected),
        expected.totalItems,
      ]);
      expect(calls.slice(before)).toEqual([]);
    }
  });

  it('costs one call while most of its days are unread, and none when opened again', async () => {
    const { copy, calls, direct } = await openStub(busySchool(), '9');
    await expect.poll(() => calls.length).toBe(6);
    for (const path of lists) {
      const expected = await direct(path);
      const before = calls.length;
      for (let visit = 0; visit < 3; visit++) {
        const { status, body } = await copy.ask(path);
        expect([status, idsOf(body as List)]).toEqual([200, idsOf(expected)]);
      }
      expect(calls.slice(before)).toEqual([path.slice('/api'.length)]);
    }
  });

  it('says at once why it waits and until when if the allowance is used up', async () => {
    const { copy, calls } = await openStub(busySchool(), '1');
    await expect.poll(() => calls.length).toBe(1);
    const { status, headers } = await copy.ask(lists[0] ?? '');
    expect(status).toBe(503);
    expect(headers.get('cache-status')).toContain('detail=busy');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(30);
  });
});

describe('an item that is not a record', () => {
  it('may pass any filter, so that it is in every filtered list once, and none of these says that it has nothing', async () => {
    const aircraft = [{ aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 0, name: 'Active' } }, 'torn'];
    const instead = { '/reservations': { totalItems: 1, offset: 0, limit: null, items: ['torn'] } };
    const { copy, calls } = await openStub({ ...newStubSchool(), aircraft, instead }, '6000');
    await copy.complete();
    const before = calls.length;
    const itemsAt = async (path: string) => ((await copy.ask(path)).body as List).items;
    const fleet = '/api/core/v1.0/operators/1001/aircraft?statusId=eq:';
    expect([await itemsAt(`${fleet}1`), (await itemsAt(`${fleet}0`)).length]).toEqual([['torn'], 2]);
    for (const path of lists) expect(await itemsAt(path)).toEqual(['torn']);
    expect(calls.slice(before)).toEqual([]);
  });
});

/** A shop visit without people, and a flight of the user whose people the service does not show. */
function schoolWithHidden(): StubSchool {
  const school = busySchool();
  school.reservations[20] = { ...school.reservations[20], pilots: null };
  return { ...school, hidesPeopleOf: new Set([String(school.reservations[21]?.['reservationId'])]) };
}

describe('a filter on a user that some records leave open', () => {
  const days = 'startTime=lt:2026-06-01T00:00:00&endTime=gt:2026-05-12T00:00:00';

  it.each([user, '00000000-0000-4000-8000-000000000901'])(
    'costs one call for %s, and none for other pages and days after that',
    async (userId) => {
      const { copy, direct } = await openStub(schoolWithHidden(), '6000');
      await copy.complete();
      const callsNow = async () => (await copy.state()).counts.calls;
      const before = await callsNow();
      const fewer = days.replace('2026-06-01', '2026-05-20');
      for (const rest of [
        `${days}&userId=eq:${userId}&limit=250`,
        `${days}&userId=eq:${userId}&limit=7&offset=2`,
        `${fewer}&userId=eq:${userId}&limit=250`,
      ]) {
        const { status, body } = await copy.ask(`${reservations}?${rest}`);
        const expected = await direct(`${reservations}?${rest}`);
        expect([status, idsOf(body as List), (body as List).totalItems]).toEqual([
          200,
          idsOf(expected),
          expected.totalItems,
        ]);
      }
      expect((await callsNow()) - before).toBe(1);
    },
  );
});

describe.each([5, 60])('the first minute with %i calls', (allowance) => {
  it.each([[[]], [['--field', '--odd']]])(
    'begins with the aircraft and today, within two calls each (%j)',
    async (flags) => {
      const operator = await openTestOperator(['--days=50', ...flags]);
      const copy = await openTestCopy({ service: operator.url, settings: { API_RATE_LIMIT: String(allowance) } });
      onTestFinished(async () => {
        await copy.close();
        await operator.close();
      });
      // A third of the allowance is left to people.
      const background = Math.floor((allowance * 2) / 3);
      await expect.poll(async () => (await copy.state()).counts.calls).toBeGreaterThanOrEqual(Math.min(4, background));
      const today = await copy.ask('/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-13T06:00:00Z');
      expect(today.body).toMatchObject({ missing: [], failure: null });
      expect((today.body as List).items.length).toBeGreaterThan(50);
      const { replica, counts } = await copy.state();
      const aircraft = replica.sets.find(({ set }) => set === 'aircraft');
      expect(aircraft).toMatchObject({ known: 1 });
      expect(counts.calls).toBeLessThanOrEqual(background);
      const list = await copy.ask(lists[0] ?? '');
      expect([list.status, (list.body as List).items.length]).toEqual([200, 50]);
    },
  );
});

/** A school with this many users, whose service sends at most so many at once. */
function schoolWithUsers(count: number, maxPerPage: number, more: Partial<StubSchool>): StubSchool {
  const users = Array.from({ length: count }, (_, number) => ({ userId: guid(number), firstName: 'A', lastName: 'B' }));
  return { ...newStubSchool(), users, maxPerPage, ...more };
}

describe('a list is read to its end', () => {
  it.each([
    ['is too small', (count: number) => count - 50],
    ['is too large', (count: number) => count + 500],
    ['is null', () => null],
    ['is text', () => 'many'],
    ['counts each page', () => 40],
    ['is right, and pages repeat a record', (count: number) => count],
  ])('where totalItems %s', async (name, total) => {
    const repeatsRecords = name.includes('repeat');
    const { copy, calls } = await openStub(schoolWithUsers(97, 40, { total, repeatsRecords }), '6000');
    await copy.complete();
    const { body } = await copy.ask('/api/core/v1.0/operators/1001/users');
    expect(new Set((body as { items: { userId: string }[] }).items.map(({ userId }) => userId)).size).toBe(
      name === 'counts each page' ? 40 : 97,
    );
    expect(calls.filter((address) => address.includes('/users')).length).toBeLessThanOrEqual(10);
  });

  it('and not asked for more where nobody would have cut it', async () => {
    const { copy, calls } = await openStub(schoolWithUsers(97, 1000, { total: () => null }), '6000');
    await copy.complete();
    expect(calls.filter((address) => address.includes('/users'))).toHaveLength(1);
  });
});
