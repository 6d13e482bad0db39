import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LoggedChange, RefreshEvent } from '#contract/gateway/replica.ts';
import { always } from '#e2e/servers/teststand.ts';
import {
  guid,
  newStubSchool,
  stubReservation,
  type StubSchool,
  stubService,
  listen,
  openTestCopy,
  type TestCopy,
  testNow,
} from '#e2e/servers/testCopy.ts';

const base = '/api/core/v1.0/operators/1001';
const fresh = { 'x-flightline-refresh': 'now' };
const day = '?from=2026-05-12T06:00:00Z&to=2026-05-13T06:00:00Z';

type List = { items: { [member: string]: unknown }[]; totalItems: number };
type Window = { items: { reservationId: string; startTime: string }[]; missing: unknown[] };

/** A school of two aircraft with a flight each today. */
function smallSchool(): StubSchool {
  return {
    ...newStubSchool(),
    aircraft: [1, 2].map((number) => ({
      aircraftId: guid(number),
      tailNumber: `N51${number}SP`,
      status: { id: 1, name: 'Active' },
    })),
    reservations: [
      stubReservation(10, '2026-05-12T18:00:00Z', '2026-05-12T20:00:00Z'),
      stubReservation(11, '2026-05-12T21:00:00Z', '2026-05-12T22:00:00Z'),
    ],
  };
}

async function openStub(school: StubSchool, settings: { [name: string]: string } = {}) {
  const calls: string[] = [];
  const service = await listen(stubService(school, calls));
  const start = performance.now();
  const clocks = { monotonic: () => performance.now() - start, wall: () => testNow };
  const copy = await openTestCopy({ service: service.url, settings, tuning: clocks });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  return { copy, service, calls };
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

/** The events that a screen gets, until one matches. */
async function eventsUntil(
  copy: TestCopy,
  isLast: (event: RefreshEvent) => boolean,
  act: () => void,
): Promise<RefreshEvent> {
  const leaving = new AbortController();
  const answer = await fetch(`${copy.url}/events`, { signal: leaving.signal });
  act();
  let text = '';
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = [
      ...text.matchAll(/event: refresh\n(?:id: .*\n)?data: (.*)\n\n/g),
      ...text.matchAll(/data: (\{.*\})\n/g),
    ];
    const found = events.map(([, data]) => JSON.parse(data ?? '') as RefreshEvent).find(isLast);
    if (found) {
      leaving.abort();
      return found;
    }
  }
  throw new Error('The stream of events ended.');
}

async function changesOf(copy: TestCopy): Promise<LoggedChange[]> {
  return ((await copy.ask('/replica/changes?since=0')).body as { changes: LoggedChange[] }).changes;
}

describe('screens are told of', () => {
  it('a reservation that moved to another day, by an event and one change in the log', async () => {
    const school = smallSchool();
    const { copy } = await openStub(school);
    await copy.complete();
    let answer: Promise<unknown> = Promise.resolve();
    const event = await eventsUntil(
      copy,
      ({ set, changed }) => set === 'reservations' && changed,
      () => {
        school.reservations[0] = stubReservation(10, '2026-05-14T18:00:00Z', '2026-05-14T20:00:00Z');
        answer = copy.ask(`/replica/reservations${day}`, fresh);
      },
    );
    await answer;
    expect(event).toMatchObject({ set: 'reservations', changed: true });
    await expect
      .poll(async () => ((await copy.ask(`/replica/reservations${day}`)).body as Window).items)
      .toHaveLength(1);
    const [change, ...others] = await changesOf(copy);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ set: 'reservations', id: guid(10), kind: 'changed' });
    expect(change?.before).toMatchObject({ startTime: '2026-05-12T18:00:00Z' });
    expect(change?.after).toMatchObject({ startTime: '2026-05-14T18:00:00Z' });
    expect(JSON.stringify(change)).not.toContain('555-0100');
    const later = await copy.ask('/replica/reservations?from=2026-05-14T06:00:00Z&to=2026-05-15T06:00:00Z');
    expect((later.body as Window).items).toMatchObject([{ reservationId: guid(10) }]);
  });

  it('a reservation that is gone, after a second search for it', async () => {
    const school = smallSchool();
    const { copy, calls } = await openStub(school);
    await copy.complete();
    school.reservations.splice(0, 1);
    const before = calls.length;
    await copy.ask(`/replica/reservations${day}`, fresh);
    await expect.poll(() => changesOf(copy)).toMatchObject([{ id: guid(10), kind: 'gone', after: null }]);
    expect(calls.slice(before).filter((call) => call.includes(`userId=eq:${guid(900)}`))).toHaveLength(1);
  });

  it('a new reminder, but not of an answer with the same content', async () => {
    const school = smallSchool();
    const { copy } = await openStub(school);
    await copy.complete();
    const first = await copy.ask('/replica/reminders', fresh);
    const again = await copy.ask('/replica/reminders', { ...fresh, 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    school.reminders[guid(2)] = [
      { maintenanceReminderId: guid(50), name: 'Annual', status: { id: 3, name: 'Expired' } },
    ];
    await copy.ask('/replica/reminders', fresh);
    expect(await changesOf(copy)).toMatchObject([{ set: 'reminders', scope: guid(2), kind: 'added', id: guid(50) }]);
    const ages = (await copy.ask('/replica/reminders')).headers.get('flightline-ages');
    expect(ages).toMatch(/^\d+, ?\d+$/);
  });
});

