import { type Instant, wallText } from '#domain/time/time.ts';
import type { NightHours } from './settings.ts';

const minute = 60_000;

/** True within the hours in which the board is dimmed, by the operator's clock; the end is exclusive. */
export function isNight(night: NightHours | null, now: Instant, zone: string): boolean {
  if (!night) return false;
  const [hours, minutes] = wallText(now, zone).slice(11, 16).split(':').map(Number);
  const at = hours! * 60 + minutes!;
  return night.from < night.to ? at >= night.from && at < night.to : at >= night.from || at < night.to;
}

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** Where the picture stands this minute, in pixels off its place, so that no pixel shows the same for months. */
export function pixelShift(now: Instant, reach: number): { readonly x: number; readonly y: number } {
  const [x, y] = ring[Math.floor(now / (3 * minute)) % ring.length]!;
  return { x: x * reach, y: y * reach };
}
