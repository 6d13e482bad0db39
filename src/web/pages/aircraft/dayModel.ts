import { isTimed, peopleText, type Booking, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type Clock, clockText, dayText, repeatedHourNote, shownDay } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { elapsedMarks } from '#web/ui/timetrack/trackModel.ts';

/** A reservation as the panel lists it. */
export type DayLine = {
  readonly booking: TimedBooking;
  /** `0800L–0930L`; with both days where it does not end on the day it begins. */
  readonly times: string;
  /** Which of two equal times is meant in the night the clocks go back. */
  readonly timesNote: string | undefined;
  /** The people, or the type where it names nobody. */
  readonly title: string;
  readonly activity: string;
  readonly status: string;
  readonly isPast: boolean;
};

export type AircraftDay = {
  /** `1 reservation`. */
  readonly count: string;
  readonly lines: readonly DayLine[];
  /** Every three hours of elapsed time. */
  readonly hours: readonly { readonly at: Instant; readonly label: string }[];
};

type DayInput = {
  readonly aircraftId: string;
  /** Of all aircraft. */
  readonly bookings: readonly Booking[];
  readonly span: Span;
  readonly clock: Clock;
  readonly now: Instant;
};

/** What is shown of one aircraft's day: reservations in order of time with who flies, what for, and the API's own status. */
export function aircraftDay({ aircraftId, bookings, span, clock, now }: DayInput): AircraftDay {
  const own = bookings.filter(isTimed).filter((booking) => booking.aircraftId === aircraftId);
  return {
    count: `${own.length} ${own.length === 1 ? 'reservation' : 'reservations'}`,
    lines: own.map((booking) => ({
      booking,
      times: timesText(booking, clock),
      timesNote: repeatedHourNote([booking.start, booking.end], clock),
      title: peopleText(booking) || booking.type,
      activity: [booking.type, booking.activity].filter(Boolean).join(' · '),
      status: booking.status,
      isPast: booking.end <= now,
    })),
    hours: elapsedMarks(span, 3, clock),
  };
}

function timesText({ start, end }: TimedBooking, clock: Clock): string {
  const [first, last] = [dayText(shownDay(start, clock)), dayText(shownDay(end, clock))];
  const [from, to] = [clockText(start, clock), clockText(end, clock)];
  return first === last ? `${from}–${to}` : `${first} ${from}–${last} ${to}`;
}
