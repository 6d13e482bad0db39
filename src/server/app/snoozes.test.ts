import { request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { snoozeLimits, snoozesPath } from '#contract/gateway/snoozes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  stubReservation,
  type StubSchool,
  stubService,
  testNow,
} from '#e2e/servers/testCopy.ts';

const soon = new Date(testNow + 3_600_000).toISOString();
const squawkOf = (number: number) => ({ squawkId: `s${number}`, description: 'Left brake soft', groundAircraft: true });
const grounds = (...ids: readonly string[]) => fingerprintOf(ids.map((id) => evidence('squawk', id, 'grounds')));
/** The first aircraft of the school, which a squawk grounds. */
const snooze = { key: `grounded ${guid(1)}`, fingerprint: grounds('s1'), until: soon, by: 'Kim Lee' };
const kept = {
  key: snooze.key,
  evidence: [{ record: 'squawk', id: 's1', says: 'grounds', amount: 0, at: null }],
  until: soon,
  severity: 2,
  by: 'Kim Lee',
  at: new Date(testNow).toISOString(),
};

/** This many aircraft, each grounded by one squawk. */
function groundedSchool(count = 1): StubSchool {
  const aircraft = Array.from({ length: count }, (_, index) => ({
    aircraftId: guid(index + 1),
    tailNumber: `N${index + 1}SP`,
    status: { id: 1, name: 'Active' },
  }));
  return { ...newStubSchool(), aircraft, instead: { '/squawks': [squawkOf(1)] } };
}

/** A gateway that has read the whole school, with clocks that the test moves. */
async function opened(school = groundedSchool(), settings: { [name: string]: string } = {}) {
  const calls: string[] = [];
  const service = await listen(stubService(school, calls));
  let passed = 0;
  const began = performance.now();
  const audit: unknown[] = [];
  const copy = await openTestCopy({
    service: service.url,
    settings,
    tuning: { wall: () => testNow + passed, monotonic: () => performance.now() - began + passed },
    writeLog: (line) => audit.push(...[(JSON.parse(line) as { audit?: object }).audit ?? []].flat()),
  });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  await copy.complete();
  const post = (value: unknown, headers = {}) => send(copy.url, JSON.stringify(value), headers);
  const list = async () => (await copy.ask(snoozesPath)).body as { snoozes: (typeof kept)[] };
  return {
    copy,
    post,
    list,
    audit,
    pass: (ms: number) => void (passed += ms),
    /** Reads the squawks and today's reservations again. */
    refresh: async () => {
      const fresh = { 'x-flightline-refresh': 'now' };
      await copy.ask('/replica/squawks', fresh);
      await copy.ask('/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-14T06:00:00Z', fresh);
    },
  };
}

type Sent = { readonly status: number; readonly body: unknown; readonly headers: NodeJS.Dict<string | string[]> };

