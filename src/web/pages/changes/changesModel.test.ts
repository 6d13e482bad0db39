import { describe, expect, test } from 'vitest';
import { allRead, noneRead, oldRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { type LogAnswer, type LogEntry, type LogKind, logKinds } from '#contract/gateway/log.ts';
import {
  filtersUsed,
  isNews,
  kindGroups,
  type LogChoice,
  logCsv,
  periodOptions,
  questionOf,
  shownLog,
  writtenChoice,
} from './changesModel.ts';
import { entryLook } from '#web/components/records/LogMark.tsx';

const zone = 'America/Denver';
const clock = { zone, mode: 'L' } as const;
const utc = (text: string) => Date.parse(`2026-${text}Z`);
/** It is Tuesday 12 May 2026, 1105L. */
const now = utc('05-12T17:05:00');
const moment = { now, zone, starts: ['06:00', '14:00', '22:00'], lookedAt: utc('05-12T16:00:00') };
const all: LogChoice = { period: 'all', day: '2026-05-12', kinds: [], aircraft: '', person: '', search: '' };

function entry(seq: number, at: string, kinds: readonly LogKind[] = ['back']): LogEntry {
  const facts = {
    of: 'squawk',
    id: 's',
    description: 'Soft brake',
    isGrounding: false,
    isReopened: false,
    action: null,
  } as const;
  return { seq, at: `2026-${at}Z`, kinds: [...kinds], aircraftId: 'a1', tail: 'N512SP', people: [], facts };
}

const entries = [entry(3, '05-12T17:00:00'), entry(2, '05-12T15:00:00'), entry(1, '05-11T15:00:00')];
const log: LogAnswer = {
  entries,
  total: 3,
  all: 214,
  next: null,
  from: '2026-05-01T12:00:00Z',
  at: '2026-05-12T17:05:00Z',
};
const shown = (
  more: Partial<LogAnswer> = {},
  choice: Partial<LogChoice> = {},
  until: number | null = null,
  known = allRead,
) => shownLog({ ...log, ...more }, { choice: { ...all, ...choice }, moment, clock, until, known });

describe('the log query', () => {
  test('covers a period from its start, by the operator’s clock', () => {
    const read = (choice: Partial<LogChoice>) => {
      const { from, to } = questionOf({ ...all, ...choice }, moment);
      return [from, to];
    };
    expect(read({})).toEqual([null, null]);
    expect(read({ period: 'seen' })).toEqual(['2026-05-12T16:00:00.000Z', null]);
    expect(read({ period: 'shift' })).toEqual(['2026-05-12T12:00:00.000Z', null]);
    expect(read({ period: 'last-shift' })).toEqual(['2026-05-12T04:00:00.000Z', '2026-05-12T12:00:00.000Z']);
    expect(read({ period: 'day', day: '2026-03-08' })).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T06:00:00.000Z',
    ]);
  });

  test('is read from the address, with defaults for values that cannot be read', () => {
    const read = (search: string) => writtenChoice(new URLSearchParams(search), '2026-05-12');
    expect(read('')).toEqual({ ...all, period: 'shift' });
    expect(read('period=all')).toEqual(all);
    expect(read('period=day&date=2026-05-10&kind=gone,moved&aircraft=a1&person=p1&q=lee')).toEqual({
      period: 'day',
      day: '2026-05-10',
      kinds: ['moved', 'gone'],
      aircraft: 'a1',
      person: 'p1',
      search: 'lee',
    });
    expect(read('period=year&date=today&kind=lost')).toEqual({ ...all, period: 'shift' });
  });

  test('leaves out filters that are not set', () => {
    expect(questionOf(all, moment)).toMatchObject({ kinds: [], aircraft: null, person: null, q: '' });
    expect([filtersUsed(all), filtersUsed({ kinds: ['moved', 'gone'], aircraft: 'a', person: 'p' })]).toEqual([0, 3]);
  });

  test('names shifts by the displayed clock', () => {
    const labels = (mode: 'L' | 'Z') => periodOptions(moment, { zone, mode }).map(({ label }) => label);
    expect(labels('L').slice(0, 2)).toEqual(['This shift, 0600L', 'Last shift, 2200L']);
    expect(labels('Z').slice(0, 2)).toEqual(['This shift, 1200Z', 'Last shift, 0400Z']);
  });
});

