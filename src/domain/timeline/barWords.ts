import { millisecondsInDay } from '#domain/units.ts';
import { shortTail } from '#domain/fleet/fleet.ts';
import type { CheckLevel } from '#domain/readiness/checkLine.ts';
import {
  instructorOf,
  peopleTexts,
  type Person,
  personKey,
  pilotsOf,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import type { AttentionStep } from '#domain/reservations/state.ts';
import { laterDay, titleOf } from '#domain/reservations/reservationTitles.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { type Clock, clockDigits, shownDaysBetween, shownDayText } from '#domain/time/clock.ts';

/** The marks on a reservation besides its own state. */
export type ReservationMark = {
  readonly conflict?: 'definite' | 'possible' | undefined;
  /** The dispatch check's result if it has findings: its level, and everything in words. */
  readonly check?: { readonly level: CheckLevel; readonly words: string } | undefined;
  /** The aircraft is not back, or may not be: how urgent that is, in words `not back +0:05`. */
  readonly late?: { readonly step: AttentionStep; readonly words: string } | undefined;
  /** The change since the last look: `new`, `moved from 1300L`. */
  readonly change?: string | undefined;
  /** The aircraft's maintenance state during the reservation. */
  readonly alert?: 'warning' | 'expired' | 'crossing' | undefined;
  /** True if the view is narrowed to a location, and this reservation's location is unknown. */
  readonly isPlaceUnknown?: boolean | undefined;
};

const alertWords = {
  warning: 'aircraft has a maintenance Warning',
  expired: 'aircraft is grounded',
  crossing: 'likely crosses a maintenance limit, a forecast',
} as const;

/** A reservation's marks in words, the most serious first. */
export function markWords(mark: ReservationMark | undefined): string[] {
  return [
    mark?.late?.words,
    mark?.conflict && `${mark.conflict} conflict`,
    mark?.check?.words,
    mark?.alert && alertWords[mark.alert],
    mark?.change,
    mark?.isPlaceUnknown ? placeNotKnown : undefined,
  ].filter((word) => word !== undefined);
}

/** The row of a bar. The bar need not repeat what its row says. */
export type RowOf = { readonly kind?: string | undefined; readonly id: string };

/**
 * A reservation as a screen reader speaks it: type, day, times, people, activity, status and marks. It contains the
 * bar's text word for word, so that voice control users can say what they see.
 */
export function spokenReservation(
  reservation: TimedReservation,
  clock: Clock,
  mark?: ReservationMark,
  row?: RowOf,
): string {
  const kind = reservation.kind === 'unknown' ? 'Unknown type' : reservation.kind;
  const [from, to] = [shownDayText(reservation.start, clock), shownDayText(reservation.end, clock)];
  const day = `${from}${clock.mode === 'Z' ? ' Zulu' : ''}`;
  const until = shownDaysBetween(reservation.start, reservation.end, clock) === 0 ? '' : `until ${to}`;
  const words = [
    kind,
    reservation.type,
    day,
    barText(reservation, clock, Number.POSITIVE_INFINITY, row),
    until,
    reservation.status,
  ];
  return [...new Set([...words, ...markWords(mark)])].filter(Boolean).join(', ');
}

/**
 * As much of `1400–1530 Garcia / Lee · Dual` as fits in so many letters: first the activity goes, then the instructor,
 * then the times. In a person's row the tail number comes before the other people: `1400–1530 N513SP Garcia · Dual`.
 * There the times go before the other people. The shortest form is the tail number's end, as said on the radio.
 */
export function barText(reservation: TimedReservation, clock: Clock, letters: number, row?: RowOf): string {
  const { forms, short } = barWords(reservation, clock, row);
  return forms.find((form) => form.length <= letters) ?? short;
}

/** The name that a bar shows if only one fits. */
export function firstName(reservation: TimedReservation, clock: Clock, row?: RowOf): string {
  return barWords(reservation, clock, row).first;
}

type BarWords = {
  readonly clock: Clock;
  /** The person whose row it is, empty in the row without people; null in an aircraft's row. */
  readonly person: string | null;
  /** Longest first. */
  readonly forms: readonly string[];
  readonly first: string;
  readonly short: string;
};
const known = new WeakMap<TimedReservation, BarWords>();

/** Cached, because each bar is drawn and spoken again and again during scrolling. */
function barWords(reservation: TimedReservation, clock: Clock, row: RowOf | undefined): BarWords {
  const person = personIn(row);
  const found = known.get(reservation);
  if (found?.clock === clock && found.person === person) return found;
  const { start, end } = reservation;
  // A time of the next day is understood; over a whole day, the times alone would read as hours of one day.
  const later = end - start < millisecondsInDay ? '' : laterDay(reservation, clock);
  const times = `${clockDigits(start, clock)}–${clockDigits(end, clock)}${later}`;
  const { names, first, short } = person === null ? namesOf(reservation) : namesBeside(reservation, person);
  const whole = reservation.activity && names !== reservation.activity ? `${names} · ${reservation.activity}` : names;
  const shorter = person === null ? [`${times} ${first}`] : [names, first];
  const words = { clock, person, forms: [`${times} ${whole}`, `${times} ${names}`, ...shorter], first, short };
  known.set(reservation, words);
  return words;
}

function personIn(row: RowOf | undefined): string | null {
  if (row?.kind === 'none') return '';
  return row?.kind === 'instructor' || row?.kind === 'pilot' ? row.id : null;
}

type Names = Pick<BarWords, 'first' | 'short'> & { readonly names: string };

function namesOf(reservation: TimedReservation): Names {
  const names = titleOf(reservation);
  const [first = names] = peopleTexts(reservation);
  return { names, first, short: first };
}

/** The aircraft and the other people. */
function namesBeside(reservation: TimedReservation, person: string): Names {
  const isOther = (one: Person | null) => one !== null && personKey(one) !== person;
  const instructor = instructorOf(reservation);
  const pilots = pilotsOf(reservation).filter(isOther);
  const others = [
    pilots.map(({ lastName }) => lastName).join(', '),
    (isOther(instructor) && instructor?.lastName) || '',
  ].filter(Boolean);
  const tail = tailOf(reservation);
  const names =
    [tail, others.join(' / ')].filter(Boolean).join(' ') ||
    reservation.activity ||
    reservation.record.displayName ||
    reservation.type;
  const first = tail ?? others[0] ?? names;
  return { names, first, short: shortTail(first) };
}
