import { spawnSync } from 'node:child_process';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { once } from 'node:events';

/** Where people reach an installation: a gateway or a proxy on this port, under the name `localhost:…` of its PUBLIC_URL. */
export type Door = { readonly port: number; readonly host: string };

/** The door of a gateway without a proxy: it listens on another port than its name says. */
export function doorOf({ url }: { readonly url: string }, publicUrl: string): Door {
  return { port: Number(new URL(url).port), host: new URL(publicUrl).host };
}

export type Visit = {
  readonly cookie?: string;
  /** Posted unchanged. */
  readonly form?: string;
  /** Posted as JSON. */
  readonly json?: unknown;
  /** Requests the newest data. */
  readonly isFresh?: boolean;
  readonly agent?: Agent;
};

/** Sends a request as a browser does, and returns the answer as soon as it starts. Rejects if the connection ends first. */
export async function visit(
  { port, host }: Door,
  path: string,
  { cookie, form, json, isFresh = false, agent }: Visit = {},
): Promise<IncomingMessage> {
  const body = form ?? (json === undefined ? null : JSON.stringify(json));
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const posted = body !== null && { 'content-type': type, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  const headers = {
    'user-agent': 'Mozilla/5.0 (test)',
    host,
    ...(cookie !== undefined && { cookie }),
    ...(isFresh && { [refreshHeader]: 'now' }),
    ...posted,
  };
  const method = body === null ? 'GET' : 'POST';
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: agent ?? false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

export type GatewayAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

/** Like `visit`, with the whole answer. */
export async function ask(door: Door, path: string, given: Visit = {}): Promise<GatewayAnswer> {
  const answer = await visit(door, path, given);
  const { statusCode: status = 0, headers } = answer;
  const chunks: Buffer[] = await answer.toArray();
  return { status, headers, text: Buffer.concat(chunks).toString() };
}

/** The cookie in the answer to a sign-in; null if there is none. */
export function cookieOf({ headers }: Pick<GatewayAnswer, 'headers'>): string | null {
  return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? null;
}

/** Signs in with a token, and returns the cookie; tries for some seconds. */
export async function signIn(door: Door, token: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask(door, '/sign-in', { form: `token=${token}` });
    const cookie = cookieOf(answer);
    if (cookie !== null) return cookie;
    if (attempt === 20) throw new Error(`Nobody could sign in: ${answer.status}.`);
    await sleep(500);
  }
}

/** A token made with the command line for the gateway with this data directory; if that fails, throws with its output. */
export function tokenFrom(dataDirectory: string, name: string, role: string): string {
  const command = fileURLToPath(new URL('../../../src/server/cli/flightline.ts', import.meta.url));
  const env = {
    ...process.env,
    DATA_DIR: dataDirectory,
    ACCESS: 'tokens',
    PUBLIC_URL: 'http://localhost:4600',
  };
  const given = [command, 'access', 'token', '--name', name, '--role', role, '--days', '2'];
  const made = spawnSync(process.execPath, given, { encoding: 'utf8', env });
  const [token] = /[A-Za-z0-9_-]{43}/.exec(made.stdout) ?? [];
  if (token === undefined) throw new Error(made.stdout + made.stderr);
  return token;
}
