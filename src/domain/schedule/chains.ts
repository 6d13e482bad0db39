import { byStart, idKey, isFlight, type TimedReservation } from '#domain/reservations/reservations.ts';
import { isOnSimulator, isPastItsEnd, isStillAway, takesTime } from '#domain/reservations/state.ts';
import { riskMargin, thresholds } from '#domain/thresholds.ts';
import type { Instant } from '#domain/time/time.ts';
import type { ReservationWithState } from './aircraftNow.ts';
import { placeAfter, type ReservationIndex } from './reservationIndex.ts';

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

type Waiting = { readonly reservation: TimedReservation; readonly freeAt: Instant };

/** The reservations of one aircraft or person that can be held up, in order of start. */
type Queue = {
  readonly list: readonly ReservationWithState[];
  /** For each place in the list, the place of the next flight; the list's length if none follows. */
  readonly flightFrom: Int32Array;
  /** A search of a run of the list from `from` for what is ready at `ready`: what it found need not be found again. */
  searched: { readonly from: number; readonly ready: Instant } | null;
};

/** Of a school with few late reservations, this many are listed behind each; with thousands, fewer, so that the list stays short. */
const maxListed = 40;
const [maxInAll, minListed] = [20_000, 2];
/** The most reservations that one is shown to wait for. */
const maxAwaited = 10;

type Behind = { readonly atRisk: readonly AtRisk[]; readonly more: number };

/**
 * The chains behind late reservations: those of their aircraft, instructor and pilots that they touch, and those after them. An
 * aircraft that is not back returns now at the earliest, and leaves again after the turnaround. A flight that is not out leaves
 * now at the earliest and lasts as long as booked.
 *
 * Thousands of late reservations may share the same followers. Each is followed until its list is full, and after that only
 * to what no earlier one has delayed as much. So each reservation at risk is found with its greatest delay, in linear time.
 */
export class Chains {
  readonly #index: ReservationIndex;
  readonly #max: number;
  readonly #queues = new Map<readonly ReservationWithState[], Queue>();
  readonly #atRisk = new Map<string, AtRisk[]>();
  readonly #behind = new Map<TimedReservation, Behind>();
  /** The greatest delay with which each flight was followed, by key. */
  readonly #followed = new Map<string, number>();

  /** `late`: how many will be followed. */
  constructor(index: ReservationIndex, late: number) {
    this.#index = index;
    this.#max = Math.max(minListed, Math.min(maxListed, Math.floor(maxInAll / Math.max(1, late))));
  }

  /** As in `LateList`. */
  get atRisk(): ReadonlyMap<string, readonly AtRisk[]> {
    return this.#atRisk;
  }

  behind({ reservation }: ReservationWithState): Behind {
    return this.#behind.get(reservation) ?? nothing;
  }

  /** Follows late reservations, in order of start. */
  follow(late: readonly ReservationWithState[]): void {
    for (const entry of late) this.#behind.set(entry.reservation, this.#chainOf(entry));
  }

  #chainOf({ reservation, state }: ReservationWithState): Behind {
    const { now } = this.#index;
    if (state.kind === 'never checked out' && state.isOver) return nothing;
    if (!('late' in state)) return nothing;
    const freeAt = isStillAway(state) ? now : now + reservation.end - reservation.start;
    const found = new Map<string, AtRisk>();
    const waiting: Waiting[] = [{ reservation, freeAt }];
    const isFull = () => found.size >= this.#max;
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const min = one.reservation === reservation ? -riskMargin : 0;
      for (const risk of this.#nextOf(one, isFull)) {
        if (risk.reservation === reservation || risk.delay <= min) continue;
        const known = found.get(risk.reservation.key);
        const through = [...new Set([...(known?.through ?? []), ...risk.through])];
        const isWorse = known === undefined || risk.delay > known.delay;
        const next = { ...(isWorse ? risk : known), through };
        found.set(risk.reservation.key, next);
        if (isWorse && risk.delay > 0 && isFlight(risk.reservation) && this.#isNew(risk, isFull()))
          passOn(waiting, { reservation: risk.reservation, freeAt: risk.reservation.end + risk.delay });
      }
    }
    for (const risk of found.values()) this.#note(risk);
    const all = [...found.values()].toSorted((a, b) => a.reservation.start - b.reservation.start);
    return { atRisk: all.slice(0, this.#max), more: Math.max(0, all.length - this.#max) };
  }

  /** Whether a flight must be followed with this delay: always if the list has room, otherwise if none delayed it as much. */
  #isNew({ reservation: { key }, delay }: AtRisk, isFull: boolean): boolean {
    const before = this.#followed.get(key) ?? 0;
    if (delay > before) this.#followed.set(key, delay);
    return !isFull || delay > before;
  }

