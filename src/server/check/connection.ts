import { parseList, parseRecord, type Page, type RecordOf, UnreadableAnswer } from '#contract/answers.ts';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { areaPaths, type Operation, type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { Settings } from '#server/settings.ts';
import { type Failure, failureOf, failureOfError } from './failure.ts';

export type Upstream = NonNullable<Settings['upstream']>;

export type ConnectionOptions = {
  readonly upstream: Upstream;
  readonly operatorId: number;
  /** Calls per 60 seconds that the service allows. */
  readonly rateLimit: number;
  readonly fetch: typeof fetch;
  /** Rests for so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

/** What was read; `rows` are the records as they came, whether readable or not. */
export type Reading<Id extends OperationId> = { readonly page: Page<RecordOf<Id>>; readonly rows: readonly unknown[] };
type Answer<Id extends OperationId> = (Reading<Id> & { readonly failure: null }) | { readonly failure: Failure };

export type Connection = {
  /** Makes one call. Throws `AllowanceSpent` on a 429, since every further call would make it worse. */
  ask<Id extends OperationId>(id: Id, query?: Query, path?: PathParameters): Promise<Answer<Id>>;
  readonly calls: () => number;
  /** The headers about call limits that came, each with its last value. */
  readonly limitHeaders: ReadonlyMap<string, string>;
};

export class AllowanceSpent extends Error {
  override readonly name = 'AllowanceSpent';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('The call allowance is used up.');
    this.failure = failure;
  }
}

/** As long as the gateway waits: an answer that comes later is none to the dashboard either. */
const timeoutMs = 15_000;

/** Milliseconds between two calls: they take half of the allowance, for a gateway may be running on the same key. */
export function spacing(rateLimit: number): number {
  return Math.max(100, Math.ceil(120_000 / rateLimit));
}

/** A connection that calls the service one call at a time, spaced, and follows no redirect. */
export function connectTo({ upstream, operatorId, rateLimit, fetch, wait }: ConnectionOptions): Connection {
  const limitHeaders = new Map<string, string>();
  let calls = 0;
  const init = {
    headers: { accept: 'application/json', 'user-agent': 'flightline', 'x-subscription-key': upstream.key },
    redirect: 'manual',
  } as const;

  return {
    limitHeaders,
    calls: () => calls,
    async ask(id, query = {}, path = {}) {
      if (calls > 0) await wait(spacing(rateLimit));
      calls += 1;
      const { area } = operations[id];
      const address = addressOf(id, { operatorId: String(operatorId), ...path }, query);
      const url = upstream.bases[area] + address.slice(areaPaths[area].length);
      try {
        const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
        for (const [name, value] of answer.headers) if (isAboutLimits(name)) limitHeaders.set(name, value);
        const body = await answer.text();
        const failure = failureOf(answer.status, body, answer.headers.get('retry-after'));
        if (failure?.kind === 'limited') throw new AllowanceSpent(failure);
        return failure ? { failure } : read(id, body);
      } catch (error) {
        if (error instanceof AllowanceSpent) throw error;
        return { failure: failureOfError(error) };
      }
    },
  };
}

function isAboutLimits(header: string): boolean {
  return /rate-?limit|^retry-after$/.test(header);
}

function read<Id extends OperationId>(id: Id, text: string): Answer<Id> {
  const { answer }: Operation = operations[id];
  try {
    const body: unknown = JSON.parse(text);
    if (answer === 'record') {
      const page = { records: [parseRecord(id, body)], setAside: [], totalItems: 1, offset: 0, limit: null };
      return { failure: null, page, rows: [body] };
    }
    return { failure: null, page: parseList(id, body), rows: (body as { items: unknown[] | null }).items ?? [] };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer || error instanceof SyntaxError)) throw error;
    const said = error instanceof UnreadableAnswer ? error.message : text ? 'It is not JSON.' : 'It is empty.';
    return { failure: { kind: 'unreadable', said, retryAfter: null } };
  }
}
