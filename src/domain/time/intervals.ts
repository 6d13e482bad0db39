import { millisecondsInDay } from '#domain/units.ts';
import { isFigure } from '#contract/tolerant.ts';

type Usual = { readonly pattern: RegExp; readonly hours?: number; readonly days?: number; readonly cycles?: number };

const month = 365.25 / 12;

/** Usual intervals for work that a name describes without a figure; the first match per axis counts. */
const usual: readonly Usual[] = [
  { pattern: /\boil\b/, hours: 50, days: 4 * month },
  { pattern: /\b(overhaul|tbo)\b/, hours: 2000, days: 144 * month },
  { pattern: /\bvor\b/, days: 30 },
  { pattern: /\b(database|nav ?data)\b/, days: 28 },
  { pattern: /\b(transponder|pitot|static|altimeter|91\.41[13]|biennial)\b/, days: 24 * month },
  { pattern: /\bregistration\b/, days: 84 * month },
  { pattern: /\bquarterly\b/, days: 3 * month },
  { pattern: /\bmonthly\b/, days: month },
  { pattern: /\bweekly\b/, days: 7 },
];

/** If the name says nothing. */
const otherwise = { hours: 100, days: 12 * month, cycles: 1000 };

const amount = String.raw`(\d[\d,]*)[\s-]*`;
const inHours = new RegExp(`${amount}(?:h|hrs?|hours?)\\b`);
const inCycles = new RegExp(`${amount}(?:cycles?|landings?)\\b`);
const inCalendar = new RegExp(`${amount}(?:calendar[\\s-]+)?(days?|weeks?|wks?|months?|mos?|years?|yrs?)\\b`);
const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7, m: month, y: 12 * month };

/**
 * A reminder's usual interval on one of its axes: hours, milliseconds, or landings. The API does not give the interval.
 * It is read from the name ("100-hour", "Oil Change 50 h", "24 months"). Otherwise it is the usual one for such work
 * (an annual, a VOR check), or 100 hours, a year, 1,000 landings. It only sorts reminders and draws their bars; it
 * never decides a status.
 */
export function defaultInterval(name: string, axis: 'hours' | 'date' | 'cycles'): number {
  const words = name.toLowerCase();
  if (axis === 'hours') return figure(inHours.exec(words)) ?? usually(words, 'hours');
  if (axis === 'cycles') return figure(inCycles.exec(words)) ?? usually(words, 'cycles');
  const given = inCalendar.exec(words);
  const count = figure(given);
  const unit = daysIn[given?.[2]?.charAt(0) ?? ''];
  return millisecondsInDay * (count === null || unit === undefined ? usually(words, 'days') : count * unit);
}

/** The interval that a name states, in hours, milliseconds or landings; an annual's is a year. Null if it states none. */
export function statedInterval(name: string, axis: 'hours' | 'date' | 'cycles'): number | null {
  const words = name.toLowerCase();
  // Of several figures, such as 50 and 100 hours, the longest.
  const all = (pattern: RegExp) => Array.from(words.matchAll(new RegExp(pattern, 'g')));
  const longest = (figures: readonly number[]) => (figures.length > 0 ? Math.max(...figures) : null);
  if (axis === 'hours') return longest(all(inHours).flatMap((match) => figure(match) ?? []));
  if (axis === 'cycles') return longest(all(inCycles).flatMap((match) => figure(match) ?? []));
  const stated = longest(
    all(inCalendar).flatMap((match) => (figure(match) ?? 0) * (daysIn[match[2]?.charAt(0) ?? ''] ?? 0)),
  );
  const days = stated ?? (/(?<![-\w])annual\b/.test(words) ? 12 * month : null);
  return days === null || days === 0 ? null : days * millisecondsInDay;
}

function figure(match: RegExpExecArray | RegExpMatchArray | null): number | null {
  const given = Number(match?.[1]?.replaceAll(',', ''));
  return isFigure(given) && given > 0 ? given : null;
}

function usually(words: string, unit: 'hours' | 'days' | 'cycles'): number {
  return (
    usual.find((candidate) => candidate[unit] !== undefined && candidate.pattern.test(words))?.[unit] ?? otherwise[unit]
  );
}
