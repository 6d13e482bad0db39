import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { schoolThresholds } from '#domain/thresholds.ts';
import { boardScreens, defaultSettings, type ScreenTurn } from '#domain/wall/settings.ts';
import {
  buildIn,
  connectionFacts,
  copyWarnings,
  findingsOf,
  incompleteParts,
  noFindingsText,
  previewSize,
  secondsChoices,
  serviceAnswer,
  storageText,
  textSizeText,
  thresholdRows,
  withScreen,
  withSeconds,
  zoneConflict,
  zoneFacts,
} from './model.ts';

const school: Config = {
  operatorId: 1001,
  operatorName: 'Front Range Aviators',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 6000,
  embedded: true,
  position: { latitude: 38.8, longitude: -104.7 },
};

test('thresholds are listed with their defaults, and regulations without a setting', () => {
  const { rows, count } = thresholdRows({
    thresholds: { NOT_BACK_RED_MINUTES: 45, SHOP_VISIT_HOURS: 1, HOURS_FACTOR: 0.69 },
    timeZone: 'America/Denver',
  });
  expect(count).toBe(`${rows.length} in all, 2 set by the school`);
  const figures = new Map(rows.map(({ name, figure, source, setting }) => [name, [figure, source, setting]]));
  expect([...figures.values()].map(([, , setting]) => setting)).toEqual(
    expect.arrayContaining(Object.values(schoolThresholds).map(({ setting }) => setting)),
  );
  expect(figures.get('Shop: opens')).toEqual(['0800', 'usual', 'SHOP_OPENS_HOUR']);
  expect(figures.get('Shop: days a week')).toEqual(['5 working days', 'usual', 'SHOP_DAYS']);
  expect(figures.get('Grace')).toEqual(['10 minutes', 'usual', 'LATE_GRACE_MINUTES']);
  expect(figures.get('Not back: red')).toEqual([
    '45 minutes',
    'set by the school; usual: 30 minutes',
    'NOT_BACK_RED_MINUTES',
  ]);
  expect(figures.get('Shop visit: hours left')?.[0]).toBe('1 meter hour');
  expect(figures.get('Meter hours per booked hour')).toEqual(['0.69', 'usual', 'HOURS_FACTOR']);
  expect(figures.get('Rules')).toEqual(['FAA', 'usual for the time zone', 'RULES']);
  expect(figures.get('Instruction hours')).toEqual(['8 hours in any 24', 'regulation', null]);
});

test('rules that are not certain are left out, and the page says so', () => {
  const usesOf = (given: Parameters<typeof thresholdRows>[0]) =>
    thresholdRows(given).rows.flatMap(({ name, figure, use }) =>
      ['Rules', 'Instruction hours', 'Night', 'Student solo at night'].includes(name)
        ? `${name}: ${figure}. ${use}`
        : [],
    );
  const berlin = usesOf({ thresholds: {}, timeZone: 'Europe/Berlin' });
  expect(berlin[0]).toMatch(/^Rules: EASA/);
  expect(berlin[1]).toBe('Instruction hours: not checked. Instruction hours: not checked under EASA.');
  const kolkata = usesOf({ thresholds: {}, timeZone: 'Asia/Kolkata' });
  expect(kolkata[0]).toMatch(/^Rules: none/);
  expect([...berlin, ...kolkata].join()).not.toContain('CFR');
  expect(usesOf({ thresholds: {}, timeZone: 'Asia/Kolkata', ruleSet: 'faa' })[1]).toContain('14 CFR 61.195(a)');
});

describe('the time and place facts', () => {
  test('use the operator’s clock and Zulu', () => {
    expect(zoneFacts(school, now)).toEqual([
      ['Time zone', 'America/Denver'],
      ['Offset', 'UTC−6 until Sun 1 Nov, then UTC−7'],
      ['Local time now', 'Tue 12 May 1105L'],
      ['Zulu time now', 'Tue 12 May 1705Z'],
      ['Times without a zone', 'are read as local time'],
      ['Position', '38.8, -104.7'],
    ]);
  });

  test('have two dates when Zulu is a day ahead', () => {
    const facts = new Map(zoneFacts(school, Date.parse('2026-05-13T05:59:00Z')));
    expect(facts.get('Local time now')).toBe('Tue 12 May 2359L');
    expect(facts.get('Zulu time now')).toBe('Wed 13 May 0559Z');
  });

  test('have no position, and times in UTC, when the settings say so', () => {
    const facts = new Map(zoneFacts({ ...school, zonelessTimes: 'utc', position: null }, now));
    expect(facts.get('Position')).toBeNull();
    expect(facts.get('Times without a zone')).toBe('are read as UTC');
  });

  test.each([
    [{ timeZone: 'America/Chicago' }, 'America/Chicago'],
    [{ timezone: 'America/Chicago' }, 'America/Chicago'],
    [{ timeZoneId: 'Mountain Time' }, 'Mountain Time'],
  ])('conflict with an operator record of %j', (operator, named) => {
    expect(zoneConflict(school, operator)).toBe(
      `The operator record says ${named}, the settings say America/Denver: one of them is wrong.`,
    );
  });

  test.each([
    [{ timeZone: 'America/Denver' }],
    [{ timeZone: '' }],
    [{}],
    [['a', 'list']],
    [null],
    [undefined],
    ['text'],
  ])('do not conflict with an operator record of %j', (operator) => {
    expect(zoneConflict(school, operator)).toBeNull();
  });
});

