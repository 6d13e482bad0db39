import { millisecondsInDay } from '#domain/units.ts';
import { reminderClasses } from '#contract/access/reminderClasses.ts';
import type { Config } from '#contract/gateway/config.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Clock } from '#domain/time/clock.ts';
import { activeInstructors, type Instructor } from '#domain/duty/duties.ts';
import { type OverHours, overHoursByInstructor } from '#domain/duty/flightHours.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { fleetHorizons, type Horizon, type Limit } from '#domain/maintenance/horizon.ts';
import { furthestDark } from '#domain/thresholds.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { clashesAfter, conflictsOfReservations } from '#domain/conflicts/conflicts.ts';
import { type Conflict } from '#domain/conflicts/conflict.ts';
import { pairConflicts } from '#domain/conflicts/pairConflicts.ts';
import { type Darkness, darknessIn } from '#domain/calendar/twilight.ts';
import { byImportance, mayGround, type Squawk } from '#domain/maintenance/squawks.ts';
import type { Instant, Span, Zone } from '#domain/time/time.ts';
import type { AircraftNow } from '#domain/schedule/aircraftNow.ts';
import { doingOf, type ReservationIndex, reservationIndex } from '#domain/schedule/reservationIndex.ts';
import type { PersonRecord } from './checkout.ts';
import { type Fitness, fitnessOf, notRead, type ReadRecords } from './fitness.ts';
import type { AtRisk } from '#domain/schedule/chains.ts';
import { type LateList, lateList } from '#domain/schedule/late.ts';
import { limitsOf } from '#domain/maintenance/limits.ts';
import type { CheckLine } from './checkLine.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { endedVisit, visitsByAircraft } from '#domain/maintenance/shopVisit.ts';
import { atOnce, type Steps } from '#domain/steps.ts';

/** The line of the dispatch check about the school's own limits; null for a flight that they do not apply to. */
export type SchoolRules = (reservation: TimedReservation, now: Instant) => CheckLine | null;

/** All records that assessments use; null for a list that has not been read. */
export type ReadinessSources = {
  /** The reservations, past and future, with the history that the rules need. */
  readonly schedule: Schedule;
  /** Reservations of the days after the schedule's, if they are known: its trips may last into them. */
  readonly ahead?: readonly TimedReservation[];
  readonly fleet: readonly Aircraft[] | null;
  /** By `idKey` of the aircraft's id; an aircraft that is missing here has not been read. */
  readonly reminders: ReadonlyMap<string, ReadRecords<DueItem>>;
  readonly squawks: ReadonlyMap<string, ReadRecords<Squawk>>;
  readonly instructors: readonly Instructor[] | null;
  readonly users: readonly PersonRecord[] | null;
  /**
   * True if people's records will never be read, because the user may not see them. Assessments then say nothing about
   * them.
   */
  readonly isWithoutUsers?: boolean;
  /** The position of the field, for twilight; null if it is not set. */
  readonly position: Config['position'] | null;
  /** The school's limits for weather; null or omitted if there are none, or no weather is read. */
  readonly rules?: SchoolRules | null | undefined;
  readonly now: Instant;
  readonly zone: Zone;
  readonly clock: Clock;
};

/** The records of one aircraft, collected once. */
export type AircraftRecords = {
  /** Null if the aircraft list does not contain it. */
  readonly aircraft: Aircraft | null;
  readonly now: AircraftNow;
  /** Null without a record of the aircraft itself. */
  readonly fitness: Fitness | null;
  /** Of reminders of every class. */
  readonly limits: readonly Limit[];
  /** Shop visits under way or to come. */
  readonly visits: readonly TimedReservation[];
};

/** Everything that `dispatchCheckOf`, the late list and the fleet need, computed once for all reservations. */
export type ReadinessIndex = {
  readonly sources: ReadinessSources;
  readonly reservations: ReservationIndex;
  readonly horizons: ReadonlyMap<string, Horizon>;
  /** By `idKey` of the aircraft's id: the fleet's aircraft, and any others that reservations name. */
  readonly aircraft: ReadonlyMap<string, AircraftRecords>;
  /** By `idKey` of the user's id; null until the list has been read. */
  readonly instructors: ReadonlyMap<string, Instructor> | null;
  readonly users: ReadonlyMap<string, PersonRecord> | null;
  /** Clashes of two reservations, by the keys of both. */
  readonly conflicts: ReadonlyMap<string, readonly Conflict[]>;
  readonly late: LateList;
  /** The reservations that wait for a late one, by their keys. */
  readonly atRisk: ReadonlyMap<string, readonly AtRisk[]>;
  /** 24-hour windows with too much flight instruction (14 CFR 61.195(a)), by start, by `idKey` of the instructor's id. */
  readonly overHours: ReadonlyMap<string, readonly OverHours[]>;
  /** See the function of this name; empty until the list has been read. */
  readonly activeInstructors: ReadonlySet<string>;
  /**
   * Nights and twilights in order, for a span with all reservations within `furthestDark` of now; null without a
   * position.
   */
  readonly darkness: { readonly span: Span; readonly parts: readonly Darkness[] } | null;
};

