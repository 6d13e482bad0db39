import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { type Clock, dayText, monthNames, weekdayNames } from './clock.ts';
import { addDays, type Day, dayOf, dateOf, type Instant, isDay, isInYearsAsked, wallText, weekdayOf } from './time.ts';

/** A day of the operator's calendar, and a time of its wall clock (`1500`) if given. */
export type Moment = { readonly day: Day; readonly at: string | null };

/** A map, because an object also has inherited names: `constructor`. */
const dayWords = new Map([
  ['today', 0],
  ['now', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);
const weekdays = weekdayNames.map((name) => name.toLowerCase());
const months = monthNames.map((name) => name.toLowerCase());
const hourForm = /(?:^|\s)([01]?\d|2[0-3]):?([0-5]\d)([lz])?$/i;

/**
 * The moment that words such as `tomorrow`, `fri`, `12 may`, `2026-05-12`, `1500`, `fri 0800` or `1900Z` name on a day, or
 * null. An hour without L or Z is read by the shown clock; a weekday is the next one, including today.
 */
export function readMoment(text: string, now: Instant, clock: Clock): Moment | null {
  const words = text.trim().toLowerCase();
  const today = dayOf(now, clock.zone);
  // Reads a day first, because the year of `12 may 2027` looks like an hour.
  const whole = readWordedDay(words, today);
  if (whole !== null) return { day: whole, at: null };
  const hour = hourForm.exec(words);
  if (!hour || !/\d{4}|:/.test(hour[0])) return null;
  const isZulu = (hour[3]?.toUpperCase() ?? clock.mode) === 'Z';
  const before = words.slice(0, hour.index).trim();
  const day = before === '' ? dayOf(now, isZulu ? 'UTC' : clock.zone) : readWordedDay(before, today);
  if (day === null) return null;
  const at = `${(hour[1] ?? '').padStart(2, '0')}${hour[2]}`;
  return isZulu ? fromZulu(day, at, clock.zone) : { day, at };
}

function fromZulu(day: Day, at: string, zone: string): Moment {
  const wall = wallText(Date.parse(`${day}T${at.slice(0, 2)}:${at.slice(2)}:00Z`), zone);
  return { day: wall.slice(0, 10), at: wall.slice(11, 16).replace(':', '') };
}

/** The day that `tomorrow`, `fri`, `12 may`, `tue 12 may` or `2026-05-12` names; null for other words. */
export function readWordedDay(text: string, today: Day): Day | null {
  if (isDay(text)) return text;
  const shift = dayWords.get(text);
  if (shift !== undefined) return addDays(today, shift);
  return readWeekday(text, today) ?? readCalendar(text, today) ?? readWeekdayDate(text, today);
}

/** A day as screens write it, `tue 12 may`: without a year, in the nearest one in which it is a Tuesday. */
function readWeekdayDate(text: string, today: Day): Day | null {
  const [, name = '', rest = ''] = /^([a-z]{3,}),?\s+(.+)$/.exec(text) ?? [];
  const index = indexByPrefix(weekdays, name);
  return index === null ? null : readCalendar(rest, today, index + 1);
}

/** The day that a person typed into a field, in any of the forms of `readWordedDay`; null if no calendar can be asked for it. */
export function readTypedDay(text: string, today: Day): Day | null {
  const day = readWordedDay(text.trim().toLowerCase(), today);
  return day !== null && isInYearsAsked(day) ? day : null;
}

/** A day as a field shows it, and `readTypedDay` reads it: `Tue 12 May`, with the year if it is not the present one. */
export function typedDayText(day: Day, today: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`;
}

function readWeekday(text: string, today: Day): Day | null {
  const index = indexByPrefix(weekdays, text);
  if (index === null) return null;
  return addDays(today, (index + 1 - weekdayOf(today) + 7) % 7);
}

/** `12 may`, `may 12`, `12 may 2027`; without a year, the one nearest to today. Only on the weekday, if one is given. */
function readCalendar(text: string, today: Day, weekday?: number): Day | null {
  const [, first = '', second = '', year] =
    /^([a-z]+|\d{1,2})\.?\s+([a-z]+|\d{1,2})\.?(?:,?\s+(20\d\d))?$/.exec(text) ?? [];
  const [number, name] = /^\d/.test(first) ? [first, second] : [second, first];
  const month = indexByPrefix(months, name);
  if (month === null || !/^\d/.test(number)) return null;
  const tail = `${String(month + 1).padStart(2, '0')}-${number.padStart(2, '0')}`;
  const present = Number(today.slice(0, 4));
  const days = (year === undefined ? [present - 1, present, present + 1] : [Number(year)])
    .map((value) => `${value}-${tail}`)
    .filter((value) => isDay(value) && (weekday === undefined || weekdayOf(value) === weekday));
  const distance = (day: Day) => Math.abs(differenceInCalendarDays(dateOf(day), dateOf(today)));
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** The only name with this prefix; three letters at least. */
function indexByPrefix(names: readonly string[], text: string): number | null {
  const index = text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text));
  return index < 0 ? null : index;
}
