import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '#contract/operations.ts';
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
    return wantedNow({ records: () => [], overlapping: () => stored }, now, 'America/Denver').flyers;
  };
  const none = () => [];
  const group = (schedulingGroup: unknown) => ({ aircraftOption: { aircraft: null, schedulingGroup } });

  it('fly an aircraft, or wait for one of a group', () => {
    expect(flyersOf({ aircraft: { aircraftId: idOf(2) } }).size).toBe(1);
    expect(flyersOf({ aircraft: null, ...group({ groupId: 4 }) }).size).toBe(1);
    expect(flyersOf({ aircraft: null, ...group(null) }).size).toBe(0);
    expect(flyersOf({}).size).toBe(0);
  });

  const minutes = 60;
  it.each<[string, object, number]>([
    ['alone today', {}, 15 * minutes],
    ['alone at an unknown time', { startTime: null }, 15 * minutes],
    ['alone tomorrow', { startTime: '2026-05-13T19:00:00Z' }, 60 * minutes],
    ['with an instructor today', { instructor: { userId: idOf(3) } }, 60 * minutes],
    [
      'solo today, supervised by an instructor',
      { instructor: { userId: idOf(3) }, activityType: { name: 'Supervised Solo' } },
      15 * minutes,
    ],
    [
      'solo today by the lesson, with an instructor on the ground',
      { instructor: { userId: idOf(3) }, training: { sessions: [{ lesson: { name: 'First solo' } }] } },
      15 * minutes,
    ],
    [
      'solo today in another language',
      { instructor: { userId: idOf(3) }, activityType: { name: 'Alleinflug' } },
      15 * minutes,
    ],
  ])('who fly %s are asked for again at the age that this needs', (_, more, seconds) => {
    const flight = { aircraft: { aircraftId: idOf(2) }, startTime: '2026-05-12T20:00:00Z', ...more };
    expect(flyersOf(flight)).toEqual(new Map([[idOf(1), seconds]]));
  });
});

it('one odd record takes nobody from the others, whatever its members hold', () => {
  const names = Object.keys(operations.listReservations.item.def.shape);
  const plain = { aircraft: { aircraftId: idOf(2) }, pilots: [{ userId: idOf(1) }], startTime: '2026-05-12T20:00:00Z' };
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
      const slims = [{ ...plain, [name]: value }, plain].map((slim) => ({ slim: JSON.stringify(slim) }));
      const storage = { records: () => [], overlapping: () => slims as unknown as [] };
      expect(wantedNow(storage, now, 'America/Denver').flyers.get(idOf(1))).toBe(15 * 60);
    }),
    {
      numRuns: 500,
      examples: [
        ['pilots', 'Sam Garcia'],
        ['instructor', 7],
        ['activityType', ['Solo']],
      ],
    },
  );
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
