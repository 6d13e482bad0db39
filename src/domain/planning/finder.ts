import { lifeOf } from '#contract/statuses.ts';
import { byTail, type Aircraft } from '#domain/fleet/fleet.ts';
import { checkoutFor, type CheckoutFinding, isCheckoutUnknown, type PersonRecord } from '#domain/readiness/checkout.ts';
import type { Instructor } from '#domain/duty/duties.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { dayOf, daySpan, type Span } from '#domain/time/time.ts';
import {
  instructorsIn,
  isPersonFree,
  legalTime,
  personTime,
  placeThatDay,
  type InstructorTime,
  instructorTimes,
} from './people.ts';
import { matching, type Start, startsOf, wantedUse } from './candidates.ts';
import {
  type AircraftOffer,
  type FoundWindow,
  type InstructorOffer,
  isTaughtBefore,
  joins,
  type Slot,
  windowsOf,
} from './finderWindows.ts';
import type { CourseHistory } from './history.ts';
import { type PlanningIndex, waitingNote } from './planningIndex.ts';
import type { FindRequest } from './request.ts';
import { once, placeBefore, type Reason, refusalOf, type Room, type Use } from './room.ts';

export type FindSources = {
  readonly index: PlanningIndex;
  /** The location to depart from; null for any. */
  readonly place: string | null;
  /** The student's lessons so far; null while they are not known, or for nobody in particular. */
  readonly history?: CourseHistory | null;
};

export type Found = {
  readonly slots: readonly Slot[];
  /** The same starts, joined. */
  readonly windows: readonly FoundWindow[];
  /** How many aircraft match the request, and how many lack the description to tell. */
  readonly aircraftCount: number;
  readonly undescribed: number;
  /** How many instructors were considered. */
  readonly instructorCount: number;
  /** The aircraft never offered at the times tried, each with its most frequent reason. */
  readonly unoffered: readonly { readonly aircraft: Aircraft; readonly reason: Reason }[];
  /** How many starts were tried in vain, by what was missing first: daylight, the student, an instructor, an aircraft. */
  readonly misses: ReadonlyMap<Miss, number>;
  /** Why there are no possibilities, if one reason explains it. */
  readonly obstacle: string | null;
  /** What is not known about the answer. */
  readonly notes: readonly string[];
  readonly searched: Span;
};

/** What is missing at a start. `apart`: no aircraft and instructor that are free then are known to be at one location. */
export type Miss = 'night' | 'student' | 'instructors' | 'aircraft' | 'apart';

/** The most windows in an answer. */
export const maxWindows = 10;

/** If instructors who have taught the student are preferred, this many later windows with one of them are added. */
const maxPreferred = 5;

/**
 * The next possibilities, on every half hour, joined to windows. Each has an aircraft that can take the flight without a finding of the
 * dispatch check. Its instructor is free with legal hours left, and its student is free and checked out. Linear in half
 * hours, aircraft and instructors.
 */
export function findFlights(request: FindRequest, sources: FindSources): Found {
  const search = searchOf(request, sources);
  const slots = search.obstacle === null ? slotsIn(request, search, sources) : [];
  const { aircraft, undescribed, instructors, obstacle, notes, searched } = search;
  const unoffered = aircraft.flatMap((one) => {
    const reason = mostOften(search.refusals.get(one));
    return reason === null ? [] : [{ aircraft: one, reason }];
  });
  return {
    slots,
    windows: windowsOf(slots, request.prefersHistory),
    aircraftCount: aircraft.length,
    undescribed,
    instructorCount: instructors?.length ?? 0,
    unoffered,
    misses: search.misses,
    obstacle,
    notes,
    searched,
  };
}

function slotsIn(request: FindRequest, search: Search, sources: FindSources): Slot[] {
  const { index, history } = sources;
  const prefers = request.prefersHistory && history != null;
  const slots: Slot[] = [];
  const windows = { all: 0, preferred: 0 };
  for (const start of startsOf(request, search.searched, index)) {
    const slot = slotAt(start, request, search, sources);
    if (typeof slot === 'string') {
      search.misses.set(slot, (search.misses.get(slot) ?? 0) + 1);
      continue;
    }
    const before = slots.at(-1);
    if (!before || !joins(before, slot, prefers)) {
      const isPreferred = prefers && isTaughtBefore(slot);
      if (windows.all >= maxWindows) {
        if (!prefers || windows.preferred >= maxPreferred || !search.isTaught()) break;
        if (!isPreferred) continue;
      }
      windows.all++;
      if (isPreferred) windows.preferred++;
    }
    slots.push(slot);
  }
  return prefers ? slots.toSorted((a, b) => Number(isTaughtBefore(b)) - Number(isTaughtBefore(a))) : slots;
}

