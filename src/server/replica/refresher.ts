import type { Steps } from '#domain/steps.ts';
import type { Turns } from '#server/observability/turns.ts';
import { millisecondsInMinute, millisecondsInSecond, millisecondsInWeek } from '#domain/units.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { RefreshEvent } from '#contract/gateway/replica.ts';
import type { PlannerFigures } from '#server/observability/figureTables.ts';
import { currentMark, within } from '#server/observability/requestMark.ts';
import type { ServiceAccess } from '#server/upstream/source.ts';
import type { Applying, Missing } from './apply.ts';
import { isOneList, reservationsPerCall } from './collect.ts';
import { RefreshError } from './pages.ts';
import { isGeneral, isOutage, nextRefresh, type Outage, type PlannedPart, stretchOf, waitAfter } from './planner.ts';
import type { Reader } from './reader.ts';
import type { ReportPaces } from './reportPaces.ts';
import { externalIdOf, personOf, type ReadReservation } from './records.ts';
import { externalScope, type Piece, type CopiedCell, isExternal, type Part } from '#server/replica/register/parts.ts';
import { type Register, sliceTargets, sliceWeights } from '#server/replica/register/register.ts';
import type { Slice } from '#server/replica/register/slices.ts';
import type { ReplicaStorage, Wanted } from './storage/storage.ts';

export type RefresherParts = {
  readonly service: Pick<ServiceAccess, 'queue' | 'clock' | 'log'>;
  readonly register: Register;
  readonly reader: Reader;
  readonly applying: Applying;
  readonly reportPaces: ReportPaces;
  readonly recall: (key: string) => string | null;
  /** How much longer data may age while no screen is connected. */
  readonly idleStretch: number;
  /** Whether any screen is connected, or was a moment ago. */
  readonly isViewed: () => boolean;
  /** Whether programs have asked lately. */
  readonly areProgramsAsking: () => boolean;
  /** For answers of thousands of reservations. */
  readonly turns: Turns;
  /** Called after each refresh with its result; null after a failure. */
  readonly onRefresh: (event: RefreshEvent | null) => void;
  /** Says whether this gateway refreshes, and passes on what is wanted here if another one does. */
  readonly storage: Pick<ReplicaStorage, 'isPlanner' | 'passOn'>;
};

/** How something is requested: newer than now, by a person who waits for exactly this, or by a program. */
type RefreshRequest = { readonly isFresh: boolean; readonly isDirect: boolean; readonly isForProgram?: boolean };

/** One thing to refresh: a part, or the cells of a slice. */
type Job =
  | { readonly key: string; readonly pieces: readonly Piece[]; readonly part: Part; readonly slice: null }
  | { readonly key: string; readonly pieces: readonly Piece[]; readonly part: null; readonly slice: Slice<CopiedCell> };

/** A person's request starts at most this many refreshes at once; the others follow in the planner's order. */
export const maxDirect = 2;
/** Calls reserved for requests that only the service can answer, such as one person's record. */
const reservedForPeople = 6;
/** If more are missing, the answer may be incomplete, and the slice is read again before any search. */
const maxMissing = 10;
/** The wait if every connection is in use. */
const busyMs = 500;
/** The stretch is computed again after this time, because the demand of all parts changes slowly. */
const stretchMs = 1_000;
/** A failed part is not read again for a person sooner than this, unless they want the newest data. */
const failedMs = millisecondsInMinute;
/** Parts viewed within this time are refreshed a little earlier. */
const viewedMs = 2 * millisecondsInMinute;

/** Keeps the replica fresh: takes the next part from the planner, reads it, and passes the answer on for writing. */
export class Refresher {
  readonly #parts: RefresherParts;
  readonly #outage: Outage = { failures: 0, lastAttemptAt: Number.NEGATIVE_INFINITY };
  readonly #waiters = new Set<() => void>();
  /** Slices whose last answer may be incomplete, by their start. */
  readonly #suspects = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  /** Reports that nobody waits for any more, with the time from which they could be read again. */
  readonly #withdrawn = new WeakMap<Piece, number>();
  readonly #results = new Map([['done', 0]]);
  #stretch = { at: Number.NEGATIVE_INFINITY, value: 1 };
  #wakesAt: number | null = null;
  #isDraining = false;

