import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type LogAnswer, logShape } from '#contract/gateway/log.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  type StubSchool,
  stubReservation,
  stubService,
  type TestCopy,
  testNow,
} from '#e2e/servers/testCopy.ts';

const fresh = { [refreshHeader]: 'now' };
const today = '/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-13T06:00:00Z';
const minute = 60_000;

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

const reminder = (hours: number, status: object = { id: 1, name: 'OK' }, number = 50) => ({
  maintenanceReminderId: guid(number),
  name: number === 50 ? '100-hour' : 'Oil',
  status,
  timeOptions: { currentHours: hours, expirationHours: 4_100 },
});

/** Two aircraft, one reservation of today, and a meter at 4,000 hours. */
function smallSchool(): StubSchool {
  return {
    ...newStubSchool(),
    aircraft: [1, 2].map((number) => ({
      aircraftId: guid(number),
      tailNumber: `N51${number}SP`,
      status: { id: 1, name: 'Active' },
    })),
    reservations: [stubReservation(10, '2026-05-12T18:00:00Z', '2026-05-12T20:00:00Z')],
    reminders: { [guid(1)]: [reminder(4_000), reminder(4_000, undefined, 51)] },
  };
}

async function openStub(school: StubSchool, more: { directory?: string; at?: () => number } = {}): Promise<TestCopy> {
  const service = await listen(stubService(school));
  const { directory, at = () => testNow } = more;
  const settings = directory === undefined ? {} : { DATA_DIR: directory };
  const copy = await openTestCopy({ service: service.url, settings, tuning: { wall: at } });
  closings.push(service.close, copy.close);
  await copy.complete();
  return copy;
}

const logOf = async (copy: TestCopy, query = ''): Promise<LogAnswer> =>
  logShape.parse((await copy.ask(`/replica/log${query}`)).body);
const kindsOf = ({ entries }: LogAnswer) => entries.map(({ kinds, tail }) => `${kinds.join('+')} ${tail}`);

describe('the log of the school', () => {
  it('shows what the service changed, newest first, without contact data', async () => {
    const school = smallSchool();
    const copy = await openStub(school);
    expect(await logOf(copy)).toMatchObject({ entries: [], total: 0, all: 0, next: null });
    school.reservations = [
      stubReservation(10, '2026-05-12T19:00:00Z', '2026-05-12T21:00:00Z', {
        aircraft: { aircraftId: guid(2), tailNumber: 'N512SP' },
      }),
      stubReservation(11, '2026-05-12T22:00:00Z', '2026-05-12T23:00:00Z', { pilots: [] }),
    ];
    await copy.ask(today, fresh);
    await expect.poll(async () => (await logOf(copy)).total).toBe(2);
    school.reminders[guid(1)] = [reminder(4_200, { id: 3, name: 'Expired' }), reminder(4_200, undefined, 51)];
    await copy.ask('/replica/reminders', fresh);
    const log = await logOf(copy);
    expect(kindsOf(log).toSorted()).toEqual([
      'booked N512SP',
      'moved+aircraft-swapped N512SP',
      'reading-jumped N511SP',
      'reminder-status N511SP',
    ]);
    expect(log.entries.map(({ seq }) => seq)).toEqual(log.entries.map(({ seq }) => seq).toSorted((a, b) => b - a));
    expect(JSON.stringify(log)).not.toContain('555-0100');
    const [jumped] = (await logOf(copy, '?kind=reading-jumped')).entries;
    expect(jumped).toMatchObject({
      aircraftId: guid(1),
      at: new Date(testNow).toISOString(),
      facts: { readings: [{ meter: 'hours', before: 4_000, after: 4_200, reminders: ['100-hour', 'Oil'] }] },
    });
    const [first, ...older] = [
      await logOf(copy, '?limit=3'),
      await logOf(copy, `?limit=3&before=${log.entries[2]?.seq}`),
    ];
    expect([first?.entries.length, first?.next, older[0]?.entries.length, older[0]?.next]).toEqual([
      3,
      log.entries[2]?.seq,
      1,
      null,
    ]);
  });

  it('is filtered by kind, aircraft, person, words and time', async () => {
    const school = smallSchool();
    const copy = await openStub(school);
    school.reservations = [
      stubReservation(10, '2026-05-12T18:00:00Z', '2026-05-12T20:00:00Z', {
        aircraft: { aircraftId: guid(2), tailNumber: 'N512SP' },
      }),
      stubReservation(11, '2026-05-12T22:00:00Z', '2026-05-12T23:00:00Z', {
        pilots: [{ userId: guid(901), firstName: 'Zoë', lastName: 'Núñez' }],
      }),
    ];
    await copy.ask(today, fresh);
    await expect.poll(async () => (await logOf(copy)).all).toBe(2);
    const found = async (query: string) => {
      const { entries, total, all } = await logOf(copy, query);
      expect([entries.length, all]).toEqual([total, 2]);
      return entries.map(({ kinds }) => kinds.join('+')).toSorted();
    };
    expect(await found('?kind=booked,moved')).toEqual(['booked']);
    expect(await found(`?aircraft=${guid(1)}`)).toEqual(['aircraft-swapped', 'booked']);
    expect(await found(`?aircraft=${guid(2).toUpperCase()}`)).toEqual(['aircraft-swapped']);
    expect(await found(`?person=${guid(901)}`)).toEqual(['booked']);
    expect(await found('?q=nunez%20ZOE')).toEqual(['booked']);
    expect(await found('?q=nunez%20garcia')).toEqual([]);
    expect(await found('?from=2026-05-12T17:05:00Z')).toHaveLength(2);
    expect(await found('?to=2026-05-12T17:05:00Z')).toEqual([]);
  });
});

