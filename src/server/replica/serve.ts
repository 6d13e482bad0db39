import { LRUCache } from 'lru-cache';
import { millisecondsInMinute } from '#domain/units.ts';
import { timeouts } from '#contract/gateway/ages.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { latePath } from '#contract/gateway/late.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { byName } from '#contract/objects.ts';
import { viewPaths } from '#contract/routes.ts';
import { reservationAges } from '#contract/sets.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { createNarrowing } from '#server/http/rights/narrow.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { type Incoming, type Sender, wantsFresh, type WorkShare } from '#server/http/incoming.ts';
import { tooMuchWork } from '#server/http/shares.ts';
import { nothingHere, type Reply, refusalReply } from '#server/http/reply.ts';
import { type Body, bodyOf } from '#server/upstream/body.ts';
import type { ApiAnswer, RequestOptions, Source } from '#server/upstream/cache.ts';
import type { LocalCopy } from '#server/http/gateway.ts';
import { type Demands, hasAgeLimit, isNewEnough, noDemands } from '#server/upstream/demands.ts';
import type { OnDisconnect } from '#server/upstream/refresh.ts';
import type { ReadRequest } from '#server/upstream/upstream.ts';
import {
  agedHeaders,
  type AnswerPlan,
  apiAnswerOf,
  type GivenAnswer,
  learnSquawkForm,
  learnVerdicts,
  planAnswer,
  replyOf,
  unavailable,
} from './answers.ts';
import { type Piece, type CopiedCell, isReport, type Part, reportScope } from '#server/replica/register/parts.ts';
import { maxDirect } from './refresher.ts';
import { EachInTurn } from './eachInTurn.ts';
import { createLessons } from './views/publicFilters.ts';
import { calibrationReader } from './readings.ts';
import type { Replica } from './replica.ts';
import { isSettled, Waits } from './waits.ts';
import { type LateParts, LateSheets } from './lateSheets.ts';
import { Snoozes } from './snoozes.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { AttentionLooks, createAttention, type OnAssessed } from '#server/replica/views/attention.ts';
import { createBrief } from '#server/replica/views/brief.ts';
import { OwnBriefs } from './briefFiles.ts';
import { type Steps } from '#domain/steps.ts';
import { historyReader } from '#server/replica/views/daySources.ts';
import { piecesOfView, stoppedBy } from '#server/replica/views/viewPieces.ts';
import { createViews } from '#server/replica/views/views.ts';

/** Bytes of bodies in memory, by address, without compressed forms. */
const maxBytes = 64 * 1024 * 1024;
/** The bytes of an entry besides its body. */
const bodyBytes = 1024;

/** A documented request that the replica can answer, and its pieces. */
type Answerable = { readonly plan: AnswerPlan; readonly pieces: readonly (Part | CopiedCell)[] };

/** A given answer that can be repeated as long as no piece has changed and only time has passed. */
type CachedAnswer = GivenAnswer & { readonly version: number; readonly at: number; readonly pieces: readonly Piece[] };

/** Summaries of days depend on the time of day. */
const cachedMs = millisecondsInMinute;
const maxCached = 2_000;

