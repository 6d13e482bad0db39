import { millisecondsInHour } from '#domain/units.ts';
import { inSpan, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { shortSpanText, titleOf } from '#domain/reservations/reservationTitles.ts';
import { sheetHours } from '#domain/calendar/days.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { resourcesOf } from '#domain/timeline/resources.ts';
import { packLanes, placeIn, shareOf, ticks } from '#domain/timeline/layout.ts';
import { type Clock, clockText, dayText, hourDigits, shownDay } from '#domain/time/clock.ts';
import { type Day, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { kindWord } from '#web/components/reservation/kinds.tsx';
import { counted } from '#domain/words.ts';

export type SheetSources = {
  /** A day of the operator's calendar. */
  readonly day: Day;
  /** The one aircraft or person that is chosen; null for all. */
  readonly of?: string | null;
  /** In order of start; null until loaded. They may include reservations of other days. */
  readonly reservations: readonly TimedReservation[] | null;
  /** The unread parts of the days that `reservations` cover. */
  readonly missing: readonly Span[];
  /** Null until known. */
  readonly fleet: readonly Aircraft[] | null;
  /** Null until all their sources are loaded. */
  readonly conflicts: readonly Conflict[] | null;
  /** When the service last answered; null before that. */
  readonly asOf: Instant | null;
  /** The time that the sheet shows. */
  readonly now: Instant;
  readonly clock: Clock;
} & SheetMoment;

/** The time of printing if it differs from the time shown, and the time shown in words. */
export type SheetMoment = { readonly printedAt?: Instant; readonly moment?: string | undefined };

/** A reservation in the grid; shares of the width of the hours shown. */
export type SheetBar = {
  readonly reservation: TimedReservation;
  readonly title: string;
  readonly left: number;
  readonly width: number;
  /** From the top of its row. */
  readonly lane: number;
};

export type SheetRow = {
  readonly id: string;
  readonly label: string;
  /** How many lines tall it is: at least one. */
  readonly depth: number;
  readonly bars: readonly SheetBar[];
};

/** A time on the scale, in shares of its width. */
type Tick = { readonly at: Instant; readonly left: number; readonly label: string };

/** The day sheet as data: what prints on one landscape page. */
export type Sheet = {
  readonly title: string;
  readonly booked: string;
  readonly conflicts: string;
  /** The age of the data and the time of printing. */
  readonly stamp: string;
  readonly hours: readonly Tick[];
  readonly hourCount: number;
  /** Null if it is outside the hours. */
  readonly now: Tick | null;
  /** How many lines tall all rows are together. */
  readonly lines: number;
  readonly rows: readonly SheetRow[];
  /** Reservations without a place in the grid, in words; empty lists are left out. */
  readonly lists: readonly { readonly title: string; readonly entries: readonly SheetEntry[] }[];
};

type SheetEntry = { readonly key: string; readonly text: string };

/**
 * Lays out the day: a row per aircraft over its busy hours, and lists of reservations that ended in the night or have no
 * aircraft.
 */
export function daySheet(sources: SheetSources): Sheet {
  const { day, fleet, now, clock } = sources;
  const reservations = sources.reservations ?? [];
  const span = daySpan(day, clock.zone);
  const resources = resourcesOf('aircraft', { reservations, fleet: fleet ?? [], instructors: [] });
  const aircraft = resources.filter(({ kind }) => kind === 'aircraft');
  const flown = aircraft.flatMap((row) => inSpan(row.reservations, span));
  const others = resources.filter(({ kind }) => kind !== 'aircraft').flatMap((row) => inSpan(row.reservations, span));
  const hours = sheetHours(flown, span);
  const ended = flown.filter((reservation) => reservation.end <= hours.start);
  const rows = aircraft.map(({ id, label, reservations: ownReservations }): SheetRow => {
    const packed = packLanes(inSpan(ownReservations, span));
    return { id, label, depth: Math.max(1, packed.depth), bars: barsOf(packed, hours) };
  });
  return {
    title: [`${dayText(day)} ${day.slice(0, 4)}`, sources.of].filter(Boolean).join(' · '),
    booked: bookedText(sources, span, flown.length, aircraft.length),
    conflicts: conflictsText(sources.conflicts, span),
    stamp: stampText(sources),
    ...scaleOf(hours, now, clock),
    lines: rows.reduce((sum, { depth }) => sum + depth, 0),
    rows,
    lists: [
      { title: 'Ended in the night', entries: entriesOf(ended, clock) },
      { title: 'Without aircraft', entries: entriesOf(others, clock) },
    ].filter(({ entries }) => entries.length > 0),
  };
}

/** The hours above the rows, and now if it is among them. */
export function scaleOf(hours: Span, now: Instant, clock: Clock): Pick<Sheet, 'hours' | 'hourCount' | 'now'> {
  const isIn = now >= hours.start && now < hours.end;
  return {
    hours: ticks(hours, 1).map((at) => ({ at, left: shareOf(hours, at), label: hourDigits(at, clock) })),
    hourCount: (hours.end - hours.start) / millisecondsInHour,
    now: isIn ? { at: now, left: shareOf(hours, now), label: clockText(now, clock) } : null,
  };
}

type Packed = { readonly reservations: readonly TimedReservation[]; readonly lanes: readonly number[] };

/** The bars of a row within the hours that are printed. */
export function barsOf({ reservations, lanes }: Packed, hours: Span, textOf = titleOf): SheetBar[] {
  return reservations.flatMap((reservation, index) =>
    overlaps(reservation, hours)
      ? [{ reservation, title: textOf(reservation), ...placeIn(hours, reservation), lane: lanes[index] ?? 0 }]
      : [],
  );
}

/** Paper has no refresh: missing data is reported, never counted as zero. */
function bookedText({ reservations, missing }: SheetSources, day: Span, count: number, aircraft: number): string {
  if (!reservations) return 'Reservations not loaded';
  const words = `${counted(count, 'reservation')} of ${aircraft} aircraft`;
  return missing.some((part) => overlaps(part, day)) ? `${words}, not all loaded` : words;
}

function conflictsText(conflicts: SheetSources['conflicts'], day: Span): string {
  if (!conflicts) return 'Conflicts: not all checked';
  const onDay = conflicts.filter(({ reservation }) => overlaps(reservation, day));
  const definite = onDay.filter(({ certainty }) => certainty === 'definite').length;
  return `Conflicts: ${definite} definite, ${onDay.length - definite} possible`;
}

/** The age of the data and the time of printing: `As of 1104L · printed Tue 12 May 1105L`. */
export function stampText(sources: Pick<SheetSources, 'asOf' | 'now' | 'clock'> & SheetMoment): string {
  const { asOf, now, clock, printedAt = now, moment } = sources;
  const known = asOf === null ? 'No data yet' : `As of ${clockText(asOf, clock)}`;
  const printed = `printed ${dayText(shownDay(printedAt, clock))} ${clockText(printedAt, clock)}`;
  return [moment, known, printed].filter(Boolean).join(' · ');
}

function entriesOf(reservations: readonly TimedReservation[], clock: Clock): SheetEntry[] {
  return reservations.map((reservation) => ({
    key: reservation.key,
    text: [
      tailOf(reservation),
      shortSpanText(reservation, clock),
      `${kindWord(reservation.kind)}:`,
      titleOf(reservation),
    ]
      .filter(Boolean)
      .join(' '),
  }));
}
