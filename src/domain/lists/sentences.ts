import { type Filter, type FilterField, operators } from '#contract/filters.ts';
import type { Operation } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { dayText } from '#domain/time/clock.ts';

/** What makes a sentence plainer where it is known. */
export type SentenceWords = {
  /** The year that goes without saying, `2026`. */
  readonly year?: string;
  /** What stands for an id, by field and value: people by their names. */
  readonly names?: { readonly [field: string]: ReadonlyMap<string, string> };
};

/** A filter as a sentence for people: `Status is active`, `Starts before 14:00 on Tue 12 May`. */
export function filterSentence(field: FilterField, filter: Filter, words: SentenceWords = {}): string {
  const values = filter.values.map((value) => valueWords(field, value, words));
  return `${field.label} ${operators[filter.operator]} ${values.join(' or ')}`;
}

function valueWords(field: FilterField, value: string, { year, names }: SentenceWords): string {
  if (field.value === 'localDateTime') {
    const time = value.slice(11, 19).replace(/(?<=:\d\d):00$/, '');
    const otherYear = year === undefined || value.startsWith(year) ? '' : ` ${value.slice(0, 4)}`;
    return `${time} on ${dayText(value.slice(0, 10))}${otherYear}`;
  }
  const choice = field.choices?.find(({ id }) => String(id) === value);
  return choice?.name ?? names?.[field.name]?.get(value) ?? value;
}

/** All filters of a query in words, or "everything" where there is none. */
export function querySentence(operation: Pick<Operation, 'filters'>, query: Query, words: SentenceWords = {}): string {
  const sentences = operation.filters.flatMap((field) => {
    const filter = query.filters?.[field.name];
    return filter ? [filterSentence(field, filter, words)] : [];
  });
  return sentences.join(', ') || 'everything';
}
