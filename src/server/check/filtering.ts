import type { Filter } from '#contract/filters.ts';
import { countBreaches } from '#domain/answers/pageChecks.ts';
import type { Verdict } from './finding.ts';

/** Whether an `eq` or `int` filter was honoured, told from what came; `unfiltered` is `totalItems` without it. */
export function filterVerdict<Item>(
  records: readonly Item[],
  filter: Filter,
  valueOf: (item: Item) => number | null | undefined,
  unfiltered: number,
): Verdict {
  const breaches = countBreaches(records, filter, valueOf);
  if (breaches > 0) {
    return { mark: 'differs', words: `ignored: ${breaches} of ${records.length} records are not what was asked for.` };
  }
  if (unfiltered === 0) return { mark: 'unsure', words: 'there is nothing to filter.' };
  const words = records.length > 0 ? `all ${records.length} records fit` : `nothing came, of ${unfiltered} without it`;
  return { mark: 'ok', words: `honoured: ${words}.` };
}
