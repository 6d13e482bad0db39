import { millisecondsInHour } from '#domain/units.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { idKey, inSpan, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { isVoid } from '#domain/reservations/state.ts';
import { flownSpans } from '#domain/schedule/usage.ts';
import { lengthWithin, type Span } from '#domain/time/time.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import { hoursOfADay } from '#domain/thresholds.ts';
import { counted, tenths } from '#domain/words.ts';
import { countConflicts, type Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import type { WeekDay } from './weekModel.ts';

/** An aircraft in the week: a cell for each day. */
export type GridRow = {
  readonly id: string;
  readonly label: string;
  /** The model; empty for the row of reservations without an aircraft. */
  readonly model: string;
  readonly isSimulator: boolean;
  /** True if it is grounded now. */
  readonly isGrounded: boolean;
  readonly cells: readonly GridCell[];
};

export type GridCell = {
  readonly day: WeekDay['day'];
  /** Reservations that touch the day, without void ones and shop visits. */
  readonly count: number;
  /** Whether the shop has the aircraft in some part of the day. */
  readonly isInShop: boolean;
  /** Hours booked as a share of what the day offers, from 0 to 1; null for the row without an aircraft. */
  readonly load: number | null;
  readonly conflicts: ReturnType<typeof countConflicts>;
  /** False until all of the day is read. */
  readonly isKnown: boolean;
  /** `N513GC, Tue 12 May: 3 booked, 7.5 of 16 h, 1 in conflict`. */
  readonly words: string;
};

type GridInput = {
  /** By model and tail number, and those without an aircraft last. */
  readonly rows: readonly Resource[];
  readonly week: readonly WeekDay[];
  readonly marks: Marks;
  readonly aircraft: ReadinessIndex['aircraft'];
};

/** The aircraft of a week, each with its days: how much is booked of what the day offers, from 0600 to 2200. */
export function weekGrid({ rows, week, marks, aircraft }: GridInput): readonly GridRow[] {
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    model: row.group,
    isSimulator: row.aircraft?.isSimulator === true,
    isGrounded: aircraft.get(idKey(row.id))?.fitness?.kind === 'grounded',
    cells: week.map((day) => cellOf(row, day, marks)),
  }));
}

function cellOf(
  { kind, label, reservations }: Resource,
  { day, title, span, isKnown }: WeekDay,
  marks: Marks,
): GridCell {
  const own = inSpan(reservations, span).filter((reservation) => !isVoid(reservation));
  const booked = own.filter((reservation) => !isShopVisit(reservation));
  const isInShop = booked.length < own.length;
  const conflicts = countConflicts(own, marks);
  const hours = bookedHours(booked, span);
  const words = [
    isKnown ? `${booked.length} booked` : booked.length > 0 ? `${booked.length} booked so far` : 'not known yet',
    kind !== 'none' && hours > 0 && `${tenths.format(hours)} of ${hoursOfADay} h`,
    isInShop && 'in the shop',
    conflicts.definite > 0 && `${conflicts.definite} in conflict`,
    conflicts.possible > 0 && counted(conflicts.possible, 'possible conflict'),
  ];
  return {
    day,
    count: booked.length,
    isInShop,
    load: kind === 'none' ? null : Math.min(1, hours / hoursOfADay),
    conflicts,
    isKnown,
    words: `${label}, ${title}: ${words.filter(Boolean).join(', ')}`,
  };
}

/** Of each 24 hours of a reservation they count as much as a forecast does. */
function bookedHours(booked: readonly TimedReservation[], span: Span): number {
  const flown = booked.filter(isFlight).map((reservation) => lengthWithin(flownSpans(reservation), span));
  return flown.reduce((sum, length) => sum + length / millisecondsInHour, 0);
}

/** The steps of colour: none, then a quarter of the day each. */
export function loadStep(load: number | null): 0 | 1 | 2 | 3 | 4 {
  if (load === null || load === 0) return 0;
  return load <= 0.25 ? 1 : load <= 0.5 ? 2 : load <= 0.75 ? 3 : 4;
}