describe('the change log', () => {
  test('shows the count, the days, and since when the log is complete', () => {
    const { count, days, shown: part, began } = shown({ all: 3 });
    expect(count).toBe('3 in all');
    expect(days.map(({ title, entries: own }) => [title, own.length])).toEqual([
      ['Today, Tue 12 May', 2],
      ['Yesterday, Mon 11 May', 1],
    ]);
    expect(part).toBeNull();
    expect(began).toContain('Complete since Fri 1 May 0600L.');
  });

  test('shows matches out of the total when filtered, and how many are displayed', () => {
    expect(shown({}, { kinds: ['back'] }).count).toBe('3 of 214');
    expect(shown({ total: 1_500, all: 20_000 }, { search: 'lee' })).toMatchObject({
      count: '1,500 of 20,000',
      shown: '3 of 1,500 shown',
    });
  });

  test('holds back and counts new entries while someone reads further down', () => {
    const { days, held } = shown({}, {}, 2);
    expect([days.flatMap(({ entries: own }) => own.map(({ seq }) => seq)), held]).toEqual([[2, 1], 1]);
  });

  test('marks what is new since the last look', () => {
    expect(shown().news).toBe(1);
    expect(entries.map((one) => isNews(one, moment.lookedAt))).toEqual([true, false, false]);
    expect(isNews(entry(4, '05-12T16:00:00'), moment.lookedAt)).toBe(false);
  });

  test.each<[string, Partial<LogAnswer>, Partial<LogChoice>]>([
    ['Nothing has changed since Fri 1 May 0600L, when the log began.', { all: 0 }, { search: 'lee' }],
    ['No changes match these filters.', {}, { aircraft: 'a1', period: 'seen' }],
    ['Nothing has changed since you last looked, 1000L.', {}, { period: 'seen' }],
    ['Nothing has changed since this shift began, 0600L.', {}, { period: 'shift' }],
    ['Nothing changed in the last shift.', {}, { period: 'last-shift' }],
    ['Nothing changed on Sun 10 May.', {}, { period: 'day', day: '2026-05-10' }],
  ])('says when it is empty: %s', (words, more, choice) => {
    expect(shown({ entries: [], total: 0, ...more }, choice).empty?.text).toBe(words);
  });

  test.each<[string, Partial<LogChoice>]>([
    ['Nothing has changed since 1010L, when the log began.', { period: 'seen' }],
    ['Nothing has changed since 1010L, when the log began.', { period: 'shift' }],
    ['Not known: the log began 1010L.', { period: 'last-shift' }],
    ['Not known: the log began 1010L.', { period: 'day', day: '2026-05-10' }],
    ['Nothing has changed since 1010L, when the log began.', { period: 'day', day: '2026-05-12' }],
  ])('says when it began later than the chosen period: %s', (words, choice) => {
    const from = '2026-05-12T16:10:00Z';
    expect(shown({ entries: [], total: 0, from }, choice).empty?.text).toBe(words);
  });

  test('says when it began during a past day', () => {
    const none = { entries: [], total: 0, from: '2026-05-11T16:10:00Z' };
    expect(shown(none, { period: 'day', day: '2026-05-11' }).empty?.text).toBe(
      'Nothing changed after yesterday 1010L, when the log began.',
    );
  });

  test('is unknown before the reservations have been read, or when the last reading is old', () => {
    const none = { entries: [], total: 0, all: 0 };
    expect([noneRead, oldRead].map((known) => shown(none, {}, null, known))).toMatchObject([
      { count: 'Not known yet', empty: { text: 'Not known yet: waiting for data.', isKnown: false } },
      { count: 'Not known', empty: { text: 'Not known since yesterday 1105L.', isKnown: false } },
    ]);
  });
});

describe('the mark of a log entry', () => {
  test('comes from a kind that can be chosen exactly once', () => {
    expect(kindGroups.flatMap(({ kinds }) => kinds).toSorted()).toEqual([...logKinds].toSorted());
  });

  test('is that of the most serious kind', () => {
    const look = (...kinds: LogKind[]) => entryLook(entry(1, '05-12T17:00:00', kinds));
    expect(look('squawk-opened', 'squawk-grounds')).toEqual({ shape: 'octagon', tone: 'expired' });
    expect(look('reading-jumped', 'reading-backward').tone).toBe('warning');
    expect(look('moved', 'checked-out').shape).toBe('half');
  });

  test('of a reminder follows its current status', () => {
    const of = (id: number | null) =>
      entryLook({
        kinds: ['reminder-status'],
        facts: { of: 'reminder', key: 'r', name: 'Annual', before: null, after: id === null ? null : { id, name: '' } },
      });
    expect([of(3).tone, of(2).tone, of(1).tone, of(null).tone]).toEqual(['expired', 'warning', 'ok', 'inactive']);
  });

  test('follows a reminder’s worse axis, and is plain when only the limit changed', () => {
    const [ok, expired] = [
      { id: 1, name: 'OK' },
      { id: 3, name: 'Expired' },
    ];
    const facts = { of: 'reminder', key: 'r', name: 'Annual', before: ok, after: ok } as const;
    const axes = [{ axis: 'date' as const, before: ok, after: expired }];
    expect(entryLook({ kinds: ['reminder-status'], facts: { ...facts, axes } }).tone).toBe('expired');
    expect(entryLook({ kinds: ['reminder-limit'], facts: { ...facts, after: expired } }).tone).toBe('plain');
  });
});

async function* pages() {
  yield entries.slice(0, 2);
  yield entries.slice(2);
}

test('the CSV file has one line per entry and reports its progress', async () => {
  const counts: number[] = [];
  let file = '';
  for await (const piece of logCsv(pages(), clock, (count) => counts.push(count))) file += piece;
  expect(file.split('\r\n').map((line) => line.slice(0, 23))).toEqual([
    '\uFEFFSeen (America/Denver),',
    '2026-05-12 11:00,Back,N',
    '2026-05-12 09:00,Back,N',
    '2026-05-11 09:00,Back,N',
    '',
  ]);
  expect(counts).toEqual([2, 3]);
});
