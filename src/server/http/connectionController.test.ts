import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ConnectionCheck, connectionCheckPath } from '#contract/gateway/connectionCheck.ts';
import { key, openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';

const small = ['--aircraft=6', '--reservations-per-day=20', '--days=16'];
const field = await openTestOperator([...small, '--field']);
const plain = await openTestOperator(small);
afterAll(() => Promise.all([field.close(), plain.close()]));

async function open(service: string, settings: { readonly [name: string]: string } = {}) {
  const copy = await openTestCopy({ service, settings });
  onTestFinished(() => copy.close());
  return copy;
}

const checkOf = async (copy: TestCopy) => (await copy.ask(connectionCheckPath)).body as ConnectionCheck;

async function post(copy: TestCopy, action: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ action });
  return (await fetch(copy.url + connectionCheckPath, { method: 'POST', headers, body })).status;
}

/** Waits until the check is in this state. */
async function until(copy: TestCopy, state: ConnectionCheck['state']): Promise<ConnectionCheck> {
  await expect.poll(async () => (await checkOf(copy)).state, { timeout: 60_000 }).toBe(state);
  return checkOf(copy);
}

const fits = ({ settings }: ConnectionCheck) => settings.filter(({ value, fits: should }) => value !== should);

describe('the check of the connection', () => {
  it('finds what fits a service as in the field, and takes what the copy holds from it', async () => {
    const copy = await open(field.url, { ZONELESS_TIMES: 'utc' });
    expect(await checkOf(copy)).toMatchObject({ state: 'none', calls: 0, findings: [] });
    await copy.complete();
    expect(await post(copy, 'start')).toBe(200);
    const check = await until(copy, 'finished');
    expect(fits(check)).toEqual([
      { name: 'ZONELESS_TIMES', value: 'utc', fits: 'operator' },
      { name: 'REPORT_OFFSET', value: 'page', fits: 'record' },
    ]);
    expect(check.held).toBeGreaterThanOrEqual(6);
    expect(check.calls + check.held).toBeLessThanOrEqual(check.mostCalls + 2);
    expect(check.findings.find(({ subject }) => subject === 'core: list aircraft')?.words).toContain('local copy');
    // Flights begin in the operator’s daytime, and read as UTC they begin at night.
    const { operator = [], utc = [] } = check.hours ?? {};
    const night = (counts: readonly number[]) => counts.slice(0, 5).reduce((sum, count) => sum + count, 0);
    expect([operator.length, utc.length, night(operator)]).toEqual([24, 24, 0]);
    expect(night(utc)).not.toBe(night(operator));
  });

  it('says nothing of people, of the key and of the address', async () => {
    const copy = await open(field.url);
    await copy.complete();
    await post(copy, 'start');
    const text = JSON.stringify(await until(copy, 'finished'));
    const people = (await copy.ask('/api/core/v1.0/operators/1001/users?limit=100')).body as {
      items: readonly { readonly lastName: string; readonly email: string }[];
    };
    expect(people.items.length).toBeGreaterThan(20);
    for (const { lastName, email } of people.items) {
      expect(text).not.toMatch(new RegExp(`\\b${lastName}\\b`));
      expect(text).not.toContain(email);
    }
    expect(text).not.toContain(key);
    expect(text).not.toContain(new URL(field.url).host);
  });

  it('changes nothing where a service is as specified', async () => {
    const copy = await open(plain.url);
    await copy.complete();
    await post(copy, 'start');
    const check = await until(copy, 'finished');
    expect(fits(check)).toEqual([]);
    expect(check.findings.filter(({ mark }) => mark !== 'ok')).toEqual([]);
    expect(check.advice).toEqual([]);
  });
});

describe('a check that is stopped', () => {
  it('goes on where it stopped', async () => {
    const copy = await open(plain.url, { API_RATE_LIMIT: '60' });
    await post(copy, 'start');
    await expect.poll(async () => (await checkOf(copy)).calls).toBeGreaterThan(3);
    await post(copy, 'stop');
    const stopped = await checkOf(copy);
    expect(stopped).toMatchObject({ state: 'stopped', note: 'Stopped.' });
    await post(copy, 'start');
    await expect
      .poll(async () => (await checkOf(copy)).findings.length)
      .toBeGreaterThanOrEqual(stopped.findings.length);
    const resumed = await checkOf(copy);
    expect(resumed.startedAt).toBe(stopped.startedAt);
    expect(resumed.findings.slice(0, stopped.findings.length)).toEqual(stopped.findings);
  });

  it('waits for its part of the allowance, and says so', async () => {
    const copy = await open(plain.url, { API_RATE_LIMIT: '6' });
    await post(copy, 'start');
    await expect.poll(async () => (await checkOf(copy)).note).toBe('Waits for its part of the call allowance.');
    expect((await checkOf(copy)).state).toBe('running');
    await post(copy, 'stop');
    expect((await checkOf(copy)).state).toBe('stopped');
  });
});

describe('the last check', () => {
  it('is kept over a restart, and made again where a setting has changed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const first = await openTestCopy({ service: field.url, settings: { DATA_DIR: directory } });
    await first.complete();
    await post(first, 'start');
    const found = await until(first, 'finished');
    await first.close();
    const file = join(directory, 'connection-check.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(key);

    const same = await openTestCopy({ service: field.url, settings: { DATA_DIR: directory } });
    expect(await checkOf(same)).toEqual(found);
    await same.close();

    const changed = await open(field.url, { DATA_DIR: directory, REPORT_OFFSET: 'record' });
    const again = await until(changed, 'finished');
    expect(again.settings.find(({ name }) => name === 'REPORT_OFFSET')?.value).toBe('record');
    expect(fits(again)).toEqual([]);
  });

  it('starts only at a known request', async () => {
    const copy = await open(plain.url);
    expect(await post(copy, 'restart')).toBe(400);
    expect(await checkOf(copy)).toMatchObject({ state: 'none' });
  });
});
