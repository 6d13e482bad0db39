import { millisecondsInDay } from '#domain/units.ts';
import { isFigure } from '#contract/tolerant.ts';

const month = 365.25 / 12;

const amount = String.raw`(\d[\d,]*)[\s-]*`;
const inHours = new RegExp(`${amount}(?:h|hrs?|hours?)\\b`);
const inCycles = new RegExp(`${amount}(?:cycles?|landings?)\\b`);
const inCalendar = new RegExp(`${amount}(?:calendar[\\s-]+)?(days?|weeks?|wks?|months?|mos?|years?|yrs?)\\b`);
const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7, m: month, y: 12 * month };

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
