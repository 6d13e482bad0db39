import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { millisecondsInDay } from '#domain/units.ts';
import { auditPath, exportsPath, refusalReasons } from '#contract/access/audit.ts';
import { accessPath, grantKinds, type Who } from '#contract/access/grants.ts';
import { columnsPath } from '#contract/access/columns.ts';
import { reminderClassesPath } from '#contract/access/reminderClasses.ts';
import { sessionsPath } from '#contract/access/sessions.ts';
import { matchPath } from '#contract/addresses.ts';
import { operations } from '#contract/operations.ts';
import { setReminderClasses } from '#domain/maintenance/reminderClass.ts';
import { type Keeping, keepingAlone, NotKept, orNotKept } from '#server/http/keeping.ts';
import { pathOf } from '#server/http/guard.ts';
import { type AddressMatcher, clientAddress } from '#server/http/proxies.ts';
import type { Handler, HandlersOf } from '#server/http/handlers.ts';
import { escaped, type Reply } from '#server/http/reply.ts';
import type { Log } from '#server/observability/log.ts';
import { type Audit, auditedNetwork, auditTo } from '#server/observability/audit.ts';
import { figureGroup } from '#server/observability/figures.ts';
import { type AccessFigures, accessTable } from '#server/observability/figureTables.ts';
import { auditReply, noteExport } from './auditPages.ts';
import type { Access } from '#server/http/rights/access.ts';
import { type Caller, local } from '#server/http/rights/caller.ts';
import type { ReportRows } from '#server/replica/views/reportRows.ts';
import { changeColumns, listColumns } from './columns.ts';
import { changeClasses, listClasses } from './manageClasses.ts';
import { changeGrants, listGrants } from './manage.ts';
import { endSessions, listSessions } from './manageSessions.ts';
import type { Oidc } from './oidc/oidc.ts';
import { directNotes, proxyUserReader } from './proxy/proxyUser.ts';
import type { SignedIdentityOptions, SignedName } from './proxy/signedIdentity.ts';
import { cookieNamed } from './signIn/cookies.ts';
import { Attempts, cookieSeconds, type SignInContext } from './signIn/context.ts';
import { pageReply, seeOther } from './signIn/pages.ts';
import { signInAddresses, type SignInOptions } from './signIn/signIn.ts';
import { isOfDisk } from './store/accessFile.ts';
import { AuditTrail, type Trail, type TrailOptions } from './store/auditTrail.ts';
import type { StoredGrant } from './store/grants.ts';
import { bearerSecret, isSecret } from './store/secrets.ts';
import type { Session } from './store/sessions.ts';
import { AccessStore } from './store/store.ts';

export type AccessOptions = Omit<SignInOptions, 'callerOf' | 'flow'> & {
  /** With `ACCESS=oidc`. `secret` encrypts what a browser keeps during a sign-in. */
  readonly flow?: (secret: Uint8Array) => Oidc;
  /** If the proxy signs its tokens. */
  readonly readSigned?: (options: Omit<SignedIdentityOptions, 'settings'>) => SignedName;
  /** The directory of the access file; null keeps it in memory. */
  readonly directory: string | null;
  /** Days for which the audit is kept; for ever unless given. */
  readonly auditDays?: number | null;
  readonly schoolName: () => string;
  /** Rows of a report in the local copy, to find the withheld columns. */
  readonly reportRows?: ReportRows;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly isTrustedProxy: AddressMatcher;
  /** What is shared with other gateways; nothing unless given. */
  readonly shared?: SharedAccess;
};

