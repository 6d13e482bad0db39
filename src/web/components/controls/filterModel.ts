import { type Filter, type FilterField, isLocalDateTime, parseFilter } from '#contract/filters.ts';
import type { Operation } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { filterSentence, type SentenceWords } from '#domain/lists/sentences.ts';

/** The choices of a list's filter controls, and how an entry becomes a filter (section 4.2). */

type Names = ReadonlyMap<string, string> | undefined;

export type ChoiceOption = { readonly value: string; readonly label: string; readonly filter: Filter | null };

/** All, each choice by itself (`eq:1`), and, where a field takes a list, all but the first, quietest one (`int:2,3`). */
export function choiceOptions({ choices = [], operators }: FilterField): readonly ChoiceOption[] {
  const single = choices.map(({ id, name }) => optionOf(name, { operator: 'eq', values: [String(id)] }));
  const several = choices.slice(1);
  const values = several.map(({ id }) => String(id));
  const label = several.map(({ name }) => name).join(' or ');
  const combined = operators.includes('int') ? [optionOf(label, { operator: 'int', values })] : [];
  return [{ value: '', label: 'all', filter: null }, ...single, ...combined];
}

/** The value of the option for a filter. */
export function optionValue(filter: Filter | null): string {
  return filter ? `${filter.operator}:${filter.values.join(',')}` : '';
}

function optionOf(label: string, filter: Filter): ChoiceOption {
  return { value: optionValue(filter), label, filter };
}

/** Whether a text is a time of day: `1400L`, `1400`, `14:00`, `9:30`. */
export function isTime(text: string): boolean {
  return isLocalDateTime(`2000-01-01T${fullTime(text)}`);
}

/** A time of day as the API writes it: `09:30:00`. */
export function fullTime(text: string): string {
  const [, hour = '', minute = '', second = '00'] = /^(\d{1,2}):?(\d\d)(?::?(\d\d))?\s*[LZ]?$/i.exec(text.trim()) ?? [];
  return `${hour.padStart(2, '0')}:${minute}:${second}`;
}

/** A time of day as screens write it, `1400L`; with seconds, `14:00:30L`, unless they are zero. */
export function shortTime(time: string, clock: 'L' | 'Z'): string {
  return time.slice(0, 8).replace(/^(\d\d):(\d\d)(?::00)?$/, '$1$2') + (time === '' ? '' : clock);
}

/** The filter for a text, by a name that represents ids or as typed; null if the field does not allow it. */
export function readText(field: FilterField, text: string, names: Names): Filter | null {
  const wanted = text.trim().toLowerCase();
  const named = Array.from(names ?? []).find(([, name]) => name.toLowerCase() === wanted);
  return parseFilter(field, `${field.operators[0] ?? 'eq'}:${named?.[0] ?? text.trim()}`);
}

/** The placeholder of a text field. */
export function textPlaceholder(field: FilterField, names: Names): string {
  if (!names) return 'Any';
  return field.value === 'guid' ? 'Anyone (name or ID)' : 'Any (name or ID)';
}

export function textProblem(names: Names): string {
  return names ? 'Enter a name from the list or an ID' : 'Invalid value';
}

/** Each active filter as a sentence, in the order of the operation's fields. */
export function activeFilters(
  operation: Pick<Operation, 'filters'>,
  query: Query,
  words: SentenceWords,
): readonly { readonly name: string; readonly sentence: string }[] {
  return operation.filters.flatMap((field) => {
    const filter = query.filters?.[field.name];
    return filter ? [{ name: field.name, sentence: filterSentence(field, filter, words) }] : [];
  });
}
