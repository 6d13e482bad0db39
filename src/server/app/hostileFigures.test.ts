import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { parseList } from '#contract/answers.ts';
import { alertsPath, alertsShape, newsPath, newsShape } from '#contract/gateway/alerts.ts';
import { figureRowsShape, figuresShape } from '#contract/gateway/figures.ts';
import { briefAddress, briefShape } from '#contract/gateway/brief.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { configShape } from '#contract/gateway/config.ts';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { hoursAddress, hoursShape } from '#contract/gateway/hours.ts';
import { logAddress, logShape } from '#contract/gateway/log.ts';
import {
  changesShape,
  daysShape,
  historyAddress,
  historyShape,
  peopleShape,
  perAircraftShape,
  reservationRecordShape,
  reservationWindowShape,
  windowAddress,
} from '#contract/gateway/replica.ts';
import { lateNumbersPath, latePath, lateSheetShape } from '#contract/gateway/late.ts';
import { behindPath, behindShape } from '#contract/gateway/behind.ts';
import { snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { routePaths, routes } from '#contract/routes.ts';
import { areaPaths, type OperationId, operationIds, operations } from '#contract/operations.ts';
import { unreadIn } from '#contract/tolerant.ts';
import { type Hostility, type HostileSchool, hostility, openHostileSchool } from '#e2e/servers/hostileSchool.ts';
import { type Answer, isFault, listen, openTestCopy, type TestCopy } from '#e2e/servers/testCopy.ts';

const today = Date.parse('2026-05-12T06:00:00Z');
const day = 86_400_000;
const near = windowAddress({ start: today, end: today + 2 * day });

/** Every address of the gateway that reads records, with the shape by which the dashboard reads its answer. */
const shapes: { readonly [address: string]: z.ZodMiniType } = {
  '/config': configShape,
  '/state': gatewayStateShape,
  '/replica/reminders': perAircraftShape,
  '/replica/squawks': perAircraftShape,
  [near]: reservationWindowShape,
  [windowAddress({ start: today - 14 * day, end: today })]: reservationWindowShape,
  [windowAddress({ start: today, end: today + 40 * day })]: reservationWindowShape,
  [historyAddress(today)]: historyShape,
  [hoursAddress(today + day)]: hoursShape,
  '/replica/days?from=2026-05-01&to=2026-06-15': daysShape,
  [briefAddress('2026-05-12')]: briefShape,
  [briefAddress('2026-05-13')]: briefShape,
  '/replica/figures?from=2026-05-01&to=2026-05-12': figuresShape,
  '/replica/figures/rows?from=2026-05-01&to=2026-05-12&of=location&name=': figureRowsShape,
  '/replica/people': peopleShape,
  [behindPath]: behindShape,
  '/replica/changes?since=0&limit=2000': changesShape,
  [logAddress({ limit: 1000 })]: logShape,
  [snoozesPath]: snoozesShape,
  [`${latePath}?reservation=00000000-0000-4000-8000-000000000001`]: lateSheetShape,
  [alertsPath]: alertsShape,
  [newsPath]: newsShape,
};

it('reads every address at which the gateway answers with records', () => {
  const asked = new Set(Object.keys(shapes).map((address) => address.split('?')[0]));
  const viewPaths = routePaths.filter((path) => path.startsWith('/replica/') && routes[path].by !== 'weather');
  // One reservation at a time is asked for by its id; the others only take what is sent.
  const others = [
    '/replica/reservation',
    lateNumbersPath,
    '/replica/alerts/push',
    '/replica/alerts/recipients',
    '/replica/alerts/test',
  ];
  expect(viewPaths.filter((path) => !asked.has(path)).toSorted()).toEqual(others.toSorted());
});

const lists = operationIds.filter(
  (id) => operations[id].answer === 'list' && !operations[id].path.includes('{aircraftId}'),
);
const addressOf = (id: OperationId, query = '') =>
  `/api${areaPaths[operations[id].area]}${operations[id].path.replace('{operatorId}', '1001')}${query}`;
const reservationsOf = (first: number) =>
  addressOf(
    'listReservations',
    `?limit=250&startTime=gte:2026-05-${first}T00:00:00&endTime=lt:2026-05-${first + 3}T00:00:00`,
  );

let school: HostileSchool;
let service: Awaited<ReturnType<typeof listen>>;
let plain: ReadonlyMap<string, unknown>;

beforeAll(async () => {
  school = await openHostileSchool(['--aircraft=3', '--reservations-per-day=8', '--days=20']);
  service = await listen(school.listener);
  const { copy, faults, close } = await open();
  await refresh(copy);
  plain = await answersOf(copy);
  expect(faults()).toEqual([]);
  await close();
});

afterAll(async () => {
  await service.close();
  await school.close();
});

async function open() {
  const lines: string[] = [];
  const copy = await openTestCopy({ service: service.url, writeLog: (line) => void lines.push(line) });
  await copy.complete();
  return { copy, faults: () => lines.filter(isFault), close: copy.close };
}

/** Everything is read again, as if a person wanted the newest data. */
async function refresh(copy: TestCopy): Promise<void> {
  const fresh = { [refreshHeader]: 'now' };
  const addresses = [...Object.keys(shapes), ...lists.map((id) => addressOf(id))];
  for (const address of addresses) await copy.ask(address, fresh);
  // Looks for what needs attention.
  const json = { 'content-type': 'application/json' };
  await fetch(copy.url + snoozesPath, {
    method: 'POST',
    headers: { ...json, origin: copy.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ key: 'none', fingerprint: 'none', until: '2026-05-13T01:00:00Z', by: 'Sam' }),
  });
}