test('the connection facts give the data source, the rate limit, and how reports are paged', () => {
  expect(connectionFacts(school)).toEqual([
    ['Data source', 'embedded operator (a generated school)'],
    ['Rate limit', '6,000 calls in 60 s'],
    ['Offset in reports', 'counts pages, as specified'],
  ]);
  expect(connectionFacts({ ...school, embedded: false, reportOffset: 'record' })).toEqual([
    ['Data source', 'configured service'],
    ['Rate limit', '6,000 calls in 60 s'],
    ['Offset in reports', 'counts records'],
  ]);
});

test.each([
  ['http://127.0.0.1:8080/assets/index-Cx3_kQ9.js', 'Cx3_kQ9'],
  ['http://127.0.0.1:8080/assets/index-a-b1.js', 'a-b1'],
  ['http://127.0.0.1:5173/src/web/main.tsx', null],
  ['', null],
])('the build in %s is %s', (script, build) => {
  expect(buildIn(script)).toBe(build);
});

describe('the local copy', () => {
  const replica: Pick<ReplicaState, 'storage' | 'resumesAt'> = {
    storage: { isDurable: true, trouble: null },
    resumesAt: null,
  };

  test('says whether it survives a restart', () => {
    expect(storageText({ isDurable: true })).toBe('Stored in a file; survives a restart.');
    expect(storageText({ isDurable: true, sharing: 'Shared by 3 servers.' })).toBe('Shared by 3 servers.');
    expect(storageText({ isDurable: false })).toBe('Kept in memory only; reloaded after a restart.');
  });

  test('warns of trouble with the file, and of a pause', () => {
    expect(copyWarnings(replica, clock)).toEqual([]);
    const storage = { ...replica.storage, trouble: 'The disk is full.' };
    expect(copyWarnings({ ...replica, storage, resumesAt: '2026-05-12T17:30:15Z' }, clock)).toEqual([
      'The disk is full.',
      'Loading resumes at 11:30:15L: rate limit reached',
    ]);
  });

  test('counts findings, each under its own key', () => {
    const findings = findingsOf([
      { set: 'reservations', kind: 'A record came twice in one list.', count: 1, example: null },
      { set: 'user', kind: 'An id is missing.', count: 1200, example: '{"id":null}' },
    ]);
    expect(findings).toEqual([
      {
        key: 'reservations A record came twice in one list.',
        records: 'Reservations',
        text: 'A record came twice in one list. Once',
        example: null,
      },
      {
        key: 'user An id is missing.',
        records: 'Checkouts',
        text: 'An id is missing. 1,200 times',
        example: '{"id":null}',
      },
    ]);
    expect(findingsOf([])).toEqual([]);
  });

  test('has no findings, though only in the data read so far', () => {
    const set = { set: 'aircraft', parts: 2, asOf: null, targetAge: 60, expectedAge: 60, failure: null } as const;
    expect(noFindingsText([{ ...set, known: 2 }])).toBe('None in the service’s latest responses.');
    expect(noFindingsText([{ ...set, known: 1 }])).toBe('None in the data loaded so far.');
  });
});

describe('incompletely loaded parts', () => {
  const part = {
    set: 'reservations' as const,
    scope: '',
    name: null,
    span: { from: '2026-05-12T06:00:00.000Z', to: '2026-05-12T20:30:00.000Z' },
    attempts: 2,
    failure: { status: 200, message: 'The flight service sends pages without end.' },
    nextAt: '2026-05-12T17:10:00.000Z',
    isKnown: false,
  };
  const reminders = { ...part, set: 'reminders' as const, scope: 'a1', name: 'N512SP', span: null, isKnown: true };

  test('are not mentioned when everything was loaded', () => {
    expect(incompleteParts({ count: 0, parts: [] }, clock)).toBeNull();
  });

  test('are counted and named, with the attempts and the time of the next one', () => {
    expect(incompleteParts({ count: 25, parts: [part, { ...reminders, attempts: 1 }] }, clock)).toEqual({
      summary: '25 parts were not fully loaded at the last attempt. Each waits for its next attempt.',
      lines: [
        {
          key: 'reservations  2026-05-12T06:00:00.000Z',
          what: 'Reservations that start Tue 12 May 0000L to Tue 12 May 1430L',
          text: '2 attempts, next Tue 12 May 1110L. The flight service sends pages without end.',
        },
        {
          key: 'reminders a1 ',
          what: 'Reminders of N512SP',
          text: '1 attempt, next Tue 12 May 1110L. The flight service sends pages without end. Data loaded before is still shown.',
        },
      ],
      rest: '23 more',
    });
  });

  test('may be a whole set, or reservations from before these days', () => {
    const whole = (set: 'users' | 'reservations', scope: string) =>
      incompleteParts({ count: 1, parts: [{ ...part, set, scope, span: null }] }, clock)?.lines[0]?.what;
    expect([whole('users', ''), whole('reservations', 'running')]).toEqual([
      'Users',
      'Reservations that began before these days',
    ]);
  });
});

