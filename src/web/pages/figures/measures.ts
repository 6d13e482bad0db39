import { numberText, tenths } from '#domain/words.ts';

/** Hours, days of 24 hours and weeks are decimal; a share is from 0 to 1. */
export type Unit = 'hours' | 'share' | 'days' | 'weeks' | 'count' | 'a week';

/** A figure of the gateway: without a value, why records do not say. */
export type Given = { readonly value: number | null; readonly rows: number; readonly reason?: string | undefined };

/** One figure with what it was before and a year earlier; null is not known. */
export type Measure = {
  readonly name: string;
  readonly unit: Unit;
  readonly value: number | null;
  /** Why there is no value. */
  readonly reason: string | null;
  /** How it is counted; null if its name says all. */
  readonly rule: string | null;
  /** The records that it rests on; null if they are not counted. */
  readonly rows: number | null;
  readonly before: number | null;
  readonly yearBefore: number | null;
};

/** A change from one period to another, for an arrow and a word; it says nothing about good or bad. */
export type Change = { readonly way: 'up' | 'down' | 'same' | 'not known'; readonly text: string };

/** The reason for a count that is null, where the gateway gives none. */
export const notRead = 'The records for the whole period are not read yet.';

/** `12.5 h`, `71 %`, `3 days`. */
export function valueText(value: number, unit: Unit): string {
  if (unit === 'share') return `${numberText(Math.round(100 * value))} %`;
  if (unit === 'hours') return `${tenths.format(value)} h`;
  if (unit === 'days') return `${tenths.format(value)} ${value === 1 ? 'day' : 'days'}`;
  if (unit === 'weeks') return `${tenths.format(value)} ${value === 1 ? 'week' : 'weeks'}`;
  if (unit === 'a week') return `${tenths.format(value)} a week`;
  return numberText(value);
}

/**
 * The change from another period: of a share in points, of others in per cent. From nothing, the other value is said, because a
 * percentage of nothing is none.
 */
export function changeFrom(value: number | null, other: number | null, unit: Unit): Change {
  if (value === null || other === null) return { way: 'not known', text: 'not known' };
  const way = value > other ? 'up' : value < other ? 'down' : 'same';
  if (unit === 'share') return sized(way, Math.round(100 * value) - Math.round(100 * other), 'points');
  if (other === 0) return value === 0 ? same : { way, text: `up from ${valueText(0, unit)}` };
  return sized(way, Math.round((100 * (value - other)) / other), '%');
}

const same: Change = { way: 'same', text: 'no change' };

function sized(way: 'up' | 'down' | 'same', size: number, word: string): Change {
  if (size === 0 || way === 'same') return same;
  const unit = word === 'points' && Math.abs(size) === 1 ? 'point' : word;
  return { way, text: `${way} ${numberText(Math.abs(size))} ${unit}` };
}
