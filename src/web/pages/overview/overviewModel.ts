import type { ReplicaState } from '#contract/gateway/replica.ts';
import type { ConnectionTrouble, Snooze } from '#domain/overview/attention.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { connectionReading, type Reading, readingState } from '#domain/answers/pageChecks.ts';
import { byName, dutyWord, type Instructor, instructorName } from '#domain/duty/duties.ts';
import { doingOf, rosterOf, type RosterRow } from '#domain/duty/availability.ts';
import { byTail, modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, instructorLink, reservationLink } from '#domain/lists/links.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import { type AssessedAircraft, type FleetGroup, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import type { StoodBooking } from '#domain/readiness/aircraftNow.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { type Booking, isFlight, tailOf } from '#domain/reservations/bookings.ts';
import { type InstructorLists, type Narrowing, whereIsInstructor } from '#domain/reservations/locations.ts';
import { titleOf } from '#domain/reservations/bookingTitles.ts';
import { type Clock, clockText, dayText, durationText, lateText, shownDay, whenText } from '#domain/time/clock.ts';
import { addDays, dayOf, daySpan, type Instant, readInstant } from '#domain/time/time.ts';

/** The time, and the clock that is shown. */
type At = { readonly now: Instant; readonly clock: Clock };
/** Besides, the location that is shown. */
type Here = At & { readonly narrowing: Narrowing };

/** A flight as a row: when, which aircraft, who, and what its check says. */
export type FlightRow = {
  readonly key: string;
  readonly link: string;
  /** `1400L`. */
  readonly time: string;
  /** By how much it is late, `+0:35`; empty where it is not. */
  readonly late: string;
  readonly tail: string;
  readonly who: string;
  readonly check: DispatchCheck | null;
};

/** So many departures and returns stand in the list. */
const mostFlights = 12;

export type Flights = {
  /** The next to leave and the next to come back, today and tomorrow. */
  readonly departures: FlightList;
  readonly returns: FlightList;
  /** Past their start and on the ground, as far as anybody knows. */
  readonly notOutYet: readonly FlightRow[];
  readonly neverCheckedOut: readonly FlightRow[];
};
/** `total` counts what is not shown too. */
export type FlightList = { readonly rows: readonly FlightRow[]; readonly total: number };

/** What leaves and comes back next, and what has not left. */
export function flightsOf(index: ReadinessIndex, { now, clock, narrowing }: Here): Flights {
  const zone = index.sources.zone.name;
  const row =
    (side: 'start' | 'end') =>
    (one: StoodBooking): FlightRow => ({
      key: one.booking.key,
      link: reservationLink(one.booking, zone),
      time: whenText(one.booking[side], now, clock),
      late: 'late' in one.standing ? lateText(one.standing.late) : '',
      tail: tailOf(one.booking) ?? 'no tail number',
      who: titleOf(one.booking),
      check: dispatchCheckOf(one.booking, index),
    });
  const isHere = ({ booking }: StoodBooking) => narrowing.whereIs(booking) !== 'elsewhere';
  const flights = index.bookings.all.filter((one) => isFlight(one.booking) && isHere(one));
  const leaving = flights.filter(({ standing }) => standing.kind === 'planned');
  const away = flights
    .filter(({ standing }) => standing.kind === 'out')
    .toSorted((a, b) => a.booking.end - b.booking.end);
  return {
    departures: { rows: leaving.slice(0, mostFlights).map(row('start')), total: leaving.length },
    returns: { rows: away.slice(0, mostFlights).map(row('end')), total: away.length },
    notOutYet: index.late.notOutYet.filter(isHere).map(row('start')),
    neverCheckedOut: index.late.neverCheckedOut.filter(isHere).map(row('start')),
  };
}

/** One model of the fleet: how many are in each group, and its aircraft. */
export type ModelRow = {
  readonly model: string;
  readonly total: number;
  readonly available: number;
  /** `3 flying, 2 not fit`: those that are not listed; empty where all are. */
  readonly rest: string;
  /** In the order of the groups; of a large fleet those alone that can go. */
  readonly aircraft: readonly ModelAircraft[];
};
type ModelAircraft = {
  readonly id: string;
  readonly link: string;
  readonly tail: string;
  readonly group: FleetGroup;
  /** `until 1400L`: free, out or in the shop; empty where no time is known. */
  readonly until: string;
};

