import * as z from 'zod/mini';
import type { Database } from './database.ts';
import { oneAtATime } from './oneAtATime.ts';

/** What a person at another gateway wants refreshed: a part, or the days from one instant to another. */
const requestShape = z.object({
  set: z.optional(z.string()),
  scope: z.optional(z.string()),
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  isFresh: z.boolean(),
});
export type RefreshRequest = z.output<typeof requestShape>;

/** Requests that wait at one gateway; more than one of a kind count once. */
const maxWaiting = 1_000;

/**
 * What people at this gateway want refreshed, on its way to the planner. While one statement is under way the others
 * wait and go together. What the database does not take is forgotten: the screen shows how old its data is.
 */
export class RefreshRequests {
  readonly #database: Pick<Database, 'query'>;
  readonly #waiting = new Map<string, RefreshRequest>();
  readonly #sendAll = oneAtATime(async () => {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    if (all.length > 0) await sendRequests(this.#database, all).catch(() => undefined);
  });

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Leaves requests for the planner. */
  send(requests: readonly RefreshRequest[]): void {
    for (const request of requests) {
      if (this.#waiting.size < maxWaiting) this.#waiting.set(JSON.stringify(request), request);
    }
    this.#sendAll();
  }
}

async function sendRequests({ query }: Pick<Database, 'query'>, requests: readonly RefreshRequest[]): Promise<void> {
  await query(
    `WITH wished AS (INSERT INTO wish (wish) SELECT value FROM json_array_elements($1) RETURNING id)
     SELECT pg_notify(current_schema(), 'wish') FROM wished LIMIT 1`,
    [JSON.stringify(requests)],
  );
}

/** Takes all requests that were left. Rejects with `DatabaseGone`. */
export async function takeRequests({ query }: Pick<Database, 'query'>): Promise<readonly RefreshRequest[]> {
  const rows = await query<{ wish: string }>(`DELETE FROM wish RETURNING wish`);
  return requestsIn(rows.map(({ wish: request }): unknown => JSON.parse(request)));
}

/** The requests that can be read; a gateway of another version may have left others. */
export function requestsIn(all: readonly unknown[]): readonly RefreshRequest[] {
  return all.flatMap((request) => requestShape.safeParse(request).data ?? []);
}
