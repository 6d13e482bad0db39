import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { sampleSchool } from '#e2e/fixtures/samples/sampleReadiness.ts';

/** Runs in a page: the milliseconds of each round of assessing a school: the index, and the check of every reservation. */
function timeReadiness(aircraft: number, reservations: number, rounds: number): readonly number[] {
  const school = sampleSchool(aircraft, reservations);
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    const index = readinessIndex(school);
    for (const reservation of school.schedule.reservations) dispatchCheckOf(reservation, index);
    return performance.now() - start;
  });
}

declare global {
  interface Window {
    timeReadiness: typeof timeReadiness;
  }
}

window.timeReadiness = timeReadiness;