/** With more aircraft than this only those that can go are listed. */
const mostListed = 60;

/** The fleet by model, first what can go, then by the model's name; deleted aircraft and simulators are left out. */
export function modelRows(rows: readonly AssessedAircraft[], { now, clock }: At): ModelRow[] {
  const counted = rows.filter(({ group }) => group !== null && group !== 'simulators');
  const models = [...Map.groupBy(counted, ({ aircraft }) => modelText(aircraft))];
  const until = (one: AssessedAircraft) =>
    untilOf(one) === never ? '' : `until ${whenText(untilOf(one), now, clock)}`;
  return models
    .map(([model, members]): ModelRow => {
      const groups = Map.groupBy(members, ({ group }) => group);
      const present = fleetGroups.filter((group) => groups.has(group));
      const listed = counted.length > mostListed ? present.filter((group) => group === 'available') : present;
      return {
        model,
        total: members.length,
        available: groups.get('available')?.length ?? 0,
        rest: present
          .filter((group) => !listed.includes(group))
          .map((group) => `${groups.get(group)?.length} ${group}`)
          .join(', '),
        aircraft: listed.flatMap((group) =>
          (groups.get(group) ?? []).toSorted(byUntil).map((one) => ({
            id: one.aircraft.aircraftId,
            link: aircraftLink(one.aircraft.aircraftId),
            tail: one.aircraft.tailNumber ?? 'no tail number',
            group,
            until: until(one),
          })),
        ),
      };
    })
    .toSorted((a, b) => b.available - a.available || a.model.localeCompare(b.model));
}

/** The longest free first; of the others the soonest back. */
function byUntil(a: AssessedAircraft, b: AssessedAircraft): number {
  const sign = a.group === 'available' ? -1 : 1;
  return sign * (untilOf(a) - untilOf(b)) || byTail(a.aircraft, b.aircraft);
}

const never = Number.MAX_SAFE_INTEGER;

function untilOf({ present, group }: AssessedAircraft): Instant {
  const isTold = group === 'available' || group === 'flying' || group === 'in the shop';
  return isTold && present && 'until' in present.doing ? (present.doing.until ?? never) : never;
}

export type Duty = {
  /** Who has a lesson or another duty now, the soonest free first. */
  readonly busy: readonly DutyLine[];
  /** For the longest first; those with nothing booked today last. */
  readonly free: readonly DutyLine[];
  /** Off, or without hours left. */
  readonly off: readonly DutyLine[];
};
export type DutyLine = { readonly id: string; readonly link: string; readonly name: string; readonly words: string };

/**
 * Who is on duty now. `bookings` are those of today and of the day before, null while they have not been read; `lists` says who is
 * at which location, null where nobody asked.
 */
export function dutyOf(
  instructors: readonly Instructor[],
  bookings: readonly Booking[] | null,
  { now, clock, narrowing, lists }: Here & { readonly lists: InstructorLists | null },
): Duty | null {
  if (!bookings) return null;
  const day = daySpan(dayOf(now, clock.zone), clock.zone);
  const { chosen } = narrowing;
  const here = lists
    ? instructors.filter(({ userId }) => whereIsInstructor(userId, lists, chosen) !== 'elsewhere')
    : instructors;
  const { rows } = rosterOf(here, { bookings, hasDayBefore: true }, { day, at: now, now });
  const known = rows.toSorted((a, b) => byName(a.instructor, b.instructor));
  const until = ({ booked }: RosterRow) => booked?.availability.until ?? never;
  const lines = (found: readonly RosterRow[]) => found.map((row) => dutyLine(row, { now, clock }));
  const has = (...kinds: readonly string[]) => known.filter((row) => kinds.includes(doingOf(row)));
  return {
    busy: lines(
      has('flight', 'simulator', 'ground', 'class', 'meeting', 'other').toSorted((a, b) => until(a) - until(b)),
    ),
    // Who has no duty all day is at the school only as far as anybody knows, and stands last.
    free: lines(has('free').toSorted((a, b) => Number(isIdle(a)) - Number(isIdle(b)) || until(b) - until(a))),
    off: lines(has('off', 'no hours')),
  };
}

