import type { IncomingMessage, ServerResponse } from 'node:http';
import { timeHeader } from '#contract/gateway/ages.ts';
import type { Socket } from 'node:net';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { type Config, firstAnswersPath } from '#contract/gateway/config.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { pageAt } from '#contract/pages.ts';
import { type Route, routeAt } from '#contract/routes.ts';
import { cachePolicyOf } from '#contract/sets.ts';
import { defaultRetryWait } from '#server/upstream/queue.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import { apiHandler, refusedStatus } from './api.ts';
import { type Incoming, type Sender, wantsFresh } from './incoming.ts';
import { type Dashboard, dashboardReplies } from './dashboard.ts';
import { type EarlyHandler, type Handler, handlersIn, type HandlersOf, postOnly } from './handlers.ts';
import { answerTogether, firstAddresses } from './firstLoad.ts';
import { type HeaderValues, nothingHere, refusalReply, refuse, type Reply, send } from './reply.ts';
import { isBelow, pathOf } from './guard.ts';
import { subjectOf } from './route.ts';
import { clientAddress, isOfThisMachine } from './proxies.ts';
import { tooManyRequests } from './shares.ts';
import type { Access } from '#server/http/rights/access.ts';
import { type Caller, local } from '#server/http/rights/caller.ts';
import { isByRole, refusedAddress } from '#server/http/rights/refusals.ts';
import { type Log, silentLog } from '#server/observability/log.ts';
import type { FigureGroup } from '#server/observability/figures.ts';
import { errorLines } from './errorLines.ts';
import { currentMark, during, RequestMark, within } from '#server/observability/requestMark.ts';
import type { Span, Tracing } from '#server/observability/tracing.ts';
import { gatewayEndpoints } from './metrics.ts';
import type { Source } from '#server/upstream/cache.ts';
import { type EntranceOptions, entranceOf, isShared } from './entrance.ts';
import { type CallLog, defaultCallLimits } from '#server/upstream/call.ts';
import { defaultBackoff, type OnDisconnect } from '#server/upstream/refresh.ts';
import { impatient } from '#server/upstream/silence.ts';
import { openSource, type ServiceAccess, type Tuning } from '#server/upstream/source.ts';
import { failures, type UpstreamSettings } from '#server/upstream/upstream.ts';

export type GatewayOptions = Partial<Tuning> &
  EntranceOptions & {
    readonly upstream: UpstreamSettings;
    /** Null if another server has the pages. */
    readonly dashboard: Dashboard | null;
    /** Without it, everyone who can reach the gateway sees everything. */
    readonly access?: Access;
    readonly log?: Log;
    readonly calls?: CallLog;
    /** For `/metrics`, besides those of the service, the copy and access: the process, the disk, a shared database. */
    readonly figures?: readonly FigureGroup[];
    /** Records spans of requests and calls. */
    readonly tracing?: Tracing | undefined;
    /** Answers the probe of `flightline doctor`; false for all other requests. */
    readonly probe?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
    /** Opens the local copy of the school's data; without one all requests go to the cache or the service. */
    readonly openCopy?: (access: ServiceAccess) => LocalCopy;
    /**
     * Opens the check of the connection, if there is a connection to check. `held` answers without a call if it can.
     */
    readonly openCheck?: (access: ServiceAccess, held: Source) => ConnectionController;
  };

/** Answers requests of the check of the connection. */
type ConnectionController = { readonly answers: HandlersOf<'check'>; readonly close: () => void };

/** A local copy of the school's data, which answers instead of the service if it can. */
export type LocalCopy = {
  readonly source: (next: Source) => Source;
  readonly answers: HandlersOf<'copy'>;
  readonly alerts?: HandlersOf<'alerts'>;
  readonly weather?: HandlersOf<'weather'>;
  /** Answers without a sign-in. */
  readonly feeds?: HandlersOf<'feeds'>;
  readonly state: () => ReplicaState;
  /** Its figures for `/metrics`, with those of alerts and the weather. */
  readonly figures?: readonly FigureGroup[];
  /** Ends the streams of a caller who has lost access. */
  readonly drop: (callerId: string) => void;
  /** Stops refreshing; running requests may finish. */
  readonly drain: () => void;
  readonly close: () => void;
};

