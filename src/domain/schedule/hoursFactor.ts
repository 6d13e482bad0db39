import type { LandingRates } from './landings.ts';
import { bandWidth, thresholds } from '#domain/thresholds.ts';

/** Booked and metered hours of some flights. */
export type Measured = {
  readonly flights: number;
  readonly booked: number;
  readonly hours: number;
  /** Meter hours per booked hour. */
  readonly factor: number;
  /**
   * Standard deviation of the meter hours of one booked hour. For b booked hours it is √b times as much. Null for one
   * leg.
   */
  readonly spread: number | null;
};

/** Factors measured from enough flights. */
export type MeasuredFactors = {
  /** The factor of all aircraft together. */
  readonly school: Measured | null;
  /** By `idKey` of the aircraft's id. */
  readonly aircraft: ReadonlyMap<string, Measured>;
  /** Landings per booked hour, by activity. */
  readonly landings?: LandingRates;
};

export const noFactors: MeasuredFactors = { school: null, aircraft: new Map() };

/** Where a factor comes from: the flights of the aircraft, those of all aircraft, the setting, or the page's address. */
type FactorBasis = 'aircraft' | 'school' | 'setting' | 'address';

/** The factor that a forecast uses. */
export type FactorUsed = {
  readonly value: number;
  readonly basis: FactorBasis;
  /** Null for a figure that was set by hand. */
  readonly measured: Measured | null;
};

/** An aircraft's factor: its own if measured, otherwise that of all aircraft, otherwise the setting. `given` replaces all. */
export function factorFor(aircraft: string, { school, aircraft: own }: MeasuredFactors, given?: number): FactorUsed {
  if (given !== undefined) return { value: given, basis: 'address', measured: null };
  const one = own.get(aircraft);
  if (one) return { value: one.factor, basis: 'aircraft', measured: one };
  if (school) return { value: school.factor, basis: 'school', measured: school };
  return { value: thresholds().hoursFactor, basis: 'setting', measured: null };
}

/**
 * Booked hours after which this many meter hours are used up: the earliest, and the latest (null if there is none).
 * They follow from the measured spread and from how well this many flights determine the factor. Without a measurement,
 * booked hours count in full for the earliest.
 */
export function bandOf(left: number, { value, measured: of }: FactorUsed): { early: number; late: number | null } {
  if (of === null || of.spread === null) return { early: left / Math.max(1, value), late: null };
  // Solves (factor × b − left)² = bandWidth² × spread² × (b + b² / booked) for b.
  const variance = (bandWidth * of.spread) ** 2;
  const a = value ** 2 - variance / of.booked;
  const half = value * left + variance / 2;
  const root = Math.sqrt(Math.max(0, half ** 2 - a * left ** 2));
  return { early: left ** 2 / (half + root), late: a > 0 ? (half + root) / a : null };
}

/**
 * Booked hours after which this many meter hours may be used up: the earliest. All booked time counts in full (readiness,
 * section 3), and more if the measured band says so. The band alone would miss the flights outside it.
 */
export function earliestUse(left: number, used: FactorUsed): number {
  return Math.min(bandOf(left, used).early, left / Math.max(1, used.value));
}
