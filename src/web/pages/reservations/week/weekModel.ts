import { millisecondsInHour } from '#domain/units.ts';
import { type Capacity, type DayLoad, dayLoad, flyingHours } from '#domain/calendar/dayLoad.ts';
import { isVoid } from '#domain/reservations/state.ts';
import { inSpan, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, clockText, dayText } from '#domain/time/clock.ts';
import { packLanes, placeIn } from '#domain/timeline/layout.ts';
import { type Day, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { type HourMark, hourMarks, hoursOf } from '#web/components/timetrack/trackModel.ts';
import { countConflicts, type Marks } from '#web/pages/reservations/ReservationMarks.tsx';

/** A day of the week with its head. */
export type WeekDay = {
  readonly day: Day;
  readonly span: Span;
  /** `Tue 12 May`. */
  readonly title: string;
  /** `3 booked`, once all of the day is read; void ones do not count. */
  readonly count: string;
  /** Hours booked against available hours; null if no flying is booked, or not all is read. */
  readonly load: DayLoad | null;
  readonly conflicts: ReturnType<typeof countConflicts>;
  /** `23 h: clocks go forward`; null on days of 24 hours. */
  readonly clockChange: string | null;
  /** The time now, only on today. */
  readonly nowText: string | null;
  /** The hours beside the column; empty if they match those of the day before. */
  readonly labels: readonly HourMark[];
  readonly reservations: readonly TimedReservation[];
  /** False until all of the day is read. */
  readonly isKnown: boolean;
};

type WeekInput = {
  readonly days: readonly Day[];
  readonly reservations: readonly TimedReservation[];
  /** The parts that are not read. */
  readonly missing: readonly Span[];
  readonly marks: Marks;
  readonly clock: Clock;
  readonly now: Instant;
  /** The hours that aircraft in service can fly in a day; null until known, and for one aircraft or person. */
  readonly capacity: Capacity | null;
};

/** The days side by side, with the numbers of reservations and conflicts of each. */
export function weekOf({ days, reservations, missing, marks, clock, now, capacity }: WeekInput): WeekDay[] {
  let labelsBefore: string | null = null;
  return days.map((day) => {
    const span = daySpan(day, clock.zone);
    const ownReservations = inSpan(reservations, span);
    const booked = ownReservations.filter((reservation) => !isVoid(reservation));
    const hours = flyingHours(
      booked.map((reservation) => ({ reservation })),
      span,
    );
    const isKnown = !missing.some((part) => overlaps(part, span));
    const isToday = day === dayOf(now, clock.zone);
    const labels = hourMarks([span], 60, clock);
    const written = labels.map(({ at, label }) => `${at - span.start} ${label}`).join();
    const isLevel = written === labelsBefore;
    labelsBefore = written;
    return {
      day,
      span,
      title: dayText(day),
      count: isKnown ? `${booked.length} booked` : 'not all loaded yet',
      load: isKnown ? dayLoad(hours, capacity && hours / capacity.hours, capacity) : null,
      conflicts: countConflicts(booked, marks),
      clockChange: clockChangeOf(span),
      nowText: isToday ? clockText(now, clock) : null,
      labels: isLevel ? [] : labels,
      reservations: ownReservations,
      isKnown,
    };
  });
}

function clockChangeOf(span: Span): string | null {
  const hours = hoursOf(span);
  return hours === 24 ? null : `${hours} h: clocks go ${hours < 24 ? 'forward' : 'back'}`;
}

/** A reservation in the column of a day: its lane, the number of lanes, and whether it crosses midnight. */
export type PlacedReservation = {
  readonly reservation: TimedReservation;
  readonly lane: number;
  readonly lanes: number;
  readonly isFromBefore: boolean;
  readonly goesOn: boolean;
  /** True if it is too low for two lines of text. */
  readonly isShort: boolean;
};

/** The duration that fits two lines of text, in milliseconds, in a column whose hour is 28 px tall (`WeekView.module.css`). */
const twoLines = 1.4 * millisecondsInHour;

/** The reservations of a day, side by side only if they overlap: others keep the column's full width. */
export function dayColumn(reservations: readonly TimedReservation[], span: Span): PlacedReservation[] {
  return clustersOf(inSpan(reservations, span)).flatMap((cluster) => {
    const { reservations: packed, lanes, depth } = packLanes(cluster);
    return packed.map((reservation, index) => ({
      reservation,
      lane: lanes[index] ?? 0,
      lanes: depth,
      isFromBefore: reservation.start < span.start,
      goesOn: reservation.end > span.end,
      isShort: placeIn(span, reservation).width * (span.end - span.start) < twoLines,
    }));
  });
}

/** Reservations in order of start, split at each gap. */
function clustersOf(reservations: readonly TimedReservation[]): TimedReservation[][] {
  const clusters: TimedReservation[][] = [];
  let cluster: TimedReservation[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const reservation of reservations) {
    if (reservation.start >= end) clusters.push((cluster = []));
    cluster.push(reservation);
    end = Math.max(end, reservation.end);
  }
  return clusters;
}
