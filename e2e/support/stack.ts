import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { now } from './servers.ts';

export type Stack = { readonly url: string; readonly close: () => Promise<void> };

/** A second real stack beside the usual one, for a school of its own: its operator takes these flags more. */
export async function startStack(flags: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const operator = spawn(
    process.execPath,
    ['src/server/operator/main.ts', '--port', '0', '--now', now, '--key', 'demo-key', ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const upstream = await addressIn(operator);
  const gateway = spawn(process.execPath, ['e2e/support/standingGateway.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      API_BASE_URL: upstream,
      API_SUBSCRIPTION_KEY: 'demo-key',
      API_OPERATOR_ID: '1001',
      OPERATOR_TIME_ZONE: 'America/Denver',
      OPERATOR_NAME: 'Front Range Aviators',
      PORT: '0',
      ...environment,
    },
  });
  const url = await addressIn(gateway);
  const close = async () => {
    for (const child of [gateway, operator]) {
      child.kill();
      await once(child, 'exit');
    }
  };
  return { url, close };
}

/** The address a server prints once it serves. */
async function addressIn(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('the server ended before it served');
}
