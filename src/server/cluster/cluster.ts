import { millisecondsInSecond } from 'date-fns/constants';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { DatabaseFigures } from '#server/gateway/observability/figureTables.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import { Database, DatabaseGone, type Session } from './database.ts';
import { migrate } from './migrations.ts';
import { paced } from './paced.ts';
import { beatMs, PlannerLock } from './plannerLock.ts';
import { SharedCalls, type SharedCallsOptions } from './sharedCalls.ts';
import type { CallPermit } from '#server/gateway/allowance/permits.ts';
import { sendWishes, takeWishes, type Wish, wishesIn } from './wishes.ts';
import { type News, TermOver, type WorkingCopy } from './workingCopy.ts';

export type ClusterOptions = Pick<SharedCallsOptions, 'windowMs' | 'callMs' | 'clock'> & {
  /** Names this gateway, also after a restart; no other may have the same name. */
  readonly id: string;
  readonly urls: readonly string[];
  readonly schema: string;
  /** Calls per window; null without a limit. */
  readonly allowance: number | null;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Called once the tables are there. Rejects with one sentence if this database and these files must not come together. */
  readonly onPrepared: (database: Database, copies: Copies) => Promise<void>;
};

/** The working copies of a gateway. */
export type Copies = { readonly copy: WorkingCopy; readonly access: WorkingCopy };

export type ClusterListener = {
  /** Rows of the copy that other gateways wrote. */
  readonly onNews?: (news: News) => void;
  /** Rows of access that other gateways wrote. */
  readonly onAccess?: () => void;
  /** This gateway begins to plan, under this term, or no longer does. */
  readonly onTerm?: (term: number | null) => void;
  readonly onWishes?: (wishes: readonly Wish[]) => void;
  /** Another gateway's call has ended. */
  readonly onCall?: () => void;
};