  constructor(parts: RefresherParts) {
    this.#parts = parts;
  }

  /** Starts the next refreshes while the queue has room, and schedules the next run. */
  plan(): void {
    const { queue, clock } = this.#parts.service;
    clearTimeout(this.#timer);
    for (;;) {
      if (this.#isDraining || !this.#parts.storage.isPlanner()) return;
      const all = this.#jobs();
      const wait = queue.soonest('replica');
      if (wait !== 0) {
        const urgent = this.#urgent(all);
        if (!urgent) return this.#sleep(wait ?? busyMs);
        void this.#run(urgent.job, urgent.callClass);
        continue;
      }
      const next = nextRefresh({
        parts: this.#situation(all),
        budget: queue.budget('replica'),
        openings: queue.openings('replica'),
        isConnected: this.#parts.isViewed(),
        idleStretch: this.#parts.idleStretch,
        outage: this.#outage,
        areProgramsAsking: this.#parts.areProgramsAsking(),
        now: clock(),
      });
      const job = next.key === null ? undefined : all.get(next.key);
      if (!job) return this.#sleep(Math.max(50, (next.wakeAt ?? clock() + millisecondsInMinute) - clock()));
      void this.#run(job, 'replica');
    }
  }

  /** A part that somebody waits for may use the allowance reserved for people, and first that of programs if one waits. */
  #urgent(all: ReadonlyMap<string, Job>): { readonly job: Job; readonly callClass: CallClass } | null {
    const { queue, clock } = this.#parts.service;
    const now = clock();
    const lastReserved = queue.openings('person')[reservedForPeople] ?? Number.POSITIVE_INFINITY;
    const isForPeople = queue.soonest('person') === 0 && lastReserved <= now;
    const isForPrograms = queue.soonest('program') === 0;
    if (!isForPeople && !isForPrograms) return null;
    for (const job of all.values()) {
      const isFree = job.pieces.every(({ isRunning, retryAt }) => !isRunning && retryAt <= now);
      if (!isFree || !job.pieces.some(({ isRequested }) => isRequested)) continue;
      if (isForPrograms && job.pieces.some(({ isForProgram }) => isForProgram)) return { job, callClass: 'program' };
      if (isForPeople) return { job, callClass: 'person' };
    }
    return null;
  }

  /** Milliseconds until a part requested now would be read, as far as the allowance decides. */
  waitOfRequested(): number {
    const { queue, clock } = this.#parts.service;
    const now = clock();
    const isWaiting = ({ pieces }: Job) =>
      pieces.some((piece) => piece.isRequested) && !pieces.some((piece) => piece.isRunning);
    const ahead = Array.from(this.#jobs().values()).filter(isWaiting).length;
    const after = (callClass: CallClass, kept: number) =>
      queue.openings(callClass)[kept + ahead] ?? now + millisecondsInMinute;
    const at = Math.min(after('replica', 0), after('program', 0), after('person', reservedForPeople));
    return Math.max(0, at - now);
  }

  /** Nobody waits for these any more. What the copy holds anyway is read in its turn. */
  withdraw(wanted: readonly Piece[]): void {
    for (const piece of wanted) {
      if (piece.isRunning) continue;
      Object.assign(piece, { isRequested: false, requestedBy: null, isForProgram: false });
      const isOnlyWished = 'set' in piece && piece.set === 'report' && piece.asOf === null;
      if (!isOnlyWished) continue;
      if (!this.#withdrawn.has(piece)) this.#withdrawn.set(piece, piece.retryAt);
      piece.retryAt = this.#parts.register.nextNight();
    }
    this.noteNews();
  }

  /**
   * Refreshes these first. A running refresh will do, unless data newer than now is wanted. Parts that just failed are
   * skipped. If a person waits for exactly these, the first calls go out at once in the person's class.
   */
  request(wanted: readonly Piece[], { isFresh, isDirect, isForProgram = false }: RefreshRequest): void {
    const now = this.#parts.service.clock();
    for (const piece of wanted) this.#takeUp(piece);
    const isLeftAlone = ({ retryAt, failedAt }: Piece) => retryAt > now && (!isDirect || now - failedAt < failedMs);
    const open = new Set(wanted.filter((piece) => isFresh || (!piece.isRunning && !isLeftAlone(piece))));
    const requestedBy = currentMark();
    for (const piece of open) Object.assign(piece, { isRequested: true, requestedBy, isForProgram });
    const { storage } = this.#parts;
    if (!storage.isPlanner()) return storage.passOn([...open].map(wantedOf), isFresh);
    let started = isDirect ? 0 : maxDirect;
    for (const job of this.#jobs().values()) {
      if (started >= maxDirect) break;
      const isWanted = job.pieces.some((piece) => open.has(piece)) && !job.pieces.some((piece) => piece.isRunning);
      if (isWanted && job.pieces.every(({ retryAt }) => retryAt <= now)) {
        started++;
        void this.#run(job, 'person');
      }
    }
    this.plan();
  }

  /** What was withdrawn waits for the night; once it is wanted again, it waits no longer. */
  #takeUp(piece: Piece): void {
    const retryAt = this.#withdrawn.get(piece);
    if (retryAt === undefined) return;
    this.#withdrawn.delete(piece);
    if (piece.asOf === null) piece.retryAt = retryAt;
  }

  /** Lets those who wait check again, because something has changed. */
  noteNews(): void {
    for (const check of this.#waiters) check();
  }

  /** The number of refreshes that these pieces need. */
  refreshesOf(wanted: readonly Piece[]): number {
    const open = new Set(wanted);
    return Array.from(this.#jobs().values()).filter(({ pieces }) => pieces.some((piece) => open.has(piece))).length;
  }

  /** Waits until a condition holds after some refresh, at most this many milliseconds. */
  async until(isMet: () => boolean, milliseconds: number): Promise<void> {
    if (isMet()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (isMet()) resolve();
    };
    const late = setTimeout(resolve, milliseconds);
    this.#waiters.add(check);
    await promise;
    clearTimeout(late);
    this.#waiters.delete(check);
  }

  /** The factor by which target ages are stretched now, because of the allowance or because no screen is connected. */
  stretch(): number {
    const { queue, clock } = this.#parts.service;
    if (clock() - this.#stretch.at >= stretchMs) {
      const min = this.#parts.isViewed() ? 1 : this.#parts.idleStretch;
      const value = stretchOf(this.#situation(this.#jobs()), queue.budget('replica'), min);
      this.#stretch = { at: clock(), value };
    }
    return this.#stretch.value;
  }

  figures(): PlannerFigures {
    const { service, register } = this.#parts;
    const isRunning = !this.#isDraining && this.#parts.storage.isPlanner();
    const running = [...register.parts(), ...register.cells()].filter((piece) => piece.isRunning).length;
    const nextMs = this.#wakesAt === null || !isRunning ? null : Math.max(0, this.#wakesAt - service.clock());
    return { isRunning, stretch: this.stretch(), running, results: this.#results, nextMs };
  }

  /** Starts nothing more; running refreshes may finish. */
  drain(): void {
    this.#isDraining = true;
    clearTimeout(this.#timer);
  }

  #jobs(): Map<string, Job> {
    const { register, recall } = this.#parts;
    const all = new Map<string, Job>();
    for (const part of register.parts()) all.set(part.key, { key: part.key, pieces: [part], part, slice: null });
    for (const slice of register.slices(reservationsPerCall({ recall }), isOneList({ recall }))) {
      const key = `slice ${slice.from}`;
      all.set(key, { key, pieces: slice.cells, part: null, slice });
    }
    return all;
  }

  #situation(all: ReadonlyMap<string, Job>): PlannedPart[] {
    const now = this.#parts.service.clock();
    return Array.from(all.values(), ({ key, pieces, part, slice }) => {
      const ages = pieces.map(({ asOf }) => asOf);
      const isViewed = pieces.some(({ viewedAt }) => now - viewedAt < viewedMs);
      const weight = slice ? sliceWeights[slice.class] : part.weight;
      const report = part?.set === 'report' ? this.#parts.reportPaces.plan(part) : null;
      return {
        key,
        targetMs: report?.targetMs ?? (slice ? sliceTargets[slice.class] : part.target),
        cost: report?.cost ?? Math.max(1, Math.round(pieces.reduce((sum, { calls }) => sum + calls, 0))),
        asOf: ages.includes(null) ? null : Math.min(...ages.map((age) => age ?? 0)),
        since: Math.min(...pieces.map(({ since }) => since)),
        weight: weight * (isViewed ? 1.5 : 1),
        retryAt: report?.isForNight === false ? null : Math.max(...pieces.map(({ retryAt }) => retryAt)),
        isRequested: pieces.some(({ isRequested }) => isRequested),
        isRunning: pieces.some(({ isRunning }) => isRunning),
      };
    });
  }

  #sleep(milliseconds: number): void {
    const wait = Math.min(milliseconds, millisecondsInMinute);
    this.#wakesAt = this.#parts.service.clock() + wait;
    this.#timer = setTimeout(() => this.plan(), wait).unref();
  }

  /** A refresh belongs to the request that wants it, and not to another that happens to start it. */
  #run(job: Job, callClass: CallClass): Promise<void> {
    const by = job.pieces.find(({ isRequested }) => isRequested)?.requestedBy ?? null;
    return within(by, () => this.#refresh(job, callClass));
  }

  async #refresh(job: Job, callClass: CallClass): Promise<void> {
    for (const piece of job.pieces) this.#withdrawn.delete(piece);
    // Requests from now on want newer data than this call returns.
    for (const piece of job.pieces)
      Object.assign(piece, { isRunning: true, isRequested: false, requestedBy: null, isForProgram: false });
    this.#outage.lastAttemptAt = this.#parts.service.clock();
    try {
      if (job.slice) await this.#refreshSlice(job.slice, callClass);
      else await this.#refreshPart(job.part, callClass);
      for (const piece of job.pieces) Object.assign(piece, { failures: 0, failure: null, retryAt: 0 });
      if (job.part?.set === 'report') job.part.retryAt = this.#parts.register.nextNight();
      this.#outage.failures = 0;
      this.#count('done');
    } catch (error) {
      this.#fail(job, error);
    } finally {
      this.#parts.register.noteChange();
      for (const piece of job.pieces) piece.isRunning = false;
      this.noteNews();
      this.plan();
    }
  }

  #count(result: string): void {
    this.#results.set(result, (this.#results.get(result) ?? 0) + 1);
  }

  async #refreshPart(part: Part, callClass: CallClass): Promise<void> {
    const { reader, applying, register, onRefresh } = this.#parts;
    const { collected, calls } = await reader.part(part, callClass);
    this.#checkPlanner();
    part.calls = calls;
    onRefresh(applying.part(part, collected));
    // Checkouts come by id if the service gives them there, otherwise by external id.
    if (part.set !== 'user' || isExternal(part)) return;
    const externalId = externalIdOf(collected.records[0]?.json ?? '{}');
    const external = externalId === null ? undefined : externalScope(externalId);
    if (external !== undefined && external !== part.external)
      register.want('user', external, part.target / millisecondsInSecond, part.weight);
    part.external = external;
  }

  async #refreshSlice(slice: Slice<CopiedCell>, callClass: CallClass): Promise<void> {
    const { applying, register, onRefresh, turns } = this.#parts;
    const { collected, calls } = await this.#readSlice(slice, callClass);
    this.#checkPlanner();
    // From now on the days are requested in another way.
    if (!collected) return;
    const { event, missing } = await turns.run('store', this.#whileOpen(applying.slice(collected, calls)));
    const next = register.cells().find(({ from }) => from === collected.until && from < slice.to);
    if (next) next.isNext = true;
    onRefresh(event);
    await this.#resolveMissing(slice, missing, callClass);
  }

  /** Steps that end once another gateway plans, or this one stops. */
  *#whileOpen<Value>(steps: Steps<Value>): Steps<Value> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield;
      this.#checkPlanner();
      if (this.#isDraining) throw new RefreshError('This server is stopping.', { status: null, detail: 'stopping' });
    }
  }