async function answersOf(copy: TestCopy): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  const note = (address: string, { status, body }: Answer) => {
    expect([address, status, status === 200 ? null : body]).toEqual([address, 200, null]);
    answers.set(address, body);
  };
  for (const address of [...Object.keys(shapes), ...lists.map((id) => addressOf(id)), reservationsOf(11)])
    note(address, await copy.ask(address));
  note(addressOf('getOperator'), await copy.ask(addressOf('getOperator')));
  const ids = listIn(answers.get(near), 'items').flatMap((value) => idOf(value) ?? []);
  for (const id of ids.slice(0, 8)) {
    const { status, body } = await copy.ask(`/replica/reservation?id=${encodeURIComponent(id)}`);
    expect([id, status, reservationRecordShape.safeParse(body).success]).toEqual([id, 200, true]);
  }
  return answers;
}

/** The id of any record. */
function idOf(record: unknown): string | null {
  if (!isRecord(record)) return null;
  const names = ['reservationId', 'maintenanceReminderId', 'squawkId', 'equipmentId', 'userId', 'aircraftId'];
  const id = names.map((name) => record[name]).find((value) => typeof value === 'string');
  return typeof id === 'string' ? id : null;
}

/** Each record of an answer by its id, as text. */
function recordsIn(body: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const record of listIn(body, 'items')) {
    const id = idOf(record);
    if (id !== null) found.set(id, JSON.stringify(record));
  }
  // Checkouts are read only of people who fly alone soon, so another reservation may decide it.
  for (const record of listIn(body, 'users'))
    found.set(idOf(record) ?? '', JSON.stringify(isRecord(record) && { ...record, aircraftCheckouts: null }));
  // An aircraft that changed its id takes its records with it.
  for (const aircraft of listIn(body, 'aircraft')) {
    const aircraftId = idOf(aircraft) ?? '';
    found.set(aircraftId, 'is listed');
    for (const [id, text] of recordsIn(aircraft)) found.set(`${aircraftId} ${id}`, text);
  }
  return found;
}

function listIn(of: unknown, name: string): readonly unknown[] {
  const list: unknown = isRecord(of) ? of[name] : null;
  return Array.isArray(list) ? list : [];
}

/** The figures of the answer that JSON cannot write would be null, which the shape refuses. */
function checkShapes(answers: ReadonlyMap<string, unknown>): void {
  for (const [address, shape] of Object.entries(shapes)) {
    const { error } = shape.safeParse(answers.get(address));
    expect([address, error?.issues ?? null]).toEqual([address, null]);
  }
}

/** Other records are as they would be without hostility. */
function checkOthers(answers: ReadonlyMap<string, unknown>, altered: ReadonlySet<string>): void {
  for (const [address, body] of plain) {
    const present = recordsIn(answers.get(address));
    for (const [id, text] of recordsIn(body)) {
      const [first = '', second] = id.split(' ');
      const isTouched = altered.has(second ?? first) || (altered.has(first) && !present.has(first));
      if (!isTouched) expect([address, id, present.get(id)]).toEqual([address, id, text]);
    }
  }
}

const documented = ['listAircraft', 'listInstructors', 'listReservations'] as const;

/** Each record is read, and names the members that could not be. */
function checkNamed(answers: ReadonlyMap<string, unknown>): void {
  const check = (id: OperationId, items: readonly unknown[]) => {
    const { records, setAside } = parseList(id, { items });
    for (const { reason } of setAside) expect(reason).toMatch(/^no \w+$/);
    const kept = items.filter((_, place) => !setAside.some(({ index }) => index === place));
    for (const [place, record] of records.entries()) {
      const unread = unreadIn(record);
      for (const path of lostIn(kept[place], record))
        expect([path, unread.some((text) => path.startsWith(text))]).toEqual([path, true]);
    }
  };
  for (const id of documented) {
    check(id, listIn(answers.get(addressOf(id)), 'items'));
  }
  const reminders = perAircraftShape.parse(answers.get('/replica/reminders'));
  for (const { items } of reminders.aircraft) check('listMaintenanceReminders', items ?? []);
}

/** The members of a record that its reading does not have. */
function lostIn(sent: unknown, read: unknown, path: readonly string[] = []): string[] {
  if (sent === null || sent === undefined) return [];
  if (read === undefined) return [path.join('.')];
  if (!isRecord(sent) || !isRecord(read)) return [];
  return Object.keys(sent).flatMap((name) => lostIn(sent[name], (read as FreeForm)[name], [...path, name]));
}

function checkWords(answers: ReadonlyMap<string, unknown>, { hasWords }: Hostility): void {
  if (hasWords) return;
  for (const [address, body] of answers) {
    const [odd = null] = /.{0,60}(NaN|Infinity|∞|Invalid Date).{0,60}/.exec(JSON.stringify(body)) ?? [];
    expect([address, odd]).toEqual([address, null]);
  }
}

it('answers every address with figures that its shape takes, whatever figures the service sends', async () => {
  await fc.assert(
    fc.asyncProperty(hostility(40), hostility(40), async (first, then) => {
      school.forget();
      school.alter(first);
      const { copy, faults, close } = await open();
      try {
        for (const hostile of [first, then]) {
          school.alter(hostile);
          await refresh(copy);
          expect(faults()).toEqual([]);
          // A person's own record is not read again so soon.
          const altered = new Set(Array.from(school.altered(), (text) => idOf(JSON.parse(text)) ?? ''));
          const answers = await answersOf(copy);
          expect(faults()).toEqual([]);
          checkShapes(answers);
          checkOthers(answers, altered);
          checkNamed(answers);
          checkWords(answers, { ...hostile, hasWords: first.hasWords || then.hasWords });
        }
      } finally {
        await close();
      }
    }),
    // Each run reads a whole school three times.
    { numRuns: 8, seed: 20260512 },
  );
}, 600_000);
