import {
  byStart,
  idKey,
  isFlight,
  peopleText,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { type Clock, durationText, lateText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { ReservationStanding } from './aircraftNow.ts';
import { doingOf, nextAfter, type ReservationIndex } from './reservationIndex.ts';
import { isDueNow, isOnSimulator, isPastItsEnd, isStillAway, takesTime } from '#domain/reservations/standing.ts';
import { riskMargin, thresholds } from '#domain/thresholds.ts';

/** What a reservation waits for: the aircraft, or a person by their role in the earlier reservation. */
type Through = 'aircraft' | 'instructor' | 'pilot';

/** A reservation that a late one puts at risk. */
export type AtRisk = {
  readonly reservation: TimedReservation;
  /** What it shares with the reservation it waits for. */
  readonly through: readonly Through[];
  /** The reservation it waits for: the late one itself, or another at risk. */
  readonly after: TimedReservation;
  /** Milliseconds of its smallest possible delay at the start; negative while there is time left. */
  readonly delay: number;
};

export type LateReservation = ReservationStanding & { readonly atRisk: readonly AtRisk[] };

/** Every late reservation among all stored ones. Longest late first. */
export type LateList = {
  /**
   * Aircraft in the air, or only open paperwork: their standings have the steps of attention. Last come those that may be out
   * past their end, because their status is unclear.
   */
  readonly notBack: readonly LateReservation[];
  readonly notOutYet: readonly LateReservation[];
  /** Paperwork or no-shows, over or not. */
  readonly neverCheckedOut: readonly LateReservation[];
  /** Checked out and past their end, but the aircraft has flown since or is a simulator: certainly only paperwork. */
  readonly toClose: readonly ReservationStanding[];
};

/** Every reservation that is late now, of any day. Linear, except for the chains that follow late ones. */
export function lateList(index: ReservationIndex): LateList {
  const flights = index.all.filter(({ reservation }) => isFlight(reservation));
  const kinds = Map.groupBy(flights, ({ standing }) => standing.kind);
  const isPresent = ({ reservation }: ReservationStanding) => {
    const { toClose } = doingOf(index, reservation.aircraftId);
    return !toClose.some((one) => one.reservation === reservation);
  };
  // An aircraft that is certainly away is listed once, whatever else it may have begun since.
  const isAwayOnAnother = ({ reservation, standing }: ReservationStanding) => {
    const { doing } = doingOf(index, reservation.aircraftId);
    const isAway = doing.kind === 'not back' || doing.kind === 'flying';
    return standing.kind === 'may be out' && isAway && doing.reservation !== reservation;
  };
  const notBack = flights.filter((one) => isStillAway(one.standing) && !(isPresent(one) && isAwayOnAnother(one)));
  const late = (found: readonly ReservationStanding[]): LateReservation[] =>
    found.map((one) => ({ ...one, atRisk: atRiskBehind(one, index) })).toSorted(byLateness);
  return {
    notBack: late(notBack.filter(isPresent)),
    notOutYet: late(kinds.get('not out yet') ?? []),
    neverCheckedOut: late(kinds.get('never checked out') ?? []),
    toClose: [...notBack.filter((one) => !isPresent(one)), ...(kinds.get('not closed') ?? [])],
  };
}

/** What is certain comes before what may be. */
function byLateness({ standing: a }: ReservationStanding, { standing: b }: ReservationStanding): number {
  const doubt = Number(a.kind === 'may be out') - Number(b.kind === 'may be out');
  return doubt || ('late' in b ? b.late : 0) - ('late' in a ? a.late : 0);
}

type Waiting = { readonly reservation: TimedReservation; readonly freeAt: Instant };

/**
 * The chain behind a late reservation: those of its aircraft, instructor and pilots that it touches, and those after them. An
 * aircraft that is not back returns now at the earliest, and leaves again after the turnaround. A flight that is not out leaves
 * now at the earliest and lasts as long as booked.
 */
function atRiskBehind({ reservation, standing }: ReservationStanding, index: ReservationIndex): AtRisk[] {
  const { now } = index;
  if (standing.kind === 'never checked out' && standing.isOver) return [];
  if (!('late' in standing)) return [];
  const freeAt = isStillAway(standing) ? now : now + reservation.end - reservation.start;
  const found = new Map<string, AtRisk>();
  const waiting: Waiting[] = [{ reservation, freeAt }];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    for (const risk of nextOf(one, index)) {
      if (risk.reservation === reservation || risk.delay <= (one.reservation === reservation ? -riskMargin : 0))
        continue;
      const known = found.get(risk.reservation.key);
      const through = [...new Set([...(known?.through ?? []), ...risk.through])];
      const isWorse = known === undefined || risk.delay > known.delay;
      found.set(risk.reservation.key, { ...(isWorse ? risk : known), through });
      if (isWorse && risk.delay > 0 && isFlight(risk.reservation)) {
        passOn(waiting, { reservation: risk.reservation, freeAt: risk.reservation.end + risk.delay });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.reservation.start - b.reservation.start);
}

/** Adds one in order of start, so that each reservation comes after those it waits for. Its greatest delay counts. */
function passOn(waiting: Waiting[], next: Waiting): void {
  const known = waiting.findIndex(({ reservation }) => reservation === next.reservation);
  if (known >= 0) waiting.splice(known, 1);
  const place = waiting.findIndex(({ reservation }) => byStart(reservation, next.reservation) > 0);
  waiting.splice(place < 0 ? waiting.length : place, 0, next);
}

/**
 * What a reservation holds up until its end: of its aircraft and of each person the next one, and the following ones that begin
 * before it is free. The first flight among them passes the delay on, so the search ends with it.
 */
function nextOf({ reservation, freeAt }: Waiting, index: ReservationIndex): AtRisk[] {
  const counts = ({ reservation: other, standing }: ReservationStanding) =>
    takesTime(other, standing, index.now) &&
    !isPastItsEnd(standing) &&
    !('isCheckedOut' in standing && standing.isCheckedOut);
  const risk = (through: Through, list: readonly ReservationStanding[] = []): AtRisk[] => {
    // A simulator needs no turnaround.
    const isTurned = through === 'aircraft' && !isOnSimulator(reservation);
    const ready = isTurned ? freeAt + thresholds().turnaround : freeAt;
    const held: AtRisk[] = [];
    for (let next = nextAfter(list, reservation, counts); next; next = nextAfter(list, next.reservation, counts)) {
      const delay = ready - next.reservation.start;
      if (held.length > 0 && delay <= 0) break;
      held.push({ reservation: next.reservation, through: [through], after: reservation, delay });
      if (isFlight(next.reservation)) break;
    }
    return held;
  };
  const ofPerson = (through: Through, id: string): AtRisk[] => {
    const list = index.byPerson.get(idKey(id));
    const isBack = reservation.start < index.now && list?.some((one) => hasBegunLater(one, reservation, index.now));
    return isBack ? [] : risk(through, list);
  };
  const instructor = reservation.record.instructor?.userId;
  const pilots = (reservation.record.pilots ?? []).flatMap(({ userId }) => userId ?? []);
  return [
    ...(reservation.aircraftId === null ? [] : risk('aircraft', index.byAircraft.get(idKey(reservation.aircraftId)))),
    ...(instructor == null ? [] : ofPerson('instructor', instructor)),
    ...pilots.flatMap((id) => ofPerson('pilot', id)),
  ];
}

/** True if a reservation shows that the people of an earlier one are back: it has begun, and it took place. */
export function hasBegunLater(
  { reservation, standing }: ReservationStanding,
  earlier: TimedReservation,
  now: Instant,
): boolean {
  if (reservation === earlier || reservation.start <= earlier.start || reservation.start > now) return false;
  return standing.kind === 'done' || (standing.kind === 'out' && standing.isCheckedOut) || standing.kind === 'not back';
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
