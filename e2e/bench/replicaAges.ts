import { maxInWindow, partsOfSchool, simulateReplica, worstAges } from '#e2e/servers/plannerSimulation.ts';
import type { Part } from './outcome.ts';
import { defaultSchool } from './school.ts';

const minute = 60_000;
const allowance = 60;
const boundMs = 6 * minute;
/** By then the first reading is complete. */
const readAt = 130_000;
const watched = 15 * minute;

/**
 * The greatest age of any reminder of 26 aircraft in 15 minutes at 60 calls a minute. The real planner and scheduler run on a
 * simulated clock, with a service that takes 300 ms.
 */
export function replicaAges(): Part {
  const parts = partsOfSchool(defaultSchool.aircraft, defaultSchool.perDay);
  const lastsMs = readAt + watched;
  const calls = simulateReplica({ parts, allowance, lastsMs, service: () => ({ lasts: 300, result: 'good' }) });
  const ages = worstAges(calls, parts, readAt, lastsMs);
  const oldest = (set: string) =>
    Math.max(
      ...parts.filter(({ key }) => key.startsWith(set)).map(({ key }) => ages.get(key) ?? Number.POSITIVE_INFINITY),
    );
  const reminders = oldest('reminders');
  const rows = [
    [
      'oldest reminder in 15 simulated minutes',
      `${(reminders / 1000).toFixed(0)} s`,
      `at most ${boundMs / 1000} s`,
      (reminders / boundMs).toFixed(2),
    ],
  ];
  const seconds = (set: string) => oldest(set) / 1000;
  return {
    rows,
    figures: {
      'oldest reminder, simulated s': seconds('reminders'),
      'oldest squawk, simulated s': seconds('squawks'),
      'oldest reservations of today, simulated s': seconds('near'),
      'oldest list of aircraft, simulated s': seconds('aircraft'),
      'most calls in 60 simulated s': maxInWindow(calls),
    },
    ratios: { 'oldest reminder to its bound': reminders / boundMs },
  };
}
