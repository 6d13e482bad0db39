import { byStart, isFlight, peopleText, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, durationText, lateText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { ReservationWithState } from './aircraftNow.ts';
import { type AtRisk, Chains } from './chains.ts';
import { doingOf, type ReservationIndex } from './reservationIndex.ts';
import { isDueNow, isStillAway } from '#domain/reservations/state.ts';

/** `atRisk`: those that leave first, as far as they are listed; `more`: how many others were found to be at risk behind it. */
export type LateReservation = ReservationWithState & { readonly atRisk: readonly AtRisk[]; readonly more: number };

/** Every late reservation among all stored ones. Longest late first. */
export type LateList = {
  /**
   * Aircraft in the air, or only open paperwork: their states have the steps of attention. Last come those that may be out
   * past their end, because their status is unclear.
   */
  readonly notBack: readonly LateReservation[];
  readonly notOutYet: readonly LateReservation[];
  /** Paperwork or no-shows, over or not. */
  readonly neverCheckedOut: readonly LateReservation[];
  /** Checked out and past their end, but the aircraft has flown since or is a simulator: certainly only paperwork. */
  readonly toClose: readonly ReservationWithState[];
  /** Everything at risk behind any of them, by key: of each reservation that it waits for the greatest delay, the worst first. */
  readonly atRisk: ReadonlyMap<string, readonly AtRisk[]>;
  /** The keys of those at risk behind an aircraft that is not back, or may be out, for longer than the grace. */
  readonly behindMissing: ReadonlySet<string>;
};

/**
 * Every reservation that is late now, of any day. Linear, except for sorting: what follows the late ones is searched once for each
 * aircraft and person, and of each late one only the first are listed.
 */
export function lateList(index: ReservationIndex): LateList {
  const flights = index.all.filter(({ reservation }) => isFlight(reservation));
  const kinds = Map.groupBy(flights, ({ state }) => state.kind);
  const left = new Set(
    Array.from(index.aircraft.values()).flatMap(({ toClose }) => toClose.map(({ reservation }) => reservation)),
  );
  const isPresent = ({ reservation }: ReservationWithState) => !left.has(reservation);
  // An aircraft that is certainly away is listed once, whatever else it may have begun since.
  const isAwayOnAnother = ({ reservation, state }: ReservationWithState) => {
    const { doing } = doingOf(index, reservation.aircraftId);
    const isAway = doing.kind === 'not back' || doing.kind === 'flying';
    return state.kind === 'may be out' && isAway && doing.reservation !== reservation;
  };
  const away = flights.filter((entry) => isStillAway(entry.state) && !(isPresent(entry) && isAwayOnAnother(entry)));
  const [notBack, notOutYet, never] = [
    away.filter(isPresent),
    kinds.get('not out yet') ?? [],
    kinds.get('never checked out') ?? [],
  ];
  const isMissing = ({ state }: ReservationWithState) => isStillAway(state) && state.step > 0;
  const chains = new Chains(index, notBack.length + notOutYet.length + never.length);
  // Those that have been missed come first: only what waits for them is listed under them on the overview.
  const missing = notBack.filter(isMissing);
  chains.follow(missing);
  const behindMissing = new Set(chains.atRisk.keys());
  chains.follow([...notBack.filter((entry) => !isMissing(entry)), ...notOutYet, ...never].toSorted(inOrder));
  const late = (found: readonly ReservationWithState[]): LateReservation[] =>
    found.map((entry) => ({ ...entry, ...chains.behind(entry) })).toSorted(byLateness);
  return {
    notBack: late(notBack),
    notOutYet: late(notOutYet),
    neverCheckedOut: late(never),
    toClose: [...away.filter((entry) => !isPresent(entry)), ...(kinds.get('not closed') ?? [])],
    atRisk: chains.atRisk,
    behindMissing,
  };
}

function inOrder(a: ReservationWithState, b: ReservationWithState): number {
  return byStart(a.reservation, b.reservation);
}

/** What is certain comes before what may be. */
function byLateness({ state: a }: ReservationWithState, { state: b }: ReservationWithState): number {
  const doubt = Number(a.kind === 'may be out') - Number(b.kind === 'may be out');
  return doubt || ('late' in b ? b.late : 0) - ('late' in a ? a.late : 0);
}

/** `20 min to spare`, `+0:10 at the earliest`. */
function marginText(delay: number): string {
  return isDueNow(delay) ? `${durationText(-delay)} to spare` : `${lateText(delay)} at the earliest`;
}

/** `1230L N512SP Garcia / Lee: same aircraft and instructor, 20 min to spare`. */
export function atRiskText({ reservation, through, delay }: AtRisk, now: Instant, clock: Clock): string {
  const what = [whenText(reservation.start, now, clock), tailOf(reservation), peopleText(reservation)]
    .filter(Boolean)
    .join(' ');
  return `${what}: same ${through.join(' and ')}, ${marginText(delay)}`;
}

/** `the flight of 1000L by Garcia / Lee`. */
export function flightPhrase(flight: TimedReservation, now: Instant, clock: Clock): string {
  const who = peopleText(flight);
  return `the flight of ${whenText(flight.start, now, clock)}${who && ` by ${who}`}`;
}

/** The words for the reservation at risk: `waits for the flight of 1000L by Garcia / Lee: +0:10 at the earliest`. */
export function atRiskPhrase({ after, delay }: AtRisk, now: Instant, clock: Clock): string {
  return `waits for ${flightPhrase(after, now, clock)}: ${marginText(delay)}`;
}
