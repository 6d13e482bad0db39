import type { Horizon } from '#domain/maintenance/horizon.ts';
import { dueBefore, dueText, horizonPhrase, visitPurpose } from '#domain/maintenance/horizonWords.ts';
import { limitsOn } from '#domain/readiness/limits.ts';
import { bySeverity, dateText, type DueItem } from '#domain/maintenance/reminders.ts';
import { type AircraftNow, doingText, fleetNow, unbooked } from '#domain/readiness/aircraftNow.ts';
import { idKey, isFlight, peopleText, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type Clock, spanText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';

/** Something to look at: red where it is definite, amber where it is likely. */
export type Note = { readonly text: string; readonly isDefinite: boolean };

/** What one row of the due list says besides what is left. */
export type DueRow = {
  /** `Warning`, `OK · hours: Expired`: the service's status, and what goes with it. */
  readonly status: string;
  readonly due: { readonly text: string; readonly basis: string | null };
  /** The aircraft's next reservation, and who flies; `now` where it is out. */
  readonly next: {
    readonly text: string;
    readonly who: string | null;
    readonly now: string | null;
    readonly note: Note | null;
  };
  readonly visit: { readonly text: string; readonly purpose: string | null; readonly note: Note | null };
};

/** What the rows rest on; null while the reservations are not loaded. */
export type DueSources = {
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly flights: ReadonlyMap<string, AircraftNow> | null;
  readonly now: Instant;
  readonly clock: Clock;
};

/** What each aircraft is doing and will do next, of its flights alone; null while the reservations are not loaded. */
export function flightsNow(bookings: readonly TimedBooking[] | null, now: Instant): DueSources['flights'] {
  return bookings && fleetNow(bookings.filter(isFlight), now);
}

const notLoaded = 'reservations not loaded yet';
const silent = { text: '', who: null, now: null, note: null, purpose: null } as const;

/** One reminder as its row shows it. */
export function dueRow(item: DueItem, { horizons, flights, now, clock }: DueSources): DueRow {
  const status = statusWords(item);
  if (item.isComplied) return { status, due: { text: 'not due again', basis: null }, next: silent, visit: silent };
  const horizon = horizons?.get(item.key);
  if (!horizon || !flights) {
    const waiting = { ...silent, text: notLoaded };
    return { status, due: { text: limitText(item, now, clock), basis: null }, next: waiting, visit: waiting };
  }
  const present = flights.get(idKey(item.aircraft.aircraftId)) ?? unbooked;
  return {
    status,
    due: dueText(horizon, now, clock),
    next: nextOf(horizon, present, now, clock),
    visit: visitOf(item, horizon, now, clock),
  };
}

/** The worst axis besides, where the overall status is another: `hours: Expired`. */
function statusWords(item: DueItem): string {
  const [worst] = item.axes.toSorted((a, b) => bySeverity(a.severity, b.severity));
  return [
    item.status,
    item.disagrees && worst && `${worst.name}: ${worst.status}`,
    item.isComplied && 'permanently complied',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What is known without reservations: a date limit. */
function limitText({ driving }: DueItem, now: Instant, clock: Clock): string {
  return driving?.name === 'date' && driving.limit !== null ? dateText(driving.limit, now, clock.zone) : notLoaded;
}

function nextOf(horizon: Horizon, { doing, next }: AircraftNow, now: Instant, clock: Clock): DueRow['next'] {
  const out = doing.kind === 'free' || doing.kind === 'due out' ? null : doingText(doing, now, clock);
  const present = doing.kind === 'free' ? null : noteOn(horizon, doing.booking);
  const note = present ?? (next && noteOn(horizon, next));
  if (!next) return { text: 'none in two weeks', who: null, now: out, note };
  return { text: whenText(next.start, now, clock), who: peopleText(next) || next.type, now: out, note };
}

/** What stands against a reservation to come, by the rule of the dispatch check; nothing where a planned shop visit comes before. */
function noteOn({ limits }: Horizon, booking: TimedBooking): Note | null {
  const [finding] = limitsOn(booking, limits);
  if (!finding || finding.visit?.isPlanned === true) return null;
  const { when, limit } = finding;
  const isDefinite = limit.certainty === 'definite';
  if (when === 'before') return { text: isDefinite ? 'after the limit' : 'likely after the limit', isDefinite };
  return { text: isDefinite ? 'reaches the limit' : insideTexts[limit.certainty], isDefinite: false };
}

const insideTexts = {
  definite: 'reaches the limit',
  likely: 'likely reaches the limit',
  possible: 'may reach the limit',
};

/** The shop visit, and where it comes after the limit. That nothing is booked matters of what is not OK. */
function visitOf(item: DueItem, horizon: Horizon, now: Instant, clock: Clock): DueRow['visit'] {
  const { visit } = horizon;
  if (!visit) {
    if (item.worst === 'ok') return { text: 'none booked', purpose: null, note: null };
    return { text: '', purpose: null, note: { text: 'none booked', isDefinite: false } };
  }
  const { start, end } = visit.booking;
  const purpose = visitPurpose(visit);
  if (start <= now) return { text: `in the shop until ${whenText(end, now, clock)}`, purpose, note: null };
  const late = dueBefore(horizon, start);
  const words = late === 'definite' ? 'after the limit' : 'likely after the limit';
  const note = visit.isPlanned && late ? { text: words, isDefinite: late === 'definite' } : null;
  return { text: whenText(start, now, clock), purpose: late && !note ? `${words}, ${purpose}` : purpose, note };
}

/** Everything about one reminder, for its details. */
export type DueDetails = {
  /** The service's own messages, word for word. */
  readonly messages: readonly string[];
  /** `11.2 h left · 14.5 h booked before …`. */
  readonly forecast: string;
  /** Every shop visit, by start: `Thu 14 May 0800L to 1100L`. */
  readonly visits: readonly string[];
  /** `1105L`: each aircraft is read by itself, so that each answer has its own age. */
  readonly asOf: string;
};

export function dueDetails(item: DueItem, { horizons, now, clock }: DueSources): DueDetails {
  const horizon = item.isComplied ? null : horizons?.get(item.key);
  return {
    messages: item.axes.flatMap(({ message }) => (message ? [message] : [])),
    forecast: item.isComplied ? 'not due again' : horizon ? horizonPhrase(horizon, now, clock) : notLoaded,
    visits: (horizon?.visits ?? []).map((visit) =>
      [spanText(visit.booking.start, visit.booking.end, now, clock), visitPurpose(visit)].filter(Boolean).join(', '),
    ),
    asOf: whenText(item.asOf, now, clock),
  };
}
