import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { openSquawks } from './squawks.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const now = Date.parse('2026-05-12T17:00:00Z');
const aircraft = (tailNumber: string): Aircraft => ({ aircraftId: `id ${tailNumber}`, tailNumber });
const answer = (tail: string, ...records: readonly { readonly [member: string]: unknown }[]) => ({
  aircraft: aircraft(tail),
  records,
  asOf: now,
});
const tyre = { squawkId: '1', description: 'Left tyre worn', created: '2026-05-02T08:00:00' };
const radio = { squawkId: '2', description: 'COM 2 scratchy', created: '2026-05-11T08:00:00', reportedBy: 'Lee' };
const brakes = { squawkId: '3', description: 'Brakes soft', created: '2026-05-12T08:00:00', groundAircraft: true };

test('grounding squawks come first, then the longest open, and those without a date last', () => {
  const rows = openSquawks([answer('N1', radio, { description: 'Odd' }, tyre), answer('N2', brakes)], zone, now);
  expect(rows.map(({ squawk }) => squawk.description)).toEqual([
    'Brakes soft',
    'Left tyre worn',
    'COM 2 scratchy',
    'Odd',
  ]);
  expect(rows[3]?.age).toBeNull();
});

test('a squawk with the same text as an earlier one on the aircraft is a repeat, resolved or not', () => {
  const before = { squawkId: '9', description: 'Tyre worn, LEFT', created: '2026-01-05T08:00:00', resolved: true };
  const [row] = openSquawks([answer('N1', tyre, before), answer('N2', { ...tyre, squawkId: '8' })], zone, now);
  expect(row?.repeats.map(({ key }) => key)).toEqual(['9']);
});

test('a squawk sent twice is listed once, as its later version', () => {
  const rows = openSquawks([answer('N1', tyre, { ...tyre, squawkId: '1', description: 'Tyre changed' })], zone, now);
  expect(rows.map(({ squawk }) => squawk.description)).toEqual(['Tyre changed']);
});

test('every record is either listed or resolved', () => {
  const record = fc.record(
    {
      squawkId: fc.uuid(),
      description: fc.string(),
      created: fc.constantFrom('2026-05-01T08:00:00', '1753-01-01T00:00:00', null),
      resolved: fc.constantFrom(true, false, null, 'true', '2026-05-02T08:00:00', 0),
      groundAircraft: fc.boolean(),
    },
    { requiredKeys: ['squawkId'] },
  );
  fc.assert(
    fc.property(fc.uniqueArray(record, { selector: ({ squawkId }) => squawkId }), (records) => {
      const isDone = (value: unknown) => value === true || value === 'true' || String(value).startsWith('2026');
      const open = records.filter(({ resolved }) => !isDone(resolved));
      expect(openSquawks([answer('N1', ...records)], zone, now)).toHaveLength(open.length);
    }),
  );
});