/** Answers requests from the replica, and passes on the rest. */
export class ReplicaServer implements LocalCopy {
  readonly #replica: Replica;
  readonly #clock: () => number;
  readonly #views: ReturnType<typeof createViews>;
  /** For files and mails. */
  readonly briefs: OwnBriefs;
  readonly snoozes: Snoozes;
  readonly late: LateSheets;
  /** Finds what needs attention; all callers share its results. */
  readonly looks: AttentionLooks;
  /** Called with the results of each look. */
  onAssessed: OnAssessed = () => undefined;
  readonly #bodies = new LRUCache<string, { readonly key: string; readonly body: Body }>({
    maxSize: maxBytes,
    sizeCalculation: ({ key, body }) => 2 * body.plain.length + key.length + bodyBytes,
  });

  /** The bodies that are being made in turns, by address. */
  readonly #making = new Map<string, { readonly key: string; readonly body: Promise<Body> }>();

  readonly #personTurns = new EachInTurn();
  readonly #lesson = createLessons<ApiAnswer>();
  readonly #narrowing = createNarrowing();
  readonly #answers = new LRUCache<string, CachedAnswer>({ max: maxCached });
  readonly #waits: Waits;
  /** The last request that the replica could not answer. Loading it right after needs no second look-up. */
  #passed: ReadRequest | null = null;

  constructor(
    replica: Replica,
    storage: ReplicaStorage,
    clock: () => number,
    { audit, ...ofLate }: Pick<LateParts, 'audit' | 'steps' | 'keptDays' | 'observed'>,
  ) {
    this.#replica = replica;
    this.#clock = clock;
    this.#waits = new Waits(replica.refresher);
    const calibration = calibrationReader(storage);
    const readHistory = historyReader(storage, calibration);
    const brief = createBrief(storage, readHistory);
    this.briefs = new OwnBriefs(brief, replica);
    this.#views = createViews(storage, readHistory, brief, calibration, replica.keptDays);
    const { status, turns } = replica;
    const look = createAttention(storage, readHistory, (...assessed) => this.onAssessed(...assessed));
    this.looks = new AttentionLooks({
      look: () => turns.run('look', look(status)),
      clock,
      lastChange: () => status.lastChange,
    });
    this.snoozes = new Snoozes({ replica, storage, looks: this.looks, audit, mayDrop: () => replica.plans() });
    this.late = new LateSheets({ replica, storage, audit, ...ofLate });
  }

  /** The source of the API's answers; `next` answers what the replica lacks. */
  source(next: Source): Source {
    return {
      lookUp: (request, options) => {
        if (options.callClass === 'program') this.#replica.noteProgram();
        const cached = options.isFresh ? null : this.#cached(request.address);
        const { demands = noDemands } = options;
        const isNew = cached && isNewEnough(cached.ageMs ?? 0, cached.ttlMs ?? 0, demands);
        if (isNew && !isReport(request.id)) return apiAnswerOf(cached, { hit: true });
        const known = this.#answerable(request);
        this.#passed = known ? null : request;
        if (!known) return next.lookUp(request, options);
        this.#markViewed(known.pieces);
        if (this.#isForService(request, known.pieces, demands)) return next.lookUp(request, options);
        if (options.isFresh || this.#tooOld(known.pieces, demands).length > 0) return null;
        if (options.callClass === 'program' && this.#isOldReport(request, known.pieces)) return null;
        if (!demands.onlyStored) this.#renewReport(request, known.pieces);
        return this.#serve(request, known, 'hit') ?? next.lookUp(request, options);
      },
      load: async (request, options, onDisconnect) => {
        const known = request === this.#passed ? null : this.#answerable(request);
        this.#passed = null;
        if (!known || this.#isForService(request, known.pieces, options.demands))
          return next.load(request, options, onDisconnect);
        await this.#refresh(request, known.pieces, options, onDisconnect);
        // The days may be divided differently by now.
        const now = this.#answerable(request);
        const pieces = now?.pieces ?? known.pieces;
        const hasFailed = pieces.some(({ asOf, failure }) => asOf === null && failure !== null);
        if (!now || (!isRead(pieces) && (hasFailed || request.id !== 'listReservations')))
          return unavailable(pieces, this.#replica.refresher.waitOfRequested(), this.#clock());
        const ask = () => next.load(request, options, onDisconnect);
        if (!isRead(pieces)) return ask();
        const recall = () => this.#serve(request, now, 'waited');
        return recall() ?? this.#askAndLearn(request, ask, recall);
      },
    };
  }

  /** Asks the service what the copy leaves open, and learns from its answer for the next request. */
  #askAndLearn(
    request: ReadRequest,
    ask: () => Promise<ApiAnswer>,
    recall: () => ApiAnswer | null,
  ): Promise<ApiAnswer> {
    const learnFrom = request.id === 'listReservations' ? learnVerdicts : learnSquawkForm;
    const learn = ({ status, age, body }: ApiAnswer) =>
      status === 200 && age <= reservationAges.near && learnFrom(request, body.plain.toString(), this.#replica.sources);
    if (request.id === 'listSquawks') return this.#lesson({ ask, learn, recall });
    return ask().then((answer) => {
      learn(answer);
      return answer;
    });
  }

  /** Its answers, narrowed to the caller's role. The right to open an address was checked before. */
  readonly answers: HandlersOf<'copy'> = {
    ...byName(viewPaths, () => ({
      GET: (incoming: Incoming, caller: Caller, { work }: Sender) => this.read(incoming, caller, work),
    })),
    '/replica/snoozes': {
      GET: (incoming, caller, { work }) => this.read(incoming, caller, work),
      POST: async (incoming, caller) =>
        this.#narrowing.view(snoozesPath, await this.snoozes.put(incoming, caller), caller),
    },
    '/replica/late': {
      GET: (incoming, caller) => this.#narrowing.view(incoming.url ?? '', this.late.get(incoming), caller),
      POST: async (incoming, caller) => this.#narrowing.view(latePath, await this.late.tick(incoming, caller), caller),
    },
    '/replica/late/numbers': { POST: (incoming, caller) => this.late.numbers(incoming, caller) },
    '/events': {
      stream: (incoming, outgoing, caller) => {
        this.#replica.noteRequest();
        this.#replica.events.handle(incoming, outgoing, caller);
      },
    },
  };

  /** Tells open screens that something of the gateway's own has changed. */
  tell(event: 'alerts' | 'weather'): void {
    this.#replica.events.send({ event });
  }

  drop(callerId: string): void {
    this.#replica.events.drop(callerId);
  }

  state(): ReplicaState {
    return this.#replica.state();
  }

  drain(): void {
    this.briefs.close();
    this.snoozes.close();
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
    // An aircraft or a person that the replica lacks.
    if (parts.length < plan.parts.length) return null;
    const cells = plan.span ? register.cellsIn({ start: plan.span.start, end: plan.span.end + 1 }) : [];
    return { plan, pieces: [...parts, ...cells] };
  }

  /**
   * Whether the service answers sooner. A list may need more days than a person's request may start, or days that stay
   * incomplete. The requested page is then one call. The same holds for days that are older than a program accepts.
   */
  #isForService({ id }: ReadRequest, pieces: Answerable['pieces'], demands = noDemands): boolean {
    if (id !== 'listReservations') return false;
    const now = this.#clock();
    const isIncomplete = pieces.some(({ asOf, retryAt }) => asOf === null && retryAt > now);
    const old = this.#tooOld(pieces, demands);
    return isIncomplete || (old.length > 0 && this.#replica.refresher.refreshesOf(old) > maxDirect);
  }

  /** The pieces that have not been read, or are older than demanded. */
  #tooOld(pieces: Answerable['pieces'], demands: Demands): Answerable['pieces'] {
    const now = this.#clock();
    return pieces.filter((piece) => {
      if (piece.asOf === null) return true;
      if (!hasAgeLimit(demands)) return false;
      const age = Math.max(0, now - piece.asOf);
      return !isNewEnough(age, this.#replica.expectedMs(piece) - age, demands);
    });
  }

  #serve(request: ReadRequest, { plan, pieces }: Answerable, how: 'hit' | 'waited'): ApiAnswer | null {
    const key = [...pieces.map(({ revision }) => revision), plan.period?.() ?? ''].join(' ');
    const isKnown = this.#bodies.get(request.address)?.key === key;
    const json = isKnown ? '' : plan.json();
    if (json === null) return null;
    const { ageMs, ttlMs, failure } = this.#ageOf(pieces);
    const body = this.#bodyFor(request.address, key, () => json);
    const cached = this.#remember(request.address, {
      body,
      pieces,
      ageMs,
      ttlMs,
      detail: failure?.detail ?? null,
      headers: {},
    });
    return apiAnswerOf(cached, how === 'hit' ? { hit: true } : { fwd: 'miss', stored: true });
  }

  #remember(
    address: string,
    answer: Omit<CachedAnswer, 'version' | 'at'>,
    version = this.#replica.register.version(),
  ): CachedAnswer {
    const cached = { ...answer, version, at: this.#clock() };
    this.#answers.set(address, cached);
    return cached;
  }

  /** The cached answer with its present age; null if none is still valid. */
  #cached(address: string): CachedAnswer | null {
    const known = this.#answers.get(address);
    if (known?.version !== this.#replica.register.version()) return null;
    const passed = this.#clock() - known.at;
    if (passed > cachedMs) return null;
    this.#markViewed(known.pieces);
    const ageMs = known.ageMs === null ? null : known.ageMs + passed;
    const ttlMs = known.ttlMs === null ? null : known.ttlMs - passed;
    return { ...known, ageMs, ttlMs, headers: agedHeaders(known.headers, passed) };
  }

  /** The body of an address, made again only if its content changed. */
  #bodyFor(address: string, key: string, json: () => string | NonSharedBuffer): Body {
    const known = this.#bodies.get(address);
    if (known?.key === key) return known.body;
    const made = json();
    const body = bodyOf(typeof made === 'string' ? Buffer.from(made) : made, known?.body);
    this.#bodies.set(address, { key, body });
    return body;
  }

  /** The same, made in turns: once for all who ask for it meanwhile. */
  async #bodyInTurns(
    address: string,
    key: string,
    steps: () => Steps<string | NonSharedBuffer>,
    charge: (milliseconds: number) => void,
  ): Promise<Body> {
    const known = this.#bodies.get(address);
    if (known?.key === key) return known.body;
    const running = this.#making.get(address);
    if (running?.key === key) return running.body;
    const make = async () => {
      const json = await this.#replica.turns.run('view', steps(), address.split('?')[0], charge);
      return this.#bodyFor(address, key, () => json);
    };
    const making = { key, body: make() };
    this.#making.set(address, making);
    try {
      return await making.body;
    } finally {
      if (this.#making.get(address) === making) this.#making.delete(address);
    }
  }

  /** The age of the oldest piece, the time until the first is due, and the failure of one of them. */
  #ageOf(pieces: readonly (Part | CopiedCell)[]) {
    const now = this.#clock();
    let ageMs = 0;
    let ttlMs = Number.POSITIVE_INFINITY;
    let failure: Piece['failure'] = null;
    for (const piece of pieces) {
      const age = Math.max(0, now - (piece.asOf ?? now));
      ageMs = Math.max(ageMs, age);
      ttlMs = Math.min(ttlMs, this.#replica.expectedMs(piece) - age);
      failure ??= piece.failure;
    }
    return { ageMs, ttlMs, failure };
  }

  #markViewed(pieces: readonly Piece[]): void {
    const now = this.#clock();
    this.#replica.noteRequest();
    for (const piece of pieces) piece.viewedAt = now;
  }

  /**
   * Refreshes the missing pieces of an answer, or all of them if a person wants the newest data. A program keeps its
   * place in the queue, however long the allowance is used up, unless it waits less than that.
   */
  async #refresh(
    request: ReadRequest,
    pieces: Answerable['pieces'],
    { isFresh, callClass, demands = noDemands }: RequestOptions,
    onDisconnect: OnDisconnect,
  ): Promise<void> {
    const { refresher } = this.#replica;
    const began = this.#clock();
    const isOfProgram = callClass === 'program';
    const [first] = pieces;
    const reportMs = first && isReport(request.id) ? this.#oldMs(first) : Number.POSITIVE_INFINITY;
    const oldest = isFresh ? began : began - Math.min(reportMs, (demands.maxAgeMs ?? Number.POSITIVE_INFINITY) + 999);
    const old = new Set<Piece>(this.#tooOld(pieces, demands));
    const needed = pieces.filter((piece) => old.has(piece) || (piece.asOf ?? 0) < oldest);
    const befores = needed.map(({ asOf }) => asOf ?? Number.NEGATIVE_INFINITY);
    // Other reports wait for the night.
    if (isReport(request.id)) for (const piece of pieces) if (piece.failures === 0) piece.retryAt = 0;
    const isInVain = refresher.waitOfRequested() > demands.patienceMs;
    const isNow = isFresh || demands.maxAgeMs === 0;
    refresher.request(needed, { isFresh: isNow, isDirect: !isOfProgram, isForProgram: isOfProgram });
    if (isInVain) return;
    const patience = isOfProgram ? timeouts.program : timeouts.call + timeouts.allowance;
    const limit = Math.min(demands.patienceMs, isRead(pieces) ? timeouts.allowance : patience);
    const sinceOf = (index: number) => Math.max(oldest, (befores[index] ?? 0) + 1);
    const isDone = () => needed.every((piece, index) => this.#isDone([piece], sinceOf(index), began));
    await this.#waits.until(needed, isDone, limit, onDisconnect);
  }

  /** An old report is requested again: a program waits for the new one, while a person sees the old one. */
  #isOldReport({ id }: ReadRequest, pieces: Answerable['pieces']): boolean {
    const ageOf = ({ asOf }: Piece) => (asOf === null ? 0 : this.#clock() - asOf);
    return isReport(id) && pieces.some((piece) => piece.failures === 0 && ageOf(piece) > this.#oldMs(piece));
  }

  #oldMs(piece: Part | CopiedCell): number {
    return 'set' in piece ? this.#replica.reportPaces.oldMs(piece) : Number.POSITIVE_INFINITY;
  }

  /** An old report is shown while a newer one is loading. */
  #renewReport(request: ReadRequest, pieces: readonly Piece[]): void {
    if (!isReport(request.id)) return;
    const part = this.#replica.register.openReport(reportScope(request));
    if (!this.#isOldReport(request, [part]) || part.isRunning) return;
    part.retryAt = 0;
    this.#replica.refresher.request(pieces, { isFresh: false, isDirect: false });
  }

  /** Whether each piece is as new as requested, or has just failed. */
  #isDone(pieces: readonly Piece[], since: number, began: number): boolean {
    const now = this.#clock();
    return pieces.every((piece) => isSettled(piece, { since, began, now }));
  }

  /** Answers requests below `/replica`, narrowed to the caller's role. */
  async read(incoming: Incoming, caller: Caller, work?: WorkShare): Promise<Reply> {
    return this.#narrowing.view(incoming.url ?? '', await this.#answerView(incoming, caller, work), caller);
  }

  async #answerView(incoming: Incoming, { grant }: Caller, work?: WorkShare): Promise<Reply> {
    const address = incoming.url ?? '';
    this.#waits.drop(stoppedBy(address, this.#replica.register));
    const cached = wantsFresh(incoming) ? null : this.#cached(address);
    if (cached) return replyOf(cached);
    const [path = '', query = ''] = address.split('?', 2);
    if (path === snoozesPath) return this.snoozes.get();
    const search = new URLSearchParams(query);
    const pieces = piecesOfView(path, search, this.#replica);
    this.#markViewed(pieces);
    await this.#beforeAnswer(pieces, wantsFresh(incoming), path);
    // Of one person, one view that is not kept is made at a time, so that nobody waits for all that another asks for.
    return this.#personTurns.run(grant, () => {
      // It may have been made meanwhile.
      const made = this.#cached(address);
      if (made) return replyOf(made);
      const wait = work?.wait() ?? null;
      return wait === null ? this.#makeView(address, pieces, work) : tooMuchWork(wait);
    });
  }

  /** Makes a view, and charges what it cost. */
  async #makeView(address: string, pieces: readonly Piece[], work?: WorkShare): Promise<Reply> {
    const [path = '', query = ''] = address.split('?', 2);
    const search = new URLSearchParams(query);
    const { turns } = this.#replica;
    const charge = (milliseconds: number) => work?.charge(milliseconds);
    const answer = turns.measured(() => this.#views(path, search, this.#replica.status), charge);
    if (!answer) return nothingHere;
    if (answer.refusal) return refusalReply(answer.refusal);
    const { key, body: json, steps, asked, ...view } = answer.view;
    // However the address is written, the view is made once.
    const question = `${path}?${asked}`;
    const version = this.#replica.register.version();
    const body = steps
      ? await this.#bodyInTurns(question, key, steps, charge)
      : turns.measured(() => this.#bodyFor(question, key, json), charge);
    const made = { ...view, pieces, body };
    // While something is missing, the answer names the time when loading resumes, which changes each time.
    const isWhole = piecesOfView(path, search, this.#replica).every(({ asOf }) => asOf !== null);
    return replyOf(isWhole ? this.#remember(address, made, version) : made);
  }

  /** Waits a moment for missing pieces that could be read at once. A person may refresh all of them. */
  async #beforeAnswer(pieces: readonly Piece[], isFresh: boolean, path: string): Promise<void> {
    const { refresher, status } = this.#replica;
    const began = this.#clock();
    if (isFresh) {
      refresher.request(pieces, { isFresh: true, isDirect: true });
      return this.#waits.until(pieces, () => this.#isDone(pieces, began, began), timeouts.allowance);
    }
    const missing = pieces.filter(({ asOf }) => asOf === null);
    if (missing.length === 0) return;
    // In the planner's order, the aircraft that fly today come first.
    const isPerAircraft = path === '/replica/reminders' || path === '/replica/squawks';
    if (!isPerAircraft) refresher.request(missing, { isFresh: false, isDirect: false });
    // Existing data can be shown while the rest comes, and a wait for the allowance must be reported.
    const canShow = missing.length < pieces.length && path !== '/replica/reservations';
    if (canShow || path === '/replica/log' || status.resumesAt !== null) return;
    const isDone = () => this.#isDone(pieces, Number.NEGATIVE_INFINITY, began);
    await this.#waits.until(missing, isDone, timeouts.allowance / 2);
  }
}

const isRead = (pieces: readonly Piece[]) => pieces.every(({ asOf }) => asOf !== null);
