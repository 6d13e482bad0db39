import { millisecondsInSecond } from '#domain/units.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { DatabaseFigures } from '#server/observability/figureTables.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import type { Log } from '#server/observability/log.ts';
import { Database, DatabaseGone, type Session } from './database.ts';
import { migrate } from './migrations.ts';
import { oneAtATime } from './oneAtATime.ts';
import { paced } from './paced.ts';
import { beatMs, PlannerLock } from './plannerLock.ts';
import { SharedCalls, type SharedCallsOptions } from './sharedCalls.ts';
import type { CallPermit } from '#server/upstream/permits.ts';
import { RefreshRequests, type RefreshRequest, requestsIn, takeRequests } from './refreshRequests.ts';
import { type News, TermOver, type WorkingCopy } from './workingCopy.ts';

export type ClusterOptions = Pick<SharedCallsOptions, 'windowMs' | 'callMs' | 'clock'> & {
  /** This gateway's name, which a restart keeps; no other gateway may have it. */
  readonly id: string;
  readonly urls: readonly string[];
  readonly schema: string;
  /** Calls per window; null without a limit. */
  readonly allowance: number | null;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Called once the tables exist. Rejects with one sentence if this database and these files must not be combined. */
  readonly onPrepared: (database: Database, copies: Copies) => Promise<void>;
};

/** The working copies of a gateway. */
export type Copies = { readonly copy: WorkingCopy; readonly access: WorkingCopy };

export type ClusterListener = {
  /** Rows of the copy that other gateways wrote. */
  readonly onNews?: (news: News) => void;
  /** Rows of access that other gateways wrote. */
  readonly onAccess?: () => void;
  /** Called when this gateway begins to plan, with its term, or stops, with null. */
  readonly onTerm?: (term: number | null) => void;
  readonly onRequests?: (requests: readonly RefreshRequest[]) => void;
  /** Another gateway's call has ended. */
  readonly onCall?: () => void;
};

