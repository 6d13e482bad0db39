import { millisecondsInHour } from '#domain/units.ts';
import { tenths } from '#domain/words.ts';
import { certaintyOf } from '#domain/reservations/state.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { flownSpans } from '#domain/schedule/usage.ts';
import { idKey, pilotsOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type At, type Clock, clockText, shownDayText, whenText } from '#domain/time/clock.ts';
import { type Instant, lengthWithin, type Span } from '#domain/time/time.ts';
import { type Duty, dutyKind, heldUntil, isInstruction } from './duties.ts';
import { joined } from './dutyDay.ts';
import { rules } from '#domain/ruleSets.ts';
import { dutyPeriod, flightLimit } from '#domain/thresholds.ts';

/** 24 consecutive hours with more flight instruction than the rule allows. */
export type OverHours = {
  readonly window: Span;
  /** Milliseconds of flight instruction booked in the window; double-booked time counts once. */
  readonly booked: number;
  /** The part of it that is only possible: the instructor is named as a pilot. */
  readonly possible: number;
};

/** A lesson, and whether it may be none. */
type Taught = Span & { readonly isPossible: boolean };

/** What is taught of a lesson at most, as a forecast counts flying: a three-day cross-country is not 24 hours a day. */
function taughtIn(span: Span, isPossible: boolean): Taught[] {
  return flownSpans(span).map((one) => ({ ...one, isPossible }));
}

/**
 * Empty under rules without such a limit. The 24-hour windows with more than 8 hours of these flights, by start; with `ending`, only those that end within it.
 * The hours in a sliding window grow until it ends with a flight or begins with one. So only those windows are tried,
 * and those at the two ends of `ending`. Each sum covers only the flights near the window.
 */
function overHoursIn(flights: readonly Taught[], ending: Span | null = null): OverHours[] {
  const total = flights.reduce((sum, { start, end }) => sum + end - start, 0);
  if (total <= flightLimit || rules().instructionHours === null) return [];
  const spans = joined(flights);
  const certain = joined(flights.filter(({ isPossible }) => !isPossible));
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
      if (booked <= flightLimit) return [];
      return [{ window, booked, possible: booked - lengthWithin(certain, window) }];
    });
}

/** The window with the most hours, the earliest of several; null without any. */
export function worstOver(windows: readonly OverHours[]): OverHours | null {
  return windows.reduce<OverHours | null>(
    (worst, window) => (worst && worst.booked >= window.booked ? worst : window),
    null,
  );
}

/**
 * Each instructor's windows over the limit, by `idKey`, from all stored reservations. Flown time counts as well as
 * booked time. `active`: see `activeInstructors`.
 */
export function overHoursByInstructor(
  all: readonly ReservationWithState[],
  now: Instant,
  active: ReadonlySet<string>,
): Map<string, readonly OverHours[]> {
  const taught = new Map<string, Taught[]>();
  for (const { reservation, state } of all) {
    if (state.kind === 'void') continue;
    for (const id of mayTeach(reservation, active)) {
      const kind = dutyKind(reservation, id, active);
      if (!isInstruction(kind)) continue;
      // A quick path, because most of the many reservations count as booked.
      const span = certaintyOf(state) === null ? taughtSpan(reservation, heldUntil(reservation, now)) : reservation;
      const spans = taughtIn(span, kind === 'possible flight');
      const own = taught.get(id);
      if (own) own.push(...spans);
      else taught.set(id, spans);
    }
  }
  const over = Array.from(taught, ([id, own]) => [id, overHoursIn(own)] as const);
  return new Map(over.filter(([, windows]) => windows.length > 0));
}

/** The ids, by `idKey`, of the named instructor and of the active instructors among the pilots, each once. */
function mayTeach(reservation: TimedReservation, active: ReadonlySet<string>): ReadonlySet<string> {
  const named = reservation.record.instructor?.userId;
  const ids = new Set(named == null ? [] : [idKey(named)]);
  if (active.size === 0) return ids;
  for (const { userId } of pilotsOf(reservation))
    if (userId !== null && active.has(idKey(userId))) ids.add(idKey(userId));
  return ids;
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
  const spans = flights.flatMap((flight) => flight.spans);
  const isOfDay = ({ window }: OverHours) => lengthWithin(spans, { start: day.start, end: window.end }) > 0;
  const worst = worstOver(overHoursIn(spans, day).filter(isOfDay));
  if (!worst) return null;
  const counted = flights.filter((flight) => lengthWithin(flight.spans, worst.window) > 0);
  return { ...worst, duties: counted.map(({ duty }) => duty) };
}

function flightsIn(duties: readonly Duty[]): { readonly duty: Duty; readonly spans: readonly Taught[] }[] {
  const flights = duties.filter(({ kind }) => isInstruction(kind));
  return flights.map((duty) => ({
    duty,
    spans: taughtIn(taughtSpan(duty.reservation, duty.until), duty.kind === 'possible flight'),
  }));
}

/**
 * The longest lesson that may begin at an instant, in milliseconds; infinite under rules without such a limit. With this lesson and everything booked, no 24
 * consecutive hours may hold more than 8 hours of flight instruction. Double-booked time counts once. Pass the duties
 * of the day before and of the 24 hours after: later reservations leave less room for an earlier lesson. Of the windows
 * that overlap a lesson, the fullest contains all of it. A window limits the lesson if its remaining room is used up
 * before the window ends. If the window ends first, it sets no limit: a longer lesson is not wholly inside it.
 */
export function flightTimeLeft(duties: readonly Duty[], at: Instant): number {
  if (rules().instructionHours === null) return Number.POSITIVE_INFINITY;
  const spans = joined(flightsIn(duties).flatMap(({ spans: own }) => own));
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

/** `, 2.0 h of it only possible`; empty if all of it is certain. */
function possibleText({ possible }: Pick<OverHours, 'possible'>): string {
  return possible > 0 ? `, ${bookedText(possible)} of it only possible` : '';
}

/** `9.0 h of flight instruction booked in the 24 h to 2300L (14 CFR 61.195(a): 8 h)`. Screens differ in the windows that matter, so each names its own. */
export function overHoursText(over: OverHours, { now, clock }: At): string {
  const { booked, window } = over;
  return `${bookedText(booked)} of flight instruction booked in the 24 h to ${whenText(window.end, now, clock)}${possibleText(over)} (${rules().instructionHours}: 8 h)`;
}

/** The reason for the advisory, in a sentence. It names the day, because screens show it for any day. */
export function advisoryReason(over: OverHours, clock: Clock): string {
  const {
    booked,
    window: { end },
  } = over;
  const to = `${shownDayText(end, clock)} ${clockText(end, clock)}`;
  return `${bookedText(booked)} of flight instruction booked in the 24 h to ${to}${possibleText(over)}; ${rules().instructionHours} allows 8 h. Booked, not flown.`;
}
