import { describe, expect, test } from 'vitest';
import { directiveNumbers, isDirective, relationOf, visitWordsOf } from './visitPurpose.ts';

const relation = (visit: string, name: string, isStrict = false, ids: readonly string[] = []) => {
  const { purpose, taken } = relationOf(visitWordsOf(['Maintenance', visit]), { name, ids, isStrict });
  return taken === null ? purpose : `${purpose}: ${taken}`;
};

describe('a shop visit for a reminder', () => {
  test.each([
    ['100-hour', '100-hour', 'this: 100-hour'],
    ['MX 100hr', '100-Hour Inspection', 'this: 100hr'],
    ['MX 100', '100-Hour Inspection', 'this: 100'],
    ['100 hour and oil change', '100-hour', 'this: 100 hour'],
    ['Annual', 'Annual Inspection', 'this: annual'],
    ['Annual inspection', 'Annual', 'this: annual inspection'],
    ['Annual, oil change', 'Annual Inspection', 'this: annual'],
    // 14 CFR 91.409(b).
    ['Annual', '100-hour', 'this: annual'],
    ['100-hour', 'Annual', 'other'],
    ['Oil change 50 h', 'Oil Change', 'this: oil change 50 h'],
    ['Oil change', 'Oil Change 50 h', 'this: oil change'],
    ['Oil & filter change', 'Oil change and filter', 'this: oil filter change'],
    ['Magneto inspection and oil change', 'Magneto inspection', 'this: magneto inspection'],
    ['Left tire change', 'Tire replacement', 'this: tire change'],
    ['Transponder check', 'Transponder', 'this: transponder check'],
    ['Transponder', 'Transponder check 24 months', 'this: transponder'],
    ['50 hr', '50-hour inspection', 'this: 50 hr'],
  ])('“%s” for “%s”: %s', (visit, name, expected) => {
    expect(relation(visit, name)).toBe(expected);
  });

  test.each([
    ['Oil change 50 h', 'Fuel selector check every 50 h'],
    ['Oil change 100 h', '100-hour'],
    ['Oil change 100 h', 'Oil change 50 h'],
    ['Oil leak', 'Oil Change'],
    ['Oil', 'Oil Change'],
    ['Left main tire', 'Left magneto 500 h'],
    ['Magneto', 'Magneto overhaul'],
    ['Magneto 100 h inspection', '100-hour'],
    ['Magneto check 100 h', 'Magneto check 500 h'],
    ['Engine 1 overhaul', 'Engine 2 overhaul'],
    ['Radio swap', 'Oil Change'],
    ['Radio swap, oil inspection', 'Oil Change'],
    ['Radio swap', '100-hour'],
    ['Radio swap', 'Annual'],
    ['Annual', 'Annual fire extinguisher check'],
    ['Annual', 'Semi-annual weighing'],
    ['ELT annual check', 'Annual'],
    ['Battery ELT', 'ELT inspection'],
    ['Fuel selector valve leak', 'Fuel selector'],
    ['1', 'No. 1 fuel pump'],
    ['Left', 'Left magneto'],
    ['50 h', '50-hour oil change'],
  ])('“%s” is not for “%s”', (visit, name) => {
    expect(relation(visit, name)).toBe('other');
  });

  test.each(['', 'MX', 'Scheduled maintenance', 'Inspection', 'Service'])('“%s” names nothing', (visit) => {
    expect(relation(visit, '100-hour')).toBe('not known');
  });
});

describe('a shop visit for a grounding squawk or a directive', () => {
  test.each([
    ['Left main tire', 'Left magneto dead'],
    ['Left magneto', 'Left magneto dead'],
    ['Right magneto dead', 'Left magneto dead'],
    ['Magneto dead, left tire', 'Left magneto dead'],
    ['Oil change 50 h', 'AD fuel selector every 50 h'],
    ['Fuel selector every 50 h', 'AD fuel selector every 50 h'],
    ['AD 2011-10-08 seat tracks', 'AD 2011-10-09 seat tracks'],
    ['Annual', 'AD seat tracks annual'],
    ['Left', 'Left'],
  ])('“%s” is not for “%s”', (visit, name) => {
    expect(relation(visit, name, true, directiveNumbers(name))).toBe('other');
  });

  test.each([
    ['left magneto DEAD', 'Left magneto dead', [], 'this: left magneto dead'],
    ['Repair left magneto dead', 'Left magneto dead.', [], 'this: left magneto dead'],
    ['Fix SQ-12', 'Left magneto dead', ['SQ-12'], 'this: SQ-12'],
    ['WO 1042', 'Left magneto dead', ['1042'], 'this: 1042'],
    ['AD 2011-10-09', 'AD 2011-10-09 seat tracks', ['2011-10-09'], 'this: 2011-10-09'],
  ])('“%s” is for “%s” %j', (visit, name, ids, expected) => {
    expect(relation(visit, name, true, ids)).toBe(expected);
  });

  test.each([
    ['Fix SQ-120', ['SQ-12']],
    ['Fix SQ-12-3', ['SQ-12']],
    ['Annual 2026', ['2026']],
    ['At 1042', ['1042']],
    ['Tire', ['', ' ']],
  ])('“%s” does not name %j', (visit, ids) => {
    expect(relation(visit, 'Left magneto dead', true, ids)).toBe('other');
  });
});

test.each([
  ['AD 2011-10-09', true],
  ['AD fuel selector every 50 h', true],
  ['A.D. 76-07-12', true],
  ['Recurring ADs', true],
  ['Airworthiness Directive, seat rails', true],
  ['ad 2012-0123', true],
  ['Radio', false],
  ['Ad hoc inspection', false],
  ['100-hour', false],
])('%s is a directive: %s', (name, isOne) => {
  expect(isDirective(name)).toBe(isOne);
});
