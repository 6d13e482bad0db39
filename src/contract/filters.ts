/**
 * The filter grammar (section 4): `<operator>:<value>`. Each field has its own operators and type of value. The query,
 * the filter control and the sentence share this one table, so they cannot disagree. Anything else is refused.
 */

/** Each operator with the word shown to people. `int` is the specification's "one of" list (`int:2,3`). */
export const operators = {
  eq: 'is',
  int: 'is one of',
  lt: 'before',
  lte: 'at or before',
  gt: 'after',
  gte: 'at or after',
} as const;
export type Operator = keyof typeof operators;

/** Each type of value: its name for messages, and the test of its written form. */
const valueKinds = {
  id: { words: 'an integer id', test: (text: string) => /^\d{1,9}$/.test(text) },
  integer: { words: 'a whole number', test: (text: string) => /^-?\d{1,9}$/.test(text) },
  guid: {
    words: 'a guid',
    test: (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  },
  localDateTime: {
    words: 'a date-time without zone, such as 2026-05-12T14:00:00',
    test: isLocalDateTime,
  },
  text: { words: 'text', test: isPlainText },
} as const;
export type ValueKind = keyof typeof valueKinds;

/** One of a field's allowed values, with its name from section 3. */
export type Choice = { readonly id: number; readonly name: string };

export type FilterField = {
  readonly name: string;
  /** The field's name for a control: "Status". */
  readonly label: string;
  readonly operators: readonly Operator[];
  readonly value: ValueKind;
  readonly choices?: readonly Choice[];
  /** False if the specification shows the field but not its syntax, or if only the field notes mention it. */
  readonly documented: boolean;
};

export type Filter = { readonly operator: Operator; readonly values: readonly string[] };

/** `2026-05-12T14:00[:00[.0000000]]`: a date that exists, without a zone. */
export function isLocalDateTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,7})?)?$/.test(text)) return false;
  // A quick check for days that every month has, which covers nearly all.
  if (/^.{5}(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])/.test(text)) return true;
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The first day that a text writes although the calendar has no such day, `2026-02-30`; null if there is none. */
export function missingDay(text: string): string | null {
  const days = text.match(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g) ?? [];
  return days.find((day) => !isLocalDateTime(`${day}T00:00`)) ?? null;
}

function isPlainText(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  return text.length > 0 && text.length <= 200 && text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text);
}

/** A field's operators and values in words. */
export function allowedBy(field: FilterField): string {
  const values = field.choices?.map((choice) => `${choice.id} (${choice.name})`).join(', ');
  return `operators of ${field.name}: ${field.operators.join(', ')}; values: ${values ?? valueKinds[field.value].words}`;
}

function isAllowedValue(field: FilterField, text: string): boolean {
  if (!valueKinds[field.value].test(text)) return false;
  return !field.choices || field.choices.some((choice) => String(choice.id) === text);
}

/** Parses `text` (such as `eq:1`) as a filter of this field; null if the field does not allow the operator or the value. */
export function parseFilter(field: FilterField, text: string): Filter | null {
  const colon = text.indexOf(':');
  const operator = field.operators.find((name) => name === text.slice(0, colon));
  if (colon < 0 || !operator) return null;
  const rest = text.slice(colon + 1);
  const values = operator === 'int' ? rest.split(',') : [rest];
  const distinct = new Set(values).size === values.length;
  return distinct && values.every((value) => isAllowedValue(field, value)) ? { operator, values } : null;
}

/** The inverse of `parseFilter`: `eq:1`, `int:2,3`, `lt:2026-05-12T14:00:00`. */
export function printFilter(filter: Filter): string {
  return `${filter.operator}:${filter.values.join(',')}`;
}