/** What several gateways share of access. */
export type SharedAccess = {
  /** The file and the audit that all gateways keep the same; a gateway alone has its own in its directory. */
  readonly database?: DatabaseSync;
  readonly trail?: Trail;
  /** Keeps changes at every gateway. */
  readonly keeping: Keeping;
  /** Resolves once the other gateways' changes are here, or cannot be read now; null if there are no others. */
  readonly catchUp: () => Promise<void> | null;
  /** Whether other gateways' changes have not come for a minute or more. */
  readonly isBehind: () => boolean;
  /** Why everyone is refused, because they have not come for too long, in words; null while that is not so. */
  readonly cutOff: () => string | null;
  /** Calls back after other gateways' changes have arrived, or a change here was undone. */
  readonly onNews: (listener: () => void) => void;
};

/** A gateway that shares with no other. */
const alone: SharedAccess = {
  keeping: keepingAlone,
  catchUp: () => null,
  isBehind: () => false,
  cutOff: () => null,
  onNews: () => undefined,
};

/**
 * Opens access as configured: what was handed out, who is signed in, and the sign-in pages. With `ACCESS=open` everyone is
 * `local`, and only links can be handed out. Throws an `Error` with one sentence if the file cannot be used. With `open` it
 * logs that instead, and links last until the next start.
 */
export function openAccess(options: AccessOptions): Access {
  const { settings, clock, reportRows = () => [], shared = alone } = options;
  const { mode, publicUrl } = settings;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const { store, keeping, trail, audit, counts } = openStore({ ...options, shared });
  const cookie = cookieNamed('flightline', isSecure);
  /** The kind of grant that a person's session needs. Tokens stop working once people sign in elsewhere. */
  const kind = mode === 'tokens' ? 'token' : mode === 'oidc' ? 'person' : 'display';
  // A role from the sign-in service ends when its setting is removed.
  const isTaken = (grant: StoredGrant) =>
    grant.kind === 'display' || (grant.kind === kind && (!grant.fromService || settings.oidc?.roles !== null));
  /** Whether a person comes in with this grant, in this mode; a program has no browser. */
  const isOfPerson = (grant: StoredGrant) =>
    grant.kind === (mode === 'tokens' ? 'token' : 'person') &&
    (!grant.fromService || (mode === 'oidc' && settings.oidc?.roles !== null));
  const sessionOf = (incoming: IncomingMessage): Session | null => {
    const value = mode === 'open' ? null : cookie.read(incoming);
    return value === null ? null : store.session(value, isTaken);
  };
  const isTrusted = options.isTrustedProxy;
  const onRefused = (detail: string) => audit({ event: 'refused', why: 'signed identity', detail });
  const { signedIdentity, userHeader } = settings;
  const signedName = options.readSigned?.({ clock, onRefused }) ?? null;
  // A token's text must not be used as a name.
  if (signedIdentity && !signedName) throw new Error('Tokens of the proxy cannot be verified.');
  const header = signedIdentity?.header ?? userHeader;
  const proxyUser = mode === 'proxy' ? proxyUserReader({ header, isTrusted, signedName }) : () => null;
  const context: SignInContext = {
    mode,
    store,
    keeping,
    cookie,
    clock,
    sessionOf,
    proxyUser,
    noteDirect: directNotes(isTrusted, audit),
    attempts: new Attempts(clock),
    audit,
    schoolName: options.schoolName,
    clientOf: clientAddress,
    catchUp: shared.catchUp,
    cutOff: shared.cutOff,
  };
  const callerOf = mode === 'open' ? () => local : callerReader(context);
  const flow = options.flow?.(store.secret('sign-in'));
  const addresses = signInAddresses(context, { ...options, flow, callerOf });
  const grants = { store, keeping, mode, publicUrl };
  const accessHandlers: HandlersOf<'access'> = {
    [accessPath]: {
      GET: () => listGrants(grants),
      POST: (incoming, caller) => changeGrants(grants, incoming, caller),
    },
    [sessionsPath]: {
      GET: (incoming, caller) => listSessions(store, incoming, caller),
      POST: (incoming, caller) => endSessions({ store, keeping }, incoming, caller),
    },
    [auditPath]: { GET: (incoming) => auditReply(trail, incoming) },
    [exportsPath]: { POST: (incoming, caller) => noteExport(audit, incoming, caller) },
    [columnsPath]: {
      GET: () => listColumns({ store, reportRows }),
      POST: (incoming, caller) => changeColumns({ store, keeping, reportRows }, incoming, caller),
    },
    [reminderClassesPath]: {
      GET: () => listClasses(store),
      POST: (incoming, caller) => changeClasses({ store, keeping }, incoming, caller),
    },
    '/sign-out': { POST: (incoming) => signOut(context, incoming, isSecure) },
  };
  return {
    ...addresses,
    own: auditedFirst(accessHandlers, trail),
    callerOf,
    roleOf: (id) =>
      mode === 'open' ? 'manager' : (store.valid().find((one) => one.id === id && isOfPerson(one))?.role ?? null),
    // A person whom a proxy names has no session; the grant is the caller.
    isSignedIn: (id) => mode === 'open' || store.isSignedIn(id),
    onSignedOut: (listener) => store.onSignedOut(listener),
    openTo: store.openTo,
    reminderClasses: () => store.reminderClasses(),
    renewed: (incoming) => renewed(context, incoming),
    audit,
    figures: [figureGroup(accessTable, () => ({ ...counts, ...state(store) }))],
    noteRefused: (incoming, caller) => noteRefused(context, incoming, caller),
    onRevoked: (listener) => store.onEnd(listener),
    close: () => {
      store.close();
      return trail.close();
    },
  };
}

