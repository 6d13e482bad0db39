import { ticks } from '#domain/timeline/layout.ts';
import { type Day, daySpan, type Instant, readInstant, wallText } from '#domain/time/time.ts';

/** A quarter hour of an operator's day, with its text in an address. */
export type Quarter = { readonly at: Instant; readonly text: string };

/**
 * Every quarter hour of a day, 92, 96 or 100 of them: `1500` by the operator's wall clock, and in Zulu, `0830Z`, where that
 * clock shows the hour for the second time.
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