  #note(risk: AtRisk): void {
    const { key } = risk.reservation;
    const own = this.#atRisk.get(key);
    if (!own) return void this.#atRisk.set(key, [risk]);
    const same = own.findIndex(({ after }) => after === risk.after);
    const before = own[same];
    if (before)
      own[same] = {
        ...(risk.delay > before.delay ? risk : before),
        through: [...new Set([...before.through, ...risk.through])],
      };
    else own.push(risk);
    own.sort((a, b) => b.delay - a.delay);
    if (own.length > maxAwaited) own.pop();
  }

  /**
   * What a reservation holds up until its end: of its aircraft and of each person the next one, and the following ones that begin
   * before it is free. The first flight among them passes the delay on, so the search ends with it.
   */
  #nextOf({ reservation, freeAt }: Waiting, isFull: () => boolean): AtRisk[] {
    const { byAircraft, byPerson, backSince, now } = this.#index;
    const risk = (through: Through, list: readonly ReservationWithState[] | undefined): AtRisk[] => {
      if (!list) return [];
      // A simulator needs no turnaround.
      const isTurned = through === 'aircraft' && !isOnSimulator(reservation);
      const ready = isTurned ? freeAt + thresholds().turnaround : freeAt;
      return delayedBy(this.#queueOf(list), { reservation, ready, through }, isFull());
    };
    const ofPerson = (through: Through, id: string): AtRisk[] => {
      const isBack = reservation.start < now && (backSince.get(id) ?? reservation.start) > reservation.start;
      return isBack ? [] : risk(through, byPerson.get(id));
    };
    const instructor = reservation.record.instructor?.userId;
    const pilots = new Set(
      (reservation.record.pilots ?? []).flatMap(({ userId }) => (userId == null ? [] : idKey(userId))),
    );
    return [
      ...(reservation.aircraftId === null ? [] : risk('aircraft', byAircraft.get(idKey(reservation.aircraftId)))),
      ...(instructor == null ? [] : ofPerson('instructor', idKey(instructor))),
      ...Array.from(pilots).flatMap((id) => ofPerson('pilot', id)),
    ];
  }

  #queueOf(all: readonly ReservationWithState[]): Queue {
    const known = this.#queues.get(all);
    if (known) return known;
    const { now } = this.#index;
    const list = all.filter(
      ({ reservation, state }) =>
        takesTime(reservation, state, now) && !isPastItsEnd(state) && !('isCheckedOut' in state && state.isCheckedOut),
    );
    const flightFrom = new Int32Array(list.length + 1).fill(list.length);
    for (let place = list.length - 1; place >= 0; place--) {
      const entry = list[place];
      flightFrom[place] = entry && isFlight(entry.reservation) ? place : (flightFrom[place + 1] ?? list.length);
    }
    const queue: Queue = { list, flightFrom, searched: null };
    this.#queues.set(all, queue);
    return queue;
  }
}

const nothing: Behind = { atRisk: [], more: 0 };

type Delayed = { readonly reservation: TimedReservation; readonly ready: Instant; readonly through: Through };

/** A full list needs only the flight that passes a delay on, if an earlier search has found what comes before it. */
function delayedBy(queue: Queue, { reservation, ready, through }: Delayed, isFull: boolean): AtRisk[] {
  const { list, flightFrom, searched } = queue;
  const first = placeAfter(list, reservation);
  const flight = flightFrom[first] ?? list.length;
  const isKnown =
    searched !== null && searched.from <= first && flightFrom[searched.from] === flight && searched.ready >= ready;
  if (!isKnown) queue.searched = { from: first, ready };
  const held: AtRisk[] = [];
  for (let place = isFull && isKnown ? flight : first; place <= flight; place++) {
    const next = list[place]?.reservation;
    if (!next) break;
    const delay = ready - next.start;
    if ((held.length > 0 || place > first) && delay <= 0) break;
    held.push({ reservation: next, through: [through], after: reservation, delay });
  }
  return held;
}

/** Adds one in order of start, so that each reservation comes after those it waits for. Its greatest delay counts. */
function passOn(waiting: Waiting[], next: Waiting): void {
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = waiting[middle];
    if (one && byStart(one.reservation, next.reservation) < 0) low = middle + 1;
    else high = middle;
  }
  waiting.splice(low, waiting[low]?.reservation === next.reservation ? 1 : 0, next);
}
