import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { millisecondsInMinute } from '#domain/units.ts';
import type { AccessMode, Grant } from '#contract/access/grants.ts';
import type { Keeping } from '#server/http/keeping.ts';
import { refusalReply, refuse, type Reply } from '#server/http/reply.ts';
import { networkOf } from '#server/http/shares.ts';
import type { AuditLine } from '#contract/access/audit.ts';
import { type Audit, auditedNetwork } from '#server/observability/audit.ts';
import { deviceOf } from '#server/access/device.ts';
import type { ProxyUser } from '#server/access/proxy/proxyUser.ts';
import type { AccessStore } from '#server/access/store/store.ts';
import type { StoredGrant } from '#server/access/store/grants.ts';
import { isSecret } from '#server/access/store/secrets.ts';
import { type AtService, type EndReason, type Session, sessionLimits } from '#server/access/store/sessions.ts';
import type { Cookie } from './cookies.ts';

/** What each way of signing in needs. */
export type SignInContext = {
  readonly mode: AccessMode;
  readonly store: AccessStore;
  readonly keeping: Keeping;
  readonly cookie: Cookie;
  readonly attempts: Attempts;
  readonly audit: Audit;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly schoolName: () => string;
  /** The sender's address, also behind a trusted proxy. */
  readonly clientOf: (incoming: IncomingMessage) => string;
  /** The session of a request, in this mode. */
  readonly sessionOf: (incoming: IncomingMessage) => Session | null;
  /** The person that a trusted proxy names; null in other modes. */
  readonly proxyUser: ProxyUser;
  /** Notes a request without a name that bypassed the proxy. */
  readonly noteDirect: (incoming: IncomingMessage) => void;
  /** Resolves once the other gateways' changes are here, or cannot be read now; null if there are no others. */
  readonly catchUp: () => Promise<void> | null;
  /** Why everyone is refused at present, in words; null while that is not so. */
  readonly cutOff: () => string | null;
};

/**
 * Signs the browser in under a new value. `grantNow` gives the grant, or makes it in the same change. Resolves with the
 * lines that set the cookie, none without a grant; rejects with `NotKept`.
 */
export async function signIn(
  context: SignInContext,
  incoming: IncomingMessage,
  grantNow: () => StoredGrant | null,
  name?: string,
  at?: AtService,
): Promise<readonly string[]> {
  const { store, keeping, cookie, clock, sessionOf, clientOf } = context;
  const from = { device: deviceOf(incoming), network: auditedNetwork(clientOf(incoming)), ...at };
  const begun = await keeping.keepForNow(() => {
    const grant = grantNow();
    return grant && store.begin(grant, name ?? grant.name, sessionOf(incoming), from);
  });
  return begun ? [cookie.set(begun.value, cookieSeconds(begun.session.grant, clock()))] : [];
}

/** How long a browser keeps its cookie; the session ends earlier. Limited by the link and by browsers. */
export function cookieSeconds({ kind, expiresAt }: StoredGrant, now: number): number {
  const max = kind === 'display' ? Infinity : sessionLimits.absoluteMs;
  const left = expiresAt === null ? Infinity : expiresAt - now;
  return Math.min(max, left) / 1000;
}

/** Wrong secrets per client and minute before it must wait. */
const maxWrong = 10;
/** Remembered clients: the most recent ones. */
const maxClients = 10_000;

type Noted = { readonly began: number; count: number };

/**
 * Counts attempts, such as wrong secrets, by client. Nobody can guess 256 random bits; this limits the work and log lines
 * that one client causes. A right secret always works, so nobody can lock out others behind the same address.
 */
export class Attempts {
  readonly #clock: () => number;
  readonly #max: number;
  readonly #noted = new LRUCache<string, Noted>({ max: maxClients });

  /** `most` per minute before a client must wait. */
  constructor(clock: () => number, max = maxWrong) {
    this.#clock = clock;
    this.#max = max;
  }

  /** Notes an attempt. Returns the seconds that the client must wait, or null if it may try again. */
  note(address: string): number | null {
    const client = networkOf(address);
    const entry = this.#recent(client) ?? { began: this.#clock(), count: 0 };
    entry.count++;
    this.#noted.set(client, entry);
    return entry.count > this.#max ? this.#secondsOf(entry) : null;
  }

  /** The seconds that a client must wait before another attempt; null if it may try. */
  wait(address: string): number | null {
    const entry = this.#recent(networkOf(address));
    return entry && entry.count >= this.#max ? this.#secondsOf(entry) : null;
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

/** The grant that a secret belongs to; null for a wrong secret. Another gateway may have handed it out a moment ago. */
export async function grantBy(
  { store, attempts, clientOf, catchUp }: SignInContext,
  incoming: IncomingMessage,
  secret: string,
  kind: Grant['kind'],
): Promise<StoredGrant | null> {
  if (!isSecret(secret)) return null;
  const known = store.bySecret(secret, kind);
  // Wrong secrets must not cause endless work for the database.
  if (known || attempts.wait(clientOf(incoming)) !== null) return known;
  const others = catchUp();
  if (!others) return null;
  await others;
  return store.bySecret(secret, kind);
}

/** Notes a wrong secret and refuses it: with 429 if its sender must wait, otherwise with `answer`. */
export function refuseSecret(
  { attempts, audit, clientOf }: SignInContext,
  incoming: IncomingMessage,
  why: NonNullable<AuditLine['why']>,
  answer: Parameters<typeof refused>,
  refuseBy = refused,
): Reply {
  const address = clientOf(incoming);
  const wait = attempts.note(address);
  if (wait !== null) {
    const words = `Too many wrong tokens or links came from your network: wait ${wait} seconds, then try again.`;
    return refuseBy(429, words, { 'retry-after': String(wait) });
  }
  audit({ event: 'refused', why, network: auditedNetwork(address) });
  return refuseBy(...answer);
}

const endedWords: { readonly [Why in EndReason]: string } = {
  unused: 'You were signed out, because Flightline was not used in this browser for 12 hours.',
  over: 'You were signed out, because a sign-in lasts 7 days at most.',
  'too many': `You were signed out, because too many browsers are signed in (${sessionLimits.perGrant} for each person): the one that has not been used for the longest time is signed out.`,
  ended: 'You were signed out: this sign-in was ended on the setup page, or at the service that signs you in.',
  unknown: 'Your last sign-in in this browser has ended.',
  'taken back': 'You were signed out, because your access was taken back, was changed, or has expired.',
};

/** Says on the sign-in page why this browser's last sign-in ended, as markup; empty if it lasts, or the person signed out. */
export function endedNote({ cookie, store }: SignInContext, incoming: IncomingMessage): string {
  const value = cookie.read(incoming);
  const why = value === null ? null : store.whyEnded(value);
  return why === null ? '' : `<p class="note" role="status">${endedWords[why]}</p>`;
}

export const noStore = { 'cache-control': 'no-store' };

/** A refusal as the error array; no cache may keep it. */
export function refused(status: number, message: string, headers: { readonly [name: string]: string } = {}): Reply {
  return refusalReply(refuse(status, message), { ...noStore, ...headers });
}

/** The answer to a POST where only pages are served. */
export function methodRefused(): Reply {
  return refused(405, 'This address accepts only GET or HEAD.', { allow: 'GET, HEAD' });
}

/** Whether a request is for a page. */
export function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/** The query of a request's address. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}
