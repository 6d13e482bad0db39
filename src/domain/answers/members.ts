import { isolated } from '#contract/isolated.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { capitalized } from '#domain/words.ts';

export type Member = { readonly name: string; readonly label: string; readonly value: unknown; readonly text: string };

/** The members with a value that are not among the known ones, in their given order. */
export function restOf(record: FreeForm, known: readonly string[]): Member[] {
  return Object.entries(record)
    .filter(([name, value]) => !known.includes(name) && !isNothing(value))
    .map(([name, value]) => ({ name, label: memberLabel(name), value, text: valueText(value) }));
}

/** Null, an empty text, list or object. */
export function isNothing(value: unknown): boolean {
  if (value == null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `workOrderDisplayNumber` as people write it: `Work order display number`. */
export function memberLabel(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim()
    .replaceAll(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
  return isolated(capitalized(words) || name);
}

/** Any value in one line, isolated: an object by its name, a list with commas, otherwise as JSON. */
export function valueText(value: unknown): string {
  if (value == null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return isolated(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (!isRecord(value)) return JSON.stringify(value);
  const { name, firstName, lastName } = value;
  if (typeof name === 'string') return isolated(name);
  const person = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
  return isolated(person || JSON.stringify(value));
}

/** The first of these members with a number or a non-blank text, trimmed and isolated; null if there is none. */
export function textOf(record: FreeForm, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'number') return String(value);
    const text = typeof value === 'string' ? isolated(value).trim() : '';
    if (text !== '') return text;
  }
  return null;
}
