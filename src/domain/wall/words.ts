import { isolated, readable } from '#contract/isolated.ts';
import {
  type Clock,
  clockText,
  shownDay,
  shownDaysBetween,
  shownDayText,
  unmarkedClockText,
  weekdayText,
  whenText,
} from '#domain/time/clock.ts';
import { doubtIn, type DueItem, remainingText } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { fullName, type Reservation } from '#domain/reservations/reservations.ts';

/** Styles of people's names in a public place: none, `SG`, `Gar.S`, `Garcia`, `Sam Garcia`. */
export const nameStyles = ['none', 'initials', 'short', 'surname', 'full'] as const;
export type NameStyle = (typeof nameStyles)[number];

type Named = { readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined };

export type BookedNames = {
  /** The people who fly, learn or attend, joined by commas; empty for none. */
  readonly pilots: string;
  readonly instructor: string;
  /** Both: `Gar.S / Lee.K`. */
  readonly all: string;
};

/** A reservation's people in this style. Its own `displayName` is never used: services write full names into it. */
export function bookedNames({ record }: Pick<Reservation, 'record'>, style: NameStyle): BookedNames {
  const pilots = (record.pilots ?? [])
    .map((pilot) => nameText(pilot, style))
    .filter(Boolean)
    .join(', ');
  const instructor = record.instructor ? nameText(record.instructor, style) : '';
  return { pilots, instructor, all: [pilots, instructor].filter(Boolean).join(' / ') };
}

/** One person in this style; empty if names are hidden or unknown. */
export function nameText(person: Named, style: NameStyle): string {
  const first = person.firstName?.trim() ?? '';
  const last = person.lastName?.trim() ?? '';
  if (style === 'none') return '';
  if (style === 'full') return fullName(person);
  if (style === 'initials') return initial(first) + initial(last);
  if (style === 'surname') return last || first;
  if (last === '') return letters(first, 3);
  return [letters(last, 3), initial(first)].filter(Boolean).join('.');
}

/**
 * A reservation's people for a block of time, from the longest form to the shortest. If names are given in full, a
 * block too short for them shows surnames.
 */
export function blockNames(reservation: Pick<Reservation, 'record'>, style: NameStyle): string[] {
  const forms = (style === 'full' ? (['full', 'surname'] as const) : [style]).map((one) =>
    bookedNames(reservation, one),
  );
  return [...forms.map(({ all }) => all), ...forms.map(({ pilots }) => pilots)].filter(Boolean);
}

/** What is left of a reminder, in short: `6.2 h left`, `37 ldg past due`, `not known`; empty if it has no limit. */
export function boardLeft(item: DueItem, { clock }: Wording): string {
  const { driving } = item;
  if (doubtIn(item) && item.worst === 'unknown') return 'not known';
  return driving ? remainingText(driving, clock, ['ldg', 'ldg']) : '';
}

function initial(name: string): string {
  return letters(name, 1).toUpperCase();
}

/** Whole letters, isolated, also in names outside the Latin alphabet. */
function letters(name: string, count: number): string {
  return isolated(Array.from(readable(name)).slice(0, count).join(''));
}

/** Whether times carry `L` or `Z`. */
export type ZoneMarks = 'shown' | 'hidden';

/** The settings that a board's words depend on. */
export type Wording = {
  readonly now: Instant;
  readonly clock: Clock;
  readonly names: NameStyle;
  readonly marks: ZoneMarks;
};

/** `1400L`, or `1400` on a board without zone marks. */
export function boardTime(instant: Instant, { clock, marks }: Pick<Wording, 'clock' | 'marks'>): string {
  return marks === 'shown' ? clockText(instant, clock) : unmarkedClockText(instant, clock);
}

/** `1400L`, `tomorrow 0800L`. */
export function boardWhen(instant: Instant, wording: Wording): string {
  return whenText(instant, wording.now, wording.clock, boardTime(instant, wording));
}

/** A time in the next weeks, in short: `1400L` today, `Thu 0800L` within a week, `Wed 20 May` later. */
export function boardDate(instant: Instant, wording: Wording): string {
  const days = shownDaysBetween(wording.now, instant, wording.clock);
  if (days === 0) return boardTime(instant, wording);
  if (days < 0 || days >= 7) return shownDayText(instant, wording.clock);
  return `${weekdayText(shownDay(instant, wording.clock))} ${boardTime(instant, wording)}`;
}

/** Long words in records and their short forms on the ramp. */
const shortForms: readonly (readonly [RegExp, string])[] = [
  [/ \(\d+\.\d+\)/g, ''],
  [/\b(\d+)[ -]?(?:hours?|hrs?)\b/gi, '$1 h'],
  [
    / and (?:filter|brakes?)\b| change\b| (?:flight )?(?:training|instruction|lesson)\b| inspection\b| reservation\b/gi,
    '',
  ],
  [/ (?:test|check)$|^main (?=tires?\b)|(?<=^AD [\d-]+) .*/gi, ''],
  [/\bcross[ -]country\b/gi, 'XC'],
  [/\bsimulator\b/gi, 'Sim'],
  [/\btransponder\b/gi, 'XPDR'],
  [/\b(?:(?:un)?scheduled )?maintenance\b/gi, 'MX'],
];

/** `Dual` for "Dual Flight Training", `100 h` for "100-Hour Inspection", `Oil` for "Oil and Filter Change". */
export function shortWords(text: string): string {
  return shortForms.reduce((words, [long, short]) => words.replace(long, short), text.trim());
}
