import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from './serve.ts';
import { readSettings } from './settings.ts';

const environment = {
  API_BASE_URL: 'https://api.upstream.example/flight',
  API_SUBSCRIPTION_KEY: 'key-that-no-browser-gets',
  API_OPERATOR_ID: '7',
  OPERATOR_TIME_ZONE: 'America/New_York',
  PORT: '0',
};

/** Builds the dashboard as `npm run build` does, with a school's settings in the environment. */
async function build(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const env = { ...environment, PATH: process.env['PATH'] };
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir'], { cwd, env });
  return outDir;
}

it('no file of the built dashboard, and no header sent with it, contains the key or the upstream’s address', async () => {
  const directory = await build();
  const running = await serve(readSettings(environment), directory);
  onTestFinished(running.close);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'));
  const paths = files.map((file) => join(file.parentPath, file.name).slice(directory.length));
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(1);
  for (const path of ['/', '/config', ...paths]) {
    const answer = await fetch(running.url + path);
    const everything = JSON.stringify(Array.from(answer.headers)) + (await answer.text());
    expect(answer.status).toBe(200);
    expect(everything.includes(environment.API_SUBSCRIPTION_KEY)).toBe(false);
    expect(everything.includes('api.upstream.example')).toBe(false);
  }
});
