import { afterAll, describe, expect, it } from 'vitest';
import { readFlags } from '#operator/flags.ts';
import { type RunningOperator, startOperator } from '#operator/start.ts';
import { readSettings } from '#server/app/settings.ts';
import { checkConnection, clockVerdict } from './check.ts';

const key = 'school-key/with+signs-0123';
const now = '2026-11-20T18:05:00Z';
const small = ['--port=0', `--key=${key}`, `--now=${now}`, '--aircraft=8', '--reservations-per-day=30', '--days=16'];
const running: RunningOperator[] = [];
afterAll(() => Promise.all(running.map((operator) => operator.close())));

async function serve(...flags: string[]): Promise<string> {
  const reading = readFlags([...small, ...flags]);
  if (!('settings' in reading)) throw new Error(JSON.stringify(reading));
  const operator = await startOperator(reading.settings);
  running.push(operator);
  return operator.url;
}

/** Checks the connection to this address without pauses, and expects no line to contain the key. */
async function check(url: string, changes: { readonly [name: string]: string } = {}) {
  const settings = readSettings({
    API_BASE_URL: url,
    API_SUBSCRIPTION_KEY: key,
    API_OPERATOR_ID: '1001',
    OPERATOR_TIME_ZONE: 'America/Denver',
    ...changes,
  });
  const lines: string[] = [];
  const upstream = settings.upstream!;
  const wait = () => Promise.resolve();
  const print = (line: string) => lines.push(line);
  const isSound = await checkConnection({ settings, upstream, fetch, wait, print, now: Date.parse(now) });
  for (const secret of [key, upstream.key]) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  const marks = lines
    .map((line) => /^(ok|differs|unsure|failed) /.exec(line)?.[1])
    .filter((mark) => mark !== undefined);
  return { isSound, lines, marks, about: (text: string) => lines.find((line) => line.includes(text)) };
}

const plain = await serve('--rate-limit=0');
const field = await serve('--rate-limit=0', '--field', '--odd');

describe('a service as specified', async () => {
  const { isSound, lines, marks, about } = await check(plain);

  it('passes, with every operation called', () => {
    expect(isSound).toBe(true);
    expect(new Set(marks)).toEqual(new Set(['ok']));
    expect(lines).toContain('34 calls used.');
    expect(about('fetch a user by external id')).toBe('ok      core: fetch a user by external id: read');
  });

  it('keeps its settings', () => {
    expect(lines.slice(-7)).toEqual([
      `API_BASE_URL=${plain}`,
      '# API_SUBSCRIPTION_KEY stays as it is.',
      'API_OPERATOR_ID=1001',
      'API_RATE_LIMIT=60',
      'OPERATOR_TIME_ZONE=America/Denver',
      'ZONELESS_TIMES=operator',
      'REPORT_OFFSET=page',
    ]);
  });

  it('makes a zone on the other side of the world look wrong', async () => {
    const { isSound: isSoundThere, about: aboutThere } = await check(plain, { OPERATOR_TIME_ZONE: 'Asia/Tokyo' });
    expect(isSoundThere).toBe(true);
    expect(aboutThere('hours of the reservations')).toMatch(/^differs .* OPERATOR_TIME_ZONE looks wrong\./);
  });
});

describe('a service as in the field', async () => {
  const { isSound, lines, about } = await check(field, { ZONELESS_TIMES: 'utc' });

  it('passes, with its differences listed', () => {
    expect(isSound).toBe(true);
    expect(about('a large page')).toMatch(
      /with odd members \(.*pilots is not an array.*members .*: endTimeUtc, reservationNumber, startTimeUtc$/,
    );
    expect(about('unknown parameter')).toMatch(/^ok .* ignored/);
    expect(about('list aircraft, offset')).toMatch(/^ok .* counts pages/);
    expect(about('counts records')).toMatch(/^differs reports: .*REPORT_OFFSET=record\.$/);
    expect(about('times without a zone')).toMatch(/^differs .* that they are America\/Denver\.$/);
  });

  it('gets the settings that fit it', () => {
    expect(lines.slice(-4)).toEqual(['# was utc', 'ZONELESS_TIMES=operator', '# was page', 'REPORT_OFFSET=record']);
  });

  it('shows a wrong zone by its UTC times', async () => {
    const { about: aboutThere } = await check(field, { OPERATOR_TIME_ZONE: 'America/Chicago' });
    expect(aboutThere('times without a zone')).toMatch(
      /their clock is UTC-07:00, which is not that of America\/Chicago/,
    );
  });
});

describe('a connection that does not work', () => {
  it.each([
    ['plain', plain],
    ['in the field', field],
  ])('because of the key: %s', async (_, url) => {
    const { isSound, lines, about } = await check(url, { API_SUBSCRIPTION_KEY: 'another-key' });
    expect(isSound).toBe(false);
    expect(about('fetch a single operator')).toMatch(/^failed .* the key was not accepted \(401, /);
    expect(about('reports: all others')).toMatch(/^unsure /);
    expect(lines).toContain('- Check that API_SUBSCRIPTION_KEY is the whole key, and the one for this service.');
    expect(lines).toContain('7 calls used.');
  });

  it.each([
    ['plain', plain, /this key has no access \(403/],
    ['in the field', field, /the operator id was not accepted \(400/],
  ])('because of the operator id: %s', async (_, url, words) => {
    const { isSound, lines, about } = await check(url, { API_OPERATOR_ID: '1002' });
    expect(isSound).toBe(false);
    expect(about('list aircraft')).toMatch(words);
    expect(lines.some((line) => line.startsWith('- Check API_OPERATOR_ID'))).toBe(true);
  });

  it.each([
    ['plain', []],
    ['in the field', ['--field']],
  ])('because the allowance is used up: it stops and says for how long: %s', async (_, flags) => {
    const { isSound, lines, about } = await check(await serve('--rate-limit=5', ...flags));
    expect(isSound).toBe(false);
    expect(lines).toContain('6 calls used.');
    expect(about('the check stopped here')).toMatch(
      /the call allowance is used up \(429, .*\); try again in (60|59) s$/,
    );
  });

  it('because nothing answers', async () => {
    const url = await serve();
    await running.pop()?.close();
    const { isSound, lines, about } = await check(url);
    expect(isSound).toBe(false);
    expect(about('fetch a single operator')).toMatch(/: no connection \(ECONNREFUSED\)$/);
    expect(lines).toContain('7 calls used.');
    expect(about('recommended settings')).toMatch(/^As far as could be determined, /);
  });
});

describe('the clock of this machine', () => {
  it.each([
    [null, 'unsure', 'the service’s answers do not show its time.'],
    [60_000, 'ok', 'agrees with the service’s.'],
    [-300_000, 'differs', 'is 5 min behind the service’s: turn on time synchronisation (timedatectl set-ntp true).'],
    [
      7_200_000,
      'differs',
      'is 2 h 00 ahead of the service’s: turn on time synchronisation (timedatectl set-ntp true).',
    ],
  ] as const)('%s ms ahead is %s', (ahead, mark, words) => {
    expect(clockVerdict(ahead)).toEqual({ mark, words });
  });
});
