import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import type { Role } from '#contract/access/roles.ts';
import { isRecord } from '#contract/objects.ts';
import { runAccess } from '#e2e/servers/access/accessCommand.ts';
import type { Gateway } from '#server/http/gateway.ts';
import { openGateway } from '#server/app/open.ts';
import { readFlags } from '#operator/flags.ts';
import { startOperator } from '#operator/start.ts';
import { readSettings } from '#server/app/settings.ts';
import { builtDashboard } from '#e2e/tools/builtDashboard.ts';
import { end } from './failingUpstream.ts';
import { now } from './servers.ts';

/** A school where people sign in with tokens, one for each role, and displays with their link. */
export type RoleGateway = {
  readonly url: string;
  /** The user id of an instructor of the school, as in reservations. */
  readonly instructor: string;
  readonly signIn: (page: Page, role: Role) => Promise<void>;
  /** Runs `flightline` with these words, such as `access list`. Returns its output: a token, or an address with one. */
  readonly command: (...words: string[]) => string;
  readonly close: () => Promise<void>;
};

const person = 'Alexandria Montgomery-Featherstone';

/** Starts the gateway and its school at the usual time of the tests. */
export async function startRoleGateway(): Promise<RoleGateway> {
  const reading = readFlags(['--port=0', '--key=demo-key', '--rate-limit=0', '--seed=1', '--aircraft=12', '--days=16']);
  if (!('settings' in reading)) throw new Error('The operator does not take its flags.');
  const operator = await startOperator({ ...reading.settings, now: new Date(now) });
  const dashboard = await builtDashboard();
  const directory = await mkdtemp(join(tmpdir(), 'flightline-roles-'));
  let gateway: Gateway | null = null;
  const server = createServer((incoming, outgoing) => gateway?.listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const settings = readSettings({
    API_BASE_URL: operator.url,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '100000',
    OPERATOR_TIME_ZONE: 'America/Denver',
    OPERATOR_NAME: 'Front Range Aviators',
    DATA_DIR: directory,
    ACCESS: 'tokens',
    PUBLIC_URL: url,
  });
  const clocks = { monotonic: () => performance.now(), wall: () => Date.parse(now) };
  const opened = await openGateway(settings, dashboard, undefined, clocks);
  gateway = opened;
  const instructor = await instructorAt(operator.url);
  const command = (...words: string[]): string => {
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const code = runAccess(words, { settings: () => settings, clock: clocks.wall, print, note: () => undefined });
    if (code !== 0) throw new Error(`npm run access -- ${words.join(' ')} ended with ${code}.`);
    return printed[0] ?? '';
  };
  const signIn = async (page: Page, role: Role) => {
    if (role === 'display') {
      const [, token = ''] = command('display-link', '--name', 'hangar', '--days', '1').split('#');
      const answer = await page.request.post(`${url}/sign-in/display`, { data: { token } });
      return expect(answer).toBeOK();
    }
    const who = role === 'instructor' ? ['--instructor', instructor] : [];
    const token = command('access', 'token', '--name', person, '--role', role, '--days', '1', ...who);
    // The answer redirects to the page, which need not be shown.
    const answer = await page.request.post(`${url}/sign-in`, { form: { token }, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  };
  const close = async () => {
    await end(server);
    await opened.close();
    await operator.close();
    await rm(directory, { recursive: true });
  };
  return { url, instructor, signIn, command, close };
}

async function instructorAt(operator: string): Promise<string> {
  const headers = { 'x-subscription-key': 'demo-key' };
  const answer: unknown = await (await fetch(`${operator}/core/v1.0/operators/1001/instructors`, { headers })).json();
  const items = isRecord(answer) && Array.isArray(answer['items']) ? answer['items'] : [];
  const [first]: unknown[] = items;
  return isRecord(first) ? String(first['userId']) : '';
}
