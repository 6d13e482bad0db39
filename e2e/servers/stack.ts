import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { now } from './servers.ts';

export type Stack = { readonly url: string; readonly close: () => Promise<void> };

/** A server in its own process; it can safely be stopped twice. */
export type Started = { readonly url: string; readonly stop: () => Promise<void> };

/** A second real stack besides the usual one, for another school: its operator gets these extra flags. */
export async function startStack(flags: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const operator = await startOperatorProcess(flags);
  const gateway = await startGatewayProcess(operator.url, environment);
  const close = async () => {
    await gateway.stop();
    await operator.stop();
  };
  return { url: gateway.url, close };
}

/** The embedded operator at the time of the tests. */
export function startOperatorProcess(flags: readonly string[]): Promise<Started> {
  const file = 'src/operator/main.ts';
  return start([file, '--port', '0', '--now', now, '--key', 'demo-key', ...flags], process.env);
}

/** The gateway at the time of the tests. Its copy is in `DATA_DIR` if the environment names one, otherwise in memory. */
export function startGatewayProcess(upstream: string, environment: NodeJS.ProcessEnv = {}): Promise<Started> {
  return start(['e2e/servers/standingGateway.ts'], {
    ...process.env,
    API_BASE_URL: upstream,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    OPERATOR_TIME_ZONE: 'America/Denver',
    OPERATOR_NAME: 'Front Range Aviators',
    PORT: '0',
    ...environment,
  });
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const url = await addressIn(child);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { url, stop };
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
