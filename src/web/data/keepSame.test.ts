import { describe, expect, test } from 'vitest';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraft } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { keptRows, resourceKinds, resourcesOf } from '#domain/timeline/resources.ts';
import { keepSame } from './replica.ts';

const fleet = ['a1', 'a9'].map((aircraftId) =>
  aircraft({ aircraftId, tailNumber: aircraftId.toUpperCase().replace('A', 'N') }),
);
const instructors = [{ userId: 'Ana Lee', firstName: 'Ana', lastName: 'Lee', instructorStatus: { id: 1, name: '' } }];

describe('data kept from one answer to the next', () => {
  const reservations = [slot('a', '12:00', '13:00'), slot('b', '14:00', '15:00', { aircraft: { aircraftId: 'a9' } })];
  const again = () =>
    reservations.map((reservation) => ({ ...reservation, record: structuredClone(reservation.record) }));

  test('is the same list of reservations and rows when nothing changed', () => {
    const kept = keepSame(reservations, again());
    expect(kept).toBe(reservations);
    for (const kind of resourceKinds) {
      const before = resourcesOf(kind, { reservations, fleet, instructors });
      expect(keptRows(before, resourcesOf(kind, { reservations: kept, fleet, instructors }))).toBe(before);
    }
  });

  test('has one new reservation and one new row for one change', () => {
    const before = resourcesOf('aircraft', { reservations, fleet, instructors });
    const next = keepSame(reservations, [again()[0]!, slot('b', '14:00', '15:30', { aircraft: { aircraftId: 'a9' } })]);
    expect(next.map((reservation, index) => reservation === reservations[index])).toEqual([true, false]);
    const after = keptRows(before, resourcesOf('aircraft', { reservations: next, fleet, instructors }));
    expect(after.filter((row) => !before.includes(row)).map(({ label }) => label)).toEqual(['N9']);
  });

  test('counts a deep or removed member, and times read differently, as changes', () => {
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