describe('oddities of a service', () => {
  it('are settled once and counted: duplicates, capitals, blanks, missing ids, bare arrays, null items', async () => {
    const school = smallSchool();
    const [first] = school.aircraft as { [name: string]: unknown }[];
    const id = 'ABCDEF00-0000-4000-8000-00000000000A';
    school.aircraft.push(first, { aircraftId: ` ${id} `, tailNumber: 'N519SP', status: { id: 1 } }, null, {
      tailNumber: 'N1',
    });
    school.instead = {
      [`${guid(1)}/squawks`]: [{ squawkId: guid(70), description: 'Flat tire' }],
      '/equipment': { items: null },
    };
    const { copy } = await openStub(school);
    await copy.complete();
    const list = (await copy.ask(`${base}/aircraft`)).body as List;
    expect(list.items.map((item) => item?.['aircraftId'])).toEqual([
      guid(1),
      guid(2),
      id.toLowerCase(),
      undefined,
      undefined,
    ]);
    expect((await copy.ask(`${base}/aircraft/${guid(1)}/squawks`)).body).toMatchObject({ totalItems: 1 });
    expect((await copy.ask(`${base}/equipment`)).body).toMatchObject({ totalItems: 0, items: [] });
    const { replica } = await copy.state();
    expect(replica.findings.map(({ set, kind, count }) => `${set}: ${kind} ${count}`).toSorted()).toEqual([
      'aircraft: A record has no id. 1',
      'aircraft: A record occurs twice in one list. 1',
      'aircraft: An id has blanks around it. 1',
      'aircraft: An item of a list is not a record. 1',
      'equipment: An empty list has items: null. 1',
      'squawks: A list is a bare array, without totalItems. 1',
    ]);
  });

  it.each(['pages', 'records'] as const)(
    'include pages smaller than requested, whose offset counts %s',
    async (offsetCounts) => {
      const school = { ...smallSchool(), maxPerPage: 20, offsetCounts };
      school.users = Array.from({ length: 57 }, (_, index) => ({
        userId: guid(900 + index),
        firstName: 'A',
        lastName: `B${index}`,
      }));
      const { copy } = await openStub(school);
      await copy.complete();
      expect(((await copy.ask(`${base}/users`)).body as List).items).toHaveLength(57);
      const { replica } = await copy.state();
      const kinds = replica.findings.filter(({ set }) => set === 'users').map(({ kind }) => kind);
      expect(kinds).toContain('The service sends fewer items per page than requested.');
      expect(kinds.includes('The offset of this list counts records, not pages.')).toBe(offsetCounts === 'records');
    },
  );
});

describe('reservations of a service', () => {
  it('are complete on a day with more of them than one call returns, and if filters are ignored', async () => {
    const busy = Array.from({ length: 640 }, (_, index) => {
      // A page holds 20 hours. The rest of two days fits, but not the further hours that a request adds at both ends.
      const start = testNow + index * 290_000;
      return stubReservation(1000 + index, new Date(start).toISOString(), new Date(start + 3_600_000).toISOString());
    });
    for (const ignoresFilters of [false, true]) {
      const school = { ...smallSchool(), reservations: busy, ignoresFilters };
      const { copy } = await openStub(school);
      await copy.complete();
      const window = (await copy.ask('/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-15T06:00:00Z'))
        .body as Window;
      expect(window).toMatchObject({ missing: [], shortfall: null });
      expect(new Set(window.items.map(({ reservationId }) => reservationId)).size).toBe(640);
      const { replica } = await copy.state();
      const isReported = replica.findings.some(({ kind }) => kind.startsWith('The service ignores a filter'));
      expect(isReported).toBe(ignoresFilters);
    }
  });
});

