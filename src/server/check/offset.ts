/** What `offset` counts; null where the rows cannot tell. */
export type OffsetMeaning = 'page' | 'record' | 'ignored';

/** The two questions whose answers tell what `offset` counts. */
export const offsetQuestions = { first: { offset: 0, limit: 4 }, second: { offset: 1, limit: 2 } } as const;

/**
 * What `offset` counts, told from the rows of the first question and those of the second. Rows are compared by their
 * whole text, because nothing says which member of a report is its id.
 */
export function offsetMeaning(first: readonly unknown[], second: readonly unknown[]): OffsetMeaning | null {
  const wouldBring = { page: first.slice(2, 4), record: first.slice(1, 3), ignored: first.slice(0, 2) };
  const came = JSON.stringify(second);
  const fitting = (['page', 'record', 'ignored'] as const).filter((name) => JSON.stringify(wouldBring[name]) === came);
  return fitting.length === 1 ? fitting[0]! : null;
}
