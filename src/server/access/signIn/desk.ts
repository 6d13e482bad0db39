import type { IncomingMessage } from 'node:http';
import type { AccessMode } from '#contract/access/grants.ts';
import { refusalReply, type Reply } from '#server/gateway/http/reply.ts';
import type { Audit, AuditLine } from '#server/access/audit.ts';
import { networkOf } from '#server/access/audit.ts';
import type { AccessStore } from '#server/access/store/store.ts';
import type { Held } from '#server/access/store/handedOut.ts';
import { type Session, sessionLimits } from '#server/access/store/sessions.ts';
import type { Attempts } from './attempts.ts';
import type { Cookie } from './cookies.ts';

/** What every way of signing in needs. */
export type Desk = {
  readonly mode: AccessMode;
  readonly store: AccessStore;
  readonly cookie: Cookie;
  readonly attempts: Attempts;
  readonly audit: Audit;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly schoolName: () => string;
  /** The address of who sent a request, behind a trusted proxy too. */
  readonly clientOf: (incoming: IncomingMessage) => string;
  /** The session that a request comes with, in this mode. */
  readonly sessionOf: (incoming: IncomingMessage) => Session | null;
  /** Whom a trusted proxy names; null in other modes. */
  readonly proxyUser: (incoming: IncomingMessage) => string | null;
};

/** Signs the browser in under a new value. Answers the line that sets its cookie. */
export function signIn({ store, cookie, clock, sessionOf }: Desk, incoming: IncomingMessage, held: Held, name: string) {
  const { value } = store.begin(held, name, sessionOf(incoming));
  return cookie.set(value, cookieSeconds(held, clock()));
}

/** How long a browser keeps its cookie: the server decides before that. Bounded by the link, and by what browsers allow. */
export function cookieSeconds({ kind, expiresAt }: Held, now: number): number {
  const most = kind === 'display' ? Infinity : sessionLimits.absoluteMs;
  const left = expiresAt === null ? Infinity : expiresAt - now;
  return Math.min(most, left) / 1000;
}

/** Notes a wrong secret. Answers for how many seconds its sender has to wait, null where it may try again. */
export function wrongSecret(
  { attempts, audit, clientOf }: Desk,
  incoming: IncomingMessage,
  why: NonNullable<AuditLine['why']>,
): number | null {
  const address = clientOf(incoming);
  const wait = attempts.wrong(address);
  if (wait === null) audit({ event: 'refused', why, network: networkOf(address) });
  return wait;
}

export const noStore = { 'cache-control': 'no-store' };

/** A refusal as the error array, which nothing keeps. */
export function refused(status: number, message: string, headers: { readonly [name: string]: string } = {}): Reply {
  return refusalReply({ status, problems: [{ message }], headers: { ...noStore, ...headers } });
}

export function methodRefused(allow: 'GET' | 'POST'): Reply {
  const words = allow === 'GET' ? 'GET or HEAD' : 'POST';
  return refused(405, `This address takes ${words} alone.`, { allow: allow === 'GET' ? 'GET, HEAD' : 'POST' });
}

/** Whether a request is for a page, which people look at. */
export function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/** The query of a request's address. */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}