function tuningOf(options: GatewayOptions): Tuning {
  return {
    limits: defaultCallLimits,
    scheduling: defaultScheduling(options.config.rateLimit ?? Number.POSITIVE_INFINITY, isShared(options)),
    policies: cachePolicyOf,
    backoff: defaultBackoff,
    retryWait: defaultRetryWait,
    softTimeoutMs: 1_500,
    storeBytes: 64 * 1024 * 1024,
    monotonic: () => performance.now(),
    wall: Date.now,
    zone: { name: options.config.timeZone, zoneless: options.config.zonelessTimes },
    ...options,
  };
}

export type Gateway = {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Call it for each new connection; ends one if its address has too many. */
  readonly connected: (socket: Socket) => void;
  /** Rejects all queued calls and is no longer ready; running calls may finish. */
  readonly drain: () => void;
  /** Ends all running calls. */
  readonly close: () => Promise<void>;
};

/**
 * The proxy between browsers and one operator's API: adds the key, passes only documented GET requests, and keeps within the
 * call allowance for any number of browsers.
 *
 * It uses no framework: nearly all answers come from the store and cost less than a framework would.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { config, upstream, dashboard, access: people, log = silentLog } = options;
  const tuning = tuningOf(options);
  const { source, access, queue, metrics, close: closeSource } = openSource(upstream, tuning, log, options);
  const { copy, answers, check } = openParts(options, access, source);
  people?.onRevoked((callerId) => copy?.drop(callerId));
  let isDraining = false;
  const isReady = () => !isDraining;
  const states = statesOf(options, copy);
  const endpoints = gatewayEndpoints({ config, queue, metrics, wall: tuning.wall, isReady, ...states });
  const { guard, shares, always, clientOf, connected } = entranceOf(options, tuning, () => queue.free('person'));
  const pages = dashboard && dashboardReplies(dashboard, config, tuning.wall, states.reminderClasses);
  const api = apiHandler(config.operatorId, answers, tuning.monotonic, people?.openTo);

  /** Answers what a page only reads, with its right to the address. */
  const read = (incoming: Incoming, caller: Caller, sender: Sender): Reply | Promise<Reply> | null => {
    const pathname = pathOf(incoming.url);
    if (isOfApi(pathname)) return api(incoming, caller, sender);
    const withheld = refusedAddress(pathname, 'GET', caller.who);
    return withheld ? refusalReply(withheld) : (handlers.own.get(pathname)?.GET?.(incoming, caller, sender) ?? null);
  };
  /** The first requests of the page that the query names. */
  const first = (incoming: Incoming, caller: Caller, sender: Sender) => {
    const [, search] = (incoming.url ?? '').split('?', 2);
    const addresses = firstRequests(search, { ...config, who: caller.who }, tuning.wall());
    return answerTogether(addresses, incoming, (request) => read(request, caller, sender));
  };
  const handlers = handlersIn({
    gateway: { ...endpoints, [firstAnswersPath]: { GET: first } },
    copy: copy?.answers,
    alerts: copy?.alerts,
    weather: copy?.weather,
    feeds: copy?.feeds,
    check: check?.answers,
    access: people?.own,
    'sign-in': people?.early,
    'service sign-in': people?.early,
  });

  const answer: Answer = (incoming, outgoing) => {
    const pathname = pathOf(incoming.url);
    const refusal = guard(incoming);
    if (refusal) return refusalReply(refusal, isOfApi(pathname) ? refusedStatus : {});
    // A monitor on this machine cannot sign in.
    if (routeAt(pathname)?.isForMonitors && isOfThisMachine(clientAddress(incoming)))
      return read(incoming, local, monitor);
    const caller = people ? people.callerOf(incoming) : local;
    // A proxy's signature is verified once; after that this is a look-up too.
    if (caller instanceof Promise) return carried(caller, (known) => answerTo(known, incoming, outgoing));
    return answerTo(caller, incoming, outgoing);
  };

  const answerTo = (caller: Caller | null, incoming: IncomingMessage, outgoing: ServerResponse): Answered => {
    const pathname = pathOf(incoming.url);
    const isApi = isOfApi(pathname);
    const client = clientOf(incoming, caller);
    const wait = client && shares.takeRequest(client);
    if (wait === null && options.probe?.(incoming, outgoing)) return null;
    const route = isApi ? null : routeAt(pathname);
    const forAnyone =
      wait === null ? (early(route, incoming) ?? (isApi ? null : pages?.file(pathname))) : tooManyRequests(wait);
    if (!caller || forAnyone) return forAnyone ?? people?.answerUnknownCaller(incoming, pathname) ?? nothingHere;
    const sender = {
      onDisconnect: disconnectOf(outgoing),
      takeCall: () => client && shares.takeCall(client),
      takeRenewal: () => shares.takeRenewal(client?.person ?? null),
      ...(client && { work: shares.workOf(client) }),
    };
    dropVainRefresh(incoming, caller, () => isApi || sender.takeCall() === null);
    const noted = notedBy(people, incoming, caller);
    if (isApi) return noted(api(incoming, caller, sender));
    const withheld = refusedAddress(pathname, incoming.method, caller.who);
    if (withheld) return noted(refusalReply(withheld));
    const handler = route && handlers.own.get(route.path);
    if (handler?.stream) {
      handler.stream(incoming, outgoing, caller);
      return null;
    }
    const ownAnswer = handler && answerOf(handler, incoming, caller, sender);
    if (ownAnswer) return isOfCopy(pathname) ? ownAnswer : withCookies(ownAnswer, people?.renewed?.(incoming) ?? null);
    if (copy && isOfCopy(pathname)) return nothingHere;
    const page = pages?.page(pathname, incoming.headers.accept, caller) ?? nothingHere;
    return withCookies(page, people?.renewed?.(incoming) ?? null);
  };

  /** The answer of an address that is open before sign-in; null for all others. */
  const early = (route: Route | null, incoming: IncomingMessage): Reply | Promise<Reply> | null => {
    const handler = route && handlers.early.get(route.path);
    return handler ? answerEarly(handler, incoming) : null;
  };

  const drain = () => {
    isDraining = true;
    check?.close();
    queue.close();
    copy?.drain();
  };
  const close = async () => {
    copy?.drain();
    copy?.close();
    await people?.close();
    await closeSource();
  };
  const sent = (url: string) => ({ ...always(url), [timeHeader]: String(tuning.wall()) });
  return { listener: listenerOf(answer, sent, endingOf(options, tuning)), connected, drain, close };
}

