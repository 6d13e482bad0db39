import { type Filter, type FilterField, operators } from '#contract/filters.ts';
import type { Operation } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { dayText } from './clock.ts';

/** A filter as a sentence for people: `Status is active`, `Starts before 14:00 on Tue 12 May`. */
function filterSentence(field: FilterField, filter: Filter): string {
  return `${field.label} ${operators[filter.operator]} ${filter.values.map((value) => valueWords(field, value)).join(' or ')}`;
}

function valueWords(field: FilterField, value: string): string {
  if (field.value === 'localDateTime') return `${value.slice(11, 16)} on ${dayText(value.slice(0, 10))}`;
  return field.choices?.find((choice) => String(choice.id) === value)?.name ?? value;
}

/** All filters of a query in words, or "everything" where there is none. */
export function querySentence(operation: Pick<Operation, 'filters'>, query: Query): string {
  const sentences = operation.filters.flatMap((field) => {
    const filter = query.filters?.[field.name];
    return filter ? [filterSentence(field, filter)] : [];
  });
  return sentences.join(', ') || 'everything';
}
