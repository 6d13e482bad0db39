import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Booking, Group } from './bookings.ts';
import { packedBookings, SharedGroups, unpackedBookings } from './packed.ts';

const group = fc.option(fc.record<Group>({ key: fc.string(), name: fc.string() }), { nil: null });
const booking = fc.record<Booking>({
  id: fc.string(),
  start: fc.integer(),
  end: fc.integer(),
  of: fc.record({ aircraft: group, model: group, location: group, instructor: group }),
  students: fc.array(fc.string()),
  kind: fc.constantFrom('flight', 'shop', 'other', 'time off'),
  status: fc.constantFrom('void', 'completed', 'checked out', 'reserved or unclear'),
  statusName: fc.string(),
});

it('gives back every booking as it was, over JSON', () => {
  fc.assert(
    fc.property(fc.array(booking), (bookings) => {
      const text = JSON.stringify(packedBookings(bookings));
      expect(unpackedBookings(JSON.parse(text), new SharedGroups())).toEqual(bookings);
    }),
  );
});

it('shares equal groups, and takes nothing from what another version wrote', () => {
  const one: Booking = {
    id: 'a',
    start: 1,
    end: 2,
    of: { aircraft: { key: 'n1', name: 'N1' }, model: null, location: null, instructor: null },
    students: ['s'],
    kind: 'flight',
    status: 'completed',
    statusName: 'Completed',
  };
  const shared = new SharedGroups();
  const packed = packedBookings([one, { ...one, id: 'b' }]);
  const [first, second] = unpackedBookings(packed, shared) ?? [];
  const [again] = unpackedBookings(packed, shared) ?? [];
  expect(first?.of.aircraft).toBe(second?.of.aircraft);
  expect(again?.of.aircraft).toBe(first?.of.aircraft);
  expect(unpackedBookings({ ...packed, version: 0 }, shared)).toBeNull();
  expect(unpackedBookings({ ...packed, rows: [['a', 1]] }, shared)).toBeNull();
  expect(unpackedBookings([one], shared)).toBeNull();
});