/** A monitor on this machine: it makes no calls, so nothing is counted. */
const monitor: Sender = { onDisconnect: () => undefined, takeCall: () => null, takeRenewal: () => false };

/** Opens the local copy, the source of answers that uses it, and the check of the connection. */
function openParts({ openCopy, openCheck }: GatewayOptions, access: ServiceAccess, source: Source) {
  const copy = openCopy?.(access) ?? null;
  const kept = copy?.source(source) ?? source;
  const answers = access.silence ? impatient(kept, access.silence) : kept;
  return { copy, answers, check: openCheck?.(access, answers) ?? null };
}

/** Continues as a part of the same request once the caller is known. */
function carried(caller: Promise<Caller | null>, run: (known: Caller | null) => Answered): Promise<Reply | null> {
  const mark = currentMark();
  return caller.then((known) => within(mark, run, known));
}

/** What the endpoints of the gateway show besides its own queue. */
function statesOf(options: GatewayOptions, copy: LocalCopy | null) {
  const { reminderClasses } = options.access ?? {};
  return { replica: () => copy?.state() ?? null, figures: figuresOf(options, copy), reminderClasses };
}

function figuresOf({ access, figures = [] }: GatewayOptions, copy: LocalCopy | null): readonly FigureGroup[] {
  return [...(copy?.figures ?? []), ...(access?.figures ?? []), ...figures];
}

/** Ignores a "Refresh now" that no person pressed, or that one pressed too often: the stored data is the answer. */
function dropVainRefresh(incoming: IncomingMessage, { who }: Caller, hasCall: () => boolean): void {
  if (wantsFresh(incoming) && (who.role === 'display' || !hasCall())) delete incoming.headers[refreshHeader];
}

type Answered = Reply | Promise<Reply | null> | null;
type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Answered;

/** The parts that note how a request ended. */
function endingOf({ log = silentLog, tracing }: GatewayOptions, { monotonic }: Tuning) {
  return { log, lines: errorLines(log, monotonic), tracing };
}
type Ending = ReturnType<typeof endingOf>;

/**
 * Answers a request under its own id, which the answer names if it is an error or the API's. Null is the answer of a stream,
 * which writes itself.
 */
