import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { emptyDirectory } from './access/testAccess.ts';
import { freePort } from './freePort.ts';
import { key } from './testCopy.ts';
import { eventually } from './teststand.ts';

/** A gateway in a process of its own, as the program starts it, which a test kills and starts again. */
export type KilledProgram = {
  readonly url: string;
  readonly env: { readonly [name: string]: string } & { readonly DATA_DIR: string };
  /** Starts it, and resolves once it serves. The function that it returns kills it, and resolves once it has ended. */
  readonly start: () => Promise<() => Promise<void>>;
};

/** A gateway with these settings beside the usual ones, not started yet. */
export async function killedProgram(settings: { readonly [name: string]: string }): Promise<KilledProgram> {
  const directory = emptyDirectory();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    API_SUBSCRIPTION_KEY: key,
    API_OPERATOR_ID: '1001',
    OPERATOR_TIME_ZONE: 'America/Denver',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: join(directory, 'data'),
    ...settings,
  };
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>Flightline</title>');
  const part = (name: string) => JSON.stringify(new URL(`../../src/server/app/${name}`, import.meta.url).href);
  const script = `
    const { run } = await import(${part('serve.ts')});
    const { readSettings } = await import(${part('settings.ts')});
    await run(() => readSettings(process.env), ${JSON.stringify(directory)});`;
  const start = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await eventually(async () => expect((await fetch(`${url}/health`)).status).toBe(200));
    return async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
    };
  };
  return { url, env, start };
}
