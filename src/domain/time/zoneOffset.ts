import { tzOffset } from '@date-fns/tz/tzOffset';
import type { Instant } from './time.ts';

const minute = 60_000;
/** Before, some zones kept local mean time, to the second. */
const regular = Date.UTC(1972, 0, 1);
/** Then the memory begins anew. */
const most = 20_000;

const known = new Map<string, Map<number, number>>();

/**
 * Milliseconds that a zone's clocks are ahead of UTC at an instant. Remembered by the minute, on which all clocks change,
 * because to ask the browser costs several microseconds, and a screen of 150 aircraft reads ten thousand times.
 */
export function zoneOffset(zone: string, instant: Instant): number {
  if (!(instant >= regular)) return minute * tzOffset(zone, new Date(instant));
  let offsets = known.get(zone);
  if (!offsets || offsets.size >= most) known.set(zone, (offsets = new Map()));
  const place = Math.floor(instant / minute);
  let offset = offsets.get(place);
  if (offset === undefined) offsets.set(place, (offset = minute * tzOffset(zone, new Date(instant))));
  return offset;
}
