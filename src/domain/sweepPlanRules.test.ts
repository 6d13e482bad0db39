import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answered,
  dropped,
  emptyPlan,
  failed,
  interrupted,
  listed,
  paused,
  refreshed,
  renewOldest,
  resumed,
  retried,
  type SweepPlan,
  type SweepSubject,
  takeTurns,
} from './sweepPlan.ts';

const interval = 900_000;
const start = Date.UTC(2026, 10, 20, 18, 5);
const atOnce = 2;

const subjects = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 11 }).map((number) => `N${number}`),
      risk: fc.nat({ max: 3 }),
      age: fc.option(fc.nat({ max: 2 * interval })),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  )
  .map((all) => all.map(({ id, risk, age }): SweepSubject => ({ id, risk, asOf: age === null ? null : start - age })));

const end = fc.constantFrom('answered', 'failed', 'limited');
const action = fc.oneof(
  fc.record({ type: end, which: fc.nat() }),
  fc.record({ type: fc.constant('retried'), which: fc.nat() }),
  fc.record({ type: fc.constantFrom('paused', 'resumed', 'refreshed'), which: fc.constant(0) }),
  fc.record({ type: fc.constant('wait'), which: fc.nat({ max: interval }) }),
);
type Action = { readonly type: string; readonly which: number };

/** A sweep as the browser runs it: after each thing that happens, whoever may be asked is asked. */
function run(all: readonly SweepSubject[], actions: readonly Action[], onStep: (step: Step) => void): void {
  let plan = listed(emptyPlan(interval, start), all, start);
  let now = start;
  const underWay: string[] = [];
  for (const { type, which } of [{ type: 'wait', which: 0 }, ...actions]) {
    if (type === 'wait') now += which;
    else plan = after(plan, type, which);
    const first = takeTurns(plan, now, atOnce - underWay.length);
    const isIdle = underWay.length + first.asked.length === 0;
    const step = isIdle ? renewOldest(first.plan, now) : first;
    onStep({ before: plan, underWay: [...underWay], asked: step.asked, plan: step.plan, now });
    plan = step.plan;
    underWay.push(...step.asked);
  }

  function after(before: SweepPlan, type: string, which: number): SweepPlan {
    if (type === 'paused') return paused(before);
    if (type === 'resumed') return resumed(before);
    if (type === 'refreshed') return refreshed(before);
    if (type === 'retried') return retried(before, all[which % all.length]!.id);
    const [id] = underWay.splice(which % (underWay.length || 1), 1);
    if (id === undefined) return before;
    if (type === 'answered') return answered(before, { id, risk: which % 4, asOf: now }, now);
    return type === 'failed' ? failed(before, id) : interrupted(dropped(before, id), now + 5_000);
  }
}
type Step = {
  readonly before: SweepPlan;
  readonly underWay: readonly string[];
  readonly asked: readonly string[];
  readonly plan: SweepPlan;
  readonly now: number;
};

function always(check: (step: Step) => void): void {
  fc.assert(fc.property(subjects, fc.array(action, { maxLength: 60 }), (all, actions) => run(all, actions, check)));
}

test('at most two are asked at a time, and nobody who is being asked', () => {
  always(({ underWay, asked }) => {
    const together = [...underWay, ...asked];
    expect(together.length).toBeLessThanOrEqual(atOnce);
    expect(new Set(together).size).toBe(together.length);
  });
});

test('no pause is broken, neither the user’s nor the service’s', () => {
  always(({ before, asked, now }) => {
    if (before.isPaused || (before.pausedUntil ?? 0) > now) expect(asked).toEqual([]);
  });
});

test('nobody left in line has more at risk than who is asked; before all goes who was pressed for', () => {
  always(({ before, plan, asked }) => {
    const rank = (id: string) => (before.turns.get(id)?.stand === 'retried' ? 9 : plan.turns.get(id)!.risk);
    const left = [...plan.turns.values()].filter(({ stand }) => stand === 'waiting' || stand === 'retried');
    const next = asked.filter((id) => plan.turns.get(id)!.stand === 'asking');
    const most = Math.max(0, ...left.map(({ id }) => rank(id)));
    for (const id of next) expect(rank(id)).toBeGreaterThanOrEqual(most);
  });
});

test('nobody is asked a second time in a round', () => {
  const onceOnly = action.filter(({ type }) => !['wait', 'retried', 'refreshed', 'limited'].includes(type));
  fc.assert(
    fc.property(subjects, fc.array(onceOnly, { maxLength: 60 }), (all, actions) => {
      const asked: string[] = [];
      run(all, actions, (step) => asked.push(...step.asked));
      expect(new Set(asked).size).toBe(asked.length);
    }),
  );
});

test('failures hold up nobody: everyone whose answer is too old is asked, though none ever answers', () => {
  fc.assert(
    fc.property(subjects, (all) => {
      const asked = new Set<string>();
      const failures = all.map(() => ({ type: 'failed', which: 0 }));
      run(all, failures, (step) => step.asked.forEach((id) => asked.add(id)));
      const due = all.filter(({ asOf }) => asOf === null || start - asOf >= interval);
      expect([...asked].toSorted()).toEqual(due.map(({ id }) => id).toSorted());
    }),
  );
});
