import { idKey, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { thresholds } from '#domain/thresholds.ts';
import { packLanes } from '#domain/timeline/layout.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import type { Shift } from './shopHours.ts';
import type { ShopLine } from './shopJobs.ts';

/** A visit in the plan of the bays: one that is booked, or the time that is proposed for a line of the week. */
export type BayVisit = Span & {
  readonly key: string;
  readonly aircraftId: string;
  readonly tail: string;
  /** Null for a proposed time. */
  readonly reservation: TimedReservation | null;
  /** Null for a booked visit. */
  readonly line: ShopLine | null;
  /** Counted from 0. From the number of bays on, the shop has no bay for it. */
  readonly bay: number;
};

export type BayPlan = {
  readonly bays: number;
  /** As many as there are bays, or more if more visits than that are booked at once. */
  readonly rows: number;
  readonly visits: readonly BayVisit[];
  /** Booked visits that no working day touches: they are in no row. */
  readonly outside: readonly TimedReservation[];
};

/**
 * Which visits are in the shop at once, and how many of them have a bay. No record names a bay: a visit takes the first
 * that is free when it begins.
 */
export function bayPlan(
  lines: readonly ShopLine[],
  { visits, shifts }: { readonly visits: readonly TimedReservation[]; readonly shifts: readonly Shift[] },
): BayPlan {
  const isInside = (visit: Span) => shifts.some((shift) => overlaps(shift, visit));
  const booked = visits.filter(isInside).map((reservation) => ({
    key: `booked ${reservation.key}`,
    start: reservation.start,
    end: reservation.end,
    aircraftId: idKey(reservation.aircraftId ?? ''),
    tail: tailOf(reservation) ?? 'no tail',
    reservation,
    line: null,
  }));
  const proposed = lines.flatMap((line) => {
    const span = line.slot ?? line.late;
    const { aircraftId, tailNumber } = line.job.aircraft;
    if (!span) return [];
    const { start, end } = span;
    return [
      { key: `for ${aircraftId}`, start, end, aircraftId, tail: tailNumber ?? 'no tail', reservation: null, line },
    ];
  });
  const packed = packLanes<(typeof booked)[number] | (typeof proposed)[number]>([...booked, ...proposed]);
  const { shopBays: bays } = thresholds();
  return {
    bays,
    rows: Math.max(bays, packed.depth),
    visits: packed.reservations.map((visit, place) => ({ ...visit, bay: packed.lanes[place] ?? 0 })),
    outside: visits.filter((visit) => !isInside(visit)),
  };
}
