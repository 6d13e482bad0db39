import { lifeOf } from '#contract/statuses.ts';
import { aircraftLink, reservationLink } from '#domain/reservations/links.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { atRiskText } from '#domain/schedule/late.ts';
import { placeAfter } from '#domain/schedule/reservationIndex.ts';
import { isGrounded, leavesOpen } from '#domain/readiness/fitness.ts';
import type { AircraftRecords, ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { isCheckedOut, isStillAway, stateText, takesTime } from '#domain/reservations/state.ts';
import {
  idKey,
  instructorOf,
  peopleText,
  pilotsOf,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { flatMapped, type Steps } from '#domain/steps.ts';
import { whenText } from '#domain/time/clock.ts';
import { type AttentionItem, matterOf } from './attention.ts';
import { type Evidence, evidence, lookAhead } from './evidence.ts';
import { briefly, flightAt, flightText, urgency } from './flightMatters.ts';
import { type Matters, worstOfKind } from './mostMatters.ts';
import { attentionRanks, thresholds } from '#domain/thresholds.ts';

/** Aircraft that are not back. A simulator never counts: it cannot leave its room. */
export function* notBackItems(index: ReadinessIndex): Steps<Matters> {
  const { now, clock, zone } = index.sources;
  const waitingFor = waitingIn(index);
  const found = index.late.notBack
    .filter(({ reservation, state }) => stepOf(state) > 0 && !isOnSimulator(reservation, index))
    .map((reservation) => ({ ...reservation, place: placeOf(reservation) }));
  // Only the listed ones are made, because each may have hundreds of reservations as evidence.
  const { listed, left } = worstOfKind(found, ({ place }) => place);
  const items = yield* flatMapped(listed, ({ reservation, state, atRisk, more, place }): AttentionItem => {
    const due = `due ${whenText(reservation.end, now, clock)}`;
    return matterOf({
      ...place,
      about: place.key,
      subject: tailOf(reservation) ?? (reservation.aircraftId === null ? 'no aircraft' : 'no tail number'),
      words: [stateText(state), due, peopleText(reservation), more > 0 && `${more} more wait for it than are listed`]
        .filter(Boolean)
        .join(', '),
      evidence: [
        evidence('reservation', reservation.key, 'not back', { amount: stepOf(state) }),
        ...waitingFor(reservation).map(flightAt),
      ],
      since: reservation.end,
      of: reservation,
      link: reservationLink(reservation, zone.name),
      behind: atRisk.map((risk) => ({
        key: risk.reservation.key,
        words: atRiskText(risk, now, clock),
        link: reservationLink(risk.reservation, zone.name),
      })),
    });
  });
  return { items, left };
}

const stepOf = (state: ReservationWithState['state']) => (isStillAway(state) ? state.step : 0);

function placeOf({ reservation, state }: ReservationWithState) {
  const kind = state.kind === 'may be out' ? state.kind : 'not back';
  return {
    kind,
    key: `not back ${idKey(reservation.key)}`,
    at: null,
    rank: attentionRanks.notBack[stepOf(state)],
  } as const;
}

function isOnSimulator({ aircraftId, record }: TimedReservation, { aircraft }: ReadinessIndex): boolean {
  const listed = aircraftId === null ? null : aircraft.get(idKey(aircraftId))?.aircraft;
  return listed?.isSimulator === true || record.aircraft?.isSimulator === true;
}

/** More waiting reservations are no further evidence. */
const maxWaiting = 200;

/**
 * Later reservations of today and tomorrow with the same aircraft or people as a late one, whether or not they are at risk yet. Time
 * alone changes which of them are at risk, so all of them are evidence, but at most `maxWaiting` of each aircraft and person.
 */
function waitingIn(index: ReadinessIndex): (late: TimedReservation) => TimedReservation[] {
  const { byAircraft, byPerson } = index.reservations;
  const { now, zone } = index.sources;
  const { flights: horizon } = lookAhead(now, zone.name);
  const isWaiting = ({ reservation, state }: ReservationWithState) =>
    reservation.start < horizon &&
    takesTime(reservation, state, now) &&
    !isStillAway(state) &&
    !isCheckedOut(reservation);
  // Filtered once for each aircraft and person, because thousands may share them.
  const known = new Map<readonly ReservationWithState[], readonly ReservationWithState[]>();
  const after = (list: readonly ReservationWithState[] | undefined, late: TimedReservation) => {
    if (!list) return [];
    const waiting = known.get(list) ?? list.filter(isWaiting);
    known.set(list, waiting);
    const first = placeAfter(waiting, late);
    return waiting.slice(first, first + maxWaiting).map(({ reservation }) => reservation);
  };
  return (late) => {
    const people = [instructorOf(late), ...pilotsOf(late)].flatMap((person) => person?.userId ?? []);
    const lists = [byAircraft.get(idKey(late.aircraftId ?? '')), ...people.map((id) => byPerson.get(idKey(id)))];
    return lists.flatMap((list) => after(list, late));
  };
}

type GroundedItem = { readonly aircraftId: string; readonly item: AttentionItem };
type ByAircraft = ReadonlyMap<string, readonly TimedReservation[]>;

/**
 * Aircraft that are grounded: with a grounding squawk, booked or not, or for another reason and booked. An inactive one only if it is
 * booked: it is out of service first, whatever squawks wait for its return.
 */
export function groundedItems(index: ReadinessIndex, flights: ByAircraft): GroundedItem[] {
  return [...index.aircraft].flatMap(([id, records]) => {
    const item = groundedItem(id, records, flights.get(id) ?? [], index);
    return item ? [{ aircraftId: id, item }] : [];
  });
}

function groundedItem(
  id: string,
  { aircraft, fitness, now: present }: AircraftRecords,
  booked: readonly TimedReservation[],
  index: ReadinessIndex,
): AttentionItem | null {
  if (!aircraft || !fitness || lifeOf(aircraft.status) === 'deleted') return null;
  if (!isGrounded(fitness)) return null;
  const reasons = fitness.evidence.filter(isGrounded);
  const isInService = lifeOf(aircraft.status) !== 'inactive';
  const squawk = (isInService && reasons.find((reason) => reason.squawk !== null)?.squawk) || null;
  const { doing } = present;
  const isAway = doing.kind === 'flying' || doing.kind === 'not back' || doing.kind === 'may be out';
  const out = isAway ? doing.reservation : null;
  const behind = [...(out ? [out] : []), ...booked];
  if (!squawk && behind.length === 0) return null;
  const [first] = behind;
  return matterOf({
    about: `grounded ${id}`,
    kind: squawk ? 'grounding squawk' : 'grounded, booked',
    subject: aircraft.tailNumber ?? 'no tail number',
    words: `${reasons.map(({ words }) => words).join('; ')}${isAway ? (doing.kind === 'may be out' ? '; may be out now' : '; out now') : ''}`,
    evidence: [
      ...reasons.map((reason): Evidence => {
        if (reason.squawk) return evidence('squawk', squawkId(reason.squawk), 'grounds');
        return reason.item ? evidence('reminder', reason.item.key, 'expired') : evidence('aircraft', id, 'not active');
      }),
      ...(out ? [evidence('reservation', out.key, 'out')] : []),
      ...booked.map(flightAt),
    ],
    since: squawk?.created ?? null,
    at: first?.start ?? null,
    rank: out
      ? attentionRanks.groundedOut
      : first
        ? urgency(first.start, index) + attentionRanks.grounded
        : attentionRanks.groundedFree,
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: behind.map((reservation) => briefly(reservation, index)),
  });
}

/**
 * If a service gives squawks no id, the text identifies one: its place in the list may belong to another squawk
 * tomorrow.
 */
function squawkId({ key, record, created, description }: Squawk): string {
  return record['squawkId'] == null ? `${created ?? ''} ${description}` : key;
}

/**
 * Aircraft that leave soon and whose records have not been read, or leave open whether they may fly. They rank below
 * every known finding against a flight, because nothing is known, and above matters days ahead.
 */
export function notKnownItems(
  index: ReadinessIndex,
  flights: ByAircraft,
  grounded: ReadonlySet<string>,
): AttentionItem[] {
  const { now, fleet, reminders, squawks } = index.sources;
  if (!fleet) return [];
  const lists = [
    ['reminders', 'reminders not read', reminders],
    ['squawks', 'squawks not read', squawks],
  ] as const;
  return [...flights].flatMap(([id, ownReservations]): AttentionItem[] => {
    const [first, ...others] = ownReservations.filter(({ start }) => start - now <= thresholds().leavesSoon);
    if (!first || id === '' || grounded.has(id)) return [];
    const { aircraft = null, fitness = null } = index.aircraft.get(id) ?? {};
    const unread = lists.filter(([, , read]) => !read.get(id)?.items);
    const lacking = (fitness?.evidence ?? []).filter(
      (one) => leavesOpen(one) || unread.some(([name]) => name === one.missing),
    );
    if (fitness && lacking.length === 0) return [];
    const says = fitness ? unread.map(([, saying]) => saying) : (['not listed'] as const);
    const item = matterOf({
      about: `not known ${id}`,
      kind: 'not known',
      subject: aircraft?.tailNumber ?? tailOf(first) ?? 'no tail number',
      words: `${fitness ? lacking.map(({ words }) => words).join('; ') : 'Not in the aircraft list'}, ${flightText(first, index)}`,
      evidence: [
        ...says.map((one) => evidence('aircraft', id, one)),
        ...lacking.flatMap((candidate) => [
          ...(candidate.item ? [evidence('reminder', candidate.item.key, 'not known')] : []),
          ...(candidate.squawk ? [evidence('squawk', squawkId(candidate.squawk), 'not known')] : []),
        ]),
        ...ownReservations.map(flightAt),
      ],
      since: null,
      at: first.start,
      rank: attentionRanks.notKnown,
      of: first,
      link: aircraft ? aircraftLink(aircraft.aircraftId) : reservationLink(first, index.sources.zone.name),
      behind: others.map((reservation) => briefly(reservation, index)),
    });
    return [item];
  });
}
