import { calendarDays, sheetHours } from '#domain/calendar/days.ts';
import { inSpan } from '#domain/reservations/reservations.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/reservationTitles.ts';
import { upkeepWords } from '#web/pages/reservations/timeline/timelineModel.ts';
import type { Upkeep } from '#domain/conflicts/upkeep.ts';
import { packLanes } from '#domain/timeline/layout.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import { type Clock, dayText } from '#domain/time/clock.ts';
import { type Day, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { barsOf, scaleOf, type Sheet, type SheetMoment, type SheetRow, stampText } from './model.ts';
import { counted } from '#domain/words.ts';

export type TimelineSheetSources = {
  readonly first: Day;
  /** How many days. */
  readonly count: number;
  /** The rows of the timeline, in their order. */
  readonly resources: readonly Resource[];
  /** The reminders of aircraft, by id, and the ids of those whose reminders are read. */
  readonly upkeep: ReadonlyMap<string, Upkeep>;
  readonly answered: ReadonlySet<string>;
  /** Whether the reservations are loaded, and which parts are not read. */
  readonly isHere: boolean;
  readonly missing: readonly Span[];
  /** When the service last answered; null before that. */
  readonly asOf: Instant | null;
  /** The time that the sheet shows. */
  readonly now: Instant;
  readonly clock: Clock;
} & SheetMoment;

/** A row of the printed timeline; the first of a group has its heading, and an aircraft its hours left and booked. */
type PrintedRow = SheetRow & { readonly heading: string | null; readonly hours: string | null };

/** A day of the printed timeline; it begins on a new page and takes as many as its rows need. */
export type PrintedDay = Pick<Sheet, 'title' | 'booked' | 'hours' | 'hourCount' | 'now'> & {
  readonly day: Day;
  readonly rows: readonly PrintedRow[];
};

/** The timeline on paper, one day after another, with the rows and bars of the screen. */
export function timelineSheet(sources: TimelineSheetSources): { readonly stamp: string; readonly days: PrintedDay[] } {
  const { first, count, clock } = sources;
  const days = calendarDays([], first, count, clock.zone).map(({ day, span }) => printedDay(day, span, sources));
  return { stamp: stampText(sources), days };
}

function printedDay(day: Day, span: Span, sources: TimelineSheetSources): PrintedDay {
  const { resources, upkeep, answered, now, clock } = sources;
  const own = resources.map((resource) => ({ resource, reservations: inSpan(resource.reservations, span) }));
  const shown = own.filter(({ resource, reservations }) => reservations.length > 0 || isAlwaysShown(resource));
  const hours = sheetHours(
    shown.flatMap(({ reservations }) => reservations),
    span,
  );
  let group = '';
  const rows = shown.map(({ resource: { id, kind, label, group: name }, reservations }): PrintedRow => {
    const packed = packLanes(reservations);
    const heading = name !== '' && name !== group ? name : null;
    group = name;
    const textOf = kind === 'aircraft' ? titleOf : tailAndTitle;
    const ofAircraft = kind === 'aircraft' ? upkeepWords(upkeep.get(id) ?? null, false, answered.has(id)) : null;
    const left = ofAircraft?.isUnknown ? 'h not known' : (ofAircraft?.hours ?? null);
    const depth = Math.max(1, packed.depth);
    return { id, label, heading, hours: left, depth, bars: barsOf(packed, hours, textOf) };
  });
  const keys = new Set(shown.flatMap(({ reservations }) => reservations.map(({ key }) => key)));
  return {
    day,
    title: `${dayText(day)} ${day.slice(0, 4)}`,
    booked: bookedText(keys.size, rows.length, span, sources),
    rows,
    ...scaleOf(hours, now, clock),
  };
}

/** Free aircraft and instructors get a row, but free pilots do not: there are hundreds. */
function isAlwaysShown({ kind }: Resource): boolean {
  return kind === 'aircraft' || kind === 'instructor';
}

/** Paper has no refresh: missing data is reported, never counted as zero. */
function bookedText(count: number, rows: number, span: Span, { isHere, missing }: TimelineSheetSources): string {
  if (!isHere) return 'Reservations not loaded';
  const words = `${counted(count, 'reservation')} in ${counted(rows, 'row')}`;
  return missing.some((part) => overlaps(part, span)) ? `${words}, not all loaded` : words;
}