/** How often each reason ruled out an aircraft; `offered` if it was free at least once. */
type Refusals = Map<Aircraft, Map<Reason, number> | 'offered'>;

/** The most frequent reason. `booked` counts only if there is no other reason. */
function mostOften(found: Map<Reason, number> | 'offered' | undefined): Reason | null {
  if (found === undefined || found === 'offered') return null;
  const counts = [...found].toSorted(([a, m], [b, n]) => Number(a === 'booked') - Number(b === 'booked') || n - m);
  return counts[0]?.[0] ?? null;
}

type Search = {
  readonly refusals: Refusals;
  readonly misses: Map<Miss, number>;
  readonly aircraft: readonly Aircraft[];
  readonly undescribed: number;
  /** Null if no instructor is wanted. */
  readonly instructors: readonly Instructor[] | null;
  /** The instructors' times. Prepared on first use, because that takes most of the time. */
  readonly times: () => readonly InstructorTime[];
  /** Whether any of them has taught the student. */
  readonly isTaught: () => boolean;
  readonly student: { readonly time: ReturnType<typeof personTime>; readonly record: PersonRecord | null } | null;
  readonly obstacle: string | null;
  readonly notes: readonly string[];
  readonly searched: Span;
};

function searchOf(request: FindRequest, { index, history }: FindSources): Search {
  const { readiness, span, now } = index;
  const { zone, position, isWithoutUsers } = readiness.sources;
  const { aircraft, undescribed } = matching(request, index);
  const start = request.day === null ? now : Math.max(now, daySpan(request.day, zone.name).start);
  const searched = { start, end: Math.max(start, span.end) };
  const wanted = request.instructor;
  const all = wanted.kind === 'none' ? null : instructorsIn(index);
  const instructors =
    wanted.kind === 'one' ? (all?.filter(({ userId }) => idKey(userId) === idKey(wanted.userId)) ?? null) : all;
  const record = request.student === null ? null : (readiness.users?.get(idKey(request.student)) ?? null);
  const student = request.student === null ? null : { time: personTime(request.student, index), record };
  const times = once(() => instructorTimes(instructors ?? [], index));
  const isUnreadList = wanted.kind !== 'none' && readiness.instructors === null;
  return {
    refusals: new Map(),
    misses: new Map(),
    aircraft,
    undescribed,
    instructors,
    times,
    isTaught: () => times().some((time) => (history?.with(time).count ?? 0) > 0),
    student,
    obstacle: obstacleTo(request, {
      aircraft,
      instructors,
      record,
      isPeopleRead: readiness.users !== null,
      isUnreadList,
    }),
    notes: [
      position === null && !request.mayBeNight ? 'Daylight is not checked: the field’s position is not set' : null,
      request.student !== null && readiness.users === null && !isWithoutUsers
        ? 'The student’s checkouts are not loaded'
        : null,
      waitingNote(index, searched),
      request.student === null && wanted.kind === 'none' ? 'No checkout is checked: nobody is named' : null,
    ].filter((note) => note !== null),
    searched,
  };
}

type Obstacles = {
  readonly aircraft: readonly Aircraft[];
  readonly instructors: readonly Instructor[] | null;
  readonly record: PersonRecord | null;
  readonly isPeopleRead: boolean;
  readonly isUnreadList: boolean;
};

function obstacleTo(
  { student, instructor }: FindRequest,
  { aircraft, instructors, record, isPeopleRead, isUnreadList }: Obstacles,
): string | null {
  if (aircraft.length === 0) return 'No aircraft in service matches this request.';
  if (isUnreadList) return 'The instructors are not loaded yet.';
  if (instructors?.length === 0)
    return instructor.kind === 'one'
      ? 'This instructor is not active, or not in the list.'
      : 'No instructor is active.';
  if (student === null || !isPeopleRead) return null;
  if (!record) return 'The list of people has no record of this student.';
  return lifeOf(record.status) === 'active'
    ? null
    : `This student is ${record.status?.name?.toLowerCase() ?? 'not active'}.`;
}

function slotAt(
  start: Start,
  request: FindRequest,
  search: Search,
  { index, place, history = null }: FindSources,
): Slot | Miss {
  if (start.isPartlyNight && !request.mayBeNight) return 'night';
  if (search.student && !isPersonFree(search.student.time, start)) return 'student';
  const use = wantedUse(start, request, place);
  const zone = index.readiness.sources.zone.name;
  const given = { isFlown: use.isFlown, zone, history };
  const instructors = search.times().flatMap((instructor) => instructorAt(instructor, start, given) ?? []);
  if (search.instructors !== null && instructors.length === 0) return 'instructors';
  const aircraft = search.aircraft.flatMap((one) => {
    const offer = offerOf(index.rooms.of(one.aircraftId), use, request, search, index);
    noteRefusal(search.refusals, one, typeof offer === 'string' ? offer : 'offered');
    return typeof offer === 'string' ? [] : [offer];
  });
  const order = request.prefersHistory ? byHistory : byLegalTime;
  return aircraft.length === 0 ? 'aircraft' : (matched({ ...start, aircraft, instructors }, order) ?? 'apart');
}

