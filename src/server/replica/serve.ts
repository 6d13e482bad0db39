import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { timeouts } from '#contract/gateway/ages.ts';
import { errorEntry } from '#contract/errors.ts';
import { agesHeader, type ReplicaState } from '#contract/gateway/replica.ts';
import { isDay, readInstant, type Span, daySpan } from '#domain/time/time.ts';
import { wantsFresh } from '#server/gateway/http/api.ts';
import { type Body, bodyOf, type HeaderValues, type Reply, refusalReply } from '#server/gateway/http/reply.ts';
import { type Source, type CacheStatus, cacheStatus, type Served } from '#server/gateway/service/cache.ts';
import type { LocalCopy } from '#server/gateway/gateway.ts';
import { type FailureKind, failures, type ReadRequest } from '#server/gateway/service/upstream.ts';
import { type AnswerPlan, planAnswer } from './answers.ts';
import { type Held, type HeldCell, isReport, type Part, reportScope } from './register.ts';
import type { Replica } from './replica.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { createViews } from '#server/replica/views/views.ts';

/** Answers that are kept ready, by their address; packed forms come on top. */
const mostBytes = 64 * 1024 * 1024;
/** For what a body takes besides itself. */
const bodyBytes = 1024;

/** A report that is older is shown as it is and asked for again. */
const reportMs = 15 * 60_000;

/** A documented request that the replica can answer, and the pieces that it is made of. */
type Answerable = { readonly plan: AnswerPlan; readonly held: readonly (Part | HeldCell)[] };

/**
 * An answer that was given, and can be given again as long as nothing about any piece is another: only time has passed since.
 * Durations in milliseconds.
 */
type Ready = {
  readonly version: number;
  readonly at: number;
  readonly body: Body;
  readonly held: readonly Held[];
  readonly ageMs: number | null;
  readonly ttlMs: number | null;
  readonly detail: string | null;
  readonly headers: HeaderValues;
};

/** Summaries of days look at the time of day. */
const readyMs = 60_000;
const mostReady = 2_000;

