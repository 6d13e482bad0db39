import { CancelledError, type QueryClient } from '@tanstack/react-query';
import type { Page, RecordOf } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import type { Failure } from '#domain/failures.ts';
import {
  answered,
  dropped,
  emptyPlan,
  failed,
  interrupted,
  listed,
  renewOldest,
  type SweepPlan,
  type SweepStep,
  takeTurns,
} from '#domain/sweepPlan.ts';
import type { Answer } from './client.ts';
import { asFailure } from './failures.ts';
import { listQuery, operationKey } from './operations.ts';
import { refreshInterval } from './policy.ts';
import { concernsAll, enterGate, interruptAll, pass, serve } from './sweepGate.ts';

/** What can be asked of one aircraft at a time only. */
export type SweptId = 'listMaintenanceReminders' | 'listSquawks';
export type SweptAnswer<Id extends SweptId> = Answer<Page<RecordOf<Id>>>;
export type RiskOf<Id extends SweptId> = (answer: SweptAnswer<Id>) => number;

export type SweepRunner<Id extends SweptId> = {
  readonly plan: () => SweepPlan;
  readonly isInView: () => boolean;
  /** Why the service's pause; null where there is none. */
  readonly interruption: () => Failure | null;
  /** Does what somebody wants: `paused`, `refreshed`, ... */
  readonly change: (by: (plan: SweepPlan) => SweepPlan) => void;
  /** Takes note of an answer that has come into the cache, whoever asked. */
  readonly hear: (aircraftId: string, answer: SweptAnswer<Id>) => void;
  /** Sweeps these aircraft until the returned function is called. Who looks at the same time shares one sweep. */
  readonly join: (aircraftIds: readonly string[], riskOf: RiskOf<Id>) => () => void;
};

/** Asks something of many aircraft as a `SweepPlan` says, into the ordinary cache entries, while anybody looks. */
export function createSweepRunner<Id extends SweptId>(
  client: QueryClient,
  school: Config,
  id: Id,
  onChange: () => void,
): SweepRunner<Id> {
  const looks = new Map<symbol, ReadonlyMap<string, RiskOf<Id>>>();
  let plan = emptyPlan(refreshInterval(id), Date.now());
  let interruption: Failure | null = null;
  let leaveGate = () => {};

  function become(next: SweepPlan) {
    if (next === plan) return;
    plan = next;
    onChange();
  }

  function change(by: (plan: SweepPlan) => SweepPlan) {
    become(by(plan));
    serve();
  }

  const wanted = () => new Map([...looks.values()].flatMap((look) => [...look]));

  function list() {
    const subjects = Array.from(wanted(), ([aircraftId, riskOf]) => {
      const answer = client.getQueryData<SweptAnswer<Id>>(operationKey(id, { aircraftId }, {}));
      return { id: aircraftId, risk: answer ? riskOf(answer) : 0, asOf: answer?.asOf ?? null };
    });
    change((before) => listed(before, subjects, Date.now()));
  }

  function hear(aircraftId: string, answer: SweptAnswer<Id>) {
    const risk = wanted().get(aircraftId)?.(answer) ?? 0;
    become(answered(plan, { id: aircraftId, risk, asOf: answer.asOf }, Date.now()));
  }

  async function ask(aircraftId: string) {
    const failure = await failureOf(client, school, id, aircraftId);
    const isOwn = failure !== null && !concernsAll(failure);
    become(isOwn ? failed(plan, aircraftId) : dropped(plan, aircraftId));
    if (failure && !isOwn) interruptAll(failure);
  }

  function make({ plan: next, asked, wakeAt }: SweepStep) {
    become(next);
    for (const aircraftId of asked) void pass(() => ask(aircraftId));
    return wakeAt;
  }

  const take = (now: number, free: number) => make(takeTurns(plan, now, free));
  const renew = (now: number) => make(renewOldest(plan, now));

  function interrupt(until: number, failure: Failure) {
    interruption = failure;
    become(interrupted(plan, until));
  }

  function join(aircraftIds: readonly string[], riskOf: RiskOf<Id>) {
    if (looks.size === 0) leaveGate = enterGate({ take, renew, interrupt });
    const own = Symbol(id);
    looks.set(own, new Map(aircraftIds.map((aircraftId) => [aircraftId, riskOf])));
    list();
    return () => {
      looks.delete(own);
      if (looks.size === 0) leaveGate();
      else list();
    };
  }

  return {
    plan: () => plan,
    isInView: () => looks.size > 0,
    interruption: () => (plan.pausedUntil === null ? null : interruption),
    change,
    hear,
    join,
  };
}

/**
 * Asks once, without the policy's retries: whether and when to ask again is the plan's to say. Null when an answer has come
 * into the cache, or when whoever else waited for the same one has left and taken the request along.
 */
async function failureOf(
  client: QueryClient,
  school: Config,
  id: SweptId,
  aircraftId: string,
): Promise<Failure | null> {
  try {
    await client.fetchQuery({ ...listQuery(school, id, {}, { aircraftId }, 'sweep'), staleTime: 0, retry: false });
    return null;
  } catch (error) {
    return error instanceof CancelledError ? null : asFailure(error);
  }
}