describe('the board preview', () => {
  test('uses full HD while it is off', () => {
    expect(previewSize('off')).toEqual({ width: 1920, height: 1080 });
    expect(previewSize('portrait')).toEqual({ width: 1080, height: 1920 });
  });

  test('says how large the text is, or that the screen is too small', () => {
    expect(textSizeText(defaultSettings, previewSize('hd'))).toBe(
      'At 1920 × 1080, text is at least 31 pixels tall, and 37 where there is room.',
    );
    expect(textSizeText({ ...defaultSettings, distance: 20 }, previewSize('hd'))).toMatch(
      /^This screen is too small to read from that distance/,
    );
  });
});

describe('the choice of board screens', () => {
  const turns: readonly ScreenTurn[] = [
    { screen: 'fleet', seconds: 20 },
    { screen: 'day', seconds: 45 },
  ];

  test('adds a screen at the end with the default seconds, and removes one', () => {
    expect(withScreen(turns, 'movements', true)).toEqual([...turns, { screen: 'movements', seconds: 20 }]);
    expect(withScreen(turns, 'fleet', false)).toEqual([{ screen: 'day', seconds: 45 }]);
  });

  test('changes nothing when there is nothing to change', () => {
    expect(withScreen(turns, 'day', true)).toBe(turns);
    const last = turns.slice(1);
    expect(withScreen(last, 'day', false)).toBe(last);
  });

  test('changes the seconds of one screen in place', () => {
    expect(withSeconds(turns, 'fleet', 120)).toEqual([
      { screen: 'fleet', seconds: 120 },
      { screen: 'day', seconds: 45 },
    ]);
    expect(withSeconds(turns, 'maintenance', 120)).toEqual(turns);
  });

  test('never leaves a board without a screen or with one twice', () => {
    const clicks = fc.array(fc.tuple(fc.constantFrom(...boardScreens), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(clicks, (given) => {
        const result = given.reduce((all, [screen, isShown]) => withScreen(all, screen, isShown), turns);
        expect(result.length).toBeGreaterThan(0);
        expect(new Set(result.map(({ screen }) => screen)).size).toBe(result.length);
      }),
    );
  });

  test('includes the seconds a link already has, in order', () => {
    expect(secondsChoices(20)).toEqual([5, 10, 15, 20, 30, 45, 60, 120, 300, 600]);
    expect(secondsChoices(25)).toEqual([5, 10, 15, 20, 25, 30, 45, 60, 120, 300, 600]);
  });
});

describe('the state of the flight service', () => {
  // `now` is 2026-05-12T17:05Z, 1105L in Denver.
  const at = (text: string) => `2026-05-12T${text}:00Z`;
  const state = { lastAnswerAt: at('17:00'), lastFailure: null, pausedUntil: null };
  const failure = (text: string) => ({ at: at(text), status: 503, words: 'away' });
  const present = Date.parse(at('17:05'));
  const answer = (given: Parameters<typeof serviceAnswer>[0]) =>
    serviceAnswer(given, present, { zone: 'America/Denver', mode: 'L' });

  test('is good when its last call succeeded', () => {
    const good = { isGood: true, text: 'answers; last answer Tue 12 May 1100L' };
    expect(answer(state)).toEqual(good);
    expect(answer({ ...state, lastFailure: failure('16:59') })).toEqual(good);
  });

  test('is not good after a failure, during a pause, or before anything is known', () => {
    expect(answer({ ...state, lastFailure: failure('17:01') })).toEqual({
      isGood: false,
      text: 'last call failed at Tue 12 May 1101L; last answer Tue 12 May 1100L',
    });
    expect(answer({ ...state, pausedUntil: at('17:06') })).toEqual({
      isGood: false,
      text: 'asked for a pause; last answer Tue 12 May 1100L',
    });
    expect(answer({ ...state, pausedUntil: at('17:04') }).isGood).toBe(true);
    expect(answer({ ...state, lastAnswerAt: null })).toEqual({ isGood: false, text: 'no answer yet' });
    expect(answer(null)).toEqual({ isGood: false, text: 'not known yet' });
  });
});