function listenerOf(answer: Answer, always: (url: string) => HeaderValues, ending: Ending): Gateway['listener'] {
  const { log, lines, tracing } = ending;
  const respond = (incoming: IncomingMessage, outgoing: ServerResponse, mark: RequestMark) => {
    const { url = '' } = incoming;
    const isApi = url.startsWith('/api');
    const sent = always(url);
    const isStream = /^\/events(\?|$)/.test(url);
    // A stream writes its own answer.
    if (isStream) for (const [name, value] of Object.entries(sent)) outgoing.setHeader(name, value);
    const span = isStream ? undefined : tracing?.begin(mark, 'server', incoming.method ?? '');
    const finish = (reply: Reply) => {
      const isError = reply.status >= 400;
      send(incoming, outgoing, reply, sent, isApi || isError ? mark.id : null);
      if (isError || span) within(mark, noteEnd, incoming, reply, span, lines);
    };
    const onError = (error: unknown) => {
      // A client that left during a request gets no answer, and nothing failed here.
      if (incoming.destroyed && !incoming.complete) return;
      within(mark, log.error, { err: error }, 'A request failed.');
      if (!outgoing.headersSent) finish(internalError);
    };
    try {
      const reply = answer(incoming, outgoing);
      if (reply === null) return;
      if (!(reply instanceof Promise)) return finish(reply);
      reply.then((later) => later && finish(later)).catch(onError);
    } catch (error) {
      onError(error);
    }
  };
  return (incoming, outgoing) => {
    const mark = new RequestMark(incoming.headers['traceparent']);
    const carry = isReadOnly(incoming) ? during : within;
    carry(mark, respond, incoming, outgoing, mark);
  };
}

/** Ends the span of a request, and writes a line if a screen shows its answer as an error. */
function noteEnd(incoming: IncomingMessage, reply: Reply, span: Span | undefined, lines: Ending['lines']): void {
  const { status } = reply;
  // The audit covers strangers, and refusals because of a role.
  const isShown = status >= 500 || (status >= 400 && status !== 401 && !isByRole(reply) && isRecords(incoming.url));
  if (!isShown && !span) return;
  const subject = subjectOf(pathOf(incoming.url));
  if (isShown) lines(reply, subject);
  const { path, operation } = subject;
  const method = incoming.method ?? '';
  span?.end({
    name: `${method} ${operation ?? path}`,
    attributes: {
      'http.request.method': method,
      'http.route': path,
      'http.response.status_code': status,
      ...(operation && { 'flightline.operation': operation }),
    },
    isError: status >= 500,
  });
}

const isPost = ({ method }: IncomingMessage) => method === 'POST';

/** The guard lets a POST through only where a row takes one. */
function answerOf({ GET, POST }: Handler, incoming: IncomingMessage, caller: Caller, sender: Sender) {
  if (isPost(incoming)) return POST?.(incoming, caller) ?? null;
  return GET ? GET(incoming, caller, sender) : postOnly;
}

function answerEarly({ GET, POST }: EarlyHandler, incoming: IncomingMessage) {
  if (isPost(incoming)) return POST?.(incoming) ?? null;
  return GET?.(incoming) ?? postOnly;
}

/** The first requests of the page that the query names. */
function firstRequests(search: string | undefined, config: Config, now: number): readonly string[] {
  const page = pageAt(new URLSearchParams(search).get('page') ?? '');
  return page ? firstAddresses(page, config, now) : [];
}

function withCookies(reply: Reply | Promise<Reply>, cookies: readonly string[] | null): Reply | Promise<Reply> {
  return cookies && !(reply instanceof Promise) ? { ...reply, cookies } : reply;
}

/** Notes in the audit that the caller's role led to a refusal. */
function notedBy(people: Access | undefined, incoming: IncomingMessage, caller: Caller) {
  return <Given extends Reply | Promise<Reply>>(reply: Given): Given => {
    if ('status' in reply && isByRole(reply)) people?.noteRefused?.(incoming, caller);
    return reply;
  };
}

const isOfApi = (pathname: string) => isBelow(pathname, '/api');

const isRecords = (url = '') => isOfApi(pathOf(url)) || isBelow(pathOf(url), '/replica');

/**
 * Whether a request only reads records. Once it has waited, nothing but its calls needs its id, and each call holds it.
 */
const isReadOnly = ({ method, url = '' }: IncomingMessage) =>
  method === 'GET' && (url.startsWith('/api') || url.startsWith('/replica') || url.startsWith(firstAnswersPath));

const isOfCopy = (pathname: string) => pathname.startsWith('/replica/');

function disconnectOf(outgoing: ServerResponse): OnDisconnect {
  return (callback) => {
    // The client may have left while the request waited for something else.
    if (outgoing.destroyed && !outgoing.writableFinished) return callback();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) callback();
    });
  };
}

const internalError = refusalReply(refuse(failures.fault.status, failures.fault.words));
