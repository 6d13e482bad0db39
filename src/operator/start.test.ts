import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OperatorSettings, readFlags } from './flags.ts';
import { samplePath } from '#e2e/servers/operatorSamples.ts';
import { startOperator } from './start.ts';

const small = ['--port=0', '--aircraft=3', '--reservations-per-day=6', '--days=3'];
const headers = { 'x-subscription-key': 'demo-key' };

function settingsOf(...args: string[]): OperatorSettings {
  const reading = readFlags([...small, ...args]);
  if (!('settings' in reading)) throw new Error(JSON.stringify(reading));
  return reading.settings;
}

async function totalAt(url: string, path: string): Promise<number> {
  const answer = await fetch(url + path, { headers });
  return ((await answer.json()) as { totalItems: number }).totalItems;
}

/** Runs the command to its end; `onReady` is called with the address when it serves. */
function run(args: readonly string[], onReady: (url: string, stop: () => void) => unknown = () => undefined) {
  const child = spawn(process.execPath, ['src/operator/main.ts', ...args]);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += String(chunk);
    const url = /operator ready at (\S+)\n/.exec(output.out)?.[1];
    if (url) onReady(url, () => child.kill('SIGTERM'));
  });
  child.stderr.on('data', (chunk) => (output.err += String(chunk)));
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

test('it serves at its reported address, until it is closed', async () => {
  const operator = await startOperator(settingsOf());
  expect(operator.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
  expect(await totalAt(operator.url, samplePath('listReservations'))).toBeGreaterThan(0);
  await operator.close();
  await operator.close();
  await expect(fetch(operator.url)).rejects.toThrow();
});

test('an empty school answers every list with nothing', async () => {
  const operator = await startOperator(settingsOf('--empty'));
  for (const id of [
    'listAircraft',
    'listUsers',
    'listInstructors',
    'listEquipment',
    'listReservations',
    'reportFlights',
  ] as const) {
    expect([id, await totalAt(operator.url, samplePath(id))]).toEqual([id, 0]);
  }
  expect((await fetch(operator.url + samplePath('getOperator'), { headers })).status).toBe(200);
  await operator.close();
});

test('a database file keeps its school, and never a key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  const database = `--database=${join(folder, 'school.db')}`;
  const first = await startOperator(settingsOf(database, '--now=2026-11-20T18:05:00Z', '--seed=5'));
  const aircraft = await (await fetch(first.url + samplePath('listAircraft'), { headers })).text();
  await first.close();
  const second = await startOperator(settingsOf(database, '--now=2026-11-20T18:05:00Z', '--seed=6', '--aircraft=9'));
  expect(await (await fetch(second.url + samplePath('listAircraft'), { headers })).text()).toBe(aircraft);
  await second.close();
  expect(readFileSync(join(folder, 'school.db')).includes('demo-key')).toBe(false);
  rmSync(folder, { recursive: true });
});

test('the command says when it is ready, and stops quietly when it is told to', async () => {
  const { code, out, err } = await run([...small, '--key=a-secret'], (_url, stop) => stop());
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^operator ready at http:\/\/127\.0\.0\.1:\d+\n$/);
});

test.each([
  [['--port=x'], '--port must be a whole number from 0 to 65535.\n'],
  [['--colour'], "Unknown option '--colour'; --help lists the flags.\n"],
])('%j ends with code 2 and one sentence', async (args, err) => {
  expect(await run(args)).toEqual({ code: 2, out: '', err });
});

test('a taken port is reported in one sentence', async () => {
  const operator = await startOperator(settingsOf());
  const { code, err } = await run([...small, `--port=${new URL(operator.url).port}`]);
  expect(code).toBe(2);
  expect(err).toMatch(/^listen EADDRINUSE[^\n]*\n$/);
  await operator.close();
});

test('--help prints the flags', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  expect(out).toContain('--reservations-per-day');
});
