import { expect, test } from 'vitest';
import { operationIds, operations } from './operations.ts';
import { replicaSets, setOf, setRow, type SetRow } from './sets.ts';

test('every operation belongs to one set, which the copy can call with what it knows of a part', () => {
  const parameters: { readonly [Per in SetRow['per']]: RegExp } = {
    school: /^$/,
    aircraft: /^aircraftId$/,
    person: /^(userId|externalId)$/,
    day: /^$/,
    report: /^$/,
  };
  const named = replicaSets.flatMap((set) => setRow(set).operations);
  expect(new Set(named)).toEqual(new Set(operationIds));
  expect(named).toHaveLength(operationIds.length);
  for (const id of operationIds) {
    const set = setOf(id);
    const { per } = setRow(set ?? 'report');
    const own = Array.from(operations[id].path.matchAll(/\{(\w+)\}/g), ([, name]) => name).filter(
      (name) => name !== 'operatorId',
    );
    expect([id, own.join()]).toEqual([id, expect.stringMatching(parameters[per])]);
  }
});

test('lists of the same records name the same id, and a list that needs an id names it', () => {
  for (const set of replicaSets) {
    const { operations: of, idMember } = setRow(set);
    for (const id of of) {
      const required: readonly string[] = operations[id].required;
      if (required.length > 0) expect([set, idMember]).toEqual([set, required[0]]);
      expect([set, operations[id].area === 'reports']).toEqual([set, idMember === null]);
    }
  }
});
