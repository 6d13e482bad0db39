import type { LogEntry } from '#contract/gateway/log.ts';
import { isoText } from '#contract/gateway/replica.ts';
import { fleetHorizons, forecastSpan } from '#domain/maintenance/horizon.ts';
import { type DownPlan, planDown } from '#domain/planning/down.ts';
import { findFlights } from '#domain/planning/finder.ts';
import { heatStrip } from '#domain/planning/heat.ts';
import { type PlanningIndex, planningIndex } from '#domain/planning/planningIndex.ts';
import { proposedSlots, shopIndex, shopJob, type ShopSources, shopWeek } from '#domain/planning/shop/shopWeek.ts';
import { anyRequest, type FindRequest } from '#domain/planning/request.ts';
import { takersOf, teachingIn } from '#domain/planning/standby.ts';
import { freedSlots } from '#domain/planning/standbySlots.ts';
import { checksAfter, movedTo, reservationOf } from '#domain/planning/trial.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { inSpan } from '#domain/reservations/reservations.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { hour } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { busySchool } from './school.ts';

/**
 * One answer of every tool, with the checks that its page shows. Each is timed from the reservations as pages have them, so that
 * its preparation counts too.
 */
const tools: { readonly [name: string]: (index: PlanningIndex) => unknown } = {
  'aircraft down for three days': (index) => {
    const plan = planDown({ aircraftId: 'plane-0', until: index.now + 79 * hour, isPlaceFree: false }, index);
    return checksAfter(movesIn(plan), index);
  },
  'the next ten times': (index) => found({ ...anyRequest, model: '172', length: 60, day: '2026-05-13' }, index),
  'no time in two weeks': (index) =>
    found({ ...anyRequest, model: '172', length: 600, hours: { from: 360, to: 1320 } }, index),
  'who could use the freed slots of a week': (index) => whoCouldUse(index),
  'free aircraft of two weeks': (index) => heatStrip(anyRequest, { index, place: null }),
};

/** As if one in fifty reservations ahead had gone from its aircraft; each slot with those who could use it. */
function whoCouldUse(index: PlanningIndex) {
  const { reservations } = index.schedule;
  const gone = reservations.filter(({ start }, place) => start > index.now && place % 50 === 0);
  const entries = gone.map(({ key, start, end, aircraftId, status }, seq): LogEntry => {
    // The hours after it: some of them are free.
    const plan = { aircraftId, tail: null, instructor: null, pilots: [], status };
    const before = { ...plan, start: isoText(start), end: isoText(end + 4 * hour) };
    const facts = { of: 'reservation' as const, key, what: '', before, after: null };
    return { seq, at: isoText(index.now), kinds: ['gone'], aircraftId, tail: null, people: [], facts };
  });
  const { slots } = freedSlots({ index, entries, until: index.now + 7 * 24 * hour, place: null });
  return slots.map(takersOf(teachingIn(reservations, index, index.now), index));
}

function movesIn({ moves }: DownPlan) {
  return moves.flatMap(({ reservation, to }) => (to ? [movedTo(reservation, to.room.aircraft)] : []));
}

/** The possible times, each with the check of the reservation if booked. */
function found(request: FindRequest, index: PlanningIndex) {
  const { slots } = findFlights(request, { index, place: null });
  return slots.map((slot) => checksAfter([reservationOf(slot, request, index)], index));
}

/** In a school in which most aircraft come due within two weeks: one answer from the records as the page has them. */
const shopTools: { readonly [name: string]: (sources: ShopSources) => unknown } = {
  'the shop’s week': (sources) => shopWeek(shopIndex(sources), fleetIn(sources)),
  'one aircraft in the shop': (sources) => {
    const index = shopIndex(sources);
    const job = shopJob(index, 'plane-0');
    return job && proposedSlots(job, index);
  },
  'limits of all aircraft': ({ items, schedule, now }) => fleetHorizons(items, schedule, { now }),
};

function fleetIn({ items }: ShopSources) {
  return [...new Map(items.map(({ aircraft }) => [aircraft.aircraftId, aircraft])).values()];
}

function shopSources(aircraft: number): ShopSources {
  const { now, zone, schedule, reminders } = busySchool(aircraft, 10);
  const items = Array.from(reminders.values(), (reminder) => reminder.items ?? []).flat();
  const horizons = fleetHorizons(items, schedule, { now });
  return { items, horizons, schedule, now, zone: zone.name, until: forecastSpan(dayOf(now, zone.name), zone.name).end };
}

/** Runs in a page: the milliseconds of each round of each tool. */
function timePlanning(aircraft: number, rounds: number) {
  const school = busySchool(aircraft);
  const { now, zone, schedule } = school;
  const near = daySpan(dayOf(now, zone.name), zone.name, 2);
  // Every page already has the assessment of today and tomorrow.
  const nearSchool: ReadinessSources = {
    ...school,
    schedule: { ...schedule, reservations: inSpan(schedule.reservations, near) },
  };
  const readiness = readinessIndex(nearSchool);
  const until = forecastSpan(dayOf(now, zone.name), zone.name).end;
  const timed = (answer: () => unknown) =>
    Array.from({ length: rounds }, () => {
      const start = performance.now();
      answer();
      return performance.now() - start;
    });
  const timesOf = (answer: (index: PlanningIndex) => unknown) =>
    timed(() => answer(planningIndex(readiness, schedule, until)));
  const shop = shopSources(aircraft);
  return {
    reservations: schedule.reservations.length,
    moved: planDown(
      { aircraftId: 'plane-0', until: now + 79 * hour, isPlaceFree: false },
      planningIndex(readiness, schedule, until),
    ).moves.length,
    comeDue: shopWeek(shopIndex(shop), fleetIn(shop)).lines.length,
    tools: [
      ...Object.entries(tools).map(([name, answer]) => ({ name, times: timesOf(answer) })),
      ...Object.entries(shopTools).map(([name, answer]) => ({ name, times: timed(() => answer(shop)) })),
    ],
  };
}

declare global {
  interface Window {
    timePlanning: typeof timePlanning;
  }
}

window.timePlanning = timePlanning;
