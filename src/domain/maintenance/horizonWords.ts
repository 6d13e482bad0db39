import {
  type Clock,
  clockText,
  shownDay,
  shownDaysBetween,
  shownDayText,
  weekdayText,
  whenText,
} from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { purposeText, type Visit } from './shopVisit.ts';
import type { Horizon, LimitCertainty } from './horizon.ts';
import { type Axis, type AxisName, dateText, doubtIn, doubtText, remainingText } from './reminders.ts';
import { tenths } from '#domain/words.ts';

/**
 * A horizon in a line, with anything to add about the other axes: `11.2 h left · 14.5 h booked before Thu 14 May 1400L · runs out
 * on Wed 1000L flight (earliest Tue 1600L)`.
 */
export function horizonPhrase(horizon: Horizon, now: Instant, clock: Clock): string {
  const parts = [
    ...hoursParts(horizon, now, clock),
    datePart(horizon, now, clock),
    cyclesPart(horizon, now, clock),
    doubtPart(horizon),
  ];
  return parts.filter((part) => part !== null).join(' · ') || 'no limit to forecast';
}

/** `not known: no reading`; null if everything is known. */
function doubtPart({ item }: Horizon): string | null {
  return doubtIn(item) ? `not known: ${doubtText(item)}` : null;
}

function hoursParts(horizon: Horizon, now: Instant, clock: Clock): (string | null)[] {
  const hours = axisOf(horizon, 'hours');
  if (!hours) return [];
  return [
    hours.doubt === null ? remainingText(hours, clock) : null,
    ...bookedParts(horizon, now, clock, (at) => whenText(at, now, clock)),
  ];
}

function axisOf({ item }: Pick<Horizon, 'item'>, name: AxisName): Axis | null {
  return item.axes.find((axis) => axis.name === name && axis.limit !== null) ?? null;
}

/**
 * The hours booked before the limit, and the reservation that crosses it. `untilOf` names the end of the booked hours.
 */
function bookedParts(
  horizon: Horizon,
  now: Instant,
  clock: Clock,
  untilOf: (until: Instant) => string,
): (string | null)[] {
  const hours = axisOf(horizon, 'hours');
  if (!hours) return [];
  const { booked, unmetered } = horizon;
  const ahead = booked ? `${tenths.format(booked.hours)} h booked before ${untilOf(booked.until)}` : 'nothing booked';
  const bookedPart = unmetered > 0 ? `${tenths.format(unmetered)} h flown, not logged · ${ahead}` : ahead;
  if (hours.remaining === null) return [bookedPart];
  if (hours.remaining <= 0) return [bookedPart];
  const crossing = booked || unmetered > 0 ? crossingPart(horizon, now, clock) : null;
  return [bookedPart, crossing, forecastPart(horizon, now, clock)];
}

/** The hours limits that a reservation crosses: the likely one, and the earliest possible one. */
function crossings({ limits }: Horizon): {
  readonly likely: TimedReservation | null;
  readonly earliest: TimedReservation | null;
} {
  const ownLimits = limits.filter(({ axis, reservation }) => axis === 'hours' && reservation !== null);
  const found = (certainty: LimitCertainty) =>
    ownLimits.find((limit) => limit.certainty === certainty)?.reservation ?? null;
  return { likely: found('likely'), earliest: found('possible') };
}

function crossingPart(horizon: Horizon, now: Instant, clock: Clock): string | null {
  const { likely, earliest } = crossings(horizon);
  if (!earliest) return horizon.isEnough ? 'enough for all reservations' : null;
  const early = reservationText(earliest.start, now, clock);
  if (!likely) return `may run out on ${early} flight`;
  const likelyText = reservationText(likely.start, now, clock);
  const isOneDay = shownDay(likely.start, clock) === shownDay(earliest.start, clock);
  const { latest } = horizon;
  const isLater = latest !== null && latest > likely.end;
  const band = [
    ...(likely === earliest ? [] : [`earliest ${isOneDay ? clockText(earliest.start, clock) : early}`]),
    ...(isLater ? [`latest ${reservationText(latest, now, clock)}`] : []),
  ];
  return `runs out on ${likelyText} flight${band.length > 0 ? ` (${band.join(', ')})` : ''}`;
}

/** The start of a reservation, within a week by its weekday only: `Wed 1000L`, `Wed 20 May 1000L`. */
function reservationText(start: Instant, now: Instant, clock: Clock): string {
  const days = shownDaysBetween(now, start, clock);
  const isNear = Math.abs(days) < 7 && days >= 0;
  return `${isNear ? weekdayText(shownDay(start, clock)) : shownDayText(start, clock)} ${clockText(start, clock)}`;
}

