import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import type { Instant } from '#domain/time/time.ts';

/** Reports give only the day of the month: the instant nearest to another, in its month or the one before or after. */
function nearest(
  { day, hour, minute = 0 }: { readonly day: number; readonly hour: number; readonly minute?: number },
  to: Instant,
): Instant | null {
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  const month = new Date(to);
  const found = [-1, 0, 1].flatMap((step) => {
    const midnight = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + step, day);
    return new Date(midnight).getUTCDate() === day
      ? midnight + hour * millisecondsInHour + minute * millisecondsInMinute
      : [];
  });
  return found.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0] ?? null;
}

/** `121654Z` or `FM121654`; null for any other text, or for a time that does not exist. */
export function instantIn(group: string, near: Instant): Instant | null {
  const [, day, hour, minute] = /^(?:FM)?(\d\d)(\d\d)(\d\d)Z?$/.exec(group) ?? [];
  if (day === undefined) return null;
  return nearest({ day: Number(day), hour: Number(hour), minute: Number(minute) }, near);
}

export type Span = { readonly from: Instant; readonly to: Instant };

/** `1218/1318`; null for any other text, or for a span that does not exist. */
export function spanIn(group: string, near: Instant): Span | null {
  const [, day, hour, lastDay, lastHour] = spanForm.exec(group) ?? [];
  if (day === undefined) return null;
  const from = nearest({ day: Number(day), hour: Number(hour) }, near);
  const to = nearest({ day: Number(lastDay), hour: Number(lastHour) }, near);
  return from !== null && to !== null && from < to ? { from, to } : null;
}

const spanForm = /^(\d\d)(\d\d)\/(\d\d)(\d\d)$/;

/** True for a text in the form of a span, whether or not it exists. */
export const isSpan = (group: string) => spanForm.test(group);

export const isoOf = (at: Instant) => new Date(at).toISOString();
