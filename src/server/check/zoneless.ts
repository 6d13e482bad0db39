import type { Reservation } from '#domain/reservations/bookings.ts';
import { readInstant, type Zone } from '#domain/time/time.ts';
import type { Verdict } from './finding.ts';

/** What the reservations' times say, and the value of `ZONELESS_TIMES` that fits them. */
export type ZonelessVerdict = Verdict & { readonly zoneless: Zone['zoneless'] };

const minute = 60_000;

/** How far, in minutes, a wall clock may be from the UTC time beside it and still agree. */
const tolerance = 1;

/** Judges the zone-less times of reservations by the UTC times beside them, where the service sends those. */
export function zonelessVerdict(reservations: readonly Reservation[], configured: Zone): ZonelessVerdict {
  const times = reservations.map(({ startTime }) => startTime).filter((time) => typeof time === 'string');
  const zoneless = times.filter((time) => isZoneless(time));
  const { zoneless: kept } = configured;
  if (times.length === 0) return { mark: 'unsure', words: 'no reservation has a start.', zoneless: kept };
  if (zoneless.length === 0) {
    return { mark: 'ok', words: `all ${times.length} carry their zone; ZONELESS_TIMES is for others.`, zoneless: kept };
  }
  const count = `${zoneless.length} of ${times.length} have no zone`;
  const pairs = reservations.map((reservation) => pairOf(reservation)).filter((pair) => pair !== null);
  if (pairs.length === 0) {
    const words = `${count}, and no UTC time stands beside them. Compare one, ${zoneless[0]}, with the service's own screens.`;
    return { mark: 'unsure', words, zoneless: kept };
  }
  const agreed = agreement(pairs, configured);
  if (agreed === null) {
    const words = `${count}; beside UTC times their clock is ${usualOffset(pairs)}, which is not that of ${configured.name}. OPERATOR_TIME_ZONE looks wrong.`;
    return { mark: 'differs', words, zoneless: kept };
  }
  const clock = agreed === 'utc' ? 'UTC' : configured.name;
  return {
    mark: 'differs',
    words: `${count}; the UTC times beside them say that they are ${clock}.`,
    zoneless: agreed,
  };
}

export function isZoneless(time: string): boolean {
  return !/(Z|[+-]\d\d:?\d\d)$/i.test(time);
}

/** A start without zone, and the instant that the UTC time beside it gives. */
type Pair = { readonly wall: string; readonly instant: number };

function pairOf(reservation: Reservation): Pair | null {
  const { startTime: wall, startTimeUtc } = reservation;
  if (typeof wall !== 'string' || !isZoneless(wall) || typeof startTimeUtc !== 'string') return null;
  // Read by itself, because a booking falls back to its plain start where this one cannot be read.
  const instant = readInstant(startTimeUtc, { name: 'UTC', zoneless: 'utc' });
  return instant === null ? null : { wall, instant };
}

/** The reading with which nearly all pairs agree, the configured one first. A stray record does not decide. */
function agreement(pairs: readonly Pair[], configured: Zone): Zone['zoneless'] | null {
  const readings = configured.zoneless === 'utc' ? (['utc', 'operator'] as const) : (['operator', 'utc'] as const);
  const agrees = (zoneless: Zone['zoneless']) => {
    const fitting = pairs.filter(({ wall, instant }) => {
      const read = readInstant(wall, { name: configured.name, zoneless });
      return read !== null && Math.abs(read - instant) <= tolerance * minute;
    });
    return fitting.length >= pairs.length * 0.9;
  };
  return readings.find(agrees) ?? null;
}

/** What the walls are from UTC, most often: `UTC-06:00`. */
function usualOffset(pairs: readonly Pair[]): string {
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const offsets = pairs.map(({ wall, instant }) =>
    Math.round(((readInstant(wall, utc) ?? instant) - instant) / minute),
  );
  const counts = Map.groupBy(offsets, (offset) => offset);
  const [offset] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
  const digits = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `UTC${offset < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}