describe('the log of reminders', () => {
  it('shows a changed limit, and an axis that changed although the status did not', async () => {
    const school = smallSchool();
    const dated = (expirationDate: string, axis: object) => ({
      maintenanceReminderId: guid(51),
      name: 'Annual',
      status: { id: 1, name: 'OK' },
      dateOptions: { typeStatus: axis, expirationDate },
    });
    const [ok, expired] = [
      { id: 1, name: 'OK' },
      { id: 3, name: 'Expired' },
    ];
    school.reminders[guid(1)] = [reminder(4_000), dated('2026-05-31T23:59:59', ok)];
    const copy = await openStub(school);
    school.reminders[guid(1)] = [
      { ...reminder(4_000), timeOptions: { currentHours: 4_000, expirationHours: 4_200 } },
      dated('2026-05-31', expired),
    ];
    await copy.ask('/replica/reminders', fresh);
    expect(kindsOf(await logOf(copy)).toSorted()).toEqual(['reminder-limit N511SP', 'reminder-status N511SP']);
    const [limit] = (await logOf(copy, '?kind=reminder-limit')).entries;
    expect(limit?.facts).toMatchObject({ limits: [{ axis: 'hours', before: 4_100, after: 4_200 }] });
    const [axis] = (await logOf(copy, '?q=annual%20expired')).entries;
    expect(axis?.facts).toMatchObject({ after: ok, axes: [{ axis: 'date', before: ok, after: expired }] });
  });
});

describe('an answer of the log', () => {
  it('has the same ETag until there is a new entry', async () => {
    const school = smallSchool();
    const copy = await openStub(school);
    const { headers } = await copy.ask('/replica/log?limit=5');
    const condition = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await copy.ask('/replica/log?limit=5', condition)).status).toBe(304);
    school.reservations = [];
    await copy.ask(today, fresh);
    await expect.poll(async () => (await copy.ask('/replica/log?limit=5', condition)).status).toBe(200);
    expect(kindsOf(await logOf(copy))).toEqual(['gone N512SP']);
  });

  it.each([
    [90, {}],
    [20, { CHANGES_DAYS: '20' }],
  ])('survives a restart, continues after it, and forgets after %i days', async (days, settings) => {
    const directory = mkdtempSync(join(tmpdir(), 'log-'));
    closings.push(async () => rmSync(directory, { recursive: true, force: true }));
    let now = testNow;
    const school = smallSchool();
    const service = await listen(stubService(school));
    closings.push(service.close);
    const open = async () => {
      const tuning = { wall: () => now };
      const copy = await openTestCopy({
        service: service.url,
        settings: { DATA_DIR: join(directory, 'data'), ...settings },
        tuning,
      });
      let isOpen = true;
      const close = async () => {
        if (isOpen) await copy.close();
        isOpen = false;
      };
      closings.push(close);
      await copy.complete();
      return { ...copy, close };
    };
    const first = await open();
    school.reminders[guid(1)] = [reminder(4_000, { id: 2, name: 'Warning' })];
    await first.ask('/replica/reminders', fresh);
    const before = await logOf(first);
    expect(kindsOf(before)).toEqual(['reminder-status N511SP', 'reminder-status N511SP']);
    await first.close();

    now += 10 * minute;
    const second = await open();
    expect((await logOf(second)).entries).toEqual(before.entries);
    school.reminders[guid(1)] = [reminder(3_999, { id: 2, name: 'Warning' })];
    await second.ask('/replica/reminders', fresh);
    const after = await logOf(second);
    expect(kindsOf(after)).toEqual(['reading-backward N511SP', ...kindsOf(before)]);
    expect([after.from, after.entries[0]?.at]).toEqual([before.from, new Date(now).toISOString()]);
    await second.close();

    now = testNow + days * 24 * 60 * minute + 5 * minute;
    const third = await open();
    expect(kindsOf(await logOf(third, '?kind=reminder-status,reading-backward'))).toEqual(['reading-backward N511SP']);
    expect((await logOf(third)).from).toBe(new Date(testNow + 5 * minute).toISOString());
  });
});