/** Sends a text as JSON, unless the headers say otherwise. */
function send(url: string, text: string, headers: { [name: string]: string } = {}, method = 'POST'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const defaults = { 'content-type': 'application/json' };
    const outgoing = request(
      url + snoozesPath,
      { method, headers: { ...defaults, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
          resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** The message of a refusal. */
const message = ({ body }: Sent) => (body as { message: string }[])[0]?.message;

describe('an item put off', () => {
  it('is listed with who and when, for everyone, until it is shown again', async () => {
    const { post, list } = await opened();
    expect(await list()).toEqual({ snoozes: [] });
    expect(await post(snooze)).toMatchObject({ status: 200, body: { snoozes: [kept] } });
    expect(await list()).toEqual({ snoozes: [kept] });
    await post({ ...snooze, by: 'Ana Ruiz' });
    expect(await list()).toEqual({ snoozes: [{ ...kept, by: 'Ana Ruiz' }] });
    expect((await post({ key: snooze.key, fingerprint: null, until: null })).status).toBe(200);
    expect(await list()).toEqual({ snoozes: [] });
  });

  it('is as serious as the gateway finds it, whatever a browser says', async () => {
    const { post, list } = await opened();
    await post({ ...snooze, severity: 100, at: '1999-01-01T00:00:00Z', evidence: [] });
    expect(await list()).toEqual({ snoozes: [kept] });
  });

  it('ends at its time', async () => {
    const { post, list, pass } = await opened();
    await post(snooze);
    pass(3_600_000);
    expect(await list()).toEqual({ snoozes: [] });
  });

  it('survives a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    // The file belongs to one service, so that both must be the same.
    const service = await listen(stubService(groundedSchool()));
    const start = () => openTestCopy({ service: service.url, settings: { DATA_DIR: directory } });
    const first = await start();
    await first.complete();
    expect((await send(first.url, JSON.stringify(snooze))).status).toBe(200);
    await first.close();
    const second = await start();
    expect((await second.ask(snoozesPath)).body).toEqual({ snoozes: [kept] });
    await second.close();
    await service.close();
  });

  it('costs a 304 while nothing is new', async () => {
    const { copy, post } = await opened();
    const etag = (await copy.ask(snoozesPath)).headers.get('etag') ?? '';
    expect((await copy.ask(snoozesPath, { 'if-none-match': etag })).status).toBe(304);
    await post(snooze);
    expect((await copy.ask(snoozesPath, { 'if-none-match': etag })).status).toBe(200);
  });

  it('is reported to open screens, and in the audit', async () => {
    const { copy, post, audit } = await opened();
    const stream = await fetch(`${copy.url}/events`);
    await post(snooze);
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: snoozes')) break;
    }
    expect(text).toContain('event: snoozes');
    await post({ key: snooze.key, fingerprint: null, until: null });
    const who = { by: 'local', session: 'local', network: '127.0.0.0/24', matter: snooze.key };
    expect(audit).toEqual([
      { event: 'put off', ...who, until: soon },
      { event: 'taken back', ...who },
    ]);
  });
});

describe('an item', () => {
  it.each([
    ['that was never there', { ...snooze, key: 'grounded nothing' }],
    ['of an aircraft that nothing grounds', { ...snooze, key: `not back ${guid(1)}` }],
  ])('%s is refused', async (_, value) => {
    const { post, list } = await opened();
    const refused = await post(value);
    expect([refused.status, message(refused)]).toEqual([404, 'This item is no longer there.']);
    expect(await list()).toEqual({ snoozes: [] });
  });

  it('that has changed is refused, and one that was not on the screen is never put off', async () => {
    const school = groundedSchool();
    const { post, list, refresh, pass } = await opened(school);
    school.instead['/squawks'] = [squawkOf(1), squawkOf(2)];
    await refresh();
    const refused = await post(snooze);
    expect(refused.status).toBe(409);
    expect(message(refused)).toMatch(/has changed since it was on your screen/);
    // A second look sees the present squawks.
    pass(2_000);
    expect((await post({ ...snooze, fingerprint: grounds('s2', 's1') })).status).toBe(200);
    expect((await list()).snoozes).toHaveLength(1);
  });

  it('that is gone is dropped, so that it shows when it returns', async () => {
    const school = groundedSchool();
    const { post, list, refresh, pass } = await opened(school);
    await post(snooze);
    school.instead['/squawks'] = [{ ...squawkOf(1), resolved: true }];
    await refresh();
    pass(31_000);
    await expect.poll(list).toEqual({ snoozes: [] });
    school.instead['/squawks'] = [squawkOf(1)];
    await refresh();
    pass(31_000);
    expect(await list()).toEqual({ snoozes: [] });
  });

  it('that is worse is dropped: another squawk, or a flight that was not there', async () => {
    const school = groundedSchool();
    const { post, list, refresh, pass } = await opened(school);
    await post(snooze);
    school.reservations = [stubReservation(7, '2026-05-12T17:30:00Z', '2026-05-12T18:30:00Z')];
    await refresh();
    pass(31_000);
    await expect.poll(list).toEqual({ snoozes: [] });
  });

  it('cannot be put off for longer than the list looks ahead', async () => {
    const { post } = await opened();
    const endOfTomorrow = '2026-05-14T06:00:00.000Z';
    expect((await post({ ...snooze, until: endOfTomorrow })).status).toBe(200);
    expect((await post({ ...snooze, until: '2026-05-14T06:00:01.000Z' })).status).toBe(400);
  });
});

it('one person can put off a limited number of items, and nobody loses theirs', async () => {
  const { perPerson } = snoozeLimits;
  const { post, list } = await opened(groundedSchool(perPerson + 2));
  const order = (number: number, by: string) => post({ ...snooze, key: `grounded ${guid(number)}`, by });
  for (let number = 1; number <= perPerson; number++) expect((await order(number, 'Kim Lee')).status).toBe(200);
  const refused = await order(perPerson + 1, 'kim lee');
  expect([refused.status, message(refused)]).toEqual([
    409,
    'You have put off 40 items, the most allowed per person. Show one of them again first.',
  ]);
  expect((await order(perPerson + 1, 'Ana Ruiz')).status).toBe(200);
  // An item that is put off already may be put off for longer.
  expect((await order(1, 'Kim Lee')).status).toBe(200);
  const madeUp = Array.from({ length: 500 }, (_, number) => order(900 + number, `Nobody ${number}`));
  expect(new Set((await Promise.all(madeUp)).map(({ status }) => status))).toEqual(new Set([404]));
  const { snoozes } = await list();
  expect(snoozes).toHaveLength(perPerson + 1);
  await post({ key: `grounded ${guid(1)}`, fingerprint: null, until: null });
  expect((await order(perPerson + 2, 'Kim Lee')).status).toBe(200);
});

describe('a request to put something off', () => {
  it.each([
    ['no JSON', '{'],
    ['no key', JSON.stringify({ ...snooze, key: '' })],
    ['nobody who does it', JSON.stringify({ ...snooze, by: undefined })],
    ['a name of blanks', JSON.stringify({ ...snooze, by: '  ' })],
    ['a name that is too long', JSON.stringify({ ...snooze, by: 'x'.repeat(61) })],
    ['a name of two lines', JSON.stringify({ ...snooze, by: 'Kim\nLee' })],
    ['no fingerprint', JSON.stringify({ ...snooze, fingerprint: 7 })],
    ['a time that has passed', JSON.stringify({ ...snooze, until: new Date(testNow).toISOString() })],
    ['no instant', JSON.stringify({ ...snooze, until: 'tomorrow' })],
    ['another value', '[]'],
  ])('is refused with %s', async (_, text) => {
    const { copy, list } = await opened();
    expect((await send(copy.url, text)).status).toBe(400);
    expect(await list()).toEqual({ snoozes: [] });
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ host: 'evil.example' }, 421],
  ])('is refused from another page: %o', async (headers, status) => {
    const { post, list } = await opened();
    expect((await post(snooze, headers)).status).toBe(status);
    expect(await list()).toEqual({ snoozes: [] });
  });

  it('is accepted from our own pages', async () => {
    const { copy, post } = await opened();
    const headers = { origin: copy.url, 'sec-fetch-site': 'same-origin' };
    expect((await post(snooze, headers)).status).toBe(200);
  });

  it('is refused if it is too long', async () => {
    const { post } = await opened();
    expect((await post({ ...snooze, more: 'x'.repeat(5_000) })).status).toBe(413);
  });

  it('is refused before anything has been read', async () => {
    const service = await listen(stubService({ ...groundedSchool(), instead: { '/aircraft': 'none' } }));
    const copy = await openTestCopy({ service: service.url });
    onTestFinished(async () => {
      await copy.close();
      await service.close();
    });
    expect((await send(copy.url, JSON.stringify(snooze))).status).toBe(503);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('cannot be a %s', async (method) => {
    const { copy } = await opened();
    const { status, headers } = await send(copy.url, '', {}, method);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });
});
