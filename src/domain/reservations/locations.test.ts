import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationsIn } from './locations.ts';

test('finds locations wherever an answer mentions them, each once, by name', () => {
  const answer = [
    {
      aircraft: { location: { locationId: 'l2', name: 'Pueblo' } },
      pilots: [{ locations: [{ id: 7, name: 'Annex' }] }],
    },
    { pilots: [{ locations: [{ locationId: 'l2', name: 'Pueblo' }, { locationId: 'l3' }] }] },
  ];
  expect(locationsIn(answer)).toEqual([
    { id: '7', name: 'Annex' },
    { id: 'l3', name: 'l3' },
    { id: 'l2', name: 'Pueblo' },
  ]);
});

test('takes nothing for a location that is none', () => {
  const odd = {
    id: 'x',
    name: 'Not below a location',
    location: null,
    locations: ['KCOS', null, { name: 'no id' }, { id: '' }],
  };
  expect(locationsIn(odd)).toEqual([]);
});

test('survives any answer', () => {
  fc.assert(fc.property(fc.jsonValue(), (answer) => Array.isArray(locationsIn({ location: answer }))));
});