/** Somebody waits for an exchange that begins from now on. */
type Waiting = {
  readonly since: number;
  readonly isReading: boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** Without any notice, what others wrote is read at this interval all the same. */
const quietMs = 10 * millisecondsInSecond;
/** Writes wait for each other this long, so that one statement serves all. */
const gatherMs = 5;
const catchUpMs = 200;
const confirmMs = 5 * millisecondsInSecond;

/**
 * One of several gateways with one PostgreSQL: it keeps its working copies in step with the database, elects the planner, and shares the
 * allowance. Without the database it goes on with what it has; it tries again all the time and never throws by itself.
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
  /** Others have written something. */
  #isBehind = true;
  /** Whether an empty database has got what this gateway's files hold. */
  #isFilled = false;
  #isShareBack = false;
  #seen = { term: 0, gateways: 1 };
  #isClosed = false;
  /** Of the last beat and of the last exchange, in words. */
  readonly #troubles: { beat: string | null; exchange: string | null } = { beat: null, exchange: null };
  readonly #readSoon: () => Promise<void>;
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
    this.calls = allowance === null ? null : new SharedCalls({ ...options, allowance, database: this.database });
  }

  /** Begins to share. The first exchange is over when it resolves, unless the database does not answer. Rejects with one sentence if it cannot be used. */
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

  /** Whether this gateway plans, or was the last to plan when the database went. */
  isPlanner(): boolean {
    return this.#lock.state.term !== null;
  }

  get term(): number | null {
    return this.#lock.state.term;
  }

  /** What is wrong, in words; null if nothing is. */
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

  /** Resolves once what others wrote is here, or the database does not answer. Strangers can ask for it, so it has a pace. */
  catchUp(): Promise<void> {
    return this.#readSoon();
  }

  #wait(isReading: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const own = { resolve, reject, isReading, since: this.#round + 1 };
    const late = setTimeout(() => reject(new DatabaseGone('The database does not answer.')), confirmMs);
    this.#waiting.add(own);
    this.touch();
    return promise.finally(() => {
      clearTimeout(late);
      this.#waiting.delete(own);
    });
  }

  /** Asks the planner for something. Rejects with `DatabaseGone`. */
  wish(wishes: readonly Wish[]): Promise<void> {
    return sendWishes(this.database, wishes);
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

  /** Gives up the term and the share, so that another gateway plans at once, and closes every connection. */
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

  /** Keeps a session with the database, and beats. */
  async #live(): Promise<void> {
    try {
      const session = (this.#session ??= await this.#connect());
      await this.#beat(session);
      this.#note('beat', null);
      if (this.#troubles.exchange !== null) this.touch();
    } catch (error) {
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
    const asked = this.#options.clock();
    const { wasOver, hasShare, wishes, term, gateways } = await this.#lock.beat(session, (isNext) =>
      this.#beforeTerm(isNext),
    );
    this.#seen = { term, gateways };
    // What was changed under a term that has passed does not count.
    if (wasOver) await this.#takeBack();
    if (this.isPlanner()) {
      await this.calls?.noteShare(hasShare, asked);
      this.#tellWishes(wishesIn(wishes));
    } else if (before !== null || !this.#isShareBack) {
      await this.calls?.giveShareBack();
      this.#isShareBack = true;
    }
    if (before === this.term) return;
    if (this.term !== null) await this.#copies?.copy.begin(this.term);
    this.#tell('onTerm', this.term);
    this.touch();
  }

  /** Everything that others wrote must be here before this gateway plans. */
  async #beforeTerm(isNext: boolean): Promise<void> {
    await this.calls?.settle();
    if (!isNext) return;
    await this.#takeBack();
    await this.#pullAll();
  }

  async #takeBack(): Promise<void> {
    const news = await this.#copies?.copy.takeBack();
    if (news) this.#tell('onNews', news);
  }

  #exchange(): Promise<void> {
    this.#running ??= this.#step().finally(() => {
      this.#running = null;
      this.#plan(this.#isWanted ? gatherMs : quietMs);
    });
    return this.#running;
  }

  /** Writes what waits, and reads what is new. */
  async #step(): Promise<void> {
    const round = ++this.#round;
    const waiting = [...this.#waiting].filter(({ since }) => since <= round);
    this.#isWanted = false;
    try {
      await this.#pushAll();
      const isDue = this.#options.clock() - this.#pulledAt >= quietMs;
      if (this.#isBehind || isDue || waiting.some(({ isReading }) => isReading)) await this.#pullAll();
      this.#note('exchange', null);
      for (const one of waiting) one.resolve();
    } catch (error) {
      // The beat finds out who plans.
      if (error instanceof TermOver) this.#lock.lost();
      this.#note('exchange', error);
      for (const one of waiting) one.reject(error instanceof Error ? error : new DatabaseGone(String(error)));
    }
  }

  async #pushAll(): Promise<void> {
    if (!this.#copies) return;
    const { copy, access } = this.#copies;
    if (!this.#isFilled) await access.begin(null);
    this.#isFilled = true;
    await access.push(null);
    const { term, isConfirmed } = this.#lock.state;
    if (term !== null && isConfirmed) await copy.push(term);
    else if (copy.isShared) await copy.push(null);
  }

  async #pullAll(): Promise<void> {
    if (!this.#copies) return;
    const { copy, access } = this.#copies;
    this.#isBehind = false;
    const [news, accessNews] = await Promise.all([copy.pull(), access.pull()]);
    this.#pulledAt = this.#options.clock();
    if (news.tables.size > 0) this.#tell('onNews', news);
    if (accessNews.tables.size > 0) this.#tell('onAccess', undefined);
  }

  #hear(payload: string): void {
    const [what, of] = payload.split(' ');
    if (what === 'call') return void (of !== this.#options.id && this.#tell('onCall', undefined));
    if (what === 'wish') return void (this.isPlanner() && this.#readWishes());
    if (Number(of) <= (this.#copies?.[what === 'access' ? 'access' : 'copy'].revision ?? 0)) return;
    this.#isBehind = true;
    this.touch();
  }

  #readWishes(): void {
    takeWishes(this.database)
      .then((wishes) => this.#tellWishes(wishes))
      .catch((error: unknown) => this.#note('exchange', error));
  }

  #tellWishes(wishes: readonly Wish[]): void {
    if (wishes.length > 0) this.#tell('onWishes', wishes);
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

  /** Notes what became of a beat or an exchange; null if it succeeded. */
  #note(what: 'beat' | 'exchange', error: unknown): void {
    if (this.#isClosed || error instanceof TermOver) return;
    const before = this.trouble();
    this.#troubles[what] = error === null ? null : error instanceof DatabaseGone ? goneWords : refusedWords;
    const now = this.trouble();
    if (now === before) return;
    if (now === null) this.#options.log.info({}, 'The database answers again.');
    else this.#options.log.error({ err: error }, now);
  }
}

const goneWords =
  'The database does not answer: this server goes on with its own copy, and nothing can be changed until it answers again.';
const refusedWords = 'The database refuses what this server writes: look at its log.';
const freeOfLimit: CallPermit = { isValid: () => true, release: () => undefined };
