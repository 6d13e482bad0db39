import { describe, expect, test } from 'vitest';
import { conditionsOf } from '#domain/alerts/conditions.ts';
import { briefOf } from '#domain/brief/brief.ts';
import { briefClock } from '#domain/brief/briefDay.ts';
import { dispatchBoard } from '#domain/calendar/dispatch.ts';
import { legsOf } from '#domain/calibration/measure.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { rosterOf } from '#domain/duty/availability.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { attentionOf, limitsAhead } from '#domain/overview/findAttention.ts';
import { planDown } from '#domain/planning/down.ts';
import { heatStrip } from '#domain/planning/heat.ts';
import { anyRequest } from '#domain/planning/request.ts';
import { historyInReservations } from '#domain/planning/history.ts';
import { planningIndex } from '#domain/planning/planningIndex.ts';
import { shopIndex, shopWeek } from '#domain/planning/shop/shopWeek.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { fleetNow } from '#domain/schedule/aircraftNow.ts';
import { lateList } from '#domain/schedule/late.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import type { LogEntry } from '#contract/gateway/log.ts';
import { byReasons, studentOf } from '#domain/people/behind.ts';
import { findFlights } from '#domain/planning/finder.ts';
import { takersOf, teachingIn } from '#domain/planning/standby.ts';
import { freedSlots } from '#domain/planning/standbySlots.ts';
import { logEntries } from '#domain/log/entries.ts';
import { hour, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { sparesIn } from '#e2e/fixtures/samples/samplePlanning.ts';
import { type SharedShape, sharedSchool, sharedShapes } from '#e2e/fixtures/samples/sampleShared.ts';

/**
 * A service, or people who write to it, may give thousands of reservations that share one aircraft, one instructor and the same
 * pilots at the same hours. The gateway has one thread, so every rule over reservations must take time in proportion to their
 * number, whatever state they are in, and what it returns must grow no faster.
 */

/** The numbers of reservations to compare. */
const [few, many] = [400, 1_600];
/** As much work, if it grows in proportion: the smaller school so often, or the larger one once. */
const turns = many / few;
/** Milliseconds too short to matter, or to measure. */
const unnoticed = 10;
/** Proportional growth gives one, and sorting little more; quadratic growth gives four. */
const maxGrowth = 2.5;

const today = dayOf(now, zone.name);

/** A rule on a school: what is prepared beforehand, and what is timed. */
type Rule = (school: ReadinessSources) => () => unknown;

const assessedOf = (school: ReadinessSources) => {
  const index = readinessIndex(school);
  const { reservations } = school.schedule;
  return { index, limits: limitsAhead(school, school.schedule), reservations, connection: null };
};
const planned = (school: ReadinessSources) =>
  planningIndex(readinessIndex(school), school.schedule, forecastSpan(today, zone.name).end);

const rules: { readonly [name: string]: Rule } = {
  'what an aircraft is doing': (school) => () => fleetNow(school.schedule.reservations, now),
  'the late list': (school) => {
    const index = reservationIndex(school.schedule.reservations, now);
    return () => lateList(index);
  },
  'the readiness index': (school) => () => readinessIndex(school),
  'the dispatch check of each reservation': (school) => {
    const index = readinessIndex(school);
    return () => school.schedule.reservations.map((reservation) => dispatchCheckOf(reservation, index));
  },
  conflicts: (school) => () =>
    findConflicts({
      reservations: school.schedule.reservations,
      fleet: school.fleet ?? [],
      due: [],
      grounding: new Map(),
      horizons: new Map(),
      now,
    }),
  'the overview': (school) => {
    const assessed = assessedOf(school);
    return () => attentionOf(assessed);
  },
  'the alerts': (school) => {
    const assessed = assessedOf(school);
    const items = attentionOf(assessed);
    return () => conditionsOf({ ...assessed, items, places: new Map(), failing: null });
  },
  'the brief': (school) => {
    const index = readinessIndex({ ...school, clock: briefClock(today, zone.name) });
    return () => briefOf({ day: today, index, changes: [], logFrom: 0, unread: [] });
  },
  'the roster of instructors': (school) => () =>
    rosterOf(
      school.instructors ?? [],
      { reservations: school.schedule.reservations, hasDaysAround: true },
      { day: daySpan(today, zone.name), at: now, now },
    ),
  'the day by status': (school) => () => dispatchBoard(school.schedule.reservations, now),
  'limits ahead': (school) => () => limitsAhead(school, school.schedule),
  'the planning index': (school) => {
    const readiness = readinessIndex(school);
    return () => planningIndex(readiness, school.schedule, forecastSpan(today, zone.name).end).rooms.of('a1');
  },
  'an aircraft down': (school) => {
    const index = planned(school);
    return () => planDown({ aircraftId: 'a1', until: now + 8 * hour, isPlaceFree: true }, index);
  },
  'the finder': (school) => {
    const index = planned(school);
    return () => findFlights(anyRequest, { index, place: null });
  },
  'who could use freed times': (school) => {
    const index = planned(school);
    const { reservations } = school.schedule;
    const { slots } = freedSlots({ index, entries: freeing(8), until: index.span.end, place: null });
    return () => slots.map(takersOf(teachingIn(reservations, index, now), index));
  },
  'students that fall behind': (school) => () => {
    const { reservations } = school.schedule;
    const trained = reservations.map(({ end }) => ({ end, isDone: true, instructor: null }));
    const taken = reservations.map(({ key, start: at }, place) => {
      return { id: key, key: `lesson ${place >> 1}`, lesson: 'Stalls', at, isFinished: false };
    });
    const none = { name: 'Sam Lee', trained: [], taken: [], next: null, checkouts: null };
    const held = { start: 0, end: now };
    const students = reservations.map(({ key }) => studentOf({ ...none, userId: key }, held, now));
    const one = studentOf({ ...none, userId: 'p1', trained, taken }, held, now);
    return [...students, one].toSorted(byReasons);
  },
  'the heat strip': (school) => {
    const index = planned(school);
    return () => heatStrip(anyRequest, { index, place: null });
  },
  'the shop planner': (school) => () =>
    shopWeek(
      shopIndex({
        items: [],
        horizons: new Map(),
        schedule: school.schedule,
        now,
        zone: zone.name,
        until: forecastSpan(today, zone.name).end,
      }),
      school.fleet ?? [],
    ),
  'a student’s lessons': (school) => () => historyInReservations(school.schedule.reservations, 'pilot-1', now),
  'other aircraft free': (school) => () => sparesIn(school.schedule.reservations[0]!, school),
  calibration: (school) => {
    const flown = school.schedule.reservations.map(({ key: id, start, end }) => ({
      id,
      aircraft: 'a1',
      activity: 'Dual',
      start,
      end,
      outAt: start,
      closedAt: end,
    }));
    const moves = flown.map((_, index) => ({
      aircraft: 'a1',
      at: now + index,
      before: index / 10,
      after: index / 10 + 0.1,
    }));
    return () => legsOf(moves, flown);
  },
  'the log': (school) => {
    const changes = school.schedule.reservations.map(({ record, key }) => ({
      set: 'reservations' as const,
      scope: '',
      id: key,
      before: null,
      after: record,
      at: now,
    }));
    return () => logEntries(changes, { zone, tailOf: () => null } as never);
  },
};

/** Changes that freed times of the aircraft: all lessons are at the first, none at the others. */
function freeing(count: number): LogEntry[] {
  return Array.from({ length: count }, (_, seq) => {
    const start = now + (25 + 3 * seq) * hour;
    const before = {
      start: new Date(start).toISOString(),
      end: new Date(start + 2 * hour).toISOString(),
      aircraftId: 'a1',
      tail: 'N512SP',
      instructor: null,
      pilots: [],
      status: 'Reserved',
    };
    const after = { ...before, status: 'Cancelled' };
    return {
      seq,
      at: new Date(now).toISOString(),
      kinds: ['gone'],
      aircraftId: 'a1',
      tail: 'N512SP',
      people: [],
      facts: { of: 'reservation', key: `gone ${seq}`, what: 'Dual', before, after },
    };
  });
}

const schools = new Map<string, ReadinessSources>();

function schoolOf(shape: SharedShape, count: number): ReadinessSources {
  const name = `${shape} ${count}`;
  const known = schools.get(name) ?? sharedSchool(shape, count);
  schools.set(name, known);
  return known;
}

/** Milliseconds of this thread for so many runs of some work; the fastest of several looks has no pauses. */
function fastest(work: () => unknown, runs: number, looks: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks; look++) {
    const before = process.threadCpuUsage();
    for (let run = 0; run < runs; run++) work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** How a rule grows faster than the reservations, three times in a row: a disturbance would not happen three times. */
function growsTooFast(rule: Rule, shape: SharedShape): string | null {
  const large = rule(schoolOf(shape, many));
  if (fastest(large, 1, 2) < unnoticed) return null;
  const small = rule(schoolOf(shape, few));
  let words = '';
  for (let turn = 0; turn < 3; turn++) {
    const [short, long] = [fastest(small, turns, 2), fastest(large, 1, 3)];
    if (long < maxGrowth * Math.max(unnoticed, short)) return null;
    words = `${shape}: ${turns} times ${few} took ${short.toFixed(0)} ms, once ${many} took ${long.toFixed(0)} ms`;
  }
  return words;
}

describe('with all reservations on one aircraft and the same people at the same hours, time grows in proportion', () => {
  test.each(Object.entries(rules))('%s', (_, rule) => {
    expect(sharedShapes.flatMap((shape) => growsTooFast(rule, shape) ?? [])).toEqual([]);
  });
});
