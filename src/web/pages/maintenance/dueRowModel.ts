import type { Horizon } from '#domain/maintenance/horizon.ts';
import { dueBefore, dueText, horizonPhrase, visitPurpose } from '#domain/maintenance/horizonWords.ts';
import { ferryWords, limitsOn } from '#domain/maintenance/limits.ts';
import { classWords } from '#domain/maintenance/reminderClass.ts';
import type { Cell } from '#domain/answers/csv.ts';
import {
  type Axis,
  worstFirst,
  dateText,
  daysLeft,
  doubtIn,
  type DueItem,
  isGroundingItem,
  tenthsDown,
} from '#domain/maintenance/reminders.ts';
import { type AircraftNow, doingText, fleetNow, nextToLeave, unbooked } from '#domain/schedule/aircraftNow.ts';
import { idKey, isFlight, peopleText, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, spanText, whenText } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';

/** A warning: red if definite, amber if likely. */
export type Note = { readonly text: string; readonly isDefinite: boolean };

/** What a row of the due list shows besides the remaining time or hours. */
export type DueRow = {
  /** `Warning`, `OK · hours: Expired`: the service's status, with additions. */
  readonly status: string;
  /** What the mark of the status does not say: `hours: Expired`; the status itself if it is not one of the documented ones. */
  readonly notes: string;
  readonly due: { readonly text: string; readonly basis: string | null };
  /** The aircraft's next reservation, and who flies; `now flying until 1130L`, or `not out yet +0:05`. */
  readonly next: {
    readonly text: string;
    readonly who: string | null;
    readonly now: string | null;
    readonly note: Note | null;
  };
  readonly visit: { readonly text: string; readonly purpose: string | null; readonly note: Note | null };
};

/** The sources of the rows; null until the reservations are loaded. */
export type DueSources = {
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly flights: ReadonlyMap<string, AircraftNow> | null;
  readonly now: Instant;
  readonly clock: Clock;
};

/** What each aircraft is doing and will do next, only from its flights; null until the reservations are loaded. */
export function flightsNow(reservations: readonly TimedReservation[] | null, now: Instant): DueSources['flights'] {
  return reservations && fleetNow(reservations.filter(isFlight), now);
}

/** What the columns sort by: instants, none last. */
export function dueOrder(item: DueItem, { horizons, flights }: DueSources) {
  const horizon = item.isComplied ? undefined : horizons?.get(item.key);
  const present = flights?.get(idKey(item.aircraft.aircraftId));
  const last = Number.POSITIVE_INFINITY;
  return {
    due: horizon?.due?.at ?? last,
    next: (present && nextToLeave(present)?.start) ?? last,
    visit: horizon?.visit?.reservation.start ?? last,
  };
}

const notLoaded = 'reservations not loaded yet';
const silent = { text: '', who: null, now: null, note: null, purpose: null } as const;

/** One reminder as its row shows it. */
export function dueRow(item: DueItem, { horizons, flights, now, clock }: DueSources): DueRow {
  const notes = statusNotes(item);
  const status = [item.status, ...notes].join(' · ');
  const said = { status, notes: [item.statusKind === 'unknown' && item.status, ...notes].filter(Boolean).join(' · ') };
  if (item.isComplied) return { ...said, due: { text: 'not due again', basis: null }, next: silent, visit: silent };
  const horizon = horizons?.get(item.key);
  if (!horizon || !flights) {
    const waiting = { ...silent, text: notLoaded };
    return { ...said, due: { text: limitText(item, now, clock), basis: null }, next: waiting, visit: waiting };
  }
  const present = flights.get(idKey(item.aircraft.aircraftId)) ?? unbooked;
  return {
    ...said,
    due: dueText(horizon, now, clock),
    next: nextOf(horizon, present, now, clock),
    visit: visitOf(item, horizon, now, clock),
  };
}

/** The worst limit too, if the overall status differs: `hours: Expired`. */
function statusNotes(item: DueItem): string[] {
  const [worst] = item.axes.toSorted((a, b) => worstFirst(a.statusKind, b.statusKind));
  return [
    item.disagrees && worst && `${worst.name}: ${worst.status}`,
    item.isComplied && 'permanently complied',
  ].filter((note) => typeof note === 'string');
}

/** What is known without reservations: a date limit. */
function limitText(item: DueItem, now: Instant, clock: Clock): string {
  const { driving } = item;
  if (doubtIn(item)) return 'not known';
  return driving?.name === 'date' && driving.limit !== null ? dateText(driving.limit, now, clock.zone) : notLoaded;
}

