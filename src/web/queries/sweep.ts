import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Config } from '#contract/config.ts';
import type { Failure } from '#domain/failures.ts';
import type { Aircraft } from '#domain/fleet.ts';
import type { Reading } from '#domain/reading.ts';
import { paused, progressOf, refreshed, resumed, retried } from '#domain/sweepPlan.ts';
import type { Instant } from '#domain/time.ts';
import { readingOfMany } from './reading.ts';
import { type SweepPicture, sweepOf } from './sweepPicture.ts';
import type { RiskOf, SweptAnswer, SweptId } from './sweepRunner.ts';

/** One aircraft of a sweep, in the order the aircraft were given. */
type SweepEntry<Id extends SweptId> = {
  readonly aircraft: Aircraft;
  /** The last one there is, of whatever age; the same object until another comes. */
  readonly answer: SweptAnswer<Id> | null;
  /** Of this aircraft alone; null once it has answered or waits again. */
  readonly failure: Failure | null;
  readonly isAsking: boolean;
};

export type Sweep<Id extends SweptId> = {
  readonly entries: readonly SweepEntry<Id>[];
  readonly done: number;
  readonly total: number;
  readonly waiting: number;
  /** By the user. */
  readonly isPaused: boolean;
  /** By the service, or for want of a network; null while it goes on. */
  readonly pausedUntil: Instant | null;
  /** Why. */
  readonly interruption: Failure | null;
  pause(): void;
  resume(): void;
  /** Asks one aircraft again, before all others. */
  retry(aircraftId: string): void;
  /** Asks all again, however young their answers are. */
  refresh(): void;
};

type SweepOptions<Id extends SweptId> = {
  /** Higher is asked first, 0 is no risk. A function of the module, not of the render. */
  readonly riskOf: RiskOf<Id>;
  /** While false it shows what is there and asks nothing. */
  readonly isEnabled?: boolean;
};

/**
 * Asks something of every aircraft, one call each: two at a time of all sweeps together, those at risk last time first,
 * renewed before they are older than the operation's interval, and not at all in a hidden tab.
 */
export function useSweep<Id extends SweptId>(
  school: Config,
  id: Id,
  aircraft: readonly Aircraft[],
  { riskOf, isEnabled = true }: SweepOptions<Id>,
): Sweep<Id> {
  const client = useQueryClient();
  const { runner, subscribe, picture } = sweepOf(client, school, id);
  const seen = useSyncExternalStore(subscribe, picture);
  const ids = aircraft.map(({ aircraftId }) => aircraftId).join(' ');
  useEffect(
    () => (isEnabled ? runner.join(ids === '' ? [] : ids.split(' '), riskOf) : undefined),
    [runner, ids, riskOf, isEnabled],
  );
  return useMemo(
    () => ({
      ...viewOf(seen, aircraft),
      pause: () => runner.change(paused),
      resume: () => runner.change(resumed),
      retry: (aircraftId) => runner.change((plan) => retried(plan, aircraftId)),
      refresh: () => runner.change(refreshed),
    }),
    [seen, aircraft, runner],
  );
}

function viewOf<Id extends SweptId>({ plan, states, interruption }: SweepPicture<Id>, aircraft: readonly Aircraft[]) {
  const unknown = { answer: null, failure: null, isAsking: false };
  const progress = progressOf(
    plan,
    aircraft.map(({ aircraftId }) => aircraftId),
  );
  return {
    entries: aircraft.map((one) => ({ aircraft: one, ...(states.get(one.aircraftId) ?? unknown) })),
    ...progress,
    isPaused: plan.isPaused,
    pausedUntil: plan.pausedUntil,
    interruption,
  };
}

/** How it stands with a sweep as a whole. */
export function readingOfSweep<Id extends SweptId>(id: Id, { entries, interruption }: Sweep<Id>): Reading {
  return readingOfMany(id, entries, interruption);
}
