import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

type Ended = { readonly code: number | null; readonly said: string };

/** Starts the program in its own folder with this `.env`, and waits for its end. */
async function start(file: string, environment: { [name: string]: string }): Promise<Ended> {
  const cwd = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, '.env'), file);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main], { cwd, env: environment }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, said: stdout + stderr });
    });
  });
}

describe('the program', () => {
  it('refuses invalid settings by name, from .env and from the shell', async () => {
    const { code, said } = await start('API_BASE_URL=https://api.example.com\nAPI_SUBSCRIPTION_KEY="has a space"\n', {
      API_OPERATOR_ID: 'seven',
    });
    expect(code).toBe(2);
    expect(said).toBe(
      'API_SUBSCRIPTION_KEY must be 8 to 512 visible ASCII characters without spaces.\n' +
        'API_OPERATOR_ID must be a whole number from 0 to 2147483647.\n',
    );
  });

  it('prefers the shell over .env', async () => {
    const { said } = await start('PORT=first\nHOST=0.0.0.0\n', { PORT: '4600' });
    expect(said).toMatch(/^HOST must be this machine .*\.\n$/);
  });
});
