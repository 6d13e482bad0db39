import * as z from 'zod/mini';
import type { Database } from './database.ts';

/** What a person at another gateway wants refreshed: a part, or the days from one instant to another. */
const requestShape = z.object({
  set: z.optional(z.string()),
  scope: z.optional(z.string()),
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  isFresh: z.boolean(),
});
export type RefreshRequest = z.output<typeof requestShape>;

/** Leaves requests for the planner. Rejects with `DatabaseGone`. */
export async function sendRequests(
  { query }: Pick<Database, 'query'>,
  requests: readonly RefreshRequest[],
): Promise<void> {
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
