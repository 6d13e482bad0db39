import * as z from 'zod/mini';
import type { Database } from './database.ts';

/** What a person at another gateway wants refreshed: a part, or the days from one instant to another. */
const wishShape = z.object({
  set: z.optional(z.string()),
  scope: z.optional(z.string()),
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  isFresh: z.boolean(),
});
export type Wish = z.output<typeof wishShape>;

/** Leaves wishes for the planner. Rejects with `DatabaseGone`. */
export async function sendWishes({ query }: Pick<Database, 'query'>, wishes: readonly Wish[]): Promise<void> {
  await query(
    `WITH wished AS (INSERT INTO wish (wish) SELECT value FROM json_array_elements($1) RETURNING id)
     SELECT pg_notify(current_schema(), 'wish') FROM wished LIMIT 1`,
    [JSON.stringify(wishes)],
  );
}

/** Takes all wishes that were left. Rejects with `DatabaseGone`. */
export async function takeWishes({ query }: Pick<Database, 'query'>): Promise<readonly Wish[]> {
  const rows = await query<{ wish: string }>(`DELETE FROM wish RETURNING wish`);
  return wishesIn(rows.map(({ wish }): unknown => JSON.parse(wish)));
}

/** The wishes that can be read; a gateway of another version may have left others. */
export function wishesIn(all: readonly unknown[]): readonly Wish[] {
  return all.flatMap((wish) => wishShape.safeParse(wish).data ?? []);
}
