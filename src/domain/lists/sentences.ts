import { type Filter, type FilterField, operators } from '#contract/filters.ts';
import type { Operation } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { dayText } from '#domain/time/clock.ts';

/** Known facts that make a sentence shorter. */
export type SentenceWords = {
  /** The year that sentences leave out, `2026`. */
  readonly year?: string;
  /** Names that replace ids, by field and value: people's names. */
  readonly names?: { readonly [field: string]: ReadonlyMap<string, string> };
};

/** A filter as a sentence for people: `Status is active`, `Starts before Tue 12 May 1400`. */
export function filterSentence(field: FilterField, filter: Filter, words: SentenceWords = {}): string {
  const values = filter.values.map((value) => valueWords(field, value, words));
  return `${field.label} ${operators[filter.operator]} ${values.join(' or ')}`;
}

function valueWords(field: FilterField, value: string, { year, names }: SentenceWords): string {
  if (field.value === 'localDateTime') {
    const [time = '', seconds = '00'] = value.slice(11, 19).split(/(?<=:\d\d):/);
    const otherYear = year === undefined || value.startsWith(year) ? '' : ` ${value.slice(0, 4)}`;
    const clock = seconds === '00' ? time.replace(':', '') : `${time}:${seconds}`;
    return `${dayText(value.slice(0, 10))}${otherYear} ${clock}`;
  }
  const choice = field.choices?.find(({ id }) => String(id) === value);
  return choice?.name ?? names?.[field.name]?.get(value) ?? value;
}

/** All filters of a query in words, or "everything" if there are none. */
export function querySentence(operation: Pick<Operation, 'filters'>, query: Query, words: SentenceWords = {}): string {
  const sentences = operation.filters.flatMap((field) => {
    const filter = query.filters?.[field.name];
    return filter ? [filterSentence(field, filter, words)] : [];
  });
  return sentences.join(', ') || 'everything';
}

/** The text of a search in words, `with “oil”`; empty for none. */
export function searchSentence(search: string): string {
  return search.trim() && `with “${search.trim()}”`;
}
