import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openGateway } from '#server/app/open.ts';
import { readSettings } from '#server/app/settings.ts';
import { listen } from '#e2e/servers/testCopy.ts';
import { runAccess } from './accessCommand.ts';
import { browse, openTestProvider, type ProviderCookies, secret } from './testProvider.ts';

export type OidcStand = Awaited<ReturnType<typeof openOidcStand>>;

/** A gateway with `ACCESS=oidc` at https://ops.example.org, with Ana as a dispatcher, and its sign-in service. */
export async function openOidcStand(
  more: { readonly [name: string]: string } = {},
  provided: Parameters<typeof openTestProvider>[0] = {},
) {
  const provider = await openTestProvider(provided);
  const directory = mkdtempSync(join(tmpdir(), 'flightline-'));
  const log: string[] = [];
  const settings = readSettings({
    ACCESS: 'oidc',
    PUBLIC_URL: 'https://ops.example.org',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'flightline',
    OIDC_CLIENT_SECRET: secret,
    DATA_DIR: directory,
    ...more,
  });
  const quiet = { print: () => undefined, note: () => undefined };
  const command = (...words: string[]) =>
    runAccess(['access', ...words], { settings: () => settings, clock: Date.now, ...quiet });
  expect(command('add', '--name', 'Ana.Garcia@example.org', '--role', 'dispatcher')).toBe(0);
  const gateway = await openGateway(settings, null, (line) => log.push(line));
  const served = await listen(gateway.listener);
  const close = async () => {
    await served.close();
    await gateway.close();
    await provider.close();
    rmSync(directory, { recursive: true });
  };
  return { provider, log, command, url: served.url, close, browser: () => new Browser(served.url) };
}

export type Answer = { readonly status: number; readonly location: string; readonly text: string };

/** A browser that reaches the gateway through an https proxy. It handles cookies, and nothing else that browsers do. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  ask(
    path: string,
    { method = 'GET', accept = 'text/html', from = '127.0.0.1', body = '', headers: more = {} } = {},
  ): Promise<Answer> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'ops.example.org', accept, cookie, ...(method === 'POST' && ofForm), ...more };
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#url + path, { method, headers, agent: false, localAddress: from }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        incoming.on('end', () => {
          for (const line of incoming.headers['set-cookie'] ?? []) this.#keep(line);
          resolve({ status: incoming.statusCode ?? 0, location: incoming.headers.location ?? '', text });
        });
      });
      outgoing.on('error', reject).end(body);
    });
  }

  /** The cookies at the provider. */
  readonly there: ProviderCookies = new Map();

  /** Starts a sign-in, up to the return from the provider. */
  async begin(to: string): Promise<URL> {
    const { status, location } = await this.ask(`/sign-in/start?to=${encodeURIComponent(to)}`);
    expect(status).toBe(303);
    return browse(location, this.there);
  }

  return({ pathname, search }: URL): Promise<Answer> {
    return this.ask(pathname + search);
  }

  /** The caller according to `/config`; null if sign-in is needed. */
  async who(): Promise<unknown> {
    const { status, text } = await this.ask('/config', { accept: 'application/json' });
    const { who }: { who?: unknown } = JSON.parse(text);
    return status === 200 ? who : null;
  }

  #keep(line: string): void {
    expect(line).toMatch(/^__Host-[\w-]+=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const ofForm = {
  origin: 'https://ops.example.org',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
};
