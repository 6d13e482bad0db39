import { describe, expect, test } from 'vitest';
import { hour, lesson, now, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import { addDays, daySpan } from '#domain/time/time.ts';
import { hoursWith, quarters, readFreeAt, sliderQuarters } from './freeAt.ts';
import { locationNames } from './rosterModel.ts';

/** It is Tuesday 12 May 2026, 1105L in Denver. */
const date = '2026-05-12';
const midnight = daySpan(date, zone.name).start;

describe('the quarter hours of a day', () => {
  test('number 96, four fewer in spring and four more in autumn', () => {
    const count = (one: string) => quarters(one, zone.name).length;
    expect([count('2026-03-08'), count('2026-05-12'), count('2026-11-01')]).toEqual([92, 96, 100]);
  });

  test('are named by the wall clock, and in Zulu the second time an hour is shown', () => {
    const names = quarters('2026-11-01', zone.name).map(({ text }) => text);
    expect(names.slice(3, 13)).toEqual([
      '0045',
      '0100',
      '0115',
      '0130',
      '0145',
      '0800Z',
      '0815Z',
      '0830Z',
      '0845Z',
      '0200',
    ]);
    expect(new Set(names).size).toBe(100);
    expect(quarters('2026-03-08', zone.name).some(({ text }) => text === '0215')).toBe(false);
  });
});

describe('the time in the address', () => {
  test('is local: 1500L is 2100Z in summer', () => {
    expect(readFreeAt('1500', date, now, zone.name)).toMatchObject({
      at: Date.parse('2026-05-12T21:00:00Z'),
      index: 60,
      isChosen: true,
      problem: null,
    });
  });

  test('defaults to now, or to noon on another day', () => {
    expect(readFreeAt('', date, now, zone.name)).toMatchObject({ at: now, index: 44, isChosen: false, problem: null });
    const tomorrow = readFreeAt('', addDays(date, 1), now, zone.name);
    expect(tomorrow).toMatchObject({ at: midnight + 36 * hour, index: 48, isChosen: false });
  });

  test('must be a quarter hour of the day', () => {
    expect(readFreeAt('1507', date, now, zone.name)).toMatchObject({
      at: now,
      isChosen: false,
      problem: '“1507” is not a quarter hour of this day such as 1500; showing no time.',
    });
    expect(readFreeAt('0215', '2026-03-08', now, zone.name).isChosen).toBe(false);
  });

  test('can be either of the two hours that the clock repeats in autumn', () => {
    const at = (text: string) => readFreeAt(text, '2026-11-01', now, zone.name);
    expect(at('0800Z').at - at('0100').at).toBe(hour);
    expect([at('0145').index, at('0800Z').index]).toEqual([7, 8]);
  });

  test('is read back from what the slider sets, for every quarter hour', () => {
    for (const { at, text } of quarters('2026-11-01', zone.name)) {
      expect(readFreeAt(text, '2026-11-01', now, zone.name).at).toBe(at);
    }
  });
});

test('locations are named by the answer, or by the id that was entered', () => {
  const operator = { locations: [{ locationId: 'l1', name: 'Main field' }] };
  const reservation = lesson({ aircraft: { aircraftId: 'a1', location: { locationId: 'x1', name: 'Ramp' } } });
  expect([...locationNames(operator, [reservation], ['l1', 'l9'])]).toEqual([
    ['l1', 'Main field'],
    ['l9', 'l9'],
    ['x1', 'Ramp'],
  ]);
  expect(locationNames(undefined, [], []).size).toBe(0);
});

describe('the slider over the displayed hours', () => {
  const hours = { start: midnight + 6 * hour, end: midnight + 22 * hour };

  test('offers every quarter hour with both ends: 65 in 16 hours', () => {
    const found = sliderQuarters(readFreeAt('1500', date, now, zone.name), hours);
    expect(found.offered).toHaveLength(65);
    expect(found.offered.map(({ text }) => text).slice(0, 2)).toEqual(['0600', '0615']);
    expect(found.offered[found.index]?.text).toBe('1500');
  });

  test('is at its start when the chosen time is earlier', () => {
    expect(sliderQuarters(readFreeAt('0300', date, now, zone.name), hours).index).toBe(0);
  });

  test('extends by whole hours to the requested time', () => {
    expect(hoursWith(hours, midnight + 12 * hour)).toEqual(hours);
    expect(hoursWith(hours, midnight + 3.25 * hour)).toEqual({ ...hours, start: midnight + 3 * hour });
    expect(hoursWith(hours, midnight + 22.5 * hour)).toEqual({ ...hours, end: midnight + 23 * hour });
  });
});
