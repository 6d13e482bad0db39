import { describe, expect, it } from 'vitest';
import { slimReservation } from '#server/replica/views/slim.ts';
import { wantedNow } from './wanted.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const idOf = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;

const wantedWith = (statuses: readonly unknown[]) => {
  const records = statuses.map((status, index) => {
    const aircraftId = idOf(index);
    return { id: aircraftId, json: JSON.stringify({ aircraftId, status }), hash: '' };
  });
  return wantedNow({ records: () => records, overlapping: () => [] }, now, 'America/Denver').aircraft;
};

describe('the people who are wanted', () => {
  const flyersOf = (record: object) => {
    const slim = slimReservation({ pilots: [{ userId: idOf(1) }], ...record });
    const stored = [{ slim: JSON.stringify(slim) }] as unknown as ReturnType<typeof none>;
    return wantedNow({ records: () => [], overlapping: () => stored }, now, 'America/Denver').flyers.size;
  };
  const none = () => [];
  const group = (schedulingGroup: unknown) => ({ aircraftOption: { aircraft: null, schedulingGroup } });

  it('fly an aircraft, or wait for one of a group', () => {
    expect(flyersOf({ aircraft: { aircraftId: idOf(2) } })).toBe(1);
    expect(flyersOf({ aircraft: null, ...group({ groupId: 4 }) })).toBe(1);
    expect(flyersOf({ aircraft: null, ...group(null) })).toBe(0);
    expect(flyersOf({})).toBe(0);
  });
});

describe('the aircraft that are wanted', () => {
  it('are deleted by the name of their status, or by its id if that is all there is', () => {
    const statuses = [
      { id: 2, name: 'Deleted' },
      { name: 'deleted' },
      { id: 2 },
      { id: 1, name: 'Active' },
      { name: 'Inactive' },
      null,
      'Deleted',
    ];
    expect([...wantedWith(statuses).values()].map(({ isDeleted }) => isDeleted)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('have an id that an address can hold', () => {
    const records = [
      { id: 'x/y', json: '{}', hash: '' },
      { id: idOf(1), json: '{}', hash: '' },
    ];
    const { aircraft } = wantedNow({ records: () => records, overlapping: () => [] }, now, 'America/Denver');
    expect([...aircraft.keys()]).toEqual([idOf(1)]);
  });
});
