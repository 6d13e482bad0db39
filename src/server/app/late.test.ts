import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lateNumbersPath, latePath, type LateSheet } from '#contract/gateway/late.ts';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  stubReservation,
  type StubSchool,
  stubService,
  type TestCopy,
  testNow,
} from '#e2e/servers/testCopy.ts';

const call = 'Call the pilot';
const steps = `${call}; Ask the tower;;  Call   the chief instructor`;
const sheetOf = `${latePath}?reservation=${guid(1)}`;

/** A flight that should have been back 35 minutes ago, with what only the whole record has. */
function lateSchool(): StubSchool {
  const flight = stubReservation(1, '2026-05-12T14:00:00Z', '2026-05-12T16:30:00Z', {
    reservationStatus: { id: 1, name: 'Checked Out' },
    comments: 'KCOS KPUB KCOS',
  });
  const aircraft = { aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 1, name: 'Active' } };
  return { ...newStubSchool(), aircraft: [aircraft], reservations: [flight] };
}

/** A gateway that has read the whole school. */
async function opened(school = lateSchool(), settings: { [name: string]: string } = { LATE_STEPS: steps }) {
  const service = await listen(stubService(school));
  let passed = 0;
  const began = performance.now();
  const audit: object[] = [];
  const start = async () => {
    const copy = await openTestCopy({
      service: service.url,
      settings,
      tuning: { wall: () => testNow + passed, monotonic: () => performance.now() - began + passed },
      writeLog: (line) => audit.push(...[(JSON.parse(line) as { audit?: object }).audit ?? []].flat()),
    });
    return copy;
  };
  const copy = await start();
  const closing = [copy];
  onTestFinished(async () => {
    await Promise.all(closing.map(({ close }) => close()));
    await service.close();
  });
  await copy.complete();
  return {
    copy,
    audit,
    pass: (ms: number) => void (passed += ms),
    sheet: async (of: TestCopy = copy) => (await of.ask(sheetOf)).body as LateSheet,
    tick: (value: object, of: TestCopy = copy) => post(of, latePath, { ...tick, ...value }),
    restarted: async () => {
      await copy.close();
      closing.length = 0;
      const second = await start();
      closing.push(second);
      return second;
    },
  };
}

const tick = { reservation: guid(1), step: call, isDone: true, by: ' Kim Lee ' };

async function post({ url }: TestCopy, path: string, value: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(value) });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const message = (body: unknown) => (body as { message: string }[])[0]?.message;

describe('the sheet', () => {
  it('has the steps of the school, and the whole reservation without contact data', async () => {
    const { copy, sheet } = await opened();
    const { record, ...rest } = await sheet();
    expect(rest).toEqual({
      backAt: null,
      steps: [call, 'Ask the tower', 'Call the chief instructor'],
      acts: [],
      weather: null,
    });
    expect(record).toMatchObject({ comments: 'KCOS KPUB KCOS', pilots: [{ lastName: 'Garcia' }] });
    expect(JSON.stringify(record)).not.toContain('555-0100');
    expect((await copy.ask(latePath)).status).toBe(400);
    expect((await copy.ask(`${sheetOf}&more=1`)).status).toBe(400);
    expect((await copy.ask(`${latePath}?reservation=${guid(77)}`)).body).toMatchObject({ record: null, acts: [] });
  });

  it('says that no steps are set', async () => {
    const { sheet, tick: send } = await opened(lateSchool(), {});
    expect((await sheet()).steps).toEqual([]);
    expect((await send({})).status).toBe(409);
  });

  it('says when the flight was seen as back', async () => {
    const school = lateSchool();
    const { copy, sheet, pass } = await opened(school);
    expect((await sheet()).backAt).toBeNull();
    pass(600_000);
    school.reservations = school.reservations.map((one) => ({
      ...one,
      reservationStatus: { id: 2, name: 'Completed' },
    }));
    await copy.ask('/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-14T06:00:00Z', {
      'x-flightline-refresh': 'now',
    });
    expect(Date.parse((await sheet()).backAt ?? '')).toBeGreaterThanOrEqual(testNow + 600_000);
  });
});

