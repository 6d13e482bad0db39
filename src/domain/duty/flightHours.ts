import { millisecondsInHour } from '#domain/units.ts';
import { tenths } from '#domain/words.ts';
import { certaintyOf } from '#domain/reservations/standing.ts';
import type { ReservationStanding } from '#domain/schedule/aircraftNow.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type At, type Clock, clockText, shownDayText, whenText } from '#domain/time/clock.ts';
import { type Instant, lengthWithin, type Span } from '#domain/time/time.ts';
import { type Duty, dutyKind, heldUntil } from './duties.ts';
import { joined } from './dutyDay.ts';
import { dutyPeriod, flightLimit } from '#domain/thresholds.ts';

/** 24 consecutive hours with more flight instruction than the rule allows. */
export type OverHours = {
  readonly window: Span;
  /** Milliseconds of flight instruction booked in the window; double-booked time counts once. */
  readonly booked: number;
};

/**
 * The 24-hour windows with more than 8 hours of these flights, by start; with `ending`, only those that end within it.
 * The hours in a sliding window grow until it ends with a flight or begins with one. So only those windows are tried,
 * and those at the two ends of `ending`. Each sum covers only the flights near the window.
 */
function overHoursIn(flights: readonly Span[], ending: Span | null = null): OverHours[] {
  const total = flights.reduce((sum, { start, end }) => sum + end - start, 0);
  if (total <= flightLimit) return [];
  const spans = joined(flights);
  const turns = spans.flatMap(({ start, end }) => [start, end - dutyPeriod]);
  const starts = ending
    ? [...turns, ending.start - dutyPeriod, ending.end - dutyPeriod].filter((start) =>
        isWithin(start + dutyPeriod, ending),
      )
    : turns;
  let [first, beyond] = [0, 0];
  return starts
    .toSorted((a, b) => a - b)
    .flatMap((start) => {
      const window = { start, end: start + dutyPeriod };
      while ((spans[first]?.end ?? Infinity) <= start) first++;
      while ((spans[beyond]?.start ?? Infinity) < window.end) beyond++;
      const booked = lengthWithin(spans.slice(first, beyond), window);
      return booked > flightLimit ? [{ window, booked }] : [];
    });
}

/** The window with the most hours, the earliest of several; null without any. */
export function worstOver(windows: readonly OverHours[]): OverHours | null {
  return windows.reduce<OverHours | null>((worst, one) => (worst && worst.booked >= one.booked ? worst : one), null);
}

/**
 * Each instructor's windows over the limit, by `idKey`, from all stored reservations. Flown time counts as well as
 * booked time.
 */
export function overHoursByInstructor(
  all: readonly ReservationStanding[],
  now: Instant,
): Map<string, readonly OverHours[]> {
  const taught = new Map<string, Span[]>();
  for (const { reservation, standing } of all) {
    const id = reservation.record.instructor?.userId;
    if (id == null || standing.kind === 'void' || dutyKind(reservation, id) !== 'flight') continue;
    const own = taught.get(idKey(id));
    // A quick path, because most of the many reservations count as booked.
    const span = certaintyOf(standing) === null ? taughtSpan(reservation, heldUntil(reservation, now)) : reservation;
    if (own) own.push(span);
    else taught.set(idKey(id), [span]);
  }
  const over = Array.from(taught, ([id, own]) => [id, overHoursIn(own)] as const);
  return new Map(over.filter(([, windows]) => windows.length > 0));
}

/**
 * The part of a lesson that counts. A lesson completed before its booked end counts until then. One completed before
 * its start counts as booked, because its real time is unknown.
 */
function taughtSpan({ start, end }: Span, until: Instant): Span {
  return until > start ? { start, end: until } : { start, end };
}

/** More flight instruction is booked than the rule allows. It is booked, not flown: a reason to look, not a violation. */
export type Advisory = OverHours & {
  /** The evidence: the reservations that count. */
  readonly duties: readonly Duty[];
};

