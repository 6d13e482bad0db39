import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { millisecondsInMinute } from 'date-fns/constants';
import type { AccessMode } from '#contract/access/grants.ts';
import { refusalReply, type Reply } from '#server/gateway/http/reply.ts';
import { networkOf } from '#server/gateway/http/shares.ts';
import type { AuditLine } from '#contract/access/audit.ts';
import { type Audit, auditedNetwork } from '#server/access/audit.ts';
import { deviceOf } from '#server/access/device.ts';
import type { ProxyUser } from '#server/access/proxy/proxyUser.ts';
import type { AccessStore } from '#server/access/store/store.ts';
import type { Held } from '#server/access/store/handedOut.ts';
import { type AtService, type Session, sessionLimits } from '#server/access/store/sessions.ts';
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
  readonly proxyUser: ProxyUser;
  /** Notes a request that names nobody, where it has come past the proxy. */
  readonly noteDirect: (incoming: IncomingMessage) => void;
};

/** Signs the browser in under a new value. Answers the line that sets its cookie. */
export function signIn(desk: Desk, incoming: IncomingMessage, held: Held, name: string, at?: AtService): string {
  const { store, cookie, clock, sessionOf, clientOf } = desk;
  const from = { device: deviceOf(incoming), network: auditedNetwork(clientOf(incoming)), ...at };
  const { value } = store.begin(held, name, sessionOf(incoming), from);
  return cookie.set(value, cookieSeconds(held, clock()));
}

/** How long a browser keeps its cookie: the server decides before that. Bounded by the link, and by what browsers allow. */
export function cookieSeconds({ kind, expiresAt }: Held, now: number): number {
  const most = kind === 'display' ? Infinity : sessionLimits.absoluteMs;
  const left = expiresAt === null ? Infinity : expiresAt - now;
  return Math.min(most, left) / 1000;
}

/** Wrong secrets of one client in a minute, before it is told to wait. */
const mostWrong = 10;
/** Clients that are remembered; the ones seen last. */
const mostClients = 10_000;

type Noted = { readonly began: number; count: number };

/**
 * Counts attempts by client, as wrong secrets. Nobody guesses 256 random bits: this limits the work and the lines of the log that one
 * client causes. A right one is therefore always taken, so that nobody can lock out the others behind the same address.
 */
export class Attempts {
  readonly #clock: () => number;
  readonly #most: number;
  readonly #noted = new LRUCache<string, Noted>({ max: mostClients });

  /** `most` in a minute, before a client is told to wait. */
  constructor(clock: () => number, most = mostWrong) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Notes an attempt. Answers for how many seconds the client has to wait, or null where it may try again. */
  note(address: string): number | null {
    const client = networkOf(address);
    const entry = this.#recent(client) ?? { began: this.#clock(), count: 0 };
    entry.count++;
    this.#noted.set(client, entry);
    return entry.count > this.#most ? this.#secondsOf(entry) : null;
  }

  /** For how many seconds a client has to wait before another attempt; null where it may try. */
  wait(address: string): number | null {
    const entry = this.#recent(networkOf(address));
    return entry && entry.count >= this.#most ? this.#secondsOf(entry) : null;
  }

  #recent(client: string): Noted | null {
    const now = this.#clock();
    const known = this.#noted.get(client);
    return known !== undefined && now >= known.began && now - known.began < millisecondsInMinute ? known : null;
  }

  #secondsOf({ began }: Noted): number {
    return Math.ceil((began + millisecondsInMinute - this.#clock()) / 1000);
  }
}

/** Notes a wrong secret. Answers for how many seconds its sender has to wait, null where it may try again. */
export function wrongSecret(
  { attempts, audit, clientOf }: Desk,
  incoming: IncomingMessage,
  why: NonNullable<AuditLine['why']>,
): number | null {
  const address = clientOf(incoming);
  const wait = attempts.note(address);
  if (wait === null) audit({ event: 'refused', why, network: auditedNetwork(address) });
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