/** Answers a change only once its entries are in the audit, so that nobody is told of one that the audit may lose. */
function auditedFirst(handlers: HandlersOf<'access'>, trail: Trail): HandlersOf<'access'> {
  const entries = Object.entries(handlers).map(([path, { POST, ...others }]: [string, Handler]) => {
    if (!POST) return [path, others];
    const whenAudited = async (reply: Reply | Promise<Reply>) => {
      const made = await reply;
      await trail.flushed();
      return made;
    };
    const audited: Handler['POST'] = (...given) => {
      const reply = POST(...given);
      return reply && whenAudited(reply);
    };
    return [path, { ...others, POST: audited }];
  });
  return Object.fromEntries(entries) as HandlersOf<'access'>;
}

/** The keeping of a gateway alone: in the access file, all of a change or nothing. */
function keepingInFile(store: AccessStore): Keeping {
  return {
    keep: async (change) => {
      const trouble = store.trouble();
      if (trouble !== null) throw new NotKept(`This cannot be saved. ${trouble}`);
      return orNotKept(() => store.atomically(change));
    },
    keepForNow: async (change) => store.inFileOrMemory(change),
    takeAway: async (change) => {
      const result = store.inFileOrMemory(change);
      return { result, notYet: store.trouble() === null ? null : untilRestart };
    },
  };
}

const untilRestart =
  'This is in effect now, but cannot be saved: the disk of the server cannot be written, so it will not be in effect after a restart. Make the disk writable, restart Flightline, then do it again.';

type HeldLine = Parameters<Audit>;

/** An audit that can hold lines back until it is known whether their change is kept. */
function auditHolder(audit: Audit) {
  let held: HeldLine[] | null = null;
  const holding = <Result>(lines: HeldLine[], change: () => Result): Result => {
    held = lines;
    try {
      return change();
    } finally {
      held = null;
    }
  };
  const holder: Audit = (line, at) => {
    if (held === null) audit(line, at);
    else held.push([line, at]);
  };
  return { audit: holder, holding };
}

type Opened = {
  readonly store: AccessStore;
  readonly keeping: Keeping;
  readonly trail: Trail;
  readonly audit: Audit;
  readonly counts: AuditCounts;
};