/**
 * The worst 24 consecutive hours that end on a day and hold some flying of that day; null unless they hold more than 8 hours of
 * booked flight instruction. Those that end at its midnight are the day before's. Pass the duties of the day before as well.
 */
export function flightAdvisory(duties: readonly Duty[], day: Span): Advisory | null {
  const flights = flightsIn(duties);
  const spans = flights.map(({ span }) => span);
  const isOfDay = ({ window }: OverHours) => lengthWithin(spans, { start: day.start, end: window.end }) > 0;
  const worst = worstOver(overHoursIn(spans, day).filter(isOfDay));
  if (!worst) return null;
  const counted = flights.filter(({ span }) => lengthWithin([span], worst.window) > 0);
  return { ...worst, duties: counted.map(({ duty }) => duty) };
}

function flightsIn(duties: readonly Duty[]): { readonly duty: Duty; readonly span: Span }[] {
  const flights = duties.filter(({ kind }) => kind === 'flight');
  return flights.map((duty) => ({ duty, span: taughtSpan(duty.reservation, duty.until) }));
}

/**
 * The longest lesson that may begin at an instant, in milliseconds. With this lesson and everything booked, no 24
 * consecutive hours may hold more than 8 hours of flight instruction. Double-booked time counts once. Pass the duties
 * of the day before and of the 24 hours after: later reservations leave less room for an earlier lesson. Of the windows
 * that overlap a lesson, the fullest contains all of it. A window limits the lesson if its remaining room is used up
 * before the window ends. If the window ends first, it sets no limit: a longer lesson is not wholly inside it.
 */
export function flightTimeLeft(duties: readonly Duty[], at: Instant): number {
  const spans = joined(flightsIn(duties).map(({ span }) => span));
  const around = { start: at, end: at + dutyPeriod };
  const turns = spans.flatMap(({ start, end }) => [end, start + dutyPeriod]).filter((end) => isWithin(end, around));
  const bounds = [at, ...turns, around.end].map((end) => {
    const room = flightLimit - lengthWithin(spans, { start: end - dutyPeriod, end });
    if (room < 0) return at;
    const until = lastWith(room, spans, at);
    return until < end ? until : Infinity;
  });
  return Math.min(...bounds) - at;
}

/**
 * The last instant until which no more than `room` milliseconds outside the spans have passed since `from`. The spans
 * are joined.
 */
function lastWith(room: number, spans: readonly Span[], from: Instant): Instant {
  return spans.reduce((until, { start, end }) => {
    return end <= from || start > until ? until : until + end - Math.max(start, from);
  }, from + room);
}

function isWithin(instant: Instant, { start, end }: Span): boolean {
  return start <= instant && instant <= end;
}

/** Booked time in decimal hours, `8.1 h`. Rounded up to a tenth, so that time over a limit never shows as the limit. */
export function bookedText(milliseconds: number): string {
  return `${tenths.format(Math.ceil((10 * milliseconds) / millisecondsInHour) / 10)} h`;
}

/** `9.0 h of flight instruction booked in the 24 h to 2300L (14 CFR 61.195(a): 8 h)`. Screens differ in the windows that matter, so each names its own. */
export function overHoursText({ booked, window }: OverHours, { now, clock }: At): string {
  return `${bookedText(booked)} of flight instruction booked in the 24 h to ${whenText(window.end, now, clock)} (14 CFR 61.195(a): 8 h)`;
}

/** The reason for the advisory, in a sentence. It names the day, because screens show it for any day. */
export function advisoryReason({ booked, window: { end } }: OverHours, clock: Clock): string {
  const to = `${shownDayText(end, clock)} ${clockText(end, clock)}`;
  return `${bookedText(booked)} of flight instruction booked in the 24 h to ${to}; 14 CFR 61.195(a) allows 8 h. Booked, not flown.`;
}