describe('unclosed flights', () => {
  it('are searched only in the days that are held, and no other days are read for them', async () => {
    const { copy } = await openStub(smallSchool());
    await copy.complete();
    const daysHeld = async () => (await copy.state()).replica.sets.find(({ set }) => set === 'reservations')?.parts;
    const before = await daysHeld();
    expect(before).toBeGreaterThan(0);
    expect((await copy.ask('/replica/history?before=2026-05-13T06:00:00Z')).status).toBe(200);
    expect(await daysHeld()).toBe(before);
  });
});

describe('after a restart', () => {
  it('everything is available at once without the service, with its true age', async () => {
    const directory = await temporaryDirectory();
    const service = await listen(stubService(smallSchool()));
    const settings = { DATA_DIR: directory };
    const first = await openTestCopy({ service: service.url, settings });
    await first.complete();
    const before = await first.ask(`/replica/reservations${day}`);
    await first.close();
    await service.close();
    const second = await openTestCopy({ service: service.url, settings, tuning: { wall: () => testNow + 3_600_000 } });
    onTestFinished(() => second.close());
    for (const path of [`${base}/aircraft`, '/replica/reminders', '/replica/squawks', '/replica/people']) {
      const answer = await second.ask(path);
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get('age'))).toBeGreaterThanOrEqual(3_600);
    }
    expect((await second.ask(`/replica/reservations${day}`)).body).toMatchObject({
      items: (before.body as Window).items,
    });
  });

  it('a second gateway on the same data is refused in one sentence', async () => {
    const settings = { DATA_DIR: await temporaryDirectory() };
    const service = await listen(stubService(smallSchool()));
    const first = await openTestCopy({ service: service.url, settings });
    onTestFinished(async () => {
      await first.close();
      await service.close();
    });
    await expect(openTestCopy({ service: service.url, settings })).rejects.toThrow(
      /^Another Flightline \(process \d+, since .+\) uses the data directory .+: stop that one, or set DATA_DIR of this one to another directory\.$/,
    );
  });

  it('calls stay within the allowance, counting those of the process before', async () => {
    const settings = { DATA_DIR: await temporaryDirectory(), API_RATE_LIMIT: '12' };
    const calls: string[] = [];
    const service = await listen(stubService(smallSchool(), calls));
    for (let start = 0; start < 3; start++) {
      const copy = await openTestCopy({ service: service.url, settings });
      await expect.poll(async () => (await copy.state()).allowance.used).toBeGreaterThanOrEqual(8);
      await Promise.all(Array.from({ length: 10 }, (_, index) => copy.ask(`${base}/users/${guid(index)}`)));
      expect((await copy.state()).allowance.used).toBeLessThanOrEqual(12);
      await copy.close();
    }
    await service.close();
    expect(calls.length).toBeLessThanOrEqual(12);
  });
});

describe('a used-up allowance', () => {
  it('is reported at once, with the time until loading resumes, and never as a fault of the service', async () => {
    const { copy } = await openStub(smallSchool(), { API_RATE_LIMIT: '3' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => copy.ask(`${base}/users/${guid(index)}`)),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) {
      expect(headers.get('cache-status')).toContain('detail=busy');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(2);
    }
    const later = '?from=2026-06-10T06:00:00Z&to=2026-06-11T06:00:00Z';
    const window = (await copy.ask(`/replica/reservations${later}`)).body as { resumesAt: string | null };
    expect(Date.parse(window.resumesAt ?? '')).toBeGreaterThan(testNow);
  });
});

describe.each([401, 403, 404])('a service that from some moment answers %s', (status) => {
  it('empties nothing, and the cause is shown', async () => {
    const { copy, service } = await openStub(smallSchool());
    await copy.complete();
    await service.close();
    const refusing = await listen(always(status, '[]'));
    onTestFinished(() => refusing.close());
    const other = await openTestCopy({ service: refusing.url });
    onTestFinished(() => other.close());
    expect((await other.ask(`${base}/aircraft`)).status).toBe(status);
    await copy.ask(`${base}/aircraft`, fresh);
    expect(((await copy.ask(`${base}/aircraft`)).body as List).items).toHaveLength(2);
  });
});
