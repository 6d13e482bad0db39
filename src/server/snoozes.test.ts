import { request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { listen, newStubSchool, openTestCopy, stubService, testNow } from './testCopy.ts';

const soon = new Date(testNow + 3_600_000).toISOString();
const one = { key: 'not back r1', until: soon, severity: 62, by: 'Kim Lee' };
const kept = { ...one, at: new Date(testNow).toISOString() };

async function open(settings: { [name: string]: string } = {}, wall = () => testNow) {
  const service = await listen(stubService(newStubSchool(), []));
  const copy = await openTestCopy({ service: service.url, settings, tuning: { wall } });
  const close = async () => {
    await copy.close();
    await service.close();
  };
  return { copy, close };
}

async function opened(wall = () => testNow) {
  const { copy, close } = await open({}, wall);
  onTestFinished(close);
  return copy;
}

type Sent = { readonly status: number; readonly body: unknown; readonly headers: NodeJS.Dict<string | string[]> };

/** Sends a text as JSON, unless the headers say otherwise. */
function send(url: string, text: string, headers: { [name: string]: string } = {}, method = 'POST'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const usual = { 'content-type': 'application/json' };
    const outgoing = request(
      url + snoozesPath,
      { method, headers: { ...usual, ...headers }, agent: false },
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

const list = async (copy: { ask: (path: string) => Promise<{ body: unknown }> }) => (await copy.ask(snoozesPath)).body;

describe('what is put off', () => {
  it('is listed with who and when, for everyone, until it is taken back', async () => {
    const copy = await opened();
    expect(await list(copy)).toEqual({ snoozes: [] });
    expect(await send(copy.url, JSON.stringify(one))).toMatchObject({ status: 200, body: { snoozes: [kept] } });
    expect(await list(copy)).toEqual({ snoozes: [kept] });
    await send(copy.url, JSON.stringify({ ...one, severity: 78 }));
    expect(await list(copy)).toEqual({ snoozes: [{ ...kept, severity: 78 }] });
    await send(copy.url, JSON.stringify({ ...one, until: null }));
    expect(await list(copy)).toEqual({ snoozes: [] });
  });

  it('ends at its time', async () => {
    let now = testNow;
    const copy = await opened(() => now);
    await send(copy.url, JSON.stringify(one));
    now += 3_600_000;
    expect(await list(copy)).toEqual({ snoozes: [] });
  });

  it('outlives a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    // The file belongs to one service, so that both have to be the same.
    const service = await listen(stubService(newStubSchool(), []));
    const start = () => openTestCopy({ service: service.url, settings: { DATA_DIR: directory } });
    const first = await start();
    await send(first.url, JSON.stringify(one));
    await first.close();
    const second = await start();
    expect(await list(second)).toEqual({ snoozes: [kept] });
    await second.close();
    await service.close();
  });

  it('costs a 304 while nothing is new', async () => {
    const copy = await opened();
    const etag = (await copy.ask(snoozesPath)).headers.get('etag') ?? '';
    expect((await copy.ask(snoozesPath, { 'if-none-match': etag })).status).toBe(304);
    await send(copy.url, JSON.stringify(one));
    expect((await copy.ask(snoozesPath, { 'if-none-match': etag })).status).toBe(200);
  });

  it('is told to open screens', async () => {
    const copy = await opened();
    const stream = await fetch(`${copy.url}/events`);
    await send(copy.url, JSON.stringify(one));
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: snoozes')) break;
    }
    expect(text).toContain('event: snoozes');
  });
});

describe('a request to put something off', () => {
  it.each([
    ['no JSON', '{'],
    ['no key', JSON.stringify({ ...one, key: '' })],
    ['a name of blanks', JSON.stringify({ ...one, by: '  ' })],
    ['a name that is too long', JSON.stringify({ ...one, by: 'x'.repeat(61) })],
    ['a severity beyond its bounds', JSON.stringify({ ...one, severity: 101 })],
    ['a time that has passed', JSON.stringify({ ...one, until: new Date(testNow).toISOString() })],
    ['a time too far away', JSON.stringify({ ...one, until: new Date(testNow + 32 * 86_400_000).toISOString() })],
    ['no instant', JSON.stringify({ ...one, until: 'tomorrow' })],
    ['another value', '[]'],
  ])('is refused with %s', async (_, text) => {
    const copy = await opened();
    expect((await send(copy.url, text)).status).toBe(400);
    expect(await list(copy)).toEqual({ snoozes: [] });
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ host: 'evil.example' }, 421],
  ])('is refused from another page: %o', async (headers, status) => {
    const copy = await opened();
    expect((await send(copy.url, JSON.stringify(one), headers)).status).toBe(status);
    expect(await list(copy)).toEqual({ snoozes: [] });
  });

  it('is taken from our own pages', async () => {
    const copy = await opened();
    const headers = { origin: copy.url, 'sec-fetch-site': 'same-origin' };
    expect((await send(copy.url, JSON.stringify(one), headers)).status).toBe(200);
  });

  it('is refused where it is too long', async () => {
    const copy = await opened();
    expect((await send(copy.url, JSON.stringify({ ...one, more: 'x'.repeat(5_000) }))).status).toBe(413);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('may not be a %s', async (method) => {
    const copy = await opened();
    const { status, headers } = await send(copy.url, '', {}, method);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });
});

it('keeps the last 500', async () => {
  const copy = await opened();
  for (let number = 0; number < 502; number++) await send(copy.url, JSON.stringify({ ...one, key: `k${number}` }));
  const { snoozes } = (await list(copy)) as { snoozes: { key: string }[] };
  expect([snoozes.length, snoozes[0]?.key, snoozes.at(-1)?.key]).toEqual([500, 'k2', 'k501']);
});
