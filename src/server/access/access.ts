import type { IncomingMessage } from 'node:http';
import { accessPath, type Who } from '#contract/access/grants.ts';
import { mayOpen } from '#contract/access/roles.ts';
import { matchPath } from '#contract/addresses.ts';
import { operations } from '#contract/operations.ts';
import { type AddressMatcher, clientAddress } from '#server/gateway/http/proxies.ts';
import type { Reply } from '#server/gateway/http/reply.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import { auditedNetwork, auditTo } from './audit.ts';
import { type Access, type Caller, local } from './caller.ts';
import { changeGrants, listGrants, type ManageOptions } from './manage.ts';
import { proxyUserReader } from './proxyUser.ts';
import { cookieNamed } from './signIn/cookies.ts';
import { Attempts, cookieSeconds, type Desk, methodRefused, refused } from './signIn/desk.ts';
import { seeOther } from './signIn/pages.ts';
import { signInAddresses, type SignInOptions } from './signIn/signIn.ts';
import type { Held } from './store/handedOut.ts';
import type { Session } from './store/sessions.ts';
import { AccessStore } from './store/store.ts';

export type AccessOptions = Omit<SignInOptions, 'callerOf'> & {
  /** Where what is handed out is kept; null keeps it in memory. */
  readonly directory: string | null;
  readonly schoolName: () => string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly isTrustedProxy: AddressMatcher;
};

/**
 * Opens access as the settings say: what has been handed out, who is signed in, and the pages for it. With `ACCESS=open` everyone is
 * `local`, and only links can be handed out. Throws an `Error` with one sentence where the file cannot be used; with `open` that is
 * logged, and links last until the next start.
 */
export function openAccess(options: AccessOptions): Access {
  const { settings, clock, log } = options;
  const { mode, publicUrl } = settings;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const store = openStore(options);
  const cookie = cookieNamed('flightline', isSecure);
  /** The kind of what a session must be of, besides displays: a token is of no use any more once people sign in elsewhere. */
  const kind = mode === 'tokens' ? 'token' : mode === 'oidc' ? 'person' : 'display';
  const isTaken = (held: Held) => held.kind === 'display' || held.kind === kind;
  const sessionOf = (incoming: IncomingMessage): Session | null => {
    const value = mode === 'open' ? null : cookie.read(incoming);
    return value === null ? null : store.session(value, isTaken);
  };
  const proxyUser = mode === 'proxy' ? proxyUserReader(settings.userHeader, options.isTrustedProxy) : () => null;
  const desk: Desk = {
    mode,
    store,
    cookie,
    clock,
    sessionOf,
    proxyUser,
    attempts: new Attempts(clock),
    audit: auditTo(log, clock),
    schoolName: options.schoolName,
    clientOf: clientAddress,
  };
  const callerOf = mode === 'open' ? () => local : callerReader(desk);
  const addresses = signInAddresses(desk, { ...options, callerOf });
  return {
    callerOf,
    handle: addresses.handle,
    stranger: addresses.stranger,
    manage: (incoming, pathname, caller) => {
      if (pathname === accessPath) return manageGrants({ store, mode, publicUrl }, incoming, caller);
      return pathname === '/sign-out' ? signOut(desk, incoming, isSecure) : null;
    },
    renewed: (incoming) => renewed(desk, incoming),
    noteRefused: (incoming, caller) => noteRefused(desk, incoming, caller),
    onRevoked: (listener) => store.onEnd(listener),
    close: () => store.close(),
  };
}

function openStore({ settings, directory, clock, log }: AccessOptions): AccessStore {
  const audit = auditTo(log, clock);
  const open = (where: string | null) => new AccessStore({ directory: where, clock, log, audit });
  const store = openOrRemember();
  store.watch();
  return store;

  function openOrRemember(): AccessStore {
    try {
      return open(directory);
    } catch (error) {
      if (settings.mode !== 'open') throw error;
      log.warn({ err: error }, 'Links that are handed out last until the next start.');
      return open(null);
    }
  }
}

/** Reads who sent a request, by its cookie or by the proxy's word. Both are look-ups in memory, and a caller is made once. */
function callerReader(desk: Desk): Access['callerOf'] {
  const callers = new WeakMap<Session | Held, Caller>();
  const callerFrom = (source: Session | Held, held: Held, name: string): Caller => {
    const known = callers.get(source);
    if (known) return known;
    const caller = { ...callerFor(desk, held, name), id: source.id, grant: held.id };
    callers.set(source, caller);
    return caller;
  };
  return (incoming) => {
    const name = desk.proxyUser(incoming);
    // Whom the proxy names is who they are, whatever cookie comes along.
    if (name !== null) {
      const held = desk.store.person(name);
      return held && callerFrom(held, held, held.name);
    }
    const session = desk.sessionOf(incoming);
    return session && callerFrom(session, session.held, session.name);
  };
}

function callerFor({ mode }: Desk, held: Held, name: string): Omit<Caller, 'id' | 'grant'> {
  const { role, userId, kind, showsNames } = held;
  const who: Who = {
    mode,
    role,
    name,
    userId,
    showsNames,
    canSignOut: kind !== 'display' && mode !== 'proxy',
  };
  const view =
    role === 'instructor' ? `instructor ${userId}` : role === 'display' && showsNames ? 'display names' : role;
  return { who, view };
}

function manageGrants(options: ManageOptions, incoming: IncomingMessage, caller: Caller): Reply | Promise<Reply> {
  if (!mayOpen(caller.who.role, accessPath)) return refused(403, 'Only a manager may do this.');
  if (incoming.method === 'POST') return changeGrants(options, incoming, caller);
  return listGrants(options);
}

/** Ends the session. What the browser has stored goes too, where it is asked under https: on a shared computer somebody else is next. */
function signOut({ sessionOf, store, cookie }: Desk, incoming: IncomingMessage, isSecure: boolean): Reply {
  if (incoming.method !== 'POST') return methodRefused('POST');
  const session = sessionOf(incoming);
  if (session) store.end(session);
  return seeOther('/sign-in', [cookie.clear], isSecure ? { 'clear-site-data': '"cache", "storage"' } : {});
}

function noteRefused({ audit, clientOf }: Desk, incoming: IncomingMessage, { who, grant, id }: Caller): void {
  const [pathname = ''] = (incoming.url ?? '').split('?', 1);
  const operation = pathname.startsWith('/api/') ? matchPath(pathname.slice('/api'.length))?.id : undefined;
  const path = operation ? operations[operation].path : pathname.startsWith('/api') ? '/api' : pathname;
  const network = auditedNetwork(clientOf(incoming));
  audit({ event: 'refused', why: 'role', role: who.role, path, grant, session: id, network });
}

/** How old the cookie of a display may get: far below the 400 days after which browsers drop it. */
const renewAfterMs = 30 * 86_400_000;

function renewed({ sessionOf, store, cookie, clock }: Desk, incoming: IncomingMessage): readonly string[] | null {
  const value = cookie.read(incoming);
  const session = sessionOf(incoming);
  if (!session || value === null || session.held.kind !== 'display') return null;
  if (clock() - session.cookieAt < renewAfterMs) return null;
  store.renewCookie(session);
  return [cookie.set(value, cookieSeconds(session.held, clock()))];
}
