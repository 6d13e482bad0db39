import { millisecondsInHour } from '#domain/units.ts';
import { type Day, dayOf, daySpan, type Instant, readInstant, type Span, wallText } from '#domain/time/time.ts';
import { ticks } from '#domain/timeline/layout.ts';

/** A quarter hour of an operator's day, with its text for the address. */
type Quarter = { readonly at: Instant; readonly text: string };

/**
 * Every quarter hour of a day, 92, 96 or 100 of them: `1500` by the operator's wall clock, and in Zulu, `0830Z`, the second
 * time the clock shows the hour.
 */
export function quarters(day: Day, zone: string): Quarter[] {
  return ticks(daySpan(day, zone), 0.25).map((at) => {
    const wall = wallText(at, zone);
    const isFirst = readInstant(wall, { name: zone, zoneless: 'operator' }) === at;
    return { at, text: isFirst ? short(wall) : `${short(wallText(at, 'UTC'))}Z` };
  });
}

/** `1500` of `2026-05-12T15:00:00`. */
function short(wall: string): string {
  return wall.slice(11, 13) + wall.slice(14, 16);
}

/** The requested time. */
export type FreeAt = {
  readonly quarters: readonly Quarter[];
  /** The quarter hour that contains `at`. */
  readonly index: number;
  /** The time shown: the requested one, otherwise now, otherwise the middle of a day that is not today. */
  readonly at: Instant;
  readonly isChosen: boolean;
  /** True for the present, which is seldom a quarter hour. */
  readonly isNow: boolean;
  readonly problem: string | null;
};

/** Reads the requested time from the address: `free=1500` by the operator's wall clock. */
export function readFreeAt(text: string, date: Day, now: Instant, zone: string): FreeAt {
  const all = quarters(date, zone);
  const chosen = all.find((quarter) => quarter.text === text);
  const middle = all[all.length >> 1]?.at ?? now;
  const isNow = chosen === undefined && dayOf(now, zone) === date;
  const at = chosen?.at ?? (isNow ? now : middle);
  const isGood = text === '' || chosen !== undefined;
  return {
    quarters: all,
    index: all.findLastIndex((quarter) => quarter.at <= at),
    at,
    isChosen: chosen !== undefined,
    isNow,
    problem: isGood ? null : `“${text}” is not a quarter hour of this day such as 1500; showing no time.`,
  };
}

/** The hours drawn, extended by whole hours if the requested time is outside them. */
export function hoursWith({ start, end }: Span, at: Instant): Span {
  return {
    start: start - Math.ceil(Math.max(0, start - at) / millisecondsInHour) * millisecondsInHour,
    end: end + Math.ceil(Math.max(0, at - end) / millisecondsInHour) * millisecondsInHour,
  };
}

/** The quarter hours of a slider over these hours, and the current one. */
export function sliderQuarters({ quarters: all, at }: Pick<FreeAt, 'quarters' | 'at'>, { start, end }: Span) {
  const offered = all.filter((quarter) => quarter.at >= start && quarter.at <= end);
  return {
    offered,
    index: Math.max(
      0,
      offered.findLastIndex((quarter) => quarter.at <= at),
    ),
  };
}