/** Answers requests from the replica, and passes on to the service what it does not hold. */
export class ReplicaServer implements LocalCopy {
  readonly #replica: Replica;
  readonly #clock: () => number;
  readonly #views: ReturnType<typeof createViews>;
  readonly #bodies = new LRUCache<string, { readonly key: string; readonly body: Body }>({
    maxSize: mostBytes,
    sizeCalculation: ({ key, body }) => 2 * body.plain.length + key.length + bodyBytes,
  });

  readonly #ready = new LRUCache<string, Ready>({ max: mostReady });

  constructor(replica: Replica, storage: ReplicaStorage, clock: () => number) {
    this.#replica = replica;
    this.#clock = clock;
    this.#views = createViews(storage);
  }

  /** The source of the API's answers, with `next` for what the replica does not hold. */
  source(next: Source): Source {
    return {
      atOnce: (request, asker) => {
        const ready = asker.isFresh ? null : this.#again(request.address);
        if (ready && !isReport(request.id)) return servedOf(ready, { hit: true });
        const known = this.#answerable(request);
        if (!known) return next.atOnce(request, asker);
        this.#note(known.held);
        if (asker.isFresh || !isHere(known.held)) return null;
        this.#renewReport(request, known.held);
        return this.#serve(request, known, 'hit') ?? next.atOnce(request, asker);
      },
      inTime: async (request, asker, leaving) => {
        const known = this.#answerable(request);
        if (!known) return next.inTime(request, asker, leaving);
        await this.#obtain(request, known.held, asker.isFresh);
        // Days may have been cut otherwise meanwhile.
        const now = this.#answerable(request);
        if (!now || !isHere(now.held)) return this.#missing(now?.held ?? known.held);
        return this.#serve(request, now, 'waited') ?? next.inTime(request, asker, leaving);
      },
    };
  }

  /** Answers `/replica/...` and `/events`; null where the answer is a stream that is written here. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Reply> | null {
    const [path = ''] = (incoming.url ?? '').split('?', 1);
    if (path !== '/events') return this.#answerOwn(incoming);
    this.#replica.noteRequest();
    this.#replica.events.handle(incoming, outgoing);
    return null;
  }

  state(): ReplicaState {
    return this.#replica.state();
  }

  drain(): void {
    this.#replica.drain();
  }

  close(): void {
    this.#replica.close();
  }

  #answerable(request: ReadRequest): Answerable | null {
    const { register, sources } = this.#replica;
    const plan = request.isUndocumented ? null : planAnswer(request, sources);
    if (!plan) return null;
    const parts = plan.parts.flatMap((key) => register.part(key) ?? []);
    if (isReport(request.id) && parts.length === 0) parts.push(register.openReport(reportScope(request)));
    // An aircraft or a person that is not held.
    if (parts.length < plan.parts.length) return null;
    const cells = plan.span ? register.cellsIn({ start: plan.span.start, end: plan.span.end + 1 }) : [];
    return { plan, held: [...parts, ...cells] };
  }

  #serve(request: ReadRequest, { plan, held }: Answerable, how: 'hit' | 'waited'): Served | null {
    const key = held.map(({ revision }) => revision).join(' ');
    const isKnown = this.#bodies.get(request.address)?.key === key;
    const json = isKnown ? '' : plan.json();
    if (json === null) return null;
    const { ageMs, ttlMs, failure } = this.#ageOf(held);
    const body = this.#bodyFor(request.address, key, () => json);
    const ready = this.#keep(request.address, {
      body,
      held,
      ageMs,
      ttlMs,
      detail: failure?.detail ?? null,
      headers: {},
    });
    return servedOf(ready, how === 'hit' ? { hit: true } : { fwd: 'miss', stored: true });
  }

  #keep(address: string, answer: Omit<Ready, 'version' | 'at'>): Ready {
    const ready = { ...answer, version: this.#replica.register.version(), at: this.#clock() };
    this.#ready.set(address, ready);
    return ready;
  }

  /** An answer that still holds, as much older as it is; null where there is none. */
  #again(address: string): Ready | null {
    const known = this.#ready.get(address);
    if (known?.version !== this.#replica.register.version()) return null;
    const passed = this.#clock() - known.at;
    if (passed > readyMs) return null;
    this.#note(known.held);
    const ageMs = known.ageMs === null ? null : known.ageMs + passed;
    const ttlMs = known.ttlMs === null ? null : known.ttlMs - passed;
    return { ...known, ageMs, ttlMs, headers: agedHeaders(known.headers, passed) };
  }

  /** The body of an address, made anew only where its content is another. */
  #bodyFor(address: string, key: string, json: () => string): Body {
    const known = this.#bodies.get(address);
    if (known?.key === key) return known.body;
    const body = bodyOf(Buffer.from(json()), known?.body);
    this.#bodies.set(address, { key, body });
    return body;
  }

  /** The age of the oldest piece, the time until the first is due, and what went wrong with one of them. */
  #ageOf(held: readonly (Part | HeldCell)[]) {
    const now = this.#clock();
    let ageMs = 0;
    let ttlMs = Number.POSITIVE_INFINITY;
    let failure: Held['failure'] = null;
    for (const one of held) {
      const age = Math.max(0, now - (one.asOf ?? now));
      ageMs = Math.max(ageMs, age);
      ttlMs = Math.min(ttlMs, this.#replica.expectedMs(one) - age);
      failure ??= one.failure;
    }
    return { ageMs, ttlMs, failure };
  }

  #note(held: readonly Held[]): void {
    const now = this.#clock();
    this.#replica.noteRequest();
    for (const one of held) one.watchedAt = now;
  }

  /** Has the pieces of an answer read that are lacking, or all of them where a person wants the newest. */
  async #obtain(request: ReadRequest, held: readonly Held[], isFresh: boolean): Promise<void> {
    const { refresher } = this.#replica;
    const began = this.#clock();
    const since = isFresh ? began : Number.NEGATIVE_INFINITY;
    // A report otherwise waits for the night.
    if (isReport(request.id)) for (const one of held) if (one.failures === 0) one.retryAt = 0;
    refresher.request(
      held.filter(({ asOf }) => asOf === null || asOf < since),
      { isFresh, isDirect: true },
    );
    const patience = isHere(held) ? timeouts.allowance : timeouts.call + timeouts.allowance;
    await refresher.until(() => this.#isSettled(held, since, began), patience);
  }

  /** Old reports are shown as they are while a newer one is on its way. */
  #renewReport(request: ReadRequest, held: readonly Held[]): void {
    if (!isReport(request.id)) return;
    const part = this.#replica.register.openReport(reportScope(request));
    const isOld = part.asOf !== null && this.#clock() - part.asOf > reportMs;
    if (!isOld || part.failures > 0 || part.isRunning) return;
    part.retryAt = 0;
    this.#replica.refresher.request(held, { isFresh: false, isDirect: false });
  }

  /** Whether each piece is there, and as new as asked for, or has just failed to come. */
  #isSettled(held: readonly Held[], since: number, began: number): boolean {
    const now = this.#clock();
    return held.every(({ asOf, failure, retryAt, refusedAt, isRunning }) => {
      const isNewEnough = asOf !== null && asOf >= since;
      const hasFailed = (failure !== null && retryAt > now) || refusedAt >= began;
      return isNewEnough || (hasFailed && !isRunning);
    });
  }

  /** What to say where a piece of an answer has never been read. */
  #missing(held: readonly Held[]): Served {
    const { status } = this.#replica;
    const lacking = held.find(({ asOf, failure }) => asOf === null && failure !== null);
    const failure = lacking?.failure ?? { status: null, message: failures.busy.words, detail: 'busy' };
    const wait = lacking ? lacking.retryAt - this.#clock() : (status.resumesAt ?? 0) - status.now;
    const code = failure.status !== null && failure.status >= 400 ? failure.status : statusOf(failure.detail);
    return {
      status: code,
      body: bodyOf(Buffer.from(JSON.stringify([errorEntry({ code, message: failure.message })]))),
      age: 0,
      cacheStatus: cacheStatus({ fwd: 'miss', 'fwd-status': failure.status, detail: failure.detail }),
      retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    };
  }

  async #answerOwn(incoming: IncomingMessage): Promise<Reply> {
    const address = incoming.url ?? '';
    const ready = wantsFresh(incoming) ? null : this.#again(address);
    if (ready) return replyOf(ready);
    const [path = '', query = ''] = address.split('?', 2);
    const search = new URLSearchParams(query);
    const held = this.#heldFor(path, search);
    this.#note(held);
    await this.#beforeAnswer(held, wantsFresh(incoming), path);
    const answer = this.#views(path, search, this.#replica.status);
    if (!answer) return refusalReply({ status: 404, problems: [{ message: 'There is nothing at this address.' }] });
    if (answer.refusal) return refusalReply(answer.refusal);
    const { key, body: json, ...view } = answer.view;
    const made = { ...view, held, body: this.#bodyFor(address, key, json) };
    // While something is missing, the answer tells when loading resumes, which is another time each time.
    const isWhole = this.#heldFor(path, search).every(({ asOf }) => asOf !== null);
    return replyOf(isWhole ? this.#keep(address, made) : made);
  }

  /** What `/replica/...` at this address is made of, as far as it is worth waiting for. */
  #heldFor(path: string, search: URLSearchParams): readonly Held[] {
    const { register, status } = this.#replica;
    const ofSet = (set: string) => register.parts().filter((part) => part.set === set);
    if (path === '/replica/reminders') return [...ofSet('aircraft'), ...ofSet('reminders')];
    if (path === '/replica/squawks') return [...ofSet('aircraft'), ...ofSet('squawks')];
    if (path === '/replica/people') return ofSet('users');
    if (path !== '/replica/reservations' && path !== '/replica/days') return [];
    const span = spanOf(search, status.zone.name);
    return span ? [...register.cellsIn(span), ...ofSet('reservations')] : [];
  }

  /** Where something is missing and could come at once, a moment is given to it; a person may ask for all of it anew. */
  async #beforeAnswer(held: readonly Held[], isFresh: boolean, path: string): Promise<void> {
    const { refresher, status } = this.#replica;
    const began = this.#clock();
    if (isFresh) {
      refresher.request(held, { isFresh: true, isDirect: true });
      return refresher.until(() => this.#isSettled(held, began, began), timeouts.allowance);
    }
    const lacking = held.filter(({ asOf }) => asOf === null);
    if (lacking.length === 0) return;
    // In the planner's order, the aircraft that fly today come first.
    const isPerAircraft = path === '/replica/reminders' || path === '/replica/squawks';
    if (!isPerAircraft) refresher.request(lacking, { isFresh: false, isDirect: false });
    // What there is can be shown while the rest comes, and a wait for the allowance has to be told.
    const canShow = lacking.length < held.length && path !== '/replica/reservations';
    if (canShow || status.resumesAt !== null) return;
    await refresher.until(() => this.#isSettled(held, Number.NEGATIVE_INFINITY, began), timeouts.allowance / 2);
  }
}

