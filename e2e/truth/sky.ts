import { randomOf } from '#operator/school/random.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { hour, type School } from './school.ts';

/** The simulated weather over an odd school, and what its solo limits make of it. */

/** The weather holds for this long. */
const block = 2 * hour;
/** A forecast begins with the block of its issue, and reaches this far. */
const reach = 30 * hour;

export const soloLimits = { crosswind: 10, ceiling: 3000, visibility: 5 } as const;

/** The field has one runway, north and south. */
export const runway = '18/36';

export type Sky = {
  readonly wind: { readonly direction: number; readonly speed: number };
  readonly visibility: number;
  /** Feet; null for no ceiling. */
  readonly ceiling: number | null;
};

const fair: Sky = { wind: { direction: 180, speed: 8 }, visibility: 10, ceiling: null };

const skies: readonly Sky[] = [
  fair,
  fair,
  { ...fair, ceiling: 6000 },
  { ...fair, wind: { direction: 270, speed: 20 } },
  { ...fair, ceiling: 1200 },
  { ...fair, visibility: 2 },
];

/** The weather at an instant. */
export function skyAt({ seed }: Pick<School, 'seed'>, at: Instant): Sky {
  return randomOf(seed, 'sky', Math.floor(at / block)).pick(skies);
}

/** The spans of the forecast that stands at an instant, in order. It always comes true. */
export function forecastAt(now: Instant): readonly Span[] {
  const start = Math.floor(now / block) * block;
  return Array.from({ length: reach / block }, (_, place) => ({
    start: start + place * block,
    end: start + (place + 1) * block,
  }));
}

/** The end of the forecast that stands at an instant. */
export function forecastEnd(now: Instant): Instant {
  return Math.floor(now / block) * block + reach;
}

/** Whether a student alone may not fly in it: all wind from the side is across the only runway. */
function isBeyond({ wind, visibility, ceiling }: Sky): boolean {
  const across = Math.abs(wind.speed * Math.sin((wind.direction / 180) * Math.PI));
  return (
    across > soloLimits.crosswind ||
    visibility < soloLimits.visibility ||
    (ceiling !== null && ceiling < soloLimits.ceiling)
  );
}

/** Whether some part of a span is beyond the limits. */
export function isBeyondIn(school: Pick<School, 'seed'>, { start, end }: Span): boolean {
  for (let at = Math.floor(start / block) * block; at < end; at += block) {
    if (isBeyond(skyAt(school, at))) return true;
  }
  return false;
}