function nextOf(horizon: Horizon, present: AircraftNow, now: Instant, clock: Clock): DueRow['next'] {
  const { doing } = present;
  const next = nextToLeave(present);
  const words = doingText(doing, now, clock);
  const out = doing.kind === 'free' ? null : doing.kind === 'due out' ? words : `now ${words}`;
  const held = doing.kind === 'free' ? null : noteOn(horizon, doing.reservation);
  const note = held ?? (next && noteOn(horizon, next));
  if (!next) return { text: 'none in two weeks', who: null, now: out, note };
  return { text: whenText(next.start, now, clock), who: peopleText(next) || next.type, now: out, note };
}

/**
 * What makes a coming reservation a problem, by the rule of the dispatch check; nothing if a planned shop visit comes first.
 */
function noteOn({ limits }: Horizon, reservation: TimedReservation): Note | null {
  const [finding] = limitsOn(reservation, limits);
  if (!finding || finding.visit?.isPlanned === true || finding.level === 'listed') return null;
  const { when, limit } = finding;
  const isDefinite = limit.certainty === 'definite';
  const isRed = isDefinite && isGroundingItem(limit.item);
  if (when === 'before') return { text: isDefinite ? afterLimit : `likely ${afterLimit}`, isDefinite: isRed };
  return { text: insideTexts[limit.certainty], isDefinite: isRed };
}

const afterLimit = 'after the limit';
const insideTexts = {
  definite: 'reaches the limit',
  likely: 'likely reaches the limit',
  possible: 'may reach the limit',
};

/** The shop visit, and whether it comes too late. A missing visit matters only for items that are not OK. */
function visitOf(item: DueItem, horizon: Horizon, now: Instant, clock: Clock): DueRow['visit'] {
  const { visit } = horizon;
  if (!visit) {
    if (item.counts === 'ok') return { text: 'none booked', purpose: null, note: null };
    return { text: '', purpose: null, note: { text: 'none booked', isDefinite: false } };
  }
  const { start, end } = visit.reservation;
  const purpose = visitPurpose(visit);
  if (start <= now) return { text: `in the shop until ${whenText(end, now, clock)}`, purpose, note: null };
  const late = dueBefore(horizon, start);
  const words = late === 'definite' ? afterLimit : `likely ${afterLimit}`;
  const note =
    late && (visit.isPlanned || item.counts !== 'ok')
      ? { text: words, isDefinite: late === 'definite' && isGroundingItem(item) }
      : null;
  return { text: whenText(start, now, clock), purpose: late && !note ? `${words}, ${purpose}` : purpose, note };
}

/** Everything about one reminder, for its details. */
export type DueDetails = {
  /** `Airworthiness: grounds`, `Conditional: IFR only`, and what 14 CFR 91.409(b) says of it. */
  readonly class: readonly string[];
  /** The service's own messages, word for word. */
  readonly messages: readonly string[];
  /** `11.2 h left · 14.5 h booked before …`. */
  readonly forecast: string;
  /** Every shop visit, by start: `Thu 14 May 0800L to 1100L`. */
  readonly visits: readonly string[];
  /** `1105L`: each aircraft is read separately, so each answer has its own age. */
  readonly asOf: string;
};

export function dueDetails(item: DueItem, { horizons, now, clock }: DueSources): DueDetails {
  const horizon = item.isComplied ? null : horizons?.get(item.key);
  return {
    class: [classWords(item), ferryWords(item)].filter((line) => line !== null),
    messages: item.axes.flatMap(({ message }) => (message ? [message] : [])),
    forecast: item.isComplied ? 'not due again' : horizon ? horizonPhrase(horizon, now, clock) : notLoaded,
    visits: (horizon?.visits ?? []).map((visit) =>
      [spanText(visit.reservation.start, visit.reservation.end, now, clock), visitPurpose(visit)]
        .filter(Boolean)
        .join(', '),
    ),
    asOf: whenText(item.asOf, now, clock),
  };
}

/** A figure of a limit for a spreadsheet; a date as the operator's day. */
export function axisFigure({ name, doubt }: Axis, figure: number | null, zone: string): Cell {
  if (figure === null && doubt !== null) return 'not known';
  return name === 'date' && figure !== null ? dayOf(figure, zone) : figure;
}

/** What remains, rounded down; negative past the limit. */
export function remainingFigure({ name, limit, remaining, doubt }: Axis, zone: string): Cell {
  if (doubt !== null) return 'not known';
  if (remaining === null || limit === null) return null;
  if (name === 'date') return daysLeft(limit, limit - remaining, zone);
  return name === 'hours' ? tenthsDown(remaining) / 10 : Math.floor(remaining);
}

type Words = DueRow['due'] | DueRow['next'] | DueRow['visit'];

/** The words of a cell in one text. */
export function fileWords(words: Words): Cell {
  const { text, basis, who, now, purpose, note } = { ...silent, basis: null, ...words };
  return [text, basis, who, now, purpose, note?.text].filter(Boolean).join('; ') || null;
}