type Given = Pick<Ready, 'body' | 'ageMs' | 'ttlMs' | 'detail' | 'headers'>;

/** `Cache-Status` of an answer from the replica. */
function statusHeader({ ttlMs, detail }: Given, how: CacheStatus): string {
  return cacheStatus({ ...how, ...(ttlMs !== null && { ttl: Math.floor(ttlMs / 1000) }), detail });
}

/** An answer under `/api`. */
function servedOf(given: Given, how: CacheStatus): Served {
  const age = Math.floor((given.ageMs ?? 0) / 1000);
  return { status: 200, body: given.body, age, cacheStatus: statusHeader(given, how), retryAfter: null };
}

/** An answer under `/replica`; without `Age` where nothing has been read. */
function replyOf(given: Given): Reply {
  const age = given.ageMs === null ? {} : { age: String(Math.floor(given.ageMs / 1000)) };
  const headers = { ...given.headers, ...age, 'cache-status': statusHeader(given, { hit: true }) };
  return { status: 200, body: given.body, headers };
}

/** The ages of aircraft, so many milliseconds later. */
function agedHeaders(headers: HeaderValues, passed: number): HeaderValues {
  const ages = headers[agesHeader];
  const seconds = Math.floor(passed / 1000);
  if (ages === undefined || seconds === 0) return headers;
  const later = ages.split(', ').map((age) => (age === '-' ? age : String(Number(age) + seconds)));
  return { ...headers, [agesHeader]: later.join(', ') };
}

const isHere = (held: readonly Held[]) => held.every(({ asOf }) => asOf !== null);

function statusOf(detail: string): number {
  return detail in failures ? failures[detail as FailureKind].status : 502;
}

function spanOf(search: URLSearchParams, zone: string): Span | null {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { start: daySpan(from, zone).start, end: daySpan(to, zone).end };
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const [start, end] = [readInstant(from, utc), readInstant(to, utc)];
  const isSpan = start !== null && end !== null && start < end && end - start < 101 * 86_400_000;
  return isSpan ? { start, end } : null;
}
