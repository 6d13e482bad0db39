import { meterJump } from '#domain/thresholds.ts';
import type { MeterMove } from './meterNews.ts';

/** A meter that went backward: one of its last two readings is wrong, or the meter is new. Decimal hours. */
export type WentBack = {
  /** The reading before. */
  readonly from: number;
  /** The last reading. */
  readonly to: number;
};

/**
 * The aircraft whose last readings do not agree, by `idKey`: the meter went backward, and no step since then is one that
 * a flight could explain. A reading that returns to the one before a wrong one agrees with it.
 */
export function wentBackIn(moves: readonly MeterMove[]): ReadonlyMap<string, WentBack> {
  const byAircraft = Map.groupBy(moves, ({ aircraft }) => aircraft);
  return new Map(
    [...byAircraft].flatMap(([aircraft, ownMeterMoves]) => {
      const { back } = ownMeterMoves.toSorted((a, b) => a.at - b.at).reduce(followed, unmoved);
      return back ? [[aircraft, back] as const] : [];
    }),
  );
}

/** `agreed`: the last reading that agrees with the one before; null before the first step. */
type Followed = { readonly agreed: number | null; readonly back: WentBack | null };

const unmoved: Followed = { agreed: null, back: null };

function followed({ agreed: known, back }: Followed, { before, after }: MeterMove): Followed {
  const agreed = known ?? before;
  if (isStep(before, after) || isStep(agreed, after)) return { agreed: after, back: null };
  if (after < before) return { agreed, back: { from: before, to: after } };
  return { agreed, back: back && { from: back.from, to: after } };
}

/** A rise that a flight, or a day's flights, could explain. */
function isStep(from: number, to: number): boolean {
  return to >= from && to - from <= meterJump.hours;
}
