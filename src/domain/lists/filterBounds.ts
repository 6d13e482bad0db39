import type { Filter } from '#contract/filters.ts';
import { readInstant } from '#domain/time/time.ts';

/** A comparison with an instant in whole epoch seconds, as the columns are. */
export type Bound = { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly at: number };

/** The bound that a date filter (section 4.2) sets: its date-time without zone is the operator's wall clock. */
export function boundOf(filter: Filter | undefined, zone: string): Bound | null {
  const written = filter?.values[0];
  if (!filter || written === undefined || !isDateOperator(filter.operator)) return null;
  const { operator } = filter;
  const [whole = '', fraction = ''] = written.split('.');
  // Years that stand for "none" in a record are far bounds in a filter.
  const instant = readInstant(whole, { name: zone, zoneless: 'operator' }) ?? Date.parse(`${whole}Z`);
  const isRoundedUp = Number(fraction) > 0 && (operator === 'lt' || operator === 'gte');
  return { operator, at: instant / 1000 + (isRoundedUp ? 1 : 0) };
}

function isDateOperator(operator: Filter['operator']): operator is Bound['operator'] {
  return operator !== 'eq' && operator !== 'int';
}
