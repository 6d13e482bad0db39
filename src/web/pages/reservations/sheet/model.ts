import { millisecondsInHour } from 'date-fns/constants';
import { inSpan, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { shortSpanText, titleOf } from '#domain/reservations/bookingTitles.ts';
import { sheetHours } from '#domain/calendar/days.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { resourcesOf } from '#domain/timeline/resources.ts';
import { packLanes, placeIn, shareOf, ticks } from '#domain/timeline/layout.ts';
import { type Clock, clockText, dayText, hourDigits, shownDay } from '#domain/time/clock.ts';
import { type Day, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { kindWord } from '#web/ui/reservation/kinds.tsx';
import { counted } from '#domain/words.ts';

export type SheetSources = {
  /** Of the operator's calendar. */
  readonly day: Day;
  /** In order of start; null until loaded. They may include bookings of other days. */
  readonly bookings: readonly TimedBooking[] | null;
  /** The unread parts of the days that `bookings` cover. */
  readonly missing: readonly Span[];
  /** Null until known. */
  readonly fleet: readonly Aircraft[] | null;
  /** Null until all their sources are loaded. */
  readonly conflicts: readonly Conflict[] | null;
  /** When the service last answered; null before that. */
  readonly asOf: Instant | null;
  /** The time of printing. */
  readonly now: Instant;
  readonly clock: Clock;
};

/** A booking in the grid; shares of the width of the hours shown. */
export type SheetBar = {
  readonly booking: TimedBooking;
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
  /** Bookings without a place in the grid, in words; empty lists are left out. */
  readonly lists: readonly { readonly title: string; readonly entries: readonly SheetEntry[] }[];
};

type SheetEntry = { readonly key: string; readonly text: string };

/**
 * Lays out the day: a row per aircraft over its busy hours, and lists of bookings that ended in the night or have no
 * aircraft.
 */
export function daySheet(sources: SheetSources): Sheet {
  const { day, fleet, now, clock } = sources;
  const bookings = sources.bookings ?? [];
  const span = daySpan(day, clock.zone);
  const resources = resourcesOf('aircraft', { bookings, fleet: fleet ?? [], instructors: [] });
  const aircraft = resources.filter(({ kind }) => kind === 'aircraft');
  const flown = aircraft.flatMap((row) => inSpan(row.bookings, span));
  const others = resources.filter(({ kind }) => kind !== 'aircraft').flatMap((row) => inSpan(row.bookings, span));
  const hours = sheetHours(flown, span);
  const ended = flown.filter((booking) => booking.end <= hours.start);
  const rows = aircraft.map(({ id, label, bookings: own }): SheetRow => {
    const packed = packLanes(inSpan(own, span));
    return { id, label, depth: Math.max(1, packed.depth), bars: barsOf(packed, hours) };
  });
  return {
    title: `${dayText(day)} ${day.slice(0, 4)}`,
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

type Packed = { readonly bookings: readonly TimedBooking[]; readonly lanes: readonly number[] };

/** The bars of a row within the hours that are printed. */
export function barsOf({ bookings, lanes }: Packed, hours: Span, textOf = titleOf): SheetBar[] {
  return bookings.flatMap((booking, index) =>
    overlaps(booking, hours)
      ? [{ booking, title: textOf(booking), ...placeIn(hours, booking), lane: lanes[index] ?? 0 }]
      : [],
  );
}

/** Paper has no refresh: missing data is reported, never counted as zero. */
function bookedText({ bookings, missing }: SheetSources, day: Span, count: number, aircraft: number): string {
  if (!bookings) return 'Reservations not loaded';
  const words = `${counted(count, 'booking')} of ${aircraft} aircraft`;
  return missing.some((part) => overlaps(part, day)) ? `${words}, not all loaded` : words;
}

function conflictsText(conflicts: SheetSources['conflicts'], day: Span): string {
  if (!conflicts) return 'Conflicts: not all checked';
  const onDay = conflicts.filter(({ booking }) => overlaps(booking, day));
  const definite = onDay.filter(({ certainty }) => certainty === 'definite').length;
  return `Conflicts: ${definite} definite, ${onDay.length - definite} possible`;
}

/** The age of the data and the time of printing: `As of 1104L · printed Tue 12 May 1105L`. */
export function stampText({ asOf, now, clock }: Pick<SheetSources, 'asOf' | 'now' | 'clock'>): string {
  const known = asOf === null ? 'No data yet' : `As of ${clockText(asOf, clock)}`;
  return `${known} · printed ${dayText(shownDay(now, clock))} ${clockText(now, clock)}`;
}

function entriesOf(bookings: readonly TimedBooking[], clock: Clock): SheetEntry[] {
  return bookings.map((booking) => ({
    key: booking.key,
    text: [tailOf(booking), shortSpanText(booking, clock), `${kindWord(booking.kind)}:`, titleOf(booking)]
      .filter(Boolean)
      .join(' '),
  }));
}