/** A caller that waits for an exchange to begin and end. */
type Waiting = {
  readonly since: number;
  readonly isReading: boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** Without a notice, other gateways' writes are still read at this interval. */
const quietMs = 10 * millisecondsInSecond;
/** Writes are collected for this long, so that one statement serves all. */
const gatherMs = 5;
const catchUpMs = 200;
const confirmMs = 5 * millisecondsInSecond;

/**
 * One of several gateways with one PostgreSQL. It keeps its working copies in step with the database, elects the
 * planner, and shares the allowance. Without the database it continues with what it has. It keeps trying and never
 * throws by itself.
 */
export class Cluster {
  readonly #options: ClusterOptions;
  readonly #lock: PlannerLock;
  readonly #listeners: ClusterListener[] = [];
  readonly #waiting = new Set<Waiting>();
  #copies: Copies | null = null;
  #session: Session | null = null;
  #isPrepared = false;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #beats: NodeJS.Timeout | undefined;
  #round = 0;
  #pulledAt = Number.NEGATIVE_INFINITY;
  #isWanted = true;
  /** Other gateways have written something not read yet. */
  #isBehind = true;
  /** Whether this gateway has filled an empty database from its files. */
  #isFilled = false;
  #isShareBack = false;
  #seen = { term: 0, gateways: 1 };
  #isClosed = false;
  /** What went wrong in the last beat and the last exchange, in words. */
  readonly #troubles: { beat: string | null; exchange: string | null } = { beat: null, exchange: null };
  readonly #readSoon: () => Promise<void>;
  readonly #requests: RefreshRequests;
  /** Thousands of notices are read with one statement, because all statements wait for the same few connections. */
  readonly #readRequests = oneAtATime(() =>
    takeRequests(this.database)
      .then((requests) => this.#tellRequests(requests))
      .catch((error: unknown) => this.#note('exchange', error)),
  );
  readonly database: Database;
  readonly calls: SharedCalls | null;

  constructor(options: ClusterOptions) {
    const { urls, schema, allowance, log, id } = options;
    this.#options = options;
    this.#lock = new PlannerLock(id);
    this.#readSoon = paced(() => this.#wait(true).catch(() => undefined), catchUpMs, options.clock);
    this.database = new Database({
      urls,
      schema,
      onError: (error) => log.warn({ err: error }, 'A connection to the database ended.'),
    });
    this.#requests = new RefreshRequests(this.database);
    this.calls = allowance === null ? null : new SharedCalls({ ...options, allowance, database: this.database });
  }

  /**
   * Begins to share. Resolves after the first exchange, or without one if the database does not answer. Rejects with
   * one sentence if the database cannot be used.
   */
  async start(copies: Copies): Promise<void> {
    this.#copies = copies;
    for (let address = 0; address < this.#options.urls.length && !this.#isPrepared; address++)
      await this.#prepare(copies).catch((error: unknown) => {
        if (!(error instanceof DatabaseGone)) throw error;
        this.#note('beat', error);
      });
    await this.#live();
    await this.#exchange();
  }

  async #prepare(copies: Copies): Promise<void> {
    await migrate(this.database);
    await this.calls?.open();
    await this.#options.onPrepared(this.database, copies);
    this.#isPrepared = true;
  }

  listen(listener: ClusterListener): void {
    this.#listeners.push(listener);
  }

  /** Whether this gateway plans, or planned last before the database stopped answering. */
  isPlanner(): boolean {
    return this.#lock.state.term !== null;
  }

  get term(): number | null {
    return this.#lock.state.term;
  }

  /** The trouble with the database, in words; null if there is none. */
  trouble(): string | null {
    return this.#troubles.beat ?? this.#troubles.exchange;
  }

  /** For `/metrics`. */
  figures(): DatabaseFigures {
    const { isReachable, statements } = this.database;
    const { taken = 0, alone = 0, refused = 0 } = this.calls?.figures ?? {};
    const { isConfirmed } = this.#lock.state;
    return {
      ...this.#seen,
      isConnected: isReachable && this.#session !== null,
      isPlanner: this.isPlanner() && isConfirmed,
      statements,
      callsTaken: taken + alone,
      callsRefused: refused,
    };
  }

  /** Rows have changed here, or may have changed elsewhere: an exchange follows soon. */
  touch(): void {
    this.#isWanted = true;
    if (!this.#running && !this.#isClosed) this.#plan(gatherMs);
  }

  /** Resolves once everything written here so far is in the database. Rejects with `DatabaseGone` or `TermOver`, after five seconds at the latest. */
  settled(): Promise<void> {
    return this.#wait(false);
  }

  /** Resolves once other gateways' writes are here. Rejects like `settled`. */
  reached(): Promise<void> {
    return this.#wait(true);
  }

  /**
   * Resolves once other gateways' writes are here, or the database does not answer. Strangers can cause it, so it is
   * limited in rate.
   */
  catchUp(): Promise<void> {
    return this.#readSoon();
  }

  #wait(isReading: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { resolve, reject, isReading, since: this.#round + 1 };
    const late = setTimeout(() => reject(new DatabaseGone('The database does not answer.')), confirmMs);
    this.#waiting.add(waiter);
    this.touch();
    return promise.finally(() => {
      clearTimeout(late);
      this.#waiting.delete(waiter);
    });
  }

  /** Sends requests to the planner, if the database answers. */
  request(requests: readonly RefreshRequest[]): void {
    this.#requests.send(requests);
  }

  /** A permit for a call, or the milliseconds to wait for one. Rejects with `DatabaseGone`. */
  async permit(callClass: CallClass): Promise<CallPermit | number> {
    if (!this.calls) return freeOfLimit;
    try {
      return await this.calls.take(callClass, this.isPlanner() && !this.#lock.state.isConfirmed);
    } catch (error) {
      if (!(error instanceof DatabaseGone) || !this.isPlanner()) throw error;
      return this.calls.take(callClass, true);
    }
  }

  /** Gives up the term and the share, so that another gateway can plan at once, and closes every connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#beats);
    await this.#running;
    if (this.#session) {
      await this.#pushAll().catch(() => undefined);
      await this.calls?.giveShareBack().catch(() => undefined);
      await this.#session.end();
    }
    await this.database.close();
  }

  #plan(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#exchange(), milliseconds).unref();
  }

  /** Keeps a session with the database, and reports through it that this gateway lives. */
  async #live(): Promise<void> {
    try {
      const session = (this.#session ??= await this.#connect());
      await this.#beat(session);
      this.#note('beat', null);
      if (this.#troubles.exchange !== null) this.touch();
    } catch (error) {
      this.#tellUntold();
      this.#note('beat', error);
    } finally {
      if (!this.#isClosed) this.#beats = setTimeout(() => void this.#live(), beatMs).unref();
    }
  }

  async #connect(): Promise<Session> {
    if (!this.#isPrepared && this.#copies) await this.#prepare(this.#copies);
    const session = await this.database.session(
      (payload) => this.#hear(payload),
      () => {
        this.#session = null;
        this.#lock.lost();
      },
    );
    // While there was no session, notices were missed.
    this.#isBehind = true;
    this.#isFilled = false;
    this.touch();
    return session;
  }

  async #beat(session: Session): Promise<void> {
    const before = this.term;
    const sentAt = this.#options.clock();
    const {
      wasOver,
      hasShare,
      wishes: requests,
      term,
      gateways,
    } = await this.#lock.beat(session, (isNext) => this.#beforeTerm(isNext));
    this.#seen = { term, gateways };
    // Changes made under a past term do not count.
    if (wasOver) await this.#takeBack();
    if (this.isPlanner()) {
      await this.calls?.noteShare(hasShare, sentAt);
      this.#tellRequests(requestsIn(requests));
    } else if (before !== null || !this.#isShareBack) {
      await this.calls?.giveShareBack();
      this.#isShareBack = true;
    }
    if (before === this.term) return;
    if (this.term !== null) await this.#copies?.copy.begin(this.term);
    this.#tell('onTerm', this.term);
    this.touch();
  }

  /** Other gateways' writes must all be here before this gateway plans. */
  async #beforeTerm(isNext: boolean): Promise<void> {
    await this.calls?.settle();
    if (!isNext) return;
    await this.#takeBack();
    await this.#pullAll();
  }

  async #takeBack(): Promise<void> {
    const news = await this.#copies?.copy.takeBack();
    if (news) this.#tellNews(news);
  }

  #exchange(): Promise<void> {
    this.#running ??= this.#step().finally(() => {
      this.#running = null;
      this.#plan(this.#isWanted ? gatherMs : quietMs);
    });
    return this.#running;
  }

  /** Writes waiting changes, and reads new ones. */
  async #step(): Promise<void> {
    const round = ++this.#round;
    const waiting = [...this.#waiting].filter(({ since }) => since <= round);
    this.#isWanted = false;
    try {
      await this.#pushAll();
      // With a slow database, who only wrote must not wait for reading too.
      for (const { isReading, resolve } of waiting) if (!isReading) resolve();
      const isDue = this.#options.clock() - this.#pulledAt >= quietMs;
      if (this.#isBehind || isDue || waiting.some(({ isReading }) => isReading)) await this.#pullAll();
      this.#note('exchange', null);
      for (const waiter of waiting) waiter.resolve();
    } catch (error) {
      // The beat finds out who plans.
      if (error instanceof TermOver) this.#lock.lost();
      this.#tellUntold();
      this.#note('exchange', error);
      for (const waiter of waiting) waiter.reject(error instanceof Error ? error : new DatabaseGone(String(error)));
    }
  }

  async #pushAll(): Promise<void> {
    if (!this.#copies) return;
    const { copy, access } = this.#copies;
    if (!this.#isFilled) this.#tellAccess(await access.begin(null));
    this.#isFilled = true;
    this.#tellAccess(await access.push(null));
    const { term, isConfirmed } = this.#lock.state;
    if (term !== null && isConfirmed) this.#tellNews(await copy.push(term));
    else if (copy.isShared) this.#tellNews(await copy.push(null));
  }

  /** Access first: what was revoked must end here, whatever becomes of the copy. */
  async #pullAll(): Promise<void> {
    if (!this.#copies) return;
    const { copy, access } = this.#copies;
    this.#isBehind = false;
    const read = copy.pull();
    // It is awaited below.
    read.catch(() => undefined);
    try {
      this.#tellAccess(await access.pull());
      this.#tellNews(await read);
    } catch (error) {
      // Otherwise the next exchange would find nothing to read, and tell that all is well.
      this.#isBehind = true;
      throw error;
    }
    this.#pulledAt = this.#options.clock();
  }

  /** Tells what came before an exchange failed. */
  #tellUntold(): void {
    if (!this.#copies) return;
    this.#tellAccess(this.#copies.access.untold());
    this.#tellNews(this.#copies.copy.untold());
  }

  #tellAccess({ tables }: News): void {
    if (tables.size > 0) this.#tell('onAccess', undefined);
  }

  #tellNews(news: News): void {
    if (news.tables.size > 0) this.#tell('onNews', news);
  }

  #hear(payload: string): void {
    const [what, of] = payload.split(' ');
    if (what === 'call') return void (of !== this.#options.id && this.#tell('onCall', undefined));
    if (what === 'wish') return void (this.isPlanner() && this.#readRequests());
    if (Number(of) <= (this.#copies?.[what === 'access' ? 'access' : 'copy'].revision ?? 0)) return;
    this.#isBehind = true;
    this.touch();
  }

  #tellRequests(requests: readonly RefreshRequest[]): void {
    if (requests.length > 0) this.#tell('onRequests', requests);
  }

  #tell<Name extends keyof ClusterListener>(
    name: Name,
    given: Parameters<NonNullable<ClusterListener[Name]>>[0],
  ): void {
    for (const listener of this.#listeners) {
      const call = listener[name] as ((value: typeof given) => void) | undefined;
      call?.(given);
    }
  }

  /** Notes the outcome of a beat or an exchange; null for success. */
  #note(what: 'beat' | 'exchange', error: unknown): void {
    if (this.#isClosed || error instanceof TermOver) return;
    const before = this.trouble();
    this.#troubles[what] = error === null ? null : troubleWords(error);
    const now = this.trouble();
    if (now === before) return;
    if (now === null) this.#options.log.info({}, 'The database answers again.');
    else this.#options.log.error({ err: error }, now);
  }
}

function troubleWords(error: unknown): string {
  if (error instanceof DatabaseGone) return goneWords;
  return fileFailureOf(error) === null ? refusedWords : fileWords;
}

const goneWords =
  'The database does not answer: this server goes on with its own copy, and nothing can be changed until it answers again.';
const refusedWords = 'The database refuses what this server writes: look at its log.';
const fileWords =
  'This server cannot write what it reads from the database: its disk is full or fails. Make room there, then restart Flightline.';
const freeOfLimit: CallPermit = { isValid: () => true, release: () => undefined };
