import { countText, type Knowledge, type NoneText, noneText } from '#domain/answers/known.ts';
import {
  isFlight,
  isTimed,
  peopleText,
  type Reservation,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { type ReservationState, stateAt, stateText } from '#domain/reservations/state.ts';
import { type Clock, clockText, repeatedHourNote, shownDaysBetween, shownDayText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { elapsedMarks } from '#web/components/timetrack/trackModel.ts';
import { counted } from '#domain/words.ts';

/** A reservation as a line of the panel. */
type DayLine = {
  readonly reservation: TimedReservation;
  /** `0800L–0930L`; `1700L–1200L +1` if it ends on the next day. */
  readonly times: string;
  /** Which of two equal times it is, in the night when clocks go back. */
  readonly timesNote: string | undefined;
  /** The people, or the type if no one is named. */
  readonly title: string;
  readonly activity: string;
  readonly status: string;
  /** How the strip draws it: `out` is checked out now, `late` is not back, `may be` has an unclear status. */
  readonly look: 'booked' | 'out' | 'late' | 'done' | 'may be';
  /** True for a booking that a grounded aircraft cannot fly, unless it is released before. */
  readonly isGrounded: boolean;
  readonly isPast: boolean;
};

export type AircraftDay = {
  /** `1 reservation`. */
  readonly count: string;
  /** The text in place of lines. */
  readonly none: NoneText;
  readonly lines: readonly DayLine[];
  /** Every three hours of elapsed time. */
  readonly hours: readonly { readonly at: Instant; readonly label: string }[];
};

type DayInput = {
  readonly aircraftId: string;
  /** The reservations of all aircraft. */
  readonly reservations: readonly Reservation[];
  readonly span: Span;
  readonly clock: Clock;
  readonly now: Instant;
  /** What is known of the day's reservations. */
  readonly known: Knowledge;
  /** Whether the aircraft's records ground it now. */
  readonly isGrounded: boolean;
};

/** One aircraft's day: reservations in order of time with people, purpose and the API's own status. */
export function aircraftDay({ aircraftId, reservations, span, clock, now, known, isGrounded }: DayInput): AircraftDay {
  const ownReservations = reservations.filter(isTimed).filter((reservation) => reservation.aircraftId === aircraftId);
  const words = counted(ownReservations.length, 'reservation');
  return {
    count: countText(known, ownReservations.length && words, words),
    none: noneText(known, 'Nothing is booked on this day.'),
    lines: ownReservations.map((reservation) => lineOf(reservation, { span, clock, now, isGrounded })),
    hours: elapsedMarks(span, 3, clock),
  };
}

type LineInput = Pick<DayInput, 'span' | 'clock' | 'now' | 'isGrounded'>;

function lineOf(reservation: TimedReservation, { span, clock, now, isGrounded }: LineInput): DayLine {
  const state = stateAt(reservation, now);
  const look = lookOf(state);
  const isAhead = isFlight(reservation) && reservation.end > now && (look === 'booked' || look === 'may be');
  return {
    reservation,
    times: timesText(reservation, span, clock),
    timesNote: repeatedHourNote([reservation.start, reservation.end], clock),
    title: peopleText(reservation) || reservation.type,
    activity: [reservation.type, reservation.activity].filter(Boolean).join(' · '),
    status: look === 'late' ? `${reservation.status}, ${stateText(state)}` : reservation.status,
    look,
    isGrounded: isGrounded && isAhead,
    isPast: reservation.end <= now,
  };
}

function lookOf({ kind }: ReservationState): DayLine['look'] {
  if (kind === 'out') return 'out';
  if (kind === 'not back') return 'late';
  if (kind === 'done' || kind === 'void' || kind === 'never checked out') return 'done';
  return kind === 'may be out' || kind === 'unclear' ? 'may be' : 'booked';
}

/** `1700L–1200L +1`: `+1` means that it ends a day later. A start on an earlier day has its date before it. */
function timesText({ start, end }: TimedReservation, span: Span, clock: Clock): string {
  const later = shownDaysBetween(start, end, clock);
  const before = start < span.start ? `${shownDayText(start, clock)} ` : '';
  return `${before}${clockText(start, clock)}–${clockText(end, clock)}${later > 0 ? ` +${later}` : ''}`;
}
