import { chmodSync, mkdirSync, writeFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { openTestCopy, openTestOperator } from '#e2e/servers/testCopy.ts';
import { readSettings } from '#server/app/settings.ts';
import { openWorkFolder } from '#server/install/dataDirectory.ts';
import { runDoctor } from './doctor.ts';

let service: Awaited<ReturnType<typeof openTestOperator>>;
beforeAll(async () => {
  service = await openTestOperator(['--aircraft=2', '--reservations-per-day=4', '--days=5']);
});
afterAll(() => service.close());

const minute = 60_000;

type Given = {
  readonly settings?: { readonly [name: string]: string };
  readonly file?: string | null;
  readonly fetch?: typeof fetch;
  readonly clock?: () => number;
};

/** What the doctor says, line by line, and its exit code. */
async function examine({ settings = {}, file = null, fetch: given = fetch, clock = Date.now }: Given) {
  const lines: string[] = [];
  const environment = {
    API_BASE_URL: service.url,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    OPERATOR_TIME_ZONE: 'America/Denver',
    DATA_DIR: join(emptyDirectory(), 'data'),
    PORT: '0',
    ...settings,
  };
  const print = (line: string) => void lines.push(line);
  const options = { readSettings: () => readSettings(environment), settingsFile: file, fetch: given, clock, print };
  return { code: await runDoctor(options), lines, problems: lines.filter((line) => line.startsWith('problem')) };
}

/** A service that answers with a time of its own. */
const withDate =
  (date: () => Date): typeof fetch =>
  async (...given) => {
    const answer = await fetch(...given);
    return new Response(await answer.text(), { status: answer.status, headers: { date: date().toUTCString() } });
  };

it('a sound installation has no problem, and the service was called once', async () => {
  let calls = 0;
  const counted = withDate(() => new Date());
  const file = join(emptyDirectory(), 'flightline.env');
  writeFileSync(file, 'PORT=4600\n', { mode: 0o600 });
  const given: Given = {
    file,
    fetch: (...all) => {
      calls++;
      return counted(...all);
    },
  };
  const { code, lines } = await examine(given);
  expect({ code, last: lines.at(-1), calls }).toEqual({ code: 0, last: 'Nothing is wrong.', calls: 1 });
  expect(lines.join('\n')).toContain('The clock of this machine agrees with the service’s.');
  expect(lines.join('\n')).not.toContain('demo-key');
});

describe('settings', () => {
  it('that are invalid are told by name, and end the examination', async () => {
    const { code, problems } = await examine({ settings: { API_OPERATOR_ID: 'seven', PORT: 'x' } });
    expect(code).toBe(1);
    expect(problems.map((line) => line.split(/\s+/)[1])).toEqual(['API_OPERATOR_ID', 'PORT']);
  });

  it('that others can read, or with a comment that a service reads as a value, are problems', async () => {
    const file = join(emptyDirectory(), 'flightline.env');
    writeFileSync(file, '# all\nAPI_OPERATOR_ID=7   # the number\nOPERATOR_NAME="School # 1"\n');
    chmodSync(file, 0o644);
    const { code, problems } = await examine({ file });
    expect(code).toBe(1);
    expect(problems).toEqual([
      `problem  Others can read the key in ${file}: chmod 600 ${file}`,
      `problem  API_OPERATOR_ID in ${file} has a comment behind its value, which systemd and Docker take as a part of it.`,
    ]);
  });
});

describe('the service', () => {
  it('that refuses the key, or another clock, is a problem in words, without the key', async () => {
    const wrong = await examine({ settings: { API_SUBSCRIPTION_KEY: 'another-key' } });
    expect(wrong.problems.join()).toMatch(
      /the key was not accepted .* Check that API_SUBSCRIPTION_KEY is the whole key/,
    );
    expect(wrong.lines.join('\n')).not.toContain('another-key');
    const fast = await examine({ fetch: withDate(() => new Date(Date.now() - 7 * minute)) });
    expect(fast.problems.join()).toMatch(
      /clock of this machine is 7 min ahead of the service’s: turn on time synchronisation/,
    );
  });
});

describe('the data directory', () => {
  it('that others can open, with a file that is damaged or of a newer version, is a problem', async () => {
    const directory = emptyDirectory();
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, 'access.sqlite'), 'no database '.repeat(1_000), { mode: 0o600 });
    writeFileSync(join(directory, 'replica.sqlite'), '', { mode: 0o600 });
    const database = new DatabaseSync(join(directory, 'replica.sqlite'));
    database.exec('CREATE TABLE a (b); PRAGMA user_version = 99');
    database.close();
    const { problems } = await examine({ settings: { DATA_DIR: directory } });
    expect(problems).toEqual([
      expect.stringContaining(`chmod 700 ${directory}`),
      expect.stringMatching(/access\.sqlite cannot be read: file is not a database/),
      expect.stringMatching(/replica\.sqlite was written by a newer version of Flightline/),
    ]);
  });

  it('with files that others can read, or what an interrupted backup left, is a problem', async () => {
    const directory = emptyDirectory();
    mkdirSync(join(directory, 'briefs'), { mode: 0o700 });
    for (const name of ['briefs/a.html', 'alerts.json']) {
      writeFileSync(join(directory, name), '');
      chmodSync(join(directory, name), 0o640);
    }
    const left = join(directory, '.backup-a1B2c3');
    mkdirSync(left, { mode: 0o700 });
    writeFileSync(join(left, 'in-use.sqlite'), '', { mode: 0o600 });
    const unfinished = join(directory, 'briefs', '.2026-05-11.html.tmp');
    for (const path of [unfinished, join(directory, '.alerts.json.tmp')]) writeFileSync(path, '', { mode: 0o600 });
    // The other one may be under way.
    utimesSync(unfinished, 0, 0);
    const underWay = openWorkFolder(directory, 'backup');
    const { problems } = await examine({ settings: { DATA_DIR: directory } });
    underWay.remove();
    expect(problems).toEqual([
      expect.stringMatching(/Others can read .*(?:a\.html|alerts\.json), and 1 more: chmod -R go= /),
      expect.stringContaining(`${left} is left of something that was interrupted`),
      expect.stringContaining(`${unfinished} is left of something that was interrupted`),
    ]);
  });

  it('that a running Flightline uses is none', async () => {
    const directory = emptyDirectory();
    const copy = await openTestCopy({ service: service.url, settings: { DATA_DIR: directory } });
    const { code, lines } = await examine({ settings: { DATA_DIR: directory } });
    await copy.close();
    expect({ code, inUse: lines.some((line) => line.includes('replica.sqlite is in use')) }).toEqual({
      code: 0,
      inUse: true,
    });
  });
});

