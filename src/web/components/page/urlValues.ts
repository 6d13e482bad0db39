import { missingDay } from '#contract/filters.ts';
import { type Day, isDay, isInYearsAsked, yearsAsked } from '#domain/time/time.ts';

/** A value from the address: an unreadable one falls back to the default, and `problem` says so. */
export type UrlValue<Value> = { readonly value: Value; readonly problem: string | null };

/** One of several words. */
export function readChoice<const Choice extends string>(
  name: string,
  text: string | null,
  choices: readonly Choice[],
  defaultValue: Choice,
): UrlValue<Choice> {
  const value = choices.find((choice) => choice === text) ?? defaultValue;
  const isGood = text === null || text === value;
  return { value, problem: isGood ? null : `“${text}” is not a valid value for ${name}; showing ${defaultValue}.` };
}

/** A day, `2026-05-12`. */
export function readUrlDay(text: string | null, today: Day): UrlValue<Day> {
  if (text === null) return { value: today, problem: null };
  const why = isDay(text) ? wrongYear(text, 'date') : whyNot(text, text, `a date such as ${today}`, 'day');
  return why === null ? { value: text, problem: null } : { value: today, problem: `${why}; showing today.` };
}

/** A month, `2026-05`. */
export function readMonth(text: string | null, present: string): UrlValue<string> {
  if (text === null) return { value: present, problem: null };
  const first = `${text}-01`;
  const why = isDay(first) ? wrongYear(text, 'month') : whyNot(text, first, `a month such as ${present}`, 'month');
  return why === null ? { value: text, problem: null } : { value: present, problem: `${why}; showing this month.` };
}

function wrongYear(text: string, what: string): string | null {
  return isInYearsAsked(text) ? null : `“${text}” is not a ${what} from ${yearsAsked.first} to ${yearsAsked.last}`;
}

/** Something that is written well but does not exist, such as 30 February, or anything else. */
function whyNot(text: string, day: string, form: string, what: string): string {
  return missingDay(day) === day ? `There is no ${what} ${text}` : `“${text}” is not ${form}`;
}

/** A number of zero or more, within inclusive bounds; `usual` may be null for none. */
export function readNumber<Usual extends number | null>(
  name: string,
  text: string | null,
  defaultValue: Usual,
  { min, max }: { readonly min: number; readonly max: number },
): UrlValue<number | Usual> {
  const number = Number(text);
  const isGood = text !== null && /^\d+(\.\d+)?$/.test(text) && number >= min && number <= max;
  if (text === null || isGood) return { value: isGood ? number : defaultValue, problem: null };
  const instead = defaultValue === null ? 'ignored' : `using ${defaultValue}`;
  return { value: defaultValue, problem: `“${text}” is not a number from ${min} to ${max} for ${name}; ${instead}.` };
}

/** Some of several words, separated by commas, in the order of the choices; none if the text is empty. */
export function readSet<const Choice extends string>(
  name: string,
  text: string | null,
  choices: readonly Choice[],
): UrlValue<readonly Choice[]> {
  const words = wordsOf(text ?? '', choices);
  const odd = words.filter((word) => !choices.some((choice) => choice === word));
  return {
    value: choices.filter((choice) => words.includes(choice)),
    problem: odd.length > 0 ? `“${odd.join(', ')}” is not a valid value for ${name}.` : null,
  };
}

/** The words between commas; a choice that contains commas itself, such as `grounded, booked`, stays whole. */
function wordsOf(text: string, choices: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const known = choices.filter((choice) => `${rest},`.startsWith(`${choice},`));
    const word = known.toSorted((a, b) => b.length - a.length)[0] ?? rest.split(',', 1)[0] ?? '';
    words.push(word);
    at += word.length + 1;
  }
  return words;
}

/** The text of a set with one word toggled; null for an empty set. */
export function toggled<Choice extends string>(set: readonly Choice[], choice: Choice): string | null {
  const next = set.includes(choice) ? set.filter((other) => other !== choice) : [...set, choice];
  return next.length > 0 ? next.join(',') : null;
}