function openStore(options: AccessOptions & { readonly shared: SharedAccess }): Opened {
  const { settings, directory, auditDays = null, clock, log, shared } = options;
  const open = (where: string | null): Opened => {
    const trail = shared.trail ?? openTrail({ directory: where, clock, log, days: auditDays });
    const { audit: written, counts } = counting(auditTo(log, clock, (line, at) => trail.write(line, at)));
    const { audit, holding } = auditHolder(written);
    const store = new AccessStore({
      directory: where,
      clock,
      log,
      audit,
      onClasses: setReminderClasses,
      ...shared,
    });
    shared.onNews(() => store.reread());
    const base = shared === alone ? keepingInFile(store) : shared.keeping;
    const keeping = withAudit(base, { holding, audit: written });
    return { trail, audit, counts, store, keeping };
  };
  const opened = openOrRemember();
  opened.store.watch();
  return opened;

  function openOrRemember(): Opened {
    try {
      return open(directory);
    } catch (error) {
      if (settings.mode !== 'open') throw error;
      log.warn({ err: error }, 'Links that are handed out last until the next start.');
      return open(null);
    }
  }
}

/** The audit in its files; if the disk does not take it, its entries are in the log and in memory. */
function openTrail(options: TrailOptions): AuditTrail {
  try {
    return new AuditTrail(options);
  } catch (error) {
    if (!isOfDisk(error) && !(error instanceof Error && isOfDisk(error.cause))) throw error;
    options.log.error(
      { err: error },
      'The audit cannot be written: its entries are in this log, and in memory until a restart.',
    );
    return new AuditTrail({ ...options, directory: null });
  }
}

/** The audit has no line of a change that is refused, and one of a change that is made again in memory. */
function withAudit(
  base: Keeping,
  { holding, audit }: Omit<ReturnType<typeof auditHolder>, 'audit'> & { readonly audit: Audit },
): Keeping {
  const audited = async <Result, Kept>(
    change: () => Result,
    keep: (held: () => Result) => Promise<Kept>,
  ): Promise<Kept> => {
    let lines: HeldLine[] = [];
    const kept = await keep(() => {
      lines = [];
      return holding(lines, change);
    });
    for (const [line, at] of lines) audit(line, at);
    return kept;
  };
  return {
    keep: (change) => audited(change, base.keep),
    keepForNow: (change) => audited(change, base.keepForNow),
    takeAway: (change) => audited(change, base.takeAway),
  };
}

function state(store: AccessStore): Pick<AccessFigures, 'sessions' | 'grants'> {
  const valid = store.valid();
  const grants = new Map(grantKinds.map((kind) => [kind, valid.filter((grant) => grant.kind === kind).length]));
  return { sessions: store.sessionCount(), grants };
}

type AuditCounts = Omit<AccessFigures, 'sessions' | 'grants'>;

/** Counts the entries sent to the audit, including those that it leaves out. */
function counting(audit: Audit): Pick<Opened, 'audit' | 'counts'> {
  // Starts at zero, so that `/metrics` shows the first refusal as an increase.
  const refusals = new Map<string, number>(refusalReasons.map((why) => [why, 0]));
  const counts = { signIns: 0, signOuts: 0, refusals };
  const counted: Audit = (line, at) => {
    const { event, why } = line;
    if (event === 'signed in') counts.signIns++;
    if (event === 'signed out') counts.signOuts++;
    if (event === 'refused' && why) refusals.set(why, (refusals.get(why) ?? 0) + 1);
    audit(line, at);
  };
  return { audit: counted, counts };
}

/**
 * Finds who sent a request, by its token, the proxy's header or its cookie. All three are look-ups in memory. Each
 * session or grant gives the same caller object every time.
 */
