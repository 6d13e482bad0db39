import { maxInWindow, partsOfSchool, simulateReplica } from '#e2e/servers/plannerSimulation.ts';
import type { Outcome } from './outcome.ts';

const fleetSizes = [10, 30, 60, 150] as const;
const second = 1_000;
const minute = 60 * second;
const allowance = 60;
/** The latency of one call. */
const latency = 150;
/** Long enough for the largest fleet. */
const longest = 30 * minute;

/**
 * How long the gateway's first reading of a fleet's reminders and squawks takes if the service allows 60 calls in any 60 seconds,
 * and everything else is read too. The real planner and scheduler run on a simulated clock. It is compared with the least time
 * for these calls, because a third of the allowance is reserved for people.
 */
export function maintenanceCalls(): Outcome {
  const table = [
    ['first reading', 'calls', 'first row', 'complete', 'minutes of allowance', 'at least', 'most in 60 s'],
  ];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const size of fleetSizes) {
    const { calls, firstAt, completeAt, max } = firstReading(size);
    const windows = Math.floor(completeAt / minute) + 1;
    const min = Math.ceil(calls / ((allowance * 2) / 3));
    Object.assign(figures, {
      [`calls until complete with ${size} aircraft`]: calls,
      [`first row of ${size} aircraft, s`]: firstAt / second,
      [`complete with ${size} aircraft, s`]: completeAt / second,
      [`most calls in 60 s with ${size} aircraft`]: max,
    });
    ratios[`minutes of allowance to the least possible, ${size} aircraft`] = windows / min;
    const seconds = (time: number) => `${(time / second).toFixed(1)} s`;
    const counts = [windows, min, max].map(String);
    table.push([`${size} aircraft`, String(calls), seconds(firstAt), seconds(completeAt), ...counts]);
  }
  return { table, figures, ratios };
}

/** From the first start at 0; times in milliseconds. */
function firstReading(aircraft: number) {
  const parts = partsOfSchool(aircraft);
  const service = () => ({ lasts: latency, result: 'good' }) as const;
  const calls = simulateReplica({ parts, allowance, lastsMs: longest, service });
  const isOfFleet = (key: string) => key.startsWith('reminders') || key.startsWith('squawks');
  const firstEnds = new Map<string, number>();
  for (const { key, endedAt } of calls) if (isOfFleet(key) && !firstEnds.has(key)) firstEnds.set(key, endedAt);
  if (firstEnds.size < 2 * aircraft) throw new Error(`Not all of ${aircraft} aircraft have been read.`);
  const completeAt = Math.max(...firstEnds.values());
  return {
    calls: calls.filter(({ startedAt }) => startedAt < completeAt).length,
    firstAt: Math.min(...firstEnds.values()),
    completeAt,
    max: maxInWindow(calls),
  };
}
