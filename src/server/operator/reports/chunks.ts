import { dayOf, monthEnd, type ZoneClock } from '#server/operator/school/zone.ts';

/**
 * The piece of time a `Chunk` names: a year (`2026`), a month (`2026-05`) or a day (`2026-05-12`) of the operator's
 * calendar, as [start, end) in epoch seconds; null for any other text. The specification leaves its values open: this
 * way a long range can be fetched piece by piece.
 */
export function chunkOf(clock: ZoneClock, text: string): { start: number; end: number } | null {
  const [, year, month, date] = /^([12]\d{3})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const first = dayOf(`${year}-${month ?? '01'}-01`);
  const last = month === undefined ? monthEnd(first, 11) : monthEnd(first, 0);
  if (date === undefined) return { start: clock.midnight(first), end: clock.midnight(last + 1) };
  const day = first + Number(date) - 1;
  return day > last ? null : { start: clock.midnight(day), end: clock.midnight(day + 1) };
}
