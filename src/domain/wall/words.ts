import { type Clock, clockText, shownDaysBetween, shownDayText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Booking } from '#domain/reservations/bookings.ts';

/** How people are named where everybody can read it: not at all, `SG`, `Gar.S`, `Garcia`, `Sam Garcia`. */
export const nameStyles = ['none', 'initials', 'short', 'surname', 'full'] as const;
export type NameStyle = (typeof nameStyles)[number];

type Named = { readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined };

export type BookedNames = {
  /** Those who fly, learn or attend, joined by commas; empty for none. */
  readonly pilots: string;
  readonly instructor: string;
  /** Both: `Gar.S / Lee.K`. */
  readonly all: string;
};

/**
 * The people of a booking by the style. The reservation's own `displayName` is never used: services write full names into
 * it.
 */
export function bookedNames({ record }: Pick<Booking, 'record'>, style: NameStyle): BookedNames {
  const pilots = (record.pilots ?? [])
    .map((pilot) => nameText(pilot, style))
    .filter(Boolean)
    .join(', ');
  const instructor = record.instructor ? nameText(record.instructor, style) : '';
  return { pilots, instructor, all: [pilots, instructor].filter(Boolean).join(' / ') };
}

/** One person by the style; empty where nothing may be said, or nothing is known. */
export function nameText(person: Named, style: NameStyle): string {
  const first = person.firstName?.trim() ?? '';
  const last = person.lastName?.trim() ?? '';
  if (style === 'none') return '';
  if (style === 'full') return [first, last].filter(Boolean).join(' ');
  if (style === 'initials') return initial(first) + initial(last);
  if (style === 'surname') return last || first;
  if (last === '') return letters(first, 3);
  return [letters(last, 3), initial(first)].filter(Boolean).join('.');
}

/**
 * The people of a booking for a block of time, the longest form first, each telling less than the one before. Where names are
 * given in full, a block that is too short for them has the surnames.
 */
export function blockNames(booking: Pick<Booking, 'record'>, style: NameStyle): string[] {
  const forms = (style === 'full' ? (['full', 'surname'] as const) : [style]).map((one) => bookedNames(booking, one));
  return [...forms.map(({ all }) => all), ...forms.map(({ pilots }) => pilots)].filter(Boolean);
}

function initial(name: string): string {
  return letters(name, 1).toUpperCase();
}

/** Whole letters, also of names outside the Latin alphabet. */
function letters(name: string, count: number): string {
  return Array.from(name).slice(0, count).join('');
}

/** Whether times carry `L` or `Z`. */
export type ZoneMarks = 'shown' | 'hidden';

/** What the words on a board depend on. */
export type Wording = {
  readonly now: Instant;
  readonly clock: Clock;
  readonly names: NameStyle;
  readonly marks: ZoneMarks;
};

/** `1400L`, or `1400` on a board without zone marks. */
export function boardTime(instant: Instant, { clock, marks }: Pick<Wording, 'clock' | 'marks'>): string {
  return withoutMarks(clockText(instant, clock), marks);
}

/** `1400L`, `tomorrow 0800L`. */
export function boardWhen(instant: Instant, { now, clock, marks }: Wording): string {
  return withoutMarks(whenText(instant, now, clock), marks);
}

/** A time in the next weeks, short: `1400L` today, `Thu 0800L` within a week, `Wed 20 May` beyond. */
export function boardDate(instant: Instant, wording: Wording): string {
  const days = shownDaysBetween(wording.now, instant, wording.clock);
  if (days === 0) return boardTime(instant, wording);
  const text = shownDayText(instant, wording.clock);
  return days > 0 && days < 7 ? `${text.slice(0, 3)} ${boardTime(instant, wording)}` : text;
}

/** Removes the zone marks from a phrase where the board shows none. */
function withoutMarks(text: string, marks: Wording['marks']): string {
  return marks === 'shown' ? text : text.replaceAll(/\b(\d{4})[LZ]\b/g, '$1');
}
