import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardAddress } from './settings.ts';
import { nameStyles } from './words.ts';
import {
  boardParams,
  type BoardParams,
  boardScreens,
  type BoardSettings,
  boardSettingNames,
  readBoardSettings,
  defaultSettings,
} from './settings.ts';

const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
const words = (longest: number) => fc.string({ unit: 'binary', maxLength: longest }).map((text) => text.trim());
const settings: fc.Arbitrary<BoardSettings> = fc.record({
  screens: fc.uniqueArray(
    fc.record({ screen: fc.constantFrom(...boardScreens), seconds: fc.integer({ min: 5, max: 600 }) }),
    { minLength: 1, selector: ({ screen }) => screen },
  ),
  aircraft: words(60),
  location: words(60),
  names: fc.constantFrom(...nameStyles),
  distance: fc.integer({ min: 5, max: 300 }).map((tenths) => tenths / 10),
  inches: fc.integer({ min: 10, max: 120 }),
  marks: fc.constantFrom('shown', 'hidden'),
  night: fc.option(fc.record({ from: minutes, to: minutes }).filter(({ from, to }) => from !== to)),
  notice: words(90),
  refresh: fc.integer({ min: 15, max: 600 }),
});

describe('the settings of a board', () => {
  test('are read back from the address', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const search = new Map(new URL(boardAddress(given), 'http://board').searchParams);
        const params: BoardParams = Object.fromEntries(
          boardSettingNames.map((name) => [name, search.get(name) ?? null]),
        );
        expect(readBoardSettings(params)).toEqual({ settings: given, problems: [] });
      }),
    );
  });

  test('omit default values', () => {
    expect(boardAddress(defaultSettings)).toBe('/board');
    expect(boardAddress({ ...defaultSettings, names: 'none', notice: 'NO FLYING – WIND' })).toBe(
      '/board?names=none&notice=NO+FLYING+%E2%80%93+WIND',
    );
    expect(boardParams(defaultSettings)).toEqual(Object.fromEntries(boardSettingNames.map((name) => [name, null])));
  });

  test.each([
    ['screens', 'fleet,kitchen'],
    ['screens', 'fleet:4'],
    ['screens', 'fleet:20:1'],
    ['names', 'nicknames'],
    ['distance', '0'],
    ['distance', '3m'],
    ['inches', '500'],
    ['marks', 'yes'],
    ['night', '2500-0600'],
    ['night', '0600-0600'],
    ['notice', 'x'.repeat(91)],
  ] as const)('%s=%s falls back to the default, with a message', (name, text) => {
    const { settings: read, problems } = readBoardSettings({ [name]: text });
    expect(read).toEqual(defaultSettings);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`“${text}” is not valid for ${name}`);
  });

  test('never fail, whatever the address', () => {
    fc.assert(
      fc.property(fc.constantFrom(...boardSettingNames), fc.string(), (name, text) => {
        const { settings: read } = readBoardSettings({ [name]: text });
        expect(read.screens.length).toBeGreaterThan(0);
        expect(read.distance).toBeGreaterThan(0);
      }),
    );
  });

  test('show a screen named twice only once, at its first position', () => {
    expect(readBoardSettings({ screens: 'day:30,fleet,day:60' }).settings.screens).toEqual([
      { screen: 'day', seconds: 30 },
      { screen: 'fleet', seconds: 20 },
    ]);
  });
});
