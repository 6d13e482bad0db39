import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doneSteps, stepsOf } from './lateSteps.ts';

it('reads the steps as the school wrote them, each once', () => {
  expect(stepsOf(' Call the pilot ;; Ask the tower\nCall the  chief; Ask the tower ')).toEqual([
    'Call the pilot',
    'Ask the tower',
    'Call the chief',
  ]);
  expect(stepsOf(' ; \n')).toEqual([]);
});

const act = fc.record({ step: fc.constantFrom('a', 'b', 'c'), isDone: fc.boolean() });

it('counts the last thing done about each step, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(act), act, (before, last) => {
      const [was, is] = [doneSteps(before), doneSteps([...before, last])];
      expect(is.has(last.step)).toBe(last.isDone);
      for (const step of ['a', 'b', 'c']) if (step !== last.step) expect(is.get(step)).toBe(was.get(step));
      for (const [step, one] of is) expect([step, one.isDone]).toEqual([one.step, true]);
    }),
  );
});
