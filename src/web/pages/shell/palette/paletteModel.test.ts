import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byGroup, findTargets, type Target } from './paletteModel.ts';

const target = (label: string, hint = '', group = 'Any'): Target => ({ id: label, label, hint, group });
const found = (targets: readonly Target[], text: string) => findTargets(targets, text).map(({ label }) => label);

const fleet = ['N512SP', 'N5120', 'N9512', 'N512-RG', 'Redbird 2'].map((tail) => target(tail, 'Cessna 172S'));

describe('an aircraft is found', () => {
  test('by its last three, before those that have them anywhere', () => {
    expect(found(fleet, '512')).toEqual(['N9512', 'N512SP', 'N5120', 'N512-RG']);
  });

  test('by its tail number, whatever the letter case or dashes', () => {
    expect(found(fleet, 'n512rg')).toEqual(['N512-RG']);
    expect(found(fleet, '2sp')).toEqual(['N512SP']);
  });

  test('by what it is', () => {
    expect(found(fleet, 'cessna red')).toEqual(['Redbird 2']);
  });
});

test('what begins with the text comes before what has it in the middle', () => {
  const pages = ['Equipment', 'Maintenance', 'Fleet', 'Timeline'].map((label) => target(label));
  expect(found(pages, 'm')).toEqual(['Maintenance', 'Equipment', 'Timeline']);
  expect(found(pages, '')).toEqual(['Equipment', 'Maintenance', 'Fleet', 'Timeline']);
});

test('accents do not matter, and every word must be found', () => {
  const people = [target('José Núñez'), target('Jose Smith')];
  expect(found(people, 'jose nunez')).toEqual(['José Núñez']);
  expect(found(people, 'jose x')).toEqual([]);
});

test('what is found holds the text, and nothing is invented', () => {
  const words = fc.array(fc.stringMatching(/^[a-c]{1,3}$/), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words.map((list) => list.join(' '))),
      fc.stringMatching(/^[a-c]{1,3}$/),
      (labels, text) => {
        const expected = labels.filter((label) => label.includes(text));
        expect(
          new Set(
            found(
              labels.map((label) => target(label)),
              text,
            ),
          ),
        ).toEqual(new Set(expected));
      },
    ),
  );
});

test('groups stand in the order of their best, none longer than asked', () => {
  const list = [target('a', '', 'One'), target('b', '', 'Two'), target('c', '', 'One'), target('d', '', 'One')];
  expect(byGroup(list, 2).map(({ group, targets }) => `${group}: ${targets.map(({ label }) => label).join()}`)).toEqual(
    ['One: a,c', 'Two: b'],
  );
});
