import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Estimate, Horizon } from './horizon.ts';
import { dateText, remainingText } from './reminders.ts';

const day = 86_400_000;

/**
 * A horizon in a line: `11.2 h left · 14.5 h booked before Thu 14 May 1400L · crossed by the booking of Wed 1000L (likely),
 * of Tue 1600L (at the earliest)`, and what else there is to say of the other axes.
 */
export function horizonPhrase(horizon: Horizon, now: Instant, clock: Clock): string {
  const parts = [...hoursParts(horizon, now, clock), datePart(horizon, now, clock), cyclesPart(horizon, now, clock)];
  return parts.filter((part) => part !== null).join(' · ') || 'no limit to forecast';
}

function hoursParts(horizon: Horizon, now: Instant, clock: Clock): (string | null)[] {
  const { hours } = horizon;
  return hours ? [remainingText(hours, clock), ...bookedParts(horizon, now, clock)] : [];
}

/** What is booked against the hours, and which reservation crosses them. */
function bookedParts(horizon: Horizon, now: Instant, clock: Clock): (string | null)[] {
  const { hours, booked, unmetered, likely, earliest } = horizon;
  if (!hours) return [];
  const ahead = booked
    ? `${booked.hours.toFixed(1)} h booked before ${whenText(booked.until, now, clock)}`
    : 'nothing booked';
  const bookedPart = unmetered > 0 ? `${unmetered.toFixed(1)} h out or not closed · ${ahead}` : ahead;
  if (!likely || !earliest) {
    return [bookedPart, hours.remaining === null ? null : 'crossed already'];
  }
  const crossing = booked || unmetered > 0 ? crossingPart(likely, earliest, now, clock) : null;
  return [bookedPart, crossing, forecastPart(horizon, now, clock)];
}

function crossingPart(likely: Estimate, earliest: Estimate, now: Instant, clock: Clock): string {
  if (!earliest.crossing) return 'not crossed by what is booked';
  const early = bookingText(earliest.crossing.booking.start, now, clock);
  if (!likely.crossing) return `crossed by the booking of ${early} (at the earliest)`;
  const likelyText = bookingText(likely.crossing.booking.start, now, clock);
  if (likely.crossing.booking === earliest.crossing.booking) return `crossed by the booking of ${likelyText}`;
  return `crossed by the booking of ${likelyText} (likely), of ${early} (at the earliest)`;
}

/** The start of a booking, by its weekday alone within a week: `Wed 1000L`, `Wed 20 May 1000L`. */
function bookingText(start: Instant, now: Instant, clock: Clock): string {
  const shown = shownDay(start, clock);
  const days = (Date.parse(shown) - Date.parse(shownDay(now, clock))) / day;
  const text = dayText(shown);
  return `${Math.abs(days) < 7 && days >= 0 ? text.slice(0, 3) : text} ${clockText(start, clock)}`;
}

function forecastPart({ likely, rate }: Horizon, now: Instant, clock: Clock): string | null {
  const at = likely?.forecast ?? null;
  if (at === null || rate === null) return null;
  return `about ${dateText(at, now, clock.zone)} at the recent ${rate.toFixed(1)} h a day, beyond what is booked`;
}

function datePart({ date, hours, first, isPassed }: Horizon, now: Instant, clock: Clock): string | null {
  if (date?.limit == null) return null;
  const text = `date limit ${dateText(date.limit, now, clock.zone)}`;
  if (date.limit <= now) return `${text} passed`;
  return hours && first === 'date' && !isPassed ? `${text} comes first` : text;
}

function cyclesPart({ cycles, landings }: Horizon, now: Instant, clock: Clock): string | null {
  if (!cycles) return null;
  const crossing = landings
    ? `, crossed by the booking of ${bookingText(landings.booking.start, now, clock)} at 2 per hour`
    : '';
  return `${remainingText(cycles, clock)}${crossing}`;
}

/** The planned shop visit in words: `shop visit Thu 14 May 0800L`, or that there is none before the reminder is due. */
export function visitPhrase({ visit }: Horizon, now: Instant, clock: Clock): string {
  if (!visit) return 'no visit booked';
  const { start, end } = visit.booking;
  const purpose = visit.isFor ? '' : ', purpose not known';
  if (start <= now) return `in the shop until ${whenText(end, now, clock)}${purpose}`;
  return `shop visit ${whenText(start, now, clock)}${visit.isInTime ? '' : ', after it is due'}${purpose}`;
}

/** When a reminder comes due, and what that rests on: `about Wed 13 May`, `16.4 h booked before …`. */
export type DueText = { readonly text: string; readonly basis: string | null };

export function dueText(horizon: Horizon, now: Instant, clock: Clock): DueText {
  return { text: dueDayText(horizon, now, clock), basis: basisText(horizon, now, clock) };
}

function dueDayText({ isPassed, first, date, dueAt, landings }: Horizon, now: Instant, clock: Clock): string {
  const dated = (at: Instant) => dateText(at, now, clock.zone);
  if (isPassed) return first === 'date' && date?.limit != null ? `${dated(date.limit)}, passed` : 'limit passed';
  if (landings && (dueAt === null || landings.at < dueAt)) return `about ${dated(landings.at)}`;
  if (dueAt === null) return 'no date known';
  if (first === 'date') return dated(dueAt);
  return dueAt <= now ? 'likely passed' : `about ${dated(dueAt)}`;
}

/** The reservation that crosses the limit stands first, because a row may have no room for more. */
function basisText(horizon: Horizon, now: Instant, clock: Clock): string | null {
  const { landings, isPassed } = horizon;
  const [booked = null, crossing = null, beyond = null] = bookedParts(horizon, now, clock);
  const landing =
    landings && `crossed by the booking of ${bookingText(landings.booking.start, now, clock)} at 2 per hour`;
  // That it is crossed stands in the line above.
  return [isPassed ? null : crossing, landing, booked, beyond].filter(Boolean).join(' · ') || null;
}

/** Whether a reminder comes due before an instant, as far as dates, readings and bookings tell; null where it does not. */
export function dueBefore(horizon: Horizon, at: Instant): 'definite' | 'likely' | null {
  const { isPassed, date, latest, dueAt, landings } = horizon;
  if (isPassed || (date?.limit ?? Number.POSITIVE_INFINITY) < at) return 'definite';
  if ((latest?.crossing?.at ?? Number.POSITIVE_INFINITY) < at) return 'definite';
  return Math.min(dueAt ?? Number.POSITIVE_INFINITY, landings?.at ?? Number.POSITIVE_INFINITY) < at ? 'likely' : null;
}