describe('a tick', () => {
  it('is kept with name and time, for everyone; so is a tick that is taken back', async () => {
    const { sheet, tick: send, pass } = await opened();
    const done = await send({});
    expect(done).toMatchObject({ status: 200, body: { acts: [{ step: call, isDone: true, by: 'Kim Lee' }] } });
    pass(60_000);
    await send({ isDone: false, by: 'Ana Ruiz' });
    const { acts } = await sheet();
    expect(acts.map(({ isDone, by, at }) => [isDone, by, Math.round((Date.parse(at) - testNow) / 60_000)])).toEqual([
      [true, 'Kim Lee', 0],
      [false, 'Ana Ruiz', 1],
    ]);
  });

  it('of two people at once counts once, with the name of the first', async () => {
    const { sheet, tick: send, audit } = await opened();
    await Promise.all(['Kim Lee', 'Ana Ruiz', 'Sam Garcia'].map((by) => send({ by })));
    expect((await sheet()).acts).toHaveLength(1);
    expect(audit.filter((entry) => 'event' in entry && entry.event === 'ticked')).toHaveLength(1);
  });

  it('survives a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const { tick: send, sheet, restarted } = await opened(lateSchool(), { LATE_STEPS: steps, DATA_DIR: directory });
    await send({});
    await send({ step: 'Ask the tower' });
    const before = await sheet();
    expect(before.acts).toHaveLength(2);
    const second = await restarted();
    expect((await sheet(second)).acts).toEqual(before.acts);
  });

  it('is reported to open screens, and in the audit', async () => {
    const { copy, tick: send, audit } = await opened();
    const stream = await fetch(`${copy.url}/events`);
    await send({});
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: snoozes')) break;
    }
    await send({ isDone: false });
    const who = { by: 'local', session: 'local', network: '127.0.0.0/24', matter: guid(1), step: call };
    expect(audit).toEqual([
      { event: 'ticked', ...who },
      { event: 'unticked', ...who },
    ]);
  });

  it.each([
    ['another step', { step: 'Call the press' }, 409, 'The steps of your school have changed. Load the page again.'],
    ['another flight', { reservation: guid(9) }, 404, 'The local copy holds no reservation with this id.'],
    ['nobody', { by: '  ' }, 400, 'by must say who ticks this, in one line of at most 60 letters.'],
    ['a name of two lines', { by: 'Kim\nLee' }, 400, 'by must say who ticks this, in one line of at most 60 letters.'],
    ['no flight', { reservation: '' }, 400, 'The request does not match /openapi.json.'],
  ])('is refused for %s', async (_, value, status, words) => {
    const { sheet, tick: send } = await opened();
    const refused = await send(value);
    expect([refused.status, message(refused.body)]).toEqual([status, words]);
    expect((await sheet()).acts).toEqual([]);
  });

  it('is kept as long as changes are, and other notes stay', async () => {
    const { sheet, tick: send, pass } = await opened(lateSchool(), { LATE_STEPS: steps, CHANGES_DAYS: '14' });
    await send({});
    pass(13 * 86_400_000);
    await send({ step: 'Ask the tower' });
    expect((await sheet()).acts).toHaveLength(2);
    pass(2 * 86_400_000);
    await send({ step: 'Ask the tower', isDone: false });
    expect((await sheet()).acts.map(({ step }) => step)).toEqual(['Ask the tower', 'Ask the tower']);
  });
});

it('telephone numbers come on request, and each request is an entry of the audit', async () => {
  const { copy, audit } = await opened();
  const asked = await post(copy, lateNumbersPath, { reservation: guid(1) });
  expect([asked.status, asked.body]).toEqual([
    200,
    { people: [{ name: 'Sam Garcia', role: 'pilot', phone: '555-0100' }] },
  ]);
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(audit).toEqual([
    { event: 'numbers shown', by: 'local', session: 'local', network: '127.0.0.0/24', matter: guid(1) },
  ]);
  expect((await post(copy, lateNumbersPath, { reservation: guid(9) })).status).toBe(404);
  expect((await copy.ask(lateNumbersPath)).status).toBe(405);
  expect(audit).toHaveLength(1);
});
