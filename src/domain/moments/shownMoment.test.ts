import { describe, expect, test } from 'vitest';
import { distanceText, midnightsIn, momentName, momentSpan, momentText, readShownMoment } from './shownMoment.ts';

const zone = 'America/Denver';
const utc = (text: string) => Date.parse(`2026-${text}Z`);
/** Tue 12 May, 1105L. */
const now = utc('05-12T17:05:00');

describe('a moment in the address', () => {
  const read = (text: string, began: number | null = null) => readShownMoment(text, now, began, zone);

  test('is a time in Zulu within its range; none, and the word for the present, are the present', () => {
    expect(read('2026-05-12T15:00Z')).toEqual({ at: utc('05-12T15:00:00'), problem: null });
    expect(read('2026-05-19T17:00:00Z')).toEqual({ at: utc('05-19T17:00:00'), problem: null });
    expect(read('2026-05-12T05:05Z').at).toBe(utc('05-12T05:05:00'));
    for (const text of ['', 'now']) expect(read(text)).toEqual({ at: null, problem: null });
  });

  test.each(['yesterday', '2026-05-12', '2026-05-12T15:00', '2026-05-12T15:00+01:00', '2026-05-12T25:00Z'])(
    'that is no time is said: %s',
    (text) => {
      expect(read(text)).toEqual({
        at: null,
        problem: `“${text}” is not a time such as 2026-05-12T17:05Z; showing the present.`,
      });
    },
  );

  test('on a day that does not exist is said', () => {
    const problem = 'There is no day 2026-02-30; showing the present.';
    expect(read('2026-02-30T15:00Z')).toEqual({ at: null, problem });
  });

  test('out of range, or before the log began, is said', () => {
    expect(read('2026-05-12T05:04Z').problem).toContain('more than 12 hours ago; showing the present');
    expect(read('2026-05-19T17:06Z').problem).toContain('more than 7 days ahead; showing the present');
    expect(read('2026-05-12T15:00Z', utc('05-12T15:01:00'))).toEqual({
      at: null,
      problem: '“2026-05-12T15:00Z” is before the log of changes began, Tue 12 May 0901L (1501Z); showing the present.',
    });
    expect(read('2026-05-12T15:00Z', utc('05-12T15:00:00')).problem).toBeNull();
  });

  test('is written as it is read', () => {
    expect(read(momentName(utc('05-13T06:15:00'))).at).toBe(utc('05-13T06:15:00'));
  });
});

describe('the span of the control', () => {
  test('is of whole quarters of an hour, and begins no earlier than the log', () => {
    expect(momentSpan(now, null)).toEqual({ start: utc('05-12T05:15:00'), end: utc('05-19T17:00:00') });
    expect(momentSpan(now, utc('05-12T16:00:01')).start).toBe(utc('05-12T16:15:00'));
    expect(momentSpan(now, now).start).toBe(utc('05-12T17:00:00'));
  });

  test.each([
    ['ordinary', '05-12T17:05:00', '05-13T06:00:00', 24],
    ['the clock goes ahead', '03-07T20:00:00', '03-08T07:00:00', 23],
    ['the clock goes back', '10-31T20:00:00', '11-01T06:00:00', 25],
  ])('has its marks at the operator’s midnights: %s', (_, from, first, hours) => {
    const midnights = midnightsIn(momentSpan(utc(from), null), zone);
    const next = midnights.findIndex((at) => at === utc(first));
    expect(midnights[next]).toBe(utc(first));
    expect(((midnights[next + 1] ?? 0) - (midnights[next] ?? 0)) / 3_600_000).toBe(hours);
    expect(midnights.at(-1)).toBeGreaterThan(utc(from) + 6 * 24 * 3_600_000);
  });
});

test('a moment is told on both clocks, with the Zulu day where it differs', () => {
  expect(momentText(now, zone)).toBe('Tue 12 May 1105L (1705Z)');
  expect(momentText(utc('05-13T03:00:00'), zone)).toBe('Tue 12 May 2100L (Wed 13 May 0300Z)');
  expect(momentText(utc('05-13T06:00:00'), zone)).toBe('Wed 13 May 0000L (0600Z)');
});

test('of two equal local times the second is marked, and no hour is missing when the clock goes ahead', () => {
  expect(momentText(utc('11-01T07:30:00'), zone)).toBe('Sun 1 Nov 0130L (0730Z)');
  expect(momentText(utc('11-01T08:30:00'), zone)).toBe('Sun 1 Nov 0130L* (0830Z)');
  expect(momentText(utc('03-08T08:45:00'), zone)).toBe('Sun 8 Mar 0145L (0845Z)');
  expect(momentText(utc('03-08T09:00:00'), zone)).toBe('Sun 8 Mar 0300L (0900Z)');
});

test('how far it is from the present', () => {
  expect(distanceText(now - 15 * 60_000, now)).toBe('15 min ago');
  expect(distanceText(utc('05-12T14:00:00'), now)).toBe('3 h 05 ago');
  expect(distanceText(utc('05-12T20:05:00'), now)).toBe('in 3 h 00');
  expect(distanceText(utc('05-14T21:00:00'), now)).toBe('in 2 days');
});
