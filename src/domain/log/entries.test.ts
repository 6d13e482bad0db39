import { describe, expect, test } from 'vitest';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { FreeForm } from '#contract/objects.ts';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import type { LoggedRecord } from './drafts.ts';
import { logEntries } from './entries.ts';
import { entryLink, entryWords, kindsText, searchText } from './words.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const clock = { zone: zone.name, mode: 'L' } as const;
/** It is Tuesday 12 May 2026, 1105L. */
const at = '2026-05-12T17:05:00.000Z';
const guid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`;
const [n512, n286] = [guid('3'), guid('b')];
const context = {
  zone,
  tailOf: (id: string) => new Map([[n512, 'N512SP']]).get(id) ?? null,
  passed: 5 * 60_000,
};

const garcia = { userId: guid('6'), firstName: 'Sam', lastName: 'Garcia' };
const lee = { userId: guid('4'), firstName: 'Ana', lastName: 'Lee' };
const fox = { userId: guid('7'), firstName: 'Tom', lastName: 'Fox' };

/** A dual flight of today, 1300L to 1500L. */
function flight(more: FreeForm = {}): FreeForm {
  return {
    ...reservation,
    reservationId: guid('a'),
    startTime: '2026-05-12T19:00:00Z',
    endTime: '2026-05-12T21:00:00Z',
    reservationType: { displayTypeId: 0, name: 'Standard' },
    activityType: { name: 'Dual Flight Training' },
    aircraft: { aircraftId: n512, tailNumber: 'N512SP' },
    aircraftOption: null,
    pilots: [garcia],
    instructor: lee,
    reservationStatus: { id: 0, name: 'Reserved' },
    ...more,
  };
}

const ofReservation = (before: unknown, after: unknown, scope = ''): LoggedRecord => {
  return { set: 'reservations', scope, id: guid('a'), before, after };
};
const ofSquawk = (before: unknown, after: unknown): LoggedRecord => {
  return { set: 'squawks', scope: n512, id: 's1', before, after };
};

function entriesOf(...changes: LoggedRecord[]): LogEntry[] {
  return logEntries(changes, context).map((draft, seq) => ({ ...draft, seq, at }));
}

/** `Moved · N512SP · moved from 1300L to 1400L · Dual Flight Training · Sam Garcia, Ana Lee`. */
function textsOf(...changes: LoggedRecord[]): string[] {
  return entriesOf(...changes).map((entry) => {
    const { words, about, who } = entryWords(entry, clock);
    return [kindsText(entry.kinds), entry.tail, words, about, who].filter(Boolean).join(' · ');
  });
}

const times = (start: string, end: string) => ({ startTime: `2026-05-${start}:00Z`, endTime: `2026-05-${end}:00Z` });
const status = (id: number, name: string) => ({ reservationStatus: { id, name } });

const reservationChanges: [string, FreeForm | null, FreeForm | null, string][] = [
  ['booked', null, flight(), 'Booked · N512SP · 1300L to 1500L · Dual Flight Training · Sam Garcia, Ana Lee'],
  [
    'booked for another day',
    null,
    flight(times('14T19:00', '15T02:00')),
    'Booked · N512SP · Thu 14 May 1300L to 2000L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'moved by an hour',
    flight(),
    flight(times('12T20:00', '12T22:00')),
    'Moved · N512SP · moved from 1300L to 1400L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'moved to another day, and longer',
    flight(),
    flight(times('14T14:00', '14T17:00')),
    'Moved · N512SP · moved from 1300L to Thu 14 May 0800L, until Thu 14 May 1100L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'shortened',
    flight(),
    flight(times('12T19:00', '12T20:30')),
    'Moved · N512SP · until 1430L, was until 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'deleted',
    flight(),
    null,
    'Removed · N512SP · was 1300L to 1500L, deleted · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'cancelled',
    flight(),
    flight(status(5, 'Cancelled')),
    'Removed · N512SP · was 1300L to 1500L, now Cancelled · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'put on another aircraft',
    flight({ aircraft: { aircraftId: n286, tailNumber: 'N286PA' } }),
    flight(),
    'Aircraft swapped · N512SP · N512SP in place of N286PA · 1300L to 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'given to another instructor',
    flight({ instructor: fox }),
    flight(),
    'Instructor swapped · N512SP · Ana Lee in place of Tom Fox · 1300L to 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'left by its instructor',
    flight(),
    flight({ instructor: null }),
    'Instructor swapped · N512SP · without Ana Lee · 1300L to 1500L · Dual Flight Training · Sam Garcia',
  ],
  [
    'joined by a pilot',
    flight(),
    flight({ pilots: [garcia, fox] }),
    'Pilot swapped · N512SP · with Tom Fox · 1300L to 1500L · Dual Flight Training · Sam Garcia, Tom Fox, Ana Lee',
  ],
  [
    'given to a namesake',
    flight({ pilots: [{ ...garcia, userId: guid('8') }] }),
    flight(),
    'Pilot swapped · N512SP · another pilot of the same name · 1300L to 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'checked out',
    flight(),
    flight(status(1, 'Checked Out')),
    'Checked out · N512SP · due back 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'back',
    flight(status(1, 'Checked Out')),
    flight(status(2, 'Completed')),
    'Back · N512SP · was due 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'given another status',
    flight(),
    flight(status(7, 'Confirmed')),
    'Status changed · N512SP · Reserved → Confirmed · 1300L to 1500L · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
  [
    'moved and put on another aircraft at once, which is one entry',
    flight({ aircraft: { aircraftId: n286, tailNumber: 'N286PA' } }),
    flight(times('12T20:00', '12T22:00')),
    'Moved, aircraft swapped · N512SP · moved from 1300L to 1400L, N512SP in place of N286PA · Dual Flight Training · Sam Garcia, Ana Lee',
  ],
];

describe('reservations', () => {
  test.each(reservationChanges)('%s', (_, before, after, words) => {
    expect(textsOf(ofReservation(before, after))).toEqual([words]);
  });

  test.each<[string, FreeForm | null, FreeForm | null]>([
    ['a remark', flight(), flight({ comment: 'Bring headset' })],
    ['another spelling of the aircraft’s id', flight(), flight({ aircraft: { aircraftId: n512.toUpperCase() } })],
    ['pilots in another order', flight({ pilots: [garcia, fox] }), flight({ pilots: [fox, garcia] })],
    ['a reservation that is cancelled at first sight', null, flight(status(5, 'Cancelled'))],
    ['the deletion of a cancelled reservation', flight(status(5, 'Cancelled')), null],
    ['an unreadable record', flight(), 'not a record' as unknown as FreeForm],
  ])('the log does not follow %s', (_, before, after) => {
    expect(textsOf(ofReservation(before, after))).toEqual([]);
  });

  test('a completed class does not bring an aircraft back', () => {
    const lesson = flight({ reservationType: { displayTypeId: 2, name: 'Class' }, aircraft: null, pilots: [] });
    const [entry] = entriesOf(ofReservation(lesson, { ...lesson, ...status(2, 'Completed') }));
    expect(entry).toMatchObject({ kinds: ['status'], tail: null, aircraftId: null });
  });

  test('a reservation that leaves the list of running ones is not gone', () => {
    expect(textsOf(ofReservation(flight(status(1, 'Checked Out')), null, 'running'))).toEqual([]);
    expect(textsOf(ofReservation(null, flight(), 'running'))).toEqual([]);
    expect(
      textsOf(ofReservation(flight(status(1, 'Checked Out')), flight(status(2, 'Completed')), 'running')),
    ).toHaveLength(1);
  });

  test("an entry names everyone who was or is on it, and links to the reservation's new day", () => {
    const [entry] = entriesOf(ofReservation(flight({ instructor: fox }), flight(times('14T19:00', '14T21:00'))));
    expect(entry?.people.map(({ name }) => name).toSorted()).toEqual(['Ana Lee', 'Sam Garcia', 'Tom Fox']);
    expect(entry && entryLink(entry, zone.name)).toBe(`/reservations?date=2026-05-14&reservation=${guid('a')}`);
    expect(entry && searchText(entry).includes('tom fox')).toBe(true);
  });
});

describe('squawks', () => {
  const squawk = (more: FreeForm = {}): FreeForm => ({
    squawkId: 's1',
    description: 'Left brake soft',
    resolved: false,
    groundAircraft: false,
    ...more,
  });
  const grounding = squawk({ groundAircraft: true });
  const resolved = squawk({ resolved: true, correctiveAction: 'Bled brakes' });

  test.each<[string, FreeForm | null, FreeForm | null, string]>([
    ['opened', null, squawk(), 'Squawk opened · N512SP · Left brake soft'],
    ['opened and grounding', null, grounding, 'Squawk opened, grounds the aircraft · N512SP · Left brake soft'],
    ['now grounding', squawk(), grounding, 'Grounds the aircraft · N512SP · Left brake soft'],
    ['no longer grounding', grounding, squawk(), 'No longer grounds · N512SP · Left brake soft'],
    [
      'grounding by its severity',
      squawk(),
      squawk({ severity: 'AOG' }),
      'Grounds the aircraft · N512SP · Left brake soft',
    ],
    ['resolved', squawk(), resolved, 'Squawk resolved · N512SP · Left brake soft · Bled brakes'],
    ['no longer listed', squawk(), null, 'Squawk not listed · N512SP · Left brake soft'],
    ['opened again', resolved, squawk(), 'Squawk opened · N512SP · Left brake soft · reopened'],
  ])('%s', (_, before, after, words) => {
    expect(textsOf(ofSquawk(before, after))).toEqual([words]);
  });

  test('a squawk that is first seen resolved, then disappears, or does not tell whether it still grounds gives no entry', () => {
    expect(
      textsOf(
        ofSquawk(null, resolved),
        ofSquawk(resolved, null),
        ofSquawk(squawk(), squawk({ note: 1 })),
        ofSquawk(grounding, squawk({ groundAircraft: '?' })),
      ),
    ).toEqual([]);
  });
});

test('other kinds of records give no entry', () => {
  const user = { set: 'users', scope: '', id: 'u1', before: null, after: garcia } as const;
  expect(entriesOf(user, { ...user, set: 'aircraft', before: { status: 1 }, after: { status: 0 } })).toEqual([]);
});