function isIdle({ booked }: RosterRow): boolean {
  return booked?.day.first == null;
}

function dutyLine(row: RosterRow, { now, clock }: At): DutyLine {
  const { instructor, booked } = row;
  const availability = booked?.availability;
  const doing = doingOf(row);
  const until = availability?.until == null ? '' : ` until ${whenText(availability.until, now, clock)}`;
  const late = availability?.late === undefined ? null : `not back ${lateText(availability.late)}`;
  const duty = availability?.duty;
  const busy = (duty ? [dutyWord(duty.kind), tailOf(duty.booking)] : []).filter(Boolean).join(' ') + until;
  return {
    id: instructor.userId,
    link: instructorLink(instructor.userId),
    name: instructorName(instructor),
    words: late ?? (doing === 'free' ? freeWords(row, until) : doing === 'no hours' ? 'no hours left' : busy),
  };
}

function freeWords(row: RosterRow, until: string): string {
  return isIdle(row) ? 'free, nothing booked today' : `free${until || ', no more today'}`;
}

/** The connection as an item of attention: null while what is shown is fresh, or is only being loaded. */
export function connectionTrouble(readings: readonly Reading[], { now, clock }: At): ConnectionTrouble | null {
  const worst = connectionReading(readings, now);
  if (!worst) return null;
  const state = readingState(worst, now);
  if (state !== 'stale' && state !== 'failed') return null;
  const title = worst.failure ? failureWords(worst.failure, clock).title : 'No answer from the flight service';
  const hasData = worst.asOf !== null;
  const age = worst.asOf === null ? '' : `; ${worst.source.toLowerCase()} as of ${whenText(worst.asOf, now, clock)}`;
  return { words: `${title}${age}`, since: worst.asOf, hasData };
}

/** How far the first fill of a new connection is: `…: 120 of 312 parts read`; null once all is there. */
export function fillText(replica: ReplicaState | null): { readonly text: string; readonly share: number } | null {
  const sets = (replica?.sets ?? []).filter(({ set }) => set !== 'report' && set !== 'user');
  const [known, parts] = [sumOf(sets, 'known'), sumOf(sets, 'parts')];
  if (parts === 0) return { text: 'Loading this school for the first time', share: 0 };
  if (known >= parts) return null;
  return { text: `Loading this school for the first time: ${known} of ${parts} parts read`, share: known / parts };
}

function sumOf(sets: ReplicaState['sets'], member: 'known' | 'parts'): number {
  return sets.reduce((sum, one) => sum + one[member], 0);
}

/** Until when something can be put off: in one hour, in four, tomorrow at six by the operator's clock. */
export function snoozeChoices({ now, clock }: At): { readonly until: Instant; readonly label: string }[] {
  const hour = 3_600_000;
  const tomorrow = addDays(dayOf(now, clock.zone), 1);
  const morning = readInstant(`${tomorrow}T06:00`, { name: clock.zone, zoneless: 'operator' }) ?? now + 24 * hour;
  return [
    { until: now + hour, label: `1 hour, until ${whenText(now + hour, now, clock)}` },
    { until: now + 4 * hour, label: `4 hours, until ${whenText(now + 4 * hour, now, clock)}` },
    { until: morning, label: `until ${whenText(morning, now, clock)}` },
  ];
}

/** `put off by Kim Lee at 1105L until tomorrow 0600L`. */
export function snoozeText({ by, at, until }: Snooze, { now, clock }: At): string {
  return `put off by ${by} at ${whenText(at, now, clock)} until ${whenText(until, now, clock)}`;
}

/** `since 1030L, 35 min`, `since Tue 5 May`: since when something has been so; empty where nobody knows. */
export function sinceText(since: Instant | null, { now, clock }: At): string {
  if (since === null || since > now) return '';
  const day = shownDay(since, clock);
  if (day === shownDay(now, clock)) return `since ${clockText(since, clock)}, ${durationText(now - since)}`;
  return `since ${dayText(day)}`;
}
