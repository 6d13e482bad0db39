import type { LogAnswer, LogEntry, LogPlan } from '#contract/gateway/log.ts';

/**
 * An answer of `/replica/log` written by hand, because the clock of the pictures' school is fixed: two days with every kind of
 * entry.
 */

type Given = Pick<LogEntry, 'at' | 'kinds' | 'facts'> & Partial<LogEntry>;

const aircraftId = 'fd9a106b-ac39-430a-84b3-241732068ae6';
const pilot = { userId: '83786670-a47d-4c88-8ffd-49213d7ca665', name: 'Yuki Murphy' };
const instructor = { userId: '01907105-00cc-478c-8346-71c3db48c783', name: 'Deepa Volkov' };

function plan(more: Partial<LogPlan> = {}): LogPlan {
  return {
    start: '2026-05-12T19:00:00Z',
    end: '2026-05-12T21:00:00Z',
    aircraftId,
    tail: 'N512SP',
    instructor: instructor.name,
    pilots: [pilot.name],
    status: 'Reserved',
    ...more,
  };
}

function reservation(before: LogPlan | null, after: LogPlan | null): LogEntry['facts'] {
  return {
    of: 'reservation',
    key: '2d1f9d4e-0000-4000-8000-000000000001',
    what: 'Dual Flight Training',
    before,
    after,
  };
}

function reminder(name: string, before: number, after: number): LogEntry['facts'] {
  const status = (id: number) => ({ id, name: ['OK', 'Warning', 'Expired'][id - 1] ?? '' });
  return { of: 'reminder', key: 'r1', name, before: status(before), after: status(after) };
}

function squawk(description: string, more: Partial<Extract<LogEntry['facts'], { of: 'squawk' }>> = {}) {
  return { of: 'squawk', id: 's1', description, isGrounding: false, isReopened: false, action: null, ...more } as const;
}

const later = plan({ start: '2026-05-12T20:00:00Z', end: '2026-05-12T22:00:00Z' });
const nobody: Pick<LogEntry, 'people'> = { people: [] };

const given: readonly Given[] = [
  { at: '2026-05-12T17:03:00Z', kinds: ['moved'], facts: reservation(plan(), later) },
  {
    at: '2026-05-12T17:01:00Z',
    kinds: ['moved', 'aircraft-swapped'],
    facts: reservation(plan({ tail: 'N286PA', aircraftId: 'a2' }), later),
  },
  {
    at: '2026-05-12T16:58:00Z',
    kinds: ['instructor-swapped'],
    facts: reservation(plan({ instructor: 'Scott Hoang' }), plan()),
  },
  { at: '2026-05-12T16:41:00Z', kinds: ['checked-out'], facts: reservation(plan(), plan({ status: 'Checked Out' })) },
  {
    at: '2026-05-12T16:33:00Z',
    kinds: ['back'],
    facts: reservation(plan({ status: 'Checked Out' }), plan({ status: 'Completed' })),
    tail: 'Frasca Mentor',
  },
  {
    at: '2026-05-12T16:20:00Z',
    kinds: ['squawk-opened', 'squawk-grounds'],
    facts: squawk('Left brake soft, pedal goes to the floor', { isGrounding: true }),
    ...nobody,
  },
  { at: '2026-05-12T15:45:00Z', kinds: ['reminder-status'], facts: reminder('100-Hour Inspection', 2, 3), ...nobody },
  { at: '2026-05-12T15:44:00Z', kinds: ['reminder-status'], facts: reminder('Oil and Filter Change', 1, 2), ...nobody },
  {
    at: '2026-05-12T15:40:00Z',
    kinds: ['reading-jumped'],
    facts: {
      of: 'readings',
      readings: [
        { meter: 'hours', before: 4093.8, after: 4193.8, reminders: ['100-Hour Inspection', 'Oil and Filter Change'] },
      ],
    },
    ...nobody,
  },
  {
    at: '2026-05-12T15:10:00Z',
    kinds: ['reading-backward'],
    facts: { of: 'readings', readings: [{ meter: 'hours', before: 3224.7, after: 3223.8, reminders: ['Annual'] }] },
    ...nobody,
  },
  { at: '2026-05-12T14:30:00Z', kinds: ['status'], facts: reservation(plan(), plan({ status: 'Confirmed' })) },
  {
    at: '2026-05-12T14:02:00Z',
    kinds: ['pilot-swapped'],
    facts: reservation(plan({ pilots: ['Jin Sanchez'] }), plan()),
  },
  { at: '2026-05-12T02:15:00Z', kinds: ['gone'], facts: reservation(plan(), plan({ status: 'Cancelled' })) },
  {
    at: '2026-05-12T01:20:00Z',
    kinds: ['booked'],
    facts: reservation(null, plan({ start: '2026-05-14T14:00:00Z', end: '2026-05-14T16:30:00Z' })),
  },
  {
    at: '2026-05-11T22:05:00Z',
    kinds: ['squawk-resolved'],
    facts: squawk('Nose wheel shimmy on landing', { action: 'Shimmy damper serviced' }),
    ...nobody,
  },
  { at: '2026-05-11T21:30:00Z', kinds: ['squawk-released'], facts: squawk('Alternator light'), ...nobody },
  { at: '2026-05-11T21:00:00Z', kinds: ['squawk-unlisted'], facts: squawk('Cabin door seal'), ...nobody },
];

export const sampleLog: LogAnswer = {
  entries: given.map((entry, index) => ({
    seq: 1_000 - index,
    aircraftId,
    tail: 'N512SP',
    people: [instructor, pilot],
    ...entry,
  })),
  total: 1_284,
  all: 1_284,
  next: 1_000 - given.length,
  from: '2026-02-11T12:00:00Z',
  at: '2026-05-12T17:05:00Z',
};
