import { describe, expect, test } from 'vitest';
import { person, slot } from '#e2e/samples/sampleSchedule.ts';
import { aircraft } from '#e2e/samples/sampleMaintenance.ts';
import { keptRows, resourceKinds, resourcesOf } from '#domain/timeline/resources.ts';
import { keepSame } from './replica.ts';

const fleet = ['a1', 'a9'].map((aircraftId) =>
  aircraft({ aircraftId, tailNumber: aircraftId.toUpperCase().replace('A', 'N') }),
);
const instructors = [{ userId: 'Ana Lee', firstName: 'Ana', lastName: 'Lee', instructorStatus: { id: 1, name: '' } }];

describe('from one answer to the next', () => {
  const bookings = [slot('a', '12:00', '13:00'), slot('b', '14:00', '15:00', { aircraft: { aircraftId: 'a9' } })];
  const again = () => bookings.map((booking) => ({ ...booking, record: structuredClone(booking.record) }));

  test('nothing new is the very same list of bookings and of rows', () => {
    const kept = keepSame(bookings, again());
    expect(kept).toBe(bookings);
    for (const kind of resourceKinds) {
      const before = resourcesOf(kind, { bookings, fleet, instructors });
      expect(keptRows(before, resourcesOf(kind, { bookings: kept, fleet, instructors }))).toBe(before);
    }
  });

  test('one changed booking is one new booking and one new row', () => {
    const before = resourcesOf('aircraft', { bookings, fleet, instructors });
    const next = keepSame(bookings, [again()[0]!, slot('b', '14:00', '15:30', { aircraft: { aircraftId: 'a9' } })]);
    expect(next.map((booking, index) => booking === bookings[index])).toEqual([true, false]);
    const after = keptRows(before, resourcesOf('aircraft', { bookings: next, fleet, instructors }));
    expect(after.filter((row) => !before.includes(row)).map(({ label }) => label)).toEqual(['N9']);
  });

  test('a member deep in the record, one that is gone, and other readings of the times count as changes', () => {
    const pilots = [person('Sam Garcia')];
    const old = slot('a', '12:00', '13:00', { pilots });
    const renamed = slot('a', '12:00', '13:00', { pilots: [{ ...pilots[0]!, lastName: 'Lopez' }] });
    const { displayName: _, ...without } = { ...old.record, displayName: null };
    expect(keepSame([old], [renamed])[0]).toBe(renamed);
    expect(
      keepSame([{ ...old, record: { ...old.record, displayName: null } }], [{ ...old, record: without }])[0]!.record,
    ).toBe(without);
    expect(keepSame([old], [{ ...old, start: old.start - 1 }])[0]!.start).toBe(old.start - 1);
  });
});