function forecastPart(horizon: Horizon, now: Instant, clock: Clock): string | null {
  const { limits, rate } = horizon;
  const at = limits.find(({ axis, basis }) => axis === 'hours' && basis === 'rate')?.at ?? null;
  if (at === null || rate === null) return null;
  const [date, pace] = [dateText(at, now, clock.zone), `at the recent ${tenths.format(rate)} h a day`];
  // Later reservations are not all made yet, so a likely one among them comes after the date of the rate.
  return crossings(horizon).likely ? `sooner, about ${date}, ${pace}` : `about ${date} ${pace} after the reservations`;
}

function datePart(horizon: Horizon, now: Instant, clock: Clock): string | null {
  const date = axisOf(horizon, 'date');
  if (date?.limit == null || date.doubt !== null) return null;
  const text = `date limit ${dateText(date.limit, now, clock.zone)}`;
  if (date.limit < now) return `${text}, past due`;
  const isFirst = axisOf(horizon, 'hours') !== null && horizon.due?.axis === 'date' && horizon.due.basis === 'date';
  return isFirst ? `${text} comes first` : text;
}

function cyclesPart(horizon: Horizon, now: Instant, clock: Clock): string | null {
  const cycles = axisOf(horizon, 'cycles');
  if (!cycles || cycles.doubt !== null) return null;
  const crossing = landingsCrossing(horizon);
  const words = crossing ? `, run out on ${reservationText(crossing.start, now, clock)} flight at 2 per hour` : '';
  return `${remainingText(cycles, clock)}${words}`;
}

function landingsCrossing({ limits }: Horizon): TimedReservation | null {
  return limits.find(({ axis, certainty }) => axis === 'cycles' && certainty === 'likely')?.reservation ?? null;
}

/**
 * The planned shop visit in words, otherwise the next one: `shop visit Thu 14 May 0800L`. Says so if it comes after the
 * due time.
 */
export function visitPhrase({ visit }: Horizon, now: Instant, clock: Clock): string {
  if (!visit) return 'no visit booked';
  const { start, end } = visit.reservation;
  const purpose = visitPurpose(visit);
  const suffix = purpose === null ? '' : `, ${purpose}`;
  if (start <= now) return `in the shop until ${whenText(end, now, clock)}${suffix}`;
  return `shop visit ${whenText(start, now, clock)}${visit.isInTime ? '' : ', after it is due'}${suffix}`;
}

/** Said of a shop visit in the details and in files. A row shows such a visit without a purpose. */
export const noWorkNamed = 'no work named';

/** What a visit is for, if that is not the reminder: `no work named`, `for Radio swap`. */
export function visitPurpose({ reservation, purpose }: Visit): string | null {
  if (purpose === 'this') return null;
  return purpose === 'other' ? `for ${purposeText(reservation)}` : noWorkNamed;
}

/** When a reminder comes due, and the basis: `about Wed 13 May`, `16.4 h booked before …`. */
export type DueText = { readonly text: string; readonly basis: string | null };

export function dueText(horizon: Horizon, now: Instant, clock: Clock): DueText {
  return { text: dueDayText(horizon, now, clock), basis: basisText(horizon, now, clock) };
}

function dueDayText({ due, item }: Horizon, now: Instant, clock: Clock): string {
  if (!due) return doubtIn(item) ? 'not known' : 'no date known';
  const dated = (at: Instant) => dateText(at, now, clock.zone);
  const date = item.axes.find(({ name }) => name === 'date')?.limit ?? null;
  if (due.axis === 'date' && date !== null) return date < now ? `${dated(date)}, past due` : dated(date);
  if (due.at === Number.NEGATIVE_INFINITY) return 'past due';
  return due.at <= now ? 'likely past due' : `about ${dated(due.at)}`;
}

/**
 * The reservation that crosses the limit comes first, because a row may have no room for more. A visit is named without
 * its time, because the row shows it. The details have the time of an earlier visit.
 */
function basisText(horizon: Horizon, now: Instant, clock: Clock): string | null {
  const landings = landingsCrossing(horizon);
  const untilOf = (until: Instant) => {
    if (until === horizon.visit?.reservation.start) return 'the visit';
    return until === horizon.visits[0]?.reservation.start ? 'the next visit' : whenText(until, now, clock);
  };
  const [booked = null, crossing = null, beyond = null] = bookedParts(horizon, now, clock, untilOf);
  const landing = landings && `landings run out on ${reservationText(landings.start, now, clock)} flight at 2 per hour`;
  // The line above already says that it is past due.
  const isPassed = horizon.due?.at === Number.NEGATIVE_INFINITY;
  return [doubtPart(horizon), isPassed ? null : crossing, landing, booked, beyond].filter(Boolean).join(' · ') || null;
}

/**
 * Whether a reminder comes due before an instant, by its status, dates, readings, reservations and the recent rate; null if
 * not.
 */
export function dueBefore({ limits }: Pick<Horizon, 'limits'>, at: Instant): 'definite' | 'likely' | null {
  const before = limits.filter((limit) => limit.at <= at);
  if (before.some(({ certainty }) => certainty === 'definite')) return 'definite';
  return before.some(({ certainty }) => certainty === 'likely') ? 'likely' : null;
}
