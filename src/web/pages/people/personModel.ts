import { lifeOf, nameOf, userStatuses } from '#contract/statuses.ts';
import { countText, type Knowledge, type NoneText, noneText } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { hasPerson } from '#domain/duty/duties.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import { instructorLink, personLink, reservationLink } from '#domain/reservations/links.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { findAddress, otherTimeFor } from '#domain/planning/request.ts';
import { areCheckoutsUnread, type CheckoutState, mayFly, toCheckouts, type User } from '#domain/people/checkouts.ts';
import { isStillAway, isVoid, stateAt } from '#domain/reservations/state.ts';
import {
  byStart,
  idKey,
  instructorOf,
  isTimed,
  peopleOf,
  type Person,
  personKey,
  type Reservation,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { daysOnText, type ListDay, spanFilters } from '#domain/reservations/reservationSpans.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import { isGuid, shownText, type Writing } from '#web/components/records/recordModel.ts';

/** A line of the card; its text is empty if the service gives none. */
export type PersonFact = { readonly label: string; readonly text: string; readonly isId: boolean };

export type PersonCard = {
  /** The API's own status. The specification shows only one id (section 3); any other appears by its name. */
  readonly status: { readonly text: string; readonly isActive: boolean };
  /** Null if the service gives none or the role may not see it: then there is nothing to request. */
  readonly phone: string | null;
  readonly email: string | null;
  /** As the service gives it, to the cent and without a currency: the API names none. */
  readonly balance: string | null;
  /** When they last flew; empty if not given. */
  readonly lastFlight: string;
  /** The other members in the specification, ids last. */
  readonly facts: readonly PersonFact[];
  /** Seldom needed: shown with all fields. */
  readonly folded: readonly PersonFact[];
};

/** The members of a user in the specification (section 2.4) that people look for. */
export function personCard(user: User, writing: Writing): PersonCard {
  const fact = (label: string, text: string | null | undefined, isId = false) => ({ label, text: text ?? '', isId });
  return {
    status: {
      text: user.status?.name ?? nameOf(userStatuses, user.status?.id) ?? 'no status',
      isActive: user.status != null && lifeOf(user.status) === 'active',
    },
    phone: user.phoneNumber?.trim() || null,
    email: user.email?.trim() || null,
    balance: typeof user.currentBalance === 'number' ? user.currentBalance.toFixed(2) : null,
    lastFlight: shownText(user.lastFlightDate, writing),
    facts: [fact('External ID', user.externalId, true)],
    folded: [fact('Created', shownText(user.createdDate, writing)), fact('User ID', user.userId, true)],
  };
}

/**
 * The queries for someone's reservations: the days ahead, and the two weeks before, as far as the gateway's copy holds them.
 */
export function reservationQuestions(userId: string, list: ListDay) {
  const { weeks, before } = spanFilters(list);
  const own = { userId: { operator: 'eq', values: [userId] } } as const;
  return {
    ahead: { query: { filters: { ...weeks, ...own }, limit: maxReservations }, pageSize: maxReservations },
    before: { query: { filters: { ...before, ...own }, limit: maxReservations }, pageSize: maxReservations },
    /** The link to the list of all of them, at any time. */
    allAddress: `/reservations?${new URLSearchParams({
      view: 'list',
      userId: `eq:${userId}`,
      startTime: 'any',
      endTime: 'any',
    }).toString()}`,
  };
}

/** The finder, from today on, for a flight like this one: the same model, length and instructor. */
export function nextSlotLike(reservation: TimedReservation, userId: string, zone: string): string {
  return findAddress({ ...otherTimeFor(reservation, zone), student: userId, day: null });
}

/** The most the API gives at once. */
const maxReservations = 250;

/** A person's reservation. */
type ReservationLine = {
  readonly reservation: TimedReservation;
  readonly link: string;
  /** It has begun, or should have. */
  readonly isNow: boolean;
  readonly tail: string | null;
  readonly isSimulator: boolean;
  /** The other people on it: `Kim Lee`, `Ana Garcia, Sam Poe and 3 more`; empty if there are none. */
  readonly others: string;
  /** Its purpose. */
  readonly what: string;
};

/** Reservations in one direction, nearest first. */
type Direction = { readonly lines: readonly ReservationLine[]; readonly count: string; readonly none: NoneText };

export type PersonReservations = {
  readonly next: Direction;
  readonly last: Direction;
  /** The instructor on most of them, and on how many: `on 4 of 6 with an instructor`; null if there is none. */
  readonly instructor: { readonly name: string; readonly link: string | null; readonly share: string } | null;
  readonly notes: readonly string[];
};

type ReservationContext = {
  readonly userId: string;
  readonly list: ListDay;
  readonly now: Instant;
  /** What is known of the days ahead, and of the two weeks before. */
  readonly known: { readonly ahead: Knowledge; readonly before: Knowledge };
};

/** The most shown; the list has all of them. */
const maxAhead = 5;
const maxBefore = 3;

/**
 * A person's next and last flights; void reservations do not count. Reservations of other people in the answers are left out
 * and counted.
 */
export function personReservations(
  reservations: readonly Reservation[],
  context: ReservationContext,
): PersonReservations {
  const { userId, list, now, known } = context;
  const ownReservations = [
    ...new Map(reservations.map((reservation) => [reservation.key, reservation])).values(),
  ].filter((reservation) => hasPerson(reservation, userId));
  const live = ownReservations
    .filter(isTimed)
    .toSorted(byStart)
    .filter((reservation) => !isVoid(reservation));
  const [before, ahead] = [
    live.filter((reservation) => isOver(reservation, now)).toReversed(),
    live.filter((reservation) => !isOver(reservation, now)),
  ];
  const line = (reservation: TimedReservation) => reservationLine(reservation, userId, now, list.zone.name);
  const untimed = ownReservations.filter((reservation) => !isTimed(reservation)).length;
  const others = reservations.length - reservations.filter((reservation) => hasPerson(reservation, userId)).length;
  return {
    next: {
      lines: ahead.slice(0, maxAhead).map(line),
      count: countText(known.ahead, ahead.length, `${ahead.length} in ${daysOnText(list)}`),
      none: noneText(known.ahead, `No reservations in the next ${daysOnText(list)}.`),
    },
    last: {
      lines: before.slice(0, maxBefore).map(line),
      count: countText(known.before, before.length, `${before.length} in two weeks`),
      none: noneText(known.before, 'No reservations in the two weeks before today.'),
    },
    instructor: usualInstructor([...ahead, ...before], userId),
    notes: [
      ...(others > 0
        ? [`The service ignored the filter: ${counted(others, 'reservation')} of other people left out.`]
        : []),
      ...(untimed > 0 ? [`Not shown, without a readable time: ${untimed}.`] : []),
    ],
  };
}

/** A flight that is out, or may still go out, is not over; one completed early is over. */
export function isOver(reservation: TimedReservation, now: Instant): boolean {
  const state = stateAt(reservation, now);
  return state.kind === 'done' || (!isStillAway(state) && reservation.end <= now);
}

function reservationLine(reservation: TimedReservation, userId: string, now: Instant, zone: string): ReservationLine {
  const { aircraft } = reservation.record;
  return {
    reservation,
    link: reservationLink(reservation, zone),
    isNow: reservation.start <= now || stateAt(reservation, now).kind === 'out',
    tail: tailOf(reservation),
    isSimulator: aircraft?.isSimulator ?? false,
    others: othersText(reservation, userId),
    what: reservation.activity || reservation.type,
  };
}

/** The other people on a reservation, the instructor first: `Ana Garcia, Sam Poe and 3 more`. */
export function othersText(reservation: Reservation, userId: string): string {
  const names = [...new Set(peopleOf(reservation).flatMap((person) => (isThem(person, userId) ? [] : [person.name])))];
  if (names.length <= 2) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

function isThem({ userId }: Person, id: string): boolean {
  return userId !== null && idKey(userId) === idKey(id);
}

/** Among equally frequent instructors, the nearest one. */
function usualInstructor(reservations: readonly Reservation[], userId: string): PersonReservations['instructor'] {
  const instructors = reservations
    .flatMap((reservation) => instructorOf(reservation) ?? [])
    .filter((one) => !isThem(one, userId));
  const groups = [...Map.groupBy(instructors, (instructor) => idKey(personKey(instructor))).values()];
  const [first] = groups.toSorted((a, b) => b.length - a.length);
  const person = first?.[0];
  if (!person) return null;
  return {
    name: person.name,
    link: person.userId === null ? null : instructorLink(person.userId),
    share: `on ${first.length} of ${instructors.length} with an instructor`,
  };
}

export type CheckoutLine = {
  /** `Cessna C152`. */
  readonly aircraft: string;
  readonly state: CheckoutState;
  readonly expires: string;
  /** `Thu 1 May 2025 by Kim Lee`. */
  readonly given: string;
};

/** The aircraft that the person may fly by checkout, and the limits of that list. */
export type MayFlyList = {
  /** `3 of the fleet`. */
  readonly count: string;
  /** By model, each sorted by tail. */
  readonly models: readonly { readonly model: string; readonly aircraft: readonly Aircraft[] }[];
  readonly notes: readonly string[];
};

export type Checkouts = {
  /** `2 valid of 3`, `none`; `not known` if a part could not be read. */
  readonly count: string;
  readonly lines: readonly CheckoutLine[];
  /** Null until the fleet is known. */
  readonly mayFly: MayFlyList | null;
};

/** Why no checkouts are listed. */
export function noCheckoutsText(user: User): string {
  return areCheckoutsUnread(user)
    ? 'A part of this person’s checkouts could not be read, so none of them is shown here. “All fields” lists them as received.'
    : 'The service gives no checkouts for this person.';
}

/** The checkouts of a user, and the aircraft of the fleet that they cover; `fleet` is null until known. */
export function checkoutsModel(user: User, fleet: readonly Aircraft[] | null, { now, zone }: Writing): Checkouts {
  const checkouts = toCheckouts(user, now, zone);
  const day = (instant: Instant | null) => (instant === null ? null : dateText(instant, now, zone.name));
  return {
    count: areCheckoutsUnread(user)
      ? 'not known'
      : checkouts.length === 0
        ? 'none'
        : `${checkouts.filter(({ state }) => state === 'valid').length} valid of ${checkouts.length}`,
    lines: checkouts.map(({ record, state, expires, given, givenBy }) => ({
      aircraft: [record.make?.name, record.model?.name].filter(Boolean).join(' ') || '–',
      state,
      expires: day(expires) ?? (record.expires === true ? 'not given' : 'never'),
      given: [day(given), givenBy && `by ${givenBy}`].filter(Boolean).join(' ') || '–',
    })),
    mayFly: fleet && mayFlyList(mayFly(checkouts, fleet)),
  };
}

function mayFlyList({ aircraft, inactive, without }: ReturnType<typeof mayFly>): MayFlyList {
  const missing = [...new Set(without.map(({ type }) => type))];
  return {
    count: `${aircraft.length} of the fleet`,
    models: Array.from(Map.groupBy(aircraft, modelText), ([model, ownAircraft]) => ({ model, aircraft: ownAircraft })),
    notes: [
      ...(inactive > 0 ? [`Inactive aircraft of these models: ${inactive}.`] : []),
      ...(missing.length > 0 ? [`The fleet has no ${missing.join(', ')}.`] : []),
    ],
  };
}

/** A missing record is an answer and not a failure: the panel reports it in its own words. */
export function foundOrNot(reading: Reading, failedAt: Instant): { reading: Reading; isMissing: boolean } {
  if (reading.failure?.kind !== 'missing') return { reading, isMissing: false };
  return { reading: { ...reading, failure: null, asOf: failedAt }, isMissing: true };
}

/** What the address asks for. */
export type PeopleQuestion =
  | { readonly kind: 'list' }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'external'; readonly id: string };

/** Reads `id` and `external` from the address; with both, the external id is shown. */
export function peopleQuestion(id: string, external: string): { question: PeopleQuestion; problem: string | null } {
  if (external === '') return { question: id === '' ? { kind: 'list' } : { kind: 'user', id }, problem: null };
  const problem = id === '' ? null : 'The address names a user ID and an external ID; showing the external ID.';
  return { question: { kind: 'external', id: external }, problem };
}

/** The address that opens the user with an id exactly as typed, including blanks. */
export function personAddress(name: 'id' | 'external', id: string): string {
  return name === 'id' && isGuid(id) ? personLink(id) : `/people?${new URLSearchParams({ [name]: id }).toString()}`;
}