function callerReader(context: SignInContext): Access['callerOf'] {
  const callers = new WeakMap<Session | StoredGrant, Caller>();
  const callerFrom = (source: Session | StoredGrant, grant: StoredGrant, name: string): Caller => {
    const known = callers.get(source);
    if (known) return known;
    const caller = { ...callerFor(context, grant, name), id: source.id, grant: grant.id };
    callers.set(source, caller);
    return caller;
  };
  const callerNamed = (incoming: IncomingMessage, name: string | null) => {
    // The proxy's name counts, whatever the cookie says.
    if (name !== null) {
      const grant = context.store.person(name);
      return grant && callerFrom(grant, grant, grant.name);
    }
    const session = context.sessionOf(incoming);
    return session && callerFrom(session, session.grant, session.name);
  };
  const callerOf: Access['callerOf'] = (incoming) => {
    if (context.cutOff() !== null) return null;
    const secret = bearerSecret(incoming);
    if (secret !== null) {
      const grant = secret === '' ? null : context.store.program(secret);
      return grant && callerFrom(grant, grant, grant.name);
    }
    const name = context.proxyUser(incoming);
    return name instanceof Promise ? name.then((known) => callerNamed(incoming, known)) : callerNamed(incoming, name);
  };
  // The sender may have signed in a moment ago at another gateway.
  return (incoming) => {
    const known = callerOf(incoming);
    if (known !== null || !claimsSomeone(context, incoming)) return known;
    return context.catchUp()?.then(() => callerOf(incoming)) ?? null;
  };
}

function claimsSomeone({ cookie, proxyUser }: SignInContext, incoming: IncomingMessage): boolean {
  const value = cookie.read(incoming);
  const secret = bearerSecret(incoming);
  return (value !== null && isSecret(value)) || (secret !== null && secret !== '') || proxyUser(incoming) !== null;
}

function callerFor({ mode }: SignInContext, grant: StoredGrant, name: string): Omit<Caller, 'id' | 'grant'> {
  const { role, userId, kind, showsNames, reads } = grant;
  const who: Who = {
    mode,
    role,
    name,
    userId,
    showsNames,
    canSignOut: kind !== 'display' && kind !== 'program' && mode !== 'proxy',
    ...(reads && { reads }),
  };
  const view =
    role === 'instructor' ? `instructor ${userId}` : role === 'display' && showsNames ? 'display names' : role;
  return { who, view };
}

/** Ends the session. Under https the browser also deletes its stored data, because others may use the computer next. */
async function signOut(context: SignInContext, incoming: IncomingMessage, isSecure: boolean): Promise<Reply> {
  const { sessionOf, store, keeping, cookie, schoolName } = context;
  const session = sessionOf(incoming);
  const { notYet } = await keeping.takeAway(() => session && store.end(session));
  const headers = isSecure ? { 'clear-site-data': '"cache", "storage"' } : {};
  if (notYet === null) return seeOther('/sign-in', [cookie.clear], headers);
  const main = `<p role="status">You are signed out in this browser. ${escaped(notYet)}</p>
<a class="button" href="/sign-in">Sign in</a>`;
  const title = 'Signed out – Flightline';
  return pageReply({ status: 202, title, schoolName: schoolName(), main, cookies: [cookie.clear], headers });
}

function noteRefused({ audit, clientOf }: SignInContext, incoming: IncomingMessage, { who, grant, id }: Caller): void {
  const pathname = pathOf(incoming.url);
  const operation = pathname.startsWith('/api/') ? matchPath(pathname.slice('/api'.length))?.id : undefined;
  const path = operation ? operations[operation].path : pathname.startsWith('/api') ? '/api' : pathname;
  const network = auditedNetwork(clientOf(incoming));
  audit({ event: 'refused', why: 'role', role: who.role, path, grant, session: id, network });
}

/** The greatest age of a display's cookie, well below the 400 days after which browsers drop it. */
const renewAfterMs = 30 * millisecondsInDay;

function renewed(
  { sessionOf, store, cookie, clock }: SignInContext,
  incoming: IncomingMessage,
): readonly string[] | null {
  const value = cookie.read(incoming);
  const session = sessionOf(incoming);
  if (!session || value === null || session.grant.kind !== 'display') return null;
  if (clock() - session.cookieAt < renewAfterMs) return null;
  store.renewCookie(session);
  return [cookie.set(value, cookieSeconds(session.grant, clock()))];
}
