import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAsked } from './asked.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const zulu = { ...clock, mode: 'Z' } as const;
const asked = (text: string, by: typeof clock | typeof zulu = clock) => {
  const { at, ...others } = readAsked(text, now, by);
  return { ...others, at: at === null ? null : new Date(at).toISOString().slice(0, 16) };
};
const two = (value: number) => String(value).padStart(2, '0');

test.each([
  ['1500', '2026-05-12T21:00'],
  ['15:00', '2026-05-12T21:00'],
  ['3pm', '2026-05-12T21:00'],
  ['3 p.m.', '2026-05-12T21:00'],
  ['3:30pm', '2026-05-12T21:30'],
  ['12 am', '2026-05-12T06:00'],
  ['noon', '2026-05-12T18:00'],
  ['at 15', '2026-05-12T21:00'],
  ['1500z', '2026-05-12T15:00'],
  ['1500 Zulu', '2026-05-12T15:00'],
  ['1500 UTC', '2026-05-12T15:00'],
  ['1500 local', '2026-05-12T21:00'],
  ['fri 0800', '2026-05-15T14:00'],
  ['0800 on friday', '2026-05-15T14:00'],
  ['tomorrow 9:15', '2026-05-13T15:15'],
  ['12 may 2027 at 1500', '2027-05-12T21:00'],
  ['2026-05-14 1500', '2026-05-14T21:00'],
])('“%s” is the time %s', (text, at) => {
  expect(asked(text).at).toBe(at);
});

test('a time without a zone is one of the shown clock', () => {
  expect(asked('1500', zulu).at).toBe('2026-05-12T15:00');
  expect(asked('1500l', zulu).at).toBe('2026-05-12T21:00');
});

test.each([
  ['2 h', 120],
  ['2h', 120],
  ['for 2 hours', 120],
  ['1.5 h', 90],
  ['90 min', 90],
  ['1h30', 90],
  ['1 h 30 min', 90],
  ['for 1:30', 90],
  ['an hour and a half', 90],
  ['in the next hour', 60],
  ['for an hour', 60],
  ['half an hour', 30],
  ['from 1500 to 1700', 120],
  ['1500-1630', 90],
  ['between 2300 and 0100', 120],
])('“%s” is %i minutes', (text, minutes) => {
  expect(asked(text)).toMatchObject({ minutes, ahead: null });
});

test.each([
  ['in 7 days', 7],
  ['within 30 days', 30],
  ['in 2 weeks', 14],
  ['this week', 7],
  ['next week', 7],
  ['this month', 31],
  ['today', 0],
  ['fri', 3],
])('“%s” ends %i days from today', (text, days) => {
  expect(asked(text).days).toBe(days);
});

test('a length of time from the present is no length of a flight', () => {
  expect(asked('who is free in 2 h')).toMatchObject({ ahead: 120, minutes: null });
});

test.each(['n1500x', '172', '152', 'cessna 2027x', 'last hope', 'may', 'now', ''])(
  '“%s” names no time, and all its words are left',
  (text) => {
    expect(asked(text)).toEqual({
      day: null,
      days: null,
      at: null,
      minutes: null,
      ahead: null,
      words: text.split(' ').filter(Boolean),
    });
  },
);

test('last week is not the week to come', () => {
  expect(asked('hours last week').words).toContain('last');
});

describe('for any time and length', () => {
  const hours = fc.integer({ min: 0, max: 23 });
  const minutes = fc.integer({ min: 0, max: 59 });
  const words = fc.array(fc.constantFrom('who', 'is', 'free', 'due', 'garcia', 'n285pa', 'replace'), { maxLength: 3 });

  test('all ways to write them are read alike, and the words around them are left', () => {
    fc.assert(
      fc.property(hours, minutes, fc.integer({ min: 1, max: 99 }), words, (hour, minute, hoursLong, around) => {
        const half = hour < 12 ? 'am' : 'pm';
        const times = [
          `at ${two(hour)}${two(minute)}`,
          `${two(hour)}:${two(minute)}`,
          `${hour % 12 || 12}:${two(minute)}${half}`,
        ];
        const lengths = [`for ${hoursLong} h`, `${hoursLong}h`, `for ${hoursLong} hours`];
        const read = times.flatMap((time) =>
          lengths.map((length) => readAsked(`${around.join(' ')} ${time} ${length}`, now, clock)),
        );
        const at = Date.parse(`2026-05-12T${two(hour)}:${two(minute)}:00-06:00`);
        for (const one of read) expect(one).toMatchObject({ at, minutes: hoursLong * 60, ahead: null, words: around });
      }),
    );
  });

  test('no text is a fault, and what is left are single words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const { words: left } = readAsked(text, now, clock);
        expect(left.every((word) => word !== '' && !word.includes(' '))).toBe(true);
      }),
    );
  });
});
