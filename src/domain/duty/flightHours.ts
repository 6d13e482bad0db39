import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { certaintyOf } from '#domain/readiness/standing.ts';
import type { StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { idKey } from '#domain/reservations/bookings.ts';
import { type Clock, clockText, whenText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { type Duty, dutyKind, heldUntil } from './duties.ts';
import { joined, lengthWithin } from './dutyDay.ts';

/** 14 CFR 61.195(a): "In any 24-consecutive-hour period, a flight instructor may not conduct more than 8 hours of flight training." */
const period = millisecondsInDay;
export const flightLimit = 8 * millisecondsInHour;

/** 24 consecutive hours that hold more flight instruction than the rule lets anybody give. */
export type OverHours = {
  readonly window: Span;
  /** Milliseconds of flight instruction booked in the window; time booked twice counts once. */
  readonly booked: number;
};

/**
 * The 24 hours that hold more than 8 hours of these flights, by start; with `ending`, those that end within it. What a sliding
 * window holds grows until it ends with a flight or begins with one, so that those windows are tried alone, and those at the
 * ends of `ending`. In each only the flights near it are added up.
 */
function overHoursIn(flights: readonly Span[], ending: Span | null = null): OverHours[] {
  const total = flights.reduce((sum, { start, end }) => sum + end - start, 0);
  if (total <= flightLimit) return [];
  const spans = joined(flights);
  const turns = spans.flatMap(({ start, end }) => [start, end - period]);
  const starts = ending
    ? [...turns, ending.start - period, ending.end - period].filter((start) => isWithin(start + period, ending))
    : turns;
  let [first, beyond] = [0, 0];
  return starts
    .toSorted((a, b) => a - b)
    .flatMap((start) => {
      const window = { start, end: start + period };
      while ((spans[first]?.end ?? Infinity) <= start) first++;
      while ((spans[beyond]?.start ?? Infinity) < window.end) beyond++;
      const booked = lengthWithin(spans.slice(first, beyond), window);
      return booked > flightLimit ? [{ window, booked }] : [];
    });
}

/** The window that holds most, the earliest of several; null without any. */
function worstOver(windows: readonly OverHours[]): OverHours | null {
  return windows.reduce<OverHours | null>((worst, one) => (worst && worst.booked >= one.booked ? worst : one), null);
}

/** The windows over the limit of each instructor, by `idKey`, from all that is held. What was flown counts as well as what is booked. */
export function overHoursByInstructor(all: readonly StoodBooking[], now: Instant): Map<string, readonly OverHours[]> {
  const taught = new Map<string, Span[]>();
  for (const { booking, standing } of all) {
    const id = booking.record.instructor?.userId;
    if (id == null || standing.kind === 'void' || dutyKind(booking, id) !== 'flight') continue;
    const own = taught.get(idKey(id));
    // Most are as booked, and of those there are many.
    const span = certaintyOf(standing) === null ? taughtSpan(booking, heldUntil(booking, now)) : booking;
    if (own) own.push(span);
    else taught.set(idKey(id), [span]);
  }
  const over = Array.from(taught, ([id, own]) => [id, overHoursIn(own)] as const);
  return new Map(over.filter(([, windows]) => windows.length > 0));
}

/**
 * What counts of a lesson. One that was completed before its end counts until it was; one that was completed before its start
 * counts as booked, because nobody knows when it was flown.
 */
function taughtSpan({ start, end }: Span, until: Instant): Span {
  return until > start ? { start, end: until } : { start, end };
}

/** More flight instruction is booked than the rule lets anybody give. It is booked, not flown: a reason to look, no finding. */
export type Advisory = OverHours & {
  /** The evidence: the bookings that count. */
  readonly duties: readonly Duty[];
};

/**
 * The worst 24 consecutive hours that end on a day, where they hold more than 8 hours of booked flight instruction; else
 * null. Give the duties of the day before too.
 */
export function flightAdvisory(duties: readonly Duty[], day: Span): Advisory | null {
  const flights = flightsIn(duties);
  const worst = worstOver(
    overHoursIn(
      flights.map(({ span }) => span),
      day,
    ),
  );
  if (!worst) return null;
  const counted = flights.filter(({ span }) => lengthWithin([span], worst.window) > 0);
  return { ...worst, duties: counted.map(({ duty }) => duty) };
}

function flightsIn(duties: readonly Duty[]): { readonly duty: Duty; readonly span: Span }[] {
  const flights = duties.filter(({ kind }) => kind === 'flight');
  return flights.map((duty) => ({ duty, span: taughtSpan(duty.booking, duty.until) }));
}

/**
 * How long a lesson may last that begins at an instant, in milliseconds, so that no 24 consecutive hours with any of it hold
 * more than 8 hours of flight instruction with what is booked. Time booked twice counts once. Give the duties of the day
 * before and of the 24 hours after: what is booked later leaves less for a lesson before it.
 *
 * The fullest of the windows that a lesson has a part in is one that holds the whole lesson. Such a window bounds the lesson
 * where the room that it leaves is used up before it ends; one that ends earlier never holds the whole of a longer lesson.
 */
export function flightTimeLeft(duties: readonly Duty[], at: Instant): number {
  const spans = joined(flightsIn(duties).map(({ span }) => span));
  const around = { start: at, end: at + period };
  const turns = spans.flatMap(({ start, end }) => [end, start + period]).filter((end) => isWithin(end, around));
  const bounds = [at, ...turns, around.end].map((end) => {
    const room = flightLimit - lengthWithin(spans, { start: end - period, end });
    if (room < 0) return at;
    const until = lastWith(room, spans, at);
    return until < end ? until : Infinity;
  });
  return Math.min(...bounds) - at;
}

/** The last instant up to which no more time than `room` has passed from another on that is in none of the spans, which are joined. */
function lastWith(room: number, spans: readonly Span[], from: Instant): Instant {
  return spans.reduce((until, { start, end }) => {
    return end <= from || start > until ? until : until + end - Math.max(start, from);
  }, from + room);
}

function isWithin(instant: Instant, { start, end }: Span): boolean {
  return start <= instant && instant <= end;
}

/** Booked time in decimal hours, rounded up to a tenth, so that what exceeds a limit is never shown as the limit: `8.1 h`. */
export function bookedText(milliseconds: number): string {
  return `${(Math.ceil(milliseconds / 360_000) / 10).toFixed(1)} h`;
}

/** What the advisory rests on, in a sentence. */
export function advisoryReason({ booked, window }: OverHours, clock: Clock): string {
  const from = whenText(window.start, window.end, clock);
  const [hours, to] = [bookedText(booked), clockText(window.end, clock)];
  return `${hours} of flight instruction booked in the 24 h from ${from} to ${to}; 14 CFR 61.195(a) allows 8 h. Booked, not flown.`;
}
