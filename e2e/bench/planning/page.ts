import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { planDown } from '#domain/planning/down.ts';
import { findFlights } from '#domain/planning/finder.ts';
import { heatStrip } from '#domain/planning/heat.ts';
import { type PlanningIndex, planningIndex } from '#domain/planning/planningIndex.ts';
import { anyRequest } from '#domain/planning/request.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { inSpan } from '#domain/reservations/reservations.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { hour } from '#e2e/samples/sampleMaintenance.ts';
import { busySchool } from './school.ts';

/**
 * Every tool with one answer. Each is timed from the reservations as pages have them, so that its part of the preparation counts.
 */
const tools: { readonly [name: string]: (index: PlanningIndex) => unknown } = {
  'aircraft down for three days': (index) =>
    planDown({ aircraftId: 'plane-0', until: index.now + 79 * hour, isPlaceFree: false }, index),
  'the next ten times': (index) =>
    findFlights({ ...anyRequest, model: '172', length: 60, day: '2026-05-13' }, { index, place: null }),
  'no time in two weeks': (index) =>
    findFlights({ ...anyRequest, model: '172', length: 600, hours: { from: 360, to: 1320 } }, { index, place: null }),
  'free aircraft of two weeks': (index) => heatStrip(index, () => true),
};

/** Runs in a page: milliseconds of each of some rounds of each tool. */
function timePlanning(aircraft: number, rounds: number) {
  const school = busySchool(aircraft);
  const { now, zone, schedule } = school;
  const near = daySpan(dayOf(now, zone.name), zone.name, 2);
  // The assessment of today and tomorrow is there already: every page has it.
  const nearSchool: ReadinessSources = {
    ...school,
    schedule: { ...schedule, reservations: inSpan(schedule.reservations, near) },
  };
  const readiness = readinessIndex(nearSchool);
  const until = forecastSpan(dayOf(now, zone.name), zone.name).end;
  const timesOf = (answer: (index: PlanningIndex) => unknown) =>
    Array.from({ length: rounds }, () => {
      const start = performance.now();
      answer(planningIndex(readiness, schedule, until));
      return performance.now() - start;
    });
  return {
    reservations: schedule.reservations.length,
    moved: planDown(
      { aircraftId: 'plane-0', until: now + 79 * hour, isPlaceFree: false },
      planningIndex(readiness, schedule, until),
    ).moves.length,
    tools: Object.entries(tools).map(([name, answer]) => ({ name, times: timesOf(answer) })),
  };
}

declare global {
  interface Window {
    timePlanning: typeof timePlanning;
  }
}

window.timePlanning = timePlanning;