  /** Data read in a past term does not count, because another gateway plans and reads it again. */
  #checkPlanner(): void {
    if (!this.#parts.storage.isPlanner())
      throw new RefreshError('Another server plans now.', { status: null, detail: 'stopping' });
  }

  #readSlice({ from, to, cells }: Slice<CopiedCell>, callClass: CallClass) {
    const known = cells[0]?.facts ?? null;
    return this.#parts.reader.slice({ span: { start: from, end: to }, known }, callClass);
  }

  /** A reservation that left its slice is searched for once more before it counts as deleted. */
  async #resolveMissing(slice: Slice<CopiedCell>, missing: readonly Missing[], callClass: CallClass): Promise<void> {
    const { reader, applying, service, onRefresh } = this.#parts;
    if (missing.length > maxMissing && !this.#suspects.has(slice.from)) {
      this.#suspects.add(slice.from);
      service.log.warn(
        { missing: missing.length },
        'Many reservations are missing from one answer; the slice is loaded again.',
      );
      return;
    }
    this.#suspects.delete(slice.from);
    if (missing.length === 0) return;
    const found: ReadReservation[] = [];
    const byPerson = Map.groupBy(missing, ({ json }) => personOf(json));
    for (const [userId, ownMissing] of [...byPerson].slice(0, maxMissing)) {
      const first = Math.min(...ownMissing.map(({ start }) => start ?? slice.from));
      if (userId !== null) found.push(...(await reader.ofPerson(userId, first - millisecondsInWeek, callClass)));
    }
    // A reservation without people can only be searched for at its own time.
    if (byPerson.has(null)) {
      found.push(...((await this.#readSlice(slice, callClass)).collected?.records ?? []));
    }
    this.#checkPlanner();
    const event = applying.resolveMissing(missing, found);
    if (event) onRefresh(event);
  }

  #fail(job: Job, error: unknown): void {
    const { service, onRefresh } = this.#parts;
    const failure = error instanceof RefreshError ? error : null;
    if (!failure) service.log.error({ err: error, part: job.key }, 'A refresh failed unexpectedly.');
    const { status = null, detail = 'fault', retryAfter = null } = failure ?? {};
    this.#count(detail);
    const message = failure?.message ?? 'An internal error occurred in this server.';
    // If the queue refused the call, or the service wants a pause, nothing is wrong with the part.
    const wasRefused = ['busy', 'unshared', 'stopping', 'dropped'].includes(detail);
    const isLocal = wasRefused || status === 429;
    const now = service.clock();
    const target = job.part?.target ?? sliceTargets[job.slice?.class ?? 'rest'];
    for (const piece of job.pieces) {
      // In an outage the part itself has not failed and need not wait afterwards.
      if (!isLocal && !isOutage(this.#outage)) piece.failures++;
      if (wasRefused) piece.refusedAt = now;
      else piece.failure = { status, message, detail };
      if (!isLocal) piece.failedAt = now;
      const wait = isLocal ? 1_000 : waitAfter({ status, detail }, piece.failures, target);
      piece.retryAt = now + Math.max(wait, (retryAfter ?? 0) * 1_000);
    }
    if (!isLocal && isGeneral(status)) this.#outage.failures++;
    onRefresh(null);
  }
}

/** What another gateway needs to know to refresh it. */
function wantedOf(piece: Piece): Wanted {
  if (isPart(piece)) return { set: piece.set, scope: piece.scope };
  return isCell(piece) ? { from: piece.from, to: piece.to } : {};
}

const isPart = (piece: Piece): piece is Part => 'set' in piece;
const isCell = (piece: Piece): piece is CopiedCell => 'from' in piece;
