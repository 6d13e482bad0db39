import { millisecondsInHour } from '#domain/units.ts';
import { idKey, isFlight, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { type ReservationIndex, doingOf } from '#domain/schedule/reservationIndex.ts';
import { isStillAway, lateParts, type ReservationState, stateText } from '#domain/reservations/state.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { type Wording, boardDate, bookedNames, shortWords } from '#domain/wall/words.ts';
import { lateText } from '#domain/time/clock.ts';

/** A flight by its next movement: its departure, or its return once it is out. */
export type MovementRow = {
  readonly key: string;
  readonly kind: ReservationState['kind'];
  readonly at: Instant;
  readonly isPast: boolean;
  /** `1400L`, `Wed 0800L`. */
  readonly time: string;
  readonly direction: 'out' | 'back';
  readonly tail: string;
  /** True if the aircraft's records ground it. */
  readonly isGrounded: boolean;
  /** `Gar.S / Lee.K`. */
  readonly people: string;
  readonly activity: string;
  readonly status: string;
  /** True for a status that its list says already: reserved to leave, or checked out to come back. */
  readonly isUsual: boolean;
  /** How late it is, `+0:07`; empty if it is not. */
  readonly late: string;
  /** `missing`: not back for longer than `notBackRed`. */
  readonly tone: 'missing' | 'late' | 'away' | 'done' | 'plain';
};

/** The flights of one direction, by their next movement. */
export type MovementList = {
  readonly direction: 'out' | 'back';
  readonly rows: readonly MovementRow[];
  /** How many earlier flights are not listed: of those never checked out, only the latest are. */
  readonly earlier: number;
};

export const hoursBack = 6;
/** How long a completed flight is listed after its booked end. */
const afterEnd = millisecondsInHour / 2;
/** The most flights listed that have not left, or are back. */
const maxPast = 2;

/**
 * Flights from six hours ago to the end of the span by their next movement: departures, and returns. One that is
 * `missing` comes before all others. Of past flights the latest two are listed, and all that are not back, however late.
 * Completed flights are listed for half an hour after their booked end. Void flights are left out; a flight never checked out
 * is a departure, because no aircraft will come back. `index` holds all reservations at every location, because a later flight
 * elsewhere brings an aircraft back; `grounded` the aircraft that are grounded, by `idKey`.
 */
export function movementLists(
  reservations: readonly TimedReservation[],
  {
    index,
    span,
    grounded,
  }: { readonly index: ReservationIndex; readonly span: Span; readonly grounded: ReadonlySet<string> },
  wording: Wording,
): readonly [departures: MovementList, returns: MovementList] {
  const rows = reservations
    .flatMap(({ key }) => index.byKey.get(key) ?? [])
    .filter((entry) => isFlight(entry.reservation) && isShown(entry, span, index))
    .map((entry) => rowOf(entry, wording, grounded))
    .toSorted(
      (a, b) =>
        Number(b.tone === 'missing') - Number(a.tone === 'missing') ||
        a.at - b.at ||
        a.tail.localeCompare(b.tail) ||
        a.key.localeCompare(b.key),
    );
  const listOf = (direction: MovementList['direction']): MovementList => {
    const ownMovementRows = rows.filter((row) => row.direction === direction);
    const past = ownMovementRows.filter(({ isPast, tone }) => isPast && (direction === 'out' || tone === 'done'));
    const left = new Set(past.slice(0, -maxPast));
    return { direction, rows: ownMovementRows.filter((row) => !left.has(row)), earlier: left.size };
  };
  return [listOf('out'), listOf('back')];
}

function isShown({ reservation, state }: ReservationWithState, span: Span, index: ReservationIndex): boolean {
  const { now } = index;
  if (state.kind === 'void' || reservation.start >= span.end) return false;
  if (isStillAway(state)) {
    const { doing } = doingOf(index, reservation.aircraftId);
    return reservation.aircraftId === null || ('reservation' in doing && doing.reservation === reservation);
  }
  if (reservation.end <= now - hoursBack * millisecondsInHour) return false;
  return state.kind !== 'done' || reservation.end + afterEnd > now;
}

function rowOf(
  { reservation, state }: ReservationWithState,
  wording: Wording,
  grounded: ReadonlySet<string>,
): MovementRow {
  const { now, names } = wording;
  const isBack = isStillAway(state) || ['done', 'out', 'may be out'].includes(state.kind);
  const at = isBack ? reservation.end : reservation.start;
  return {
    key: reservation.key,
    kind: state.kind,
    at: state.kind === 'done' ? Math.min(at, now) : at,
    // The flight that should leave now is the next one.
    isPast: state.kind === 'done' || (at <= now && state.kind !== 'not out yet'),
    time: boardDate(at, wording),
    direction: isBack ? 'back' : 'out',
    tail: tailOf(reservation) ?? '–',
    isGrounded: reservation.aircraftId !== null && grounded.has(idKey(reservation.aircraftId)),
    people: bookedNames(reservation, names).all,
    activity: shortWords(reservation.activity || reservation.type),
    isUsual:
      (state.kind === 'planned' && reservation.statusId === 0) || (state.kind === 'out' && reservation.statusId === 1),
    ...statusOf(reservation, state),
  };
}

/** The API's own status; for a late flight, its state and how late it is. */
function statusOf(
  { status }: TimedReservation,
  state: ReservationState,
): Pick<MovementRow, 'status' | 'late' | 'tone'> {
  if (state.kind === 'may be out') {
    const tone = state.step === 1 ? 'late' : 'away';
    return { status: state.kind, late: isStillAway(state) ? lateText(state.late) : '', tone };
  }
  const [words = '', late = ''] = 'late' in state ? lateParts(state.kind, state.late) : [];
  if (state.kind === 'not back') {
    const tone = state.step >= 2 ? 'missing' : state.step === 1 ? 'late' : 'away';
    return { status: words, late, tone };
  }
  if (state.kind === 'not out yet') return { status: words, late, tone: 'plain' };
  if ('late' in state) return { status: stateText(state), late: '', tone: 'late' };
  if (state.kind === 'done') return { status, late: '', tone: 'done' };
  return { status, late: '', tone: state.kind === 'out' ? 'away' : 'plain' };
}