/** Computes everything: linear in the records, except for the sorting. */
export function readinessIndex(sources: ReadinessSources): ReadinessIndex {
  return atOnce(readinessSteps(sources));
}

/** The same in steps. */
export function* readinessSteps(sources: ReadinessSources): Steps<ReadinessIndex> {
  const { now, schedule } = sources;
  const reservations = reservationIndex(schedule.reservations, now);
  yield;
  const sorted = reservations.all.map(({ reservation }) => reservation);
  const items = Array.from(sources.reminders.values(), (read) => read.items ?? []).flat();
  const horizons = fleetHorizons(items, schedule, { now });
  yield;
  const late = lateList(reservations);
  yield;
  const active = activeInstructors(sources.instructors ?? []);
  const pairs = pairConflicts(reservations.all, now);
  yield;
  const conflicts = conflictsOfReservations([
    ...pairs,
    ...clashesAfter(reservations.all, schedule.nearEnd, sources.ahead ?? [], now),
  ]);
  yield;
  const aircraft = aircraftRecords(sources, reservations, horizons);
  yield;
  return {
    sources,
    reservations,
    horizons,
    aircraft,
    instructors:
      sources.instructors && new Map(sources.instructors.map((instructor) => [idKey(instructor.userId), instructor])),
    users: sources.users && usersById(sources.users),
    conflicts,
    late,
    atRisk: late.atRisk,
    overHours: overHoursByInstructor(reservations.all, now, active),
    activeInstructors: active,
    darkness: darknessAround(sources, sorted),
  };
}

function aircraftRecords(
  sources: ReadinessSources,
  reservations: ReservationIndex,
  horizons: ReadonlyMap<string, Horizon>,
): ReadonlyMap<string, AircraftRecords> {
  const visits = visitsByAircraft(reservations.all, reservations.now);
  const listed = new Map((sources.fleet ?? []).map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  const ids = [...new Set([...listed.keys(), ...reservations.byAircraft.keys()])];
  return new Map(
    ids.map((id): [string, AircraftRecords] => {
      const aircraft = listed.get(id) ?? null;
      const current = doingOf(reservations, id);
      const reminders = sources.reminders.get(id) ?? notRead;
      const present = 'reservation' in current.doing ? current.doing.reservation : null;
      const { now, clock } = sources;
      const squawks = sources.squawks.get(id) ?? notRead;
      const ownReservations = visits.get(id) ?? [];
      const limits = limitsOf(reminders.items ?? [], horizons, reminderClasses);
      const ended = endedVisit(
        (reservations.byAircraft.get(id) ?? []).map(({ reservation }) => reservation),
        now,
      );
      const given = { reminders, squawks, present, next: current.next, limits, ended, now, clock };
      const fitness = aircraft && fitnessOf({ aircraft, ...given });
      return [id, { aircraft, now: current, fitness, limits, visits: ownReservations }];
    }),
  );
}

/** The fitness of each aircraft in the list, by `idKey` of its id. */
export function fitnessIn({ aircraft }: Pick<ReadinessIndex, 'aircraft'>): ReadonlyMap<string, Fitness> {
  return new Map([...aircraft].flatMap(([id, { fitness }]) => (fitness ? [[id, fitness] as const] : [])));
}

/** The most important open squawk that grounds or may ground, by `idKey` of the aircraft's id. */
export function groundedIn(
  squawks: ReadonlyMap<string, { readonly items: readonly Squawk[] | null }>,
): ReadonlyMap<string, Squawk> {
  return new Map(
    Array.from(squawks).flatMap(([id, { items }]) => {
      const [worst] = (items ?? []).filter(mayGround).toSorted(byImportance);
      return worst ? [[id, worst] as const] : [];
    }),
  );
}

/** If a person is listed twice, the record with the newest checkouts counts; without any, the later one. */
function usersById(users: readonly PersonRecord[]): ReadonlyMap<string, PersonRecord> {
  const byId = new Map<string, PersonRecord>();
  for (const user of users) {
    const id = user.userId == null ? null : idKey(user.userId);
    const known = id === null ? undefined : byId.get(id);
    if (id !== null && (!known || rankOf(user) >= rankOf(known))) byId.set(id, user);
  }
  return byId;
}

function rankOf({ aircraftCheckouts, checkoutsAsOf }: PersonRecord): number {
  return aircraftCheckouts == null ? Number.NEGATIVE_INFINITY : (checkoutsAsOf ?? 0);
}

function darknessAround(
  { position, now, zone }: ReadinessSources,
  sorted: readonly TimedReservation[],
): ReadinessIndex['darkness'] {
  if (!position) return null;
  const near = sorted.filter(({ start, end }) => end > now - furthestDark && start - now < furthestDark);
  const end = near.reduce((last, reservation) => Math.max(last, reservation.end), now);
  // Whole nights, to tell the first half of a night from the second.
  const span = {
    start: Math.max(near[0]?.start ?? now, now - furthestDark) - millisecondsInDay,
    end: Math.min(end, now + furthestDark) + millisecondsInDay,
  };
  return { span, parts: darknessIn(span, zone.name, position) };
}
