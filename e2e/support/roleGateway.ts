import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  accessPath,
  accessRequestShape,
  everyone,
  type FeedSubject,
  type Grant,
  type Who,
} from '#contract/access/grants.ts';
import { mayAsk, mayOpen, type Role, roles } from '#contract/access/roles.ts';
import { matchPath } from '#contract/addresses.ts';
import { isRecord } from '#contract/objects.ts';
import type { Access, Caller } from '#server/access/caller.ts';
import { loadDashboard } from '#server/gateway/http/dashboard.ts';
import { bodyOf, jsonReply, refusalReply, type Reply, send } from '#server/gateway/http/reply.ts';
import { openGateway } from '#server/open.ts';
import { readFlags } from '#server/operator/flags.ts';
import { startOperator } from '#server/operator/start.ts';
import { readSettings } from '#server/settings.ts';
import { end } from './failingUpstream.ts';
import { now } from './servers.ts';

/** A gateway in which a cookie says who asks: `role=instructor`, with `user=…` for who they are. Without one they have to sign in. */
export type RoleGateway = {
  readonly url: string;
  /** Every refusal for want of a right, by address: no page may bring one about. */
  readonly refused: readonly string[];
  /** An instructor of the school, by whose id reservations name them. */
  readonly instructor: string;
  readonly close: () => Promise<void>;
};

const cookieOf = ({ headers }: IncomingMessage, name: string): string | null =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? null;

function whoOf(incoming: IncomingMessage): Who | null {
  const role = roles.find((one) => one === cookieOf(incoming, 'role'));
  if (!role) return null;
  const isDisplay = role === 'display';
  const name = isDisplay ? 'lobby' : (cookieOf(incoming, 'name') ?? 'Alexandria Montgomery-Featherstone');
  const userId = role === 'instructor' ? cookieOf(incoming, 'user') : null;
  return { ...everyone, mode: 'tokens', role, name, userId, showsNames: !isDisplay, canSignOut: !isDisplay };
}

function mayGet(role: Role, pathname: string): boolean {
  const match = pathname.startsWith('/api/') ? matchPath(pathname.slice('/api'.length)) : null;
  return match ? mayAsk(role, match.id) : mayOpen(role, pathname);
}

const page = (text: string): Reply => ({
  status: 200,
  body: bodyOf(Buffer.from(`<!doctype html><title>${text}</title><h1>${text}</h1>`)),
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

const signInPath = '/sign-in';

/** What has been handed out, in memory, by the contract of `/access`. */
class Grants {
  private grants: readonly Grant[];
  private count = 0;

  constructor(first: readonly Grant[]) {
    this.grants = first;
  }

  async answer(incoming: IncomingMessage): Promise<Reply> {
    if (incoming.method !== 'POST') return jsonReply(200, { grants: this.grants });
    const request = accessRequestShape.parse(JSON.parse(await textOf(incoming)));
    if (request.ask === 'revoke') {
      this.grants = this.grants.filter(({ id }) => id !== request.id);
      return jsonReply(200, { grants: this.grants, secret: null });
    }
    const { kind, name, role, userId, showsNames, subject, days } = request;
    const id = `grant${String.fromCodePoint(97 + this.count++)}xy`;
    const expiresAt = days === null ? null : new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const made = { id, kind, name, role: role ?? 'display', userId, showsNames, subject };
    this.grants = [{ ...made, createdAt: now, expiresAt, usedAt: null }, ...this.grants];
    return jsonReply(200, { grants: this.grants, secret: secretOf(kind, subject) });
  }
}

function secretOf(kind: Grant['kind'], subject: FeedSubject | null): string | null {
  if (kind === 'person') return null;
  if (kind === 'token') return 'fl_token_0123456789abcdefghijklmnopqrstuvwxyz';
  const origin = 'http://127.0.0.1:4600';
  return kind === 'display'
    ? `${origin}/display#0123456789abcdefghijklmnopqrstuvwxyz`
    : `${origin}/calendar/0123456789abcdefghijklmnopqrstuvwxyz/${subject?.of}.ics`;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function accessOf(first: readonly Grant[], refused: string[]): Access {
  const grants = new Grants(first);
  const callerOf = (incoming: IncomingMessage): Caller | null => {
    const who = whoOf(incoming);
    return who && { who, view: `${who.role} ${who.userId}`, id: `${who.role} ${who.name}` };
  };
  return {
    callerOf,
    handle: (incoming, pathname) => {
      if (pathname === signInPath) return page('Sign in');
      const who = whoOf(incoming);
      if (!who || mayGet(who.role, pathname)) return null;
      refused.push(`${who.role} ${incoming.url}`);
      return refusalReply({ status: 403, problems: [{ message: 'Your role does not include this.' }] });
    },
    stranger: (incoming, pathname) =>
      incoming.headers.accept?.includes('text/html')
        ? { ...page('Sign in'), status: 303, headers: { location: `${signInPath}?to=${encodeURIComponent(pathname)}` } }
        : refusalReply({ status: 401, problems: [{ message: 'Sign in first.' }] }),
    manage: (incoming, pathname) => {
      if (pathname === accessPath) return grants.answer(incoming);
      if (pathname !== '/sign-out') return null;
      const headers = { location: signInPath, 'set-cookie': 'role=; Max-Age=0; Path=/' };
      return { ...page('Signed out'), status: 303, headers };
    },
    onRevoked: () => undefined,
    close: () => undefined,
  };
}

/** Starts it at the usual time of the tests, with `first` handed out already. */
export async function startRoleGateway(first: readonly Grant[] = []): Promise<RoleGateway> {
  const reading = readFlags(['--port=0', '--key=demo-key', '--rate-limit=0', '--seed=1', '--aircraft=12', '--days=16']);
  if (!('settings' in reading)) throw new Error('The operator does not take its flags.');
  const operator = await startOperator({ ...reading.settings, now: new Date(now) });
  const dashboard = await loadDashboard('dist');
  if (!dashboard) throw new Error('There is no built dashboard in dist.');
  const settings = readSettings({
    API_BASE_URL: operator.url,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '100000',
    OPERATOR_TIME_ZONE: 'America/Denver',
    OPERATOR_NAME: 'Front Range Aviators',
  });
  const refused: string[] = [];
  const clocks = { steady: () => performance.now(), wall: () => Date.parse(now) };
  const access = accessOf(first, refused);
  const tuning = { ...clocks, access };
  const gateway = await openGateway({ ...settings, dataDirectory: null }, dashboard, undefined, tuning);
  const server = createServer((incoming, outgoing) => {
    const { method, url = '' } = incoming;
    const caller = access.callerOf(incoming);
    // What the gateway takes by POST is a matter of its guard, which has tests of its own.
    const written = method === 'POST' && caller ? access.manage(incoming, url, caller) : null;
    if (written) void Promise.resolve(written).then((reply) => send(incoming, outgoing, reply));
    else gateway.listener(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const instructor = await instructorAt(url);
  const close = async () => {
    await end(server);
    await gateway.close();
    await operator.close();
  };
  return { url, refused, instructor, close };
}

async function instructorAt(gateway: string): Promise<string> {
  const headers = { cookie: 'role=manager' };
  const answer: unknown = await (
    await fetch(`${gateway}/api/core/v1.0/operators/1001/instructors`, { headers })
  ).json();
  const items = isRecord(answer) && Array.isArray(answer['items']) ? answer['items'] : [];
  const [first]: unknown[] = items;
  return isRecord(first) ? String(first['userId']) : '';
}
