import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('../flightline.ts', import.meta.url));

/** Runs the command with only these settings, and waits for its end. */
async function run(env: { [name: string]: string }) {
  const cwd = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [main, 'check-connection'], { cwd, env }, (_, out, err) => {
      resolve({ code: child.exitCode, out, err });
    });
  });
}

test('without an upstream it ends with code 2 and one sentence', async () => {
  const { code, out, err } = await run({});
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^There is no connection to check: API_BASE_URL is not set[^\n]*\.\n$/);
});

test('invalid settings are refused by name', async () => {
  const { code, err } = await run({ API_BASE_URL: 'https://api.example.com', API_SUBSCRIPTION_KEY: 'some-key' });
  expect(code).toBe(2);
  expect(err.split('\n').map((line) => line.split(' ')[0])).toEqual(['API_OPERATOR_ID', 'OPERATOR_TIME_ZONE', '']);
});

test('the key is not printed even if the service repeats it in a refusal, and the code is 1', async () => {
  const server = createServer(({ headers }, outgoing) => {
    outgoing.writeHead(401).end(JSON.stringify({ message: `Bad key ${String(headers['x-subscription-key'])}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { code, out, err } = await run({
    API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    API_SUBSCRIPTION_KEY: 'k3y/with+odd"signs-0123456789',
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '1000000',
    OPERATOR_TIME_ZONE: 'America/Denver',
  });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain('(401, “Bad key (the key)”)');
  expect(out).not.toContain('k3y/with');
});
