import type { Choice } from '#contract/filters.ts';
import { nameOf } from '#contract/statuses.ts';

/** A Status object (section 2.1). An id that section 3 does not name has the name given. */
export function statusOf(statuses: readonly Choice[], id: number, otherwise = 'Unknown'): Choice {
  return { id, name: nameOf(statuses, id) ?? otherwise };
}

/** A date-time in UTC (section 2.6) of epoch seconds: `2026-05-12T20:00:00Z`. */
export function zuluTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
