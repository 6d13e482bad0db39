/** The language of all texts, for formatting numbers and sorting names. */
export const locale = 'en';

const numbers = new Intl.NumberFormat(locale);

/** A number for people: `1,234`. */
export function numberText(value: number): string {
  return numbers.format(value);
}

/** Formats hours, to a tenth: `1,011.0`. */
export const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A count with its noun: `1 reservation`, `1,234 reservations`. Irregular plurals are given: `2 entries`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : several}`;
}

/** Sorts names and tail numbers in natural order: `N9` before `N10`. */
export const inOrder = new Intl.Collator(locale, { numeric: true });

/** Capitalizes the first letter: `Six weeks`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