function noteRefusal(refusals: Refusals, aircraft: Aircraft, found: Reason | 'offered'): void {
  const known = refusals.get(aircraft);
  if (known === 'offered') return;
  if (found === 'offered') refusals.set(aircraft, found);
  else if (known) known.set(found, (known.get(found) ?? 0) + 1);
  else refusals.set(aircraft, new Map([[found, 1]]));
}

function instructorAt(
  instructor: InstructorTime,
  span: Span,
  {
    isFlown,
    zone,
    history,
  }: { readonly isFlown: boolean; readonly zone: string; readonly history: CourseHistory | null },
): InstructorOffer | null {
  if (!isPersonFree(instructor, span)) return null;
  const left = isFlown ? legalTime(instructor, span.start) : Number.POSITIVE_INFINITY;
  if (left < span.end - span.start) return null;
  return {
    instructor,
    left,
    at: placeThatDay(instructor, span.start, zone),
    lessons: history && history.with(instructor),
  };
}

function offerOf(
  room: Room,
  use: Use,
  { instructor }: FindRequest,
  { student }: Search,
  { readiness }: PlanningIndex,
): AircraftOffer | Reason {
  const refusal = refusalOf(room, use);
  if (refusal !== null) return refusal;
  const at = use.place ?? placeBefore(room, use.start);
  const isNeeded = instructor.kind === 'none' && use.isFlown && student !== null && readiness.users !== null;
  if (!isNeeded) return { room, at, checkout: null };
  const checkout = student.record ? checkoutFor(student.record, room.aircraft, use, readiness.sources.zone) : null;
  if (checkout === null) return 'checkout';
  // A checkout that expires soon counts as valid if it lasts beyond the day of the flight.
  const lasts =
    checkout.state === 'valid' ||
    isCheckoutUnknown(checkout) ||
    (checkout.state === 'expires soon' && isLater(checkout, use, readiness.sources.zone.name));
  return lasts ? { room, at, checkout } : 'checkout';
}

function isLater({ expires }: CheckoutFinding, { end }: Span, zone: string): boolean {
  return expires !== null && dayOf(expires, zone) > dayOf(end, zone);
}

/**
 * Puts the best pair first: an aircraft and an instructor not known to be at different locations. Null if there is no
 * such pair.
 */
function matched(slot: Slot, order: (a: InstructorOffer, b: InstructorOffer) => number): Slot | null {
  const aircraft = slot.aircraft.toSorted(byMerit);
  const instructors = slot.instructors.toSorted(order);
  if (instructors.length === 0) return { ...slot, aircraft };
  const isApart = (offer: AircraftOffer, { at }: InstructorOffer) =>
    offer.at !== null && at !== null && offer.at !== at;
  for (const instructor of instructors) {
    const first = aircraft.find((offer) => !isApart(offer, instructor));
    if (!first) continue;
    return {
      ...slot,
      aircraft: [first, ...aircraft.filter((offer) => offer !== first)],
      instructors: [instructor, ...instructors.filter((offer) => offer !== instructor)],
    };
  }
  return null;
}

/**
 * Aircraft with the fewest unknowns first, then those with the most hours left. That spares an aircraft near its
 * inspection.
 */
function byMerit(a: AircraftOffer, b: AircraftOffer): number {
  const unknown = ({ room, checkout }: AircraftOffer) =>
    room.unknown.length + Number(checkout !== null && isCheckoutUnknown(checkout));
  const hours = ({ room }: AircraftOffer) => room.hoursLeft ?? Number.MAX_SAFE_INTEGER;
  return unknown(a) - unknown(b) || hours(b) - hours(a) || byTail(a.room.aircraft, b.room.aircraft);
}

/** The instructor with the most lessons with the student first, then the one with the most legal hours left. */
function byHistory(a: InstructorOffer, b: InstructorOffer): number {
  return (b.lessons?.count ?? 0) - (a.lessons?.count ?? 0) || byLegalTime(a, b);
}

function byLegalTime(a: InstructorOffer, b: InstructorOffer): number {
  const keyOf = ({ instructor: { name, userId } }: InstructorOffer) => `${name}\n${idKey(userId)}`;
  return (a.left === b.left ? 0 : b.left - a.left) || (keyOf(a) < keyOf(b) ? -1 : 1);
}
