import { lifeOf } from '#contract/statuses.ts';
import { byTail, type Aircraft } from '#domain/fleet/fleet.ts';
import { type Likeness, likenessTo } from '#domain/readiness/spares.ts';
import { idKey, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { certaintyOf, isStillAway, type ReservationState, stateAt } from '#domain/reservations/state.ts';
import { type Instant, overlaps } from '#domain/time/time.ts';
import { assign, type Assignment } from './assignment.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { elsewhereOf, type Reason, type RoomRefusal, refusalOf, type Room, takesTogether, type Use } from './room.ts';
import { checkoutOn, useOf } from './takes.ts';
import { checksAfter, movedTo } from './trial.ts';

export type DownQuestion = {
  readonly aircraftId: string;
  /** When it is back; reservations that begin before it must move. */
  readonly until: Instant;
  /** Whether aircraft at other locations may be used. */
  readonly isPlaceFree: boolean;
};

/** An aircraft that can take one reservation, with the evidence. */
export type Option = {
  readonly room: Room;
  readonly likeness: Likeness;
  /** Its location, if it is a different one. */
  readonly elsewhere: string | null;
  /** What has not been read about it, or about the pilot's checkout. */
  readonly unknown: readonly string[];
  /** What the records say about the pilot's checkout; null if none is needed. */
  readonly checkout: string | null;
};

export type Refused = { readonly aircraft: Aircraft; readonly reason: Reason; readonly words: string | null };

export type PlannedMove = {
  readonly reservation: TimedReservation;
  /** Null if no aircraft can take it. */
  readonly to: Option | null;
  /** Every aircraft that could take this reservation on its own, including the chosen one; by tail number. */
  readonly options: readonly Option[];
  readonly refused: readonly Refused[];
  /** Why it is “do not dispatch” on every aircraft; null if an aircraft could take it. It then uses none. */
  readonly stop: string | null;
};

export type DownPlan = {
  /** All reservations to move, by departure. */
  readonly moves: readonly PlannedMove[];
  /** Reservations under way, which do not move. */
  readonly underWay: readonly TimedReservation[];
  /** How many aircraft the moves use. */
  readonly spareCount: number;
  /** The number of aircraft of the same model, or of the same category and class. */
  readonly likeCount: number;
  readonly assignment: Assignment;
  /** How many more reservations a longer search might place; 0 if the plan is proven. */
  readonly mayPlaceMore: number;
};

/**
 * Moves an aircraft's reservations to other aircraft, until it is back. It moves as many as possible, displaces nobody,
 * and adds no finding of the dispatch check. What would be “do not dispatch” after its move stays. Among such plans it
 * prefers the same model, then aircraft without unknowns, then the same location, then the fewest aircraft.
 */
export function planDown(question: DownQuestion, index: PlanningIndex): DownPlan {
  const { aircraftId, until, isPlaceFree } = question;
  const ownReservations = index.byAircraft.values.get(idKey(aircraftId)) ?? [];
  const { now } = index;
  const touched = ownReservations
    .map((reservation) => ({ reservation, state: stateAt(reservation, now) }))
    .filter(({ reservation, state }) => isTouched(reservation, state, { start: now, end: until }));
  const isUnderWay = ({ state }: (typeof touched)[number]) =>
    state.kind === 'out' || state.kind === 'may be out' || isStillAway(state);
  const toMove = touched.filter((one) => !isUnderWay(one));
  const fleet = index.fleet
    .filter((aircraft) => idKey(aircraft.aircraftId) !== idKey(aircraftId) && lifeOf(aircraft.status) !== 'deleted')
    .toSorted(byTail);
  const wanted = toMove.map(({ reservation, state }) => {
    const use = useOf(reservation, state, index);
    return { reservation, use, stop: null, ...verdictsOn(reservation, use, { fleet, isPlaceFree, index }) };
  });
  const { moves, assignment } = dispatchableMoves(wanted, isPlaceFree, index);
  const likes = new Set(
    wanted.flatMap(({ options, refused }) => [
      ...options.map(({ room }) => room.aircraft),
      ...refused.map(({ aircraft }) => aircraft),
    ]),
  );
  return {
    moves,
    underWay: touched.filter(isUnderWay).map(({ reservation }) => reservation),
    spareCount: new Set(moves.flatMap(({ to }) => to?.room ?? [])).size,
    likeCount: likes.size,
    assignment,
    mayPlaceMore: Math.floor((assignment.cost - assignment.bound) / tiersOf(wanted.length).unplaced),
  };
}

type Moves = Pick<DownPlan, 'moves' | 'assignment'>;

/**
 * The best moves of which none is “do not dispatch”. Another aircraft does not help a pilot who is booked twice, so such a
 * reservation gives its aircraft up to the others, until the check finds no more.
 */
function dispatchableMoves(wanted: readonly Wanted[], isPlaceFree: boolean, index: PlanningIndex): Moves {
  const plan = bestMoves(wanted, isPlaceFree);
  const moved = plan.moves.flatMap(({ reservation, to }) => (to ? movedTo(reservation, to.room.aircraft) : []));
  const checks = checksAfter(moved, index);
  const next = wanted.map((one): Wanted => {
    const check = checks.get(one.reservation.key);
    if (check?.level !== 'stop') return one;
    const words = check.lines.filter(({ level }) => level === 'stop').map((line) => line.words);
    return { ...one, options: [], stop: words.join('; ') };
  });
  const isDone = next.every((one, place) => one === wanted[place]);
  return isDone ? plan : dispatchableMoves(next, isPlaceFree, index);
}

function bestMoves(wanted: readonly Wanted[], isPlaceFree: boolean): Moves {
  const rooms = [...new Set(wanted.flatMap(({ options }) => options.map(({ room }) => room)))].toSorted((a, b) =>
    byTail(a.aircraft, b.aircraft),
  );
  const assignment = assignTo(wanted, rooms, isPlaceFree);
  const moves = wanted.map(({ reservation, options, refused, stop }, item): PlannedMove => {
    const room = rooms[assignment.carriers[item] ?? -1];
    return { reservation, options, refused, stop, to: options.find((option) => option.room === room) ?? null };
  });
  return { moves, assignment };
}

function isTouched(
  reservation: TimedReservation,
  state: ReservationState,
  span: { readonly start: Instant; readonly end: Instant },
): boolean {
  if (certaintyOf(state) === null || isShopVisit(reservation)) return false;
  return isStillAway(state) || overlaps(reservation, span);
}

type Frame = { readonly fleet: readonly Aircraft[]; readonly isPlaceFree: boolean; readonly index: PlanningIndex };

/** Which of the like aircraft can take one reservation, and why the others cannot. */
function verdictsOn(
  reservation: TimedReservation,
  use: Use,
  { fleet, isPlaceFree, index }: Frame,
): Pick<PlannedMove, 'options' | 'refused'> {
  const described = { get: (id: string) => index.byAircraft.values.get(id)?.at(-1)?.record.aircraft };
  const likeness = likenessTo(reservation, index.fleet, described);
  const checkout = checkoutOn(reservation, index);
  const options: Option[] = [];
  const refused: Refused[] = [];
  for (const aircraft of fleet) {
    const like = likeness(aircraft);
    if (!like) continue;
    const room = index.rooms.of(aircraft.aircraftId);
    const reason = refusalOf(room, use, isPlaceFree);
    const line = reason === null ? checkout(aircraft) : null;
    if (reason !== null) refused.push({ aircraft, reason, words: wordsOf(reason, room, use) });
    else if (line?.isAgainst) refused.push({ aircraft, reason: 'checkout', words: line.words });
    else {
      const unknown = line?.level === 'not known' ? [...room.unknown, line.words] : room.unknown;
      options.push({ room, likeness: like, elsewhere: elsewhereOf(room, use), unknown, checkout: line?.words ?? null });
    }
  }
  return { options, refused };
}

function wordsOf(reason: RoomRefusal, room: Room, use: Use): string | null {
  if (reason === 'grounded') return room.grounded;
  if (reason === 'limit') return room.limits().firm?.name ?? null;
  return reason === 'elsewhere' ? elsewhereOf(room, use) : null;
}

/** The cost of breaking each preference. One breach outweighs all breaches of the lesser preferences. */
function tiersOf(count: number) {
  const step = count + 1;
  return { elsewhere: step, unknown: step ** 2, otherModel: step ** 3, unplaced: step ** 4 };
}

type Wanted = Omit<PlannedMove, 'to'> & { readonly use: Use };

function assignTo(wanted: readonly Wanted[], rooms: readonly Room[], isPlaceFree: boolean): Assignment {
  const tiers = tiersOf(wanted.length);
  const places = new Map(rooms.map((room, place) => [room, place]));
  const costs = wanted.map(({ options }) => {
    const row: (number | null)[] = rooms.map(() => null);
    for (const { room, likeness, elsewhere, unknown } of options) {
      row[places.get(room) ?? -1] =
        Number(likeness !== 'same model') * tiers.otherModel +
        Number(unknown.length > 0) * tiers.unknown +
        Number(elsewhere !== null) * tiers.elsewhere;
    }
    return row;
  });
  const fits = (carrier: number, items: readonly number[]) => {
    const room = rooms[carrier];
    const uses = items.flatMap((item) => wanted[item]?.use ?? []);
    return room !== undefined && takesTogether(room, uses, isPlaceFree);
  };
  return assign({ costs, unplaced: tiers.unplaced, fits });
}