describe('the address that people open', () => {
  const settings = { ACCESS: 'tokens', PUBLIC_URL: 'https://ops.school.example', TRUSTED_PROXIES: '127.0.0.1' };
  /** The proxy's address answers as given; all other requests go to the service. */
  const proxied =
    (answer: () => Promise<Response>): typeof fetch =>
    (to, init) =>
      new Request(to).url.startsWith(settings.PUBLIC_URL) ? answer() : fetch(to, init);
  const failing = (code: string) =>
    proxied(() => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })));

  it('is asked through the proxy, whose refusal is told in the words of Flightline', async () => {
    const gateway = await openTestCopy({ service: service.url, settings: { ...settings, TRUSTED_PROXIES: '' } });
    const through = (headers: { [name: string]: string }) =>
      proxied(() => fetch(`${gateway.url}/config`, { headers: { 'user-agent': 'proxy', ...headers } }));
    const untrusted = await examine({ settings, fetch: through({ 'x-forwarded-for': '203.0.113.7' }) });
    expect(untrusted.problems.join()).toContain(
      'https://ops.school.example answers 403: This request came through a proxy that this server does not trust',
    );
    const sound = await examine({ settings, fetch: through({}) });
    await gateway.close();
    expect(sound.problems).toEqual([]);
    expect(sound.lines.join('\n')).toContain('https://ops.school.example reaches Flightline.');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'its certificate has expired'],
    ['ECONNREFUSED', 'nothing listens there'],
    ['ENOTFOUND', 'the name is not known'],
    ['ESTRANGE', 'ESTRANGE'],
  ])('that fails by %s says why', async (code, words) => {
    expect((await examine({ settings, fetch: failing(code) })).problems.join()).toContain(words);
  });

  it('with something else behind it, or nothing, says so', async () => {
    const answer = (status: number) => proxied(() => Promise.resolve(new Response('<html>', { status })));
    expect((await examine({ settings, fetch: answer(502) })).problems.join()).toContain('the proxy answers 502');
    expect((await examine({ settings, fetch: answer(404) })).problems.join()).toContain(
      'answers 404, but not as Flightline does',
    );
  });
});
