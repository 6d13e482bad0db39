import { describe, expect, test } from 'vitest';
import { flightCategory } from '#domain/weather/weather.ts';
import { readForecast, readObservation } from './groups.ts';

const read = (text: string) => readObservation(text.split(' '));
const wind = (text: string) => {
  const { conditions, unread } = read(`${text} 10SM CLR 15/14 A2992`);
  const { direction, speed, gust } = conditions.wind ?? {};
  return [conditions.wind && [direction, speed, gust], conditions.incomplete, unread];
};
const sight = (text: string) => {
  const { conditions, unread } = read(`27010KT ${text} CLR 15/14 A2992`);
  const { miles, bound } = conditions.visibility ?? {};
  return [conditions.visibility && [miles, bound], unread];
};
const sky = (text: string) => {
  const { conditions, unread } = read(`27010KT 10SM ${text} 15/14 A2992`);
  const reading = flightCategory(conditions);
  return [conditions.ceiling, reading && `${reading.category}${reading.isOrWorse ? ' or worse' : ''}`, unread];
};

describe('what comes after the pressure', () => {
  test.each([
    ['Q1001 18990390 NOSIG', []],
    ['Q1001 FM1800 27025G38KT', []],
    ['Q1001 TEMPO 27025G38KT 1SM OVC002', []],
    ['Q1001 27025G38KT 0500 OVC002 20/10', ['27025G38KT', '0500', 'OVC002', '20/10']],
    ['Q1001 2000FT WIND 25045KT', ['2000FT', 'WIND', '25045KT']],
    ['A2960 RMK WIND 25045KT', []],
    ['Q//// 25045KT', ['25045KT']],
    ['Q9999 25045KT', ['Q9999', '25045KT']],
  ])('is not the observation: %s', (after, unread) => {
    const { conditions, temperature, unread: named } = read(`18006KT 9999 SCT040 05/03 ${after}`);
    expect(conditions).toMatchObject({ wind: { direction: 180, speed: 6, gust: null }, ceiling: 'none' });
    expect([temperature, named]).toEqual([5, unread]);
  });

  test('is not the observation either where a trend comes without a pressure', () => {
    expect(read('18006KT 9999 SCT040 05/03 27025G38KT').conditions.wind?.speed).toBe(6);
    expect(read('/////KT 9999 SCT040 FM1800 27025G38KT').conditions.wind).toBeNull();
    expect(read('9999 SCT040 05/03 27025G38KT').conditions.wind).toBeNull();
  });
});

describe('a wind', () => {
  test.each([
    ['27010KT', [270, 10, null], [], []],
    ['27010 KT', [270, 10, null], [], []],
    ['270100G120KT', [270, 100, 120], [], []],
    ['VRB03KT', ['variable', 3, null], [], []],
    ['24005MPS', [240, 10, null], [], []],
    ['/////KT', null, [], []],
    ['/////', null, [], []],
    // What is known of an incomplete group counts.
    ['///15G25KT', [null, 15, 25], [], []],
    ['270P99KT', [270, 99, null], ['wind'], []],
    ['27015G//KT', [270, 15, null], ['wind'], []],
    ['270//KT', null, [], []],
    // What cannot be is not read.
    ['270250KT', null, ['wind'], ['270250KT']],
    ['27020G10KT', null, ['wind'], ['27020G10KT']],
    ['27020G250KT', null, ['wind'], ['27020G250KT']],
    ['27060G120MPS', null, ['wind'], ['27060G120MPS']],
    ['37010KT', null, ['wind'], ['37010KT']],
    ['270KT', null, ['wind'], ['270KT']],
    ['27010', null, ['wind'], ['27010']],
    ['27010 30099KT', null, ['wind'], ['27010', '30099KT']],
  ])('%s', (text, ...said) => {
    expect(wind(text)).toEqual(said);
  });

  test('that cannot be read is not taken from a later group', () => {
    expect(wind('27020G10KT 30005KT')).toEqual([null, ['wind'], ['27020G10KT', '30005KT']]);
  });
});

describe('a visibility', () => {
  test.each([
    ['10SM', [10, 'exactly'], []],
    ['10 SM', [10, 'exactly'], []],
    ['2 1/2SM', [2.5, 'exactly'], []],
    ['2 1/2 SM', [2.5, 'exactly'], []],
    ['1/4 SM', [0.25, 'exactly'], []],
    ['M1/4SM', [0.25, 'less'], []],
    ['P6SM', [6, 'more'], []],
    ['15/16SM', [0.9375, 'exactly'], []],
    ['////SM', null, []],
    ['//// SM', null, []],
    ['////', null, []],
    ['1/0SM', null, ['1/0SM']],
    ['0/0SM', null, ['0/0SM']],
    ['1/3SM', null, ['1/3SM']],
    ['11/2SM', null, ['11/2SM']],
    ['2 1/0SM', null, ['2 1/0SM']],
    ['101SM', null, ['101SM']],
    ['999SM', null, ['999SM']],
    ['9999999SM', null, ['9999999SM']],
    ['SM', null, ['SM']],
    ['2', null, ['2']],
    ['1800HZ', null, ['1800HZ']],
    ['M0400', [expect.closeTo(0.249, 2), 'less'], []],
    ['P6000', [expect.closeTo(3.728, 2), 'more'], []],
    ['2200M', [expect.closeTo(1.367, 2), 'exactly'], []],
    ['15KM', [expect.closeTo(9.32, 2), 'exactly'], []],
    ['9999', [expect.closeTo(6.21, 2), 'more'], []],
    ['CAVOK', [expect.closeTo(6.21, 2), 'more'], []],
    ['9999NDV', [expect.closeTo(6.21, 2), 'more'], []],
    ['5000 1000E', [expect.closeTo(0.621, 2), 'exactly'], []],
    ['8000 3800', [expect.closeTo(2.361, 2), 'exactly'], []],
    ['3800 8000', [expect.closeTo(2.361, 2), 'exactly'], ['8000']],
  ])('%s', (text, ...said) => {
    expect(sight(text)).toEqual(said);
  });

  test('of one direction alone counts, and may be less in the others', () => {
    const { conditions } = read('27010KT //// 0800N CLR 15/14 A2992');
    expect(conditions).toMatchObject({
      visibility: { miles: expect.closeTo(0.497, 2) as number },
      incomplete: ['visibility'],
    });
  });
});

describe('a ceiling', () => {
  test.each([
    ['CLR', 'none', 'VFR', []],
    ['FEW/// SCT040', 'none', 'VFR', []],
    ['BKN030CB', 3000, 'MVFR', []],
    ['OVC///', null, null, []],
    ['BKN///', null, null, []],
    ['VV///', null, null, []],
    ['//////', null, null, []],
    ['FEW010 ///015', null, null, []],
    ['SCT020 //////CB', null, null, []],
    // An unknown layer never cancels a known one.
    ['BKN/// OVC030', 3000, 'MVFR or worse', []],
    ['OVC004 BKN///', 400, 'LIFR', []],
    ['BKN008 //////', 800, 'IFR or worse', []],
    ['BKN050 OVC///', 5000, null, []],
    // Nor is an unread one nothing.
    ['BKN05', null, null, ['BKN05']],
    ['FEW020 BKNE019', null, null, ['BKNE019']],
    ['FEW020OVC003', null, null, ['FEW020OVC003']],
    ['OVC', null, null, ['OVC']],
    ['CQVOK', null, null, ['CQVOK']],
  ])('%s', (text, ...said) => {
    expect(sky(text)).toEqual(said);
  });
});

describe('a temperature and a pressure', () => {
  test.each([
    ['M05/M08 A2992', [-5, -8, 29.92], []],
    ['14/ A2992', [14, null, 29.92], []],
    ['23/// Q1013', [23, null, expect.closeTo(29.91, 2)], []],
    ['///// A2992', [null, null, 29.92], []],
    ['///// M03/ A2992', [-3, null, 29.92], []],
    ['99/98 A2992', [null, null, 29.92], ['99/98']],
    ['20/1 A2992', [null, null, 29.92], ['20/1']],
    ['30/26Q1007', [null, null, null], ['30/26Q1007']],
    ['15/14 A9992', [15, 14, null], ['A9992']],
    ['15/14 Q0000', [15, 14, null], ['Q0000']],
    ['15/14 Q1013 A2992', [15, 14, expect.closeTo(29.91, 2)], []],
    ['15/14 Q9999 A2992', [15, 14, 29.92], ['Q9999']],
  ])('%s', (text, figures, unread) => {
    const { temperature, dewPoint, altimeter, unread: named } = read(`27010KT 10SM CLR ${text}`);
    expect([[temperature, dewPoint, altimeter], named]).toEqual([figures, unread]);
  });
});

test('names as many unread groups as a person reads, each by its beginning', () => {
  const { unread } = read(Array.from({ length: 500 }, () => 'X'.repeat(300)).join(' '));
  expect(unread).toHaveLength(13);
  expect(Math.max(...unread.map((group) => group.length))).toBeLessThan(30);
});

test('a forecast may name its pressure and temperatures anywhere', () => {
  const { conditions, unread } = readForecast(
    'QNH2992INS TX12/2118Z TNM02/2106Z 27010KT 9999 620304 BKN010 NSW'.split(' '),
  );
  expect(conditions).toMatchObject({ wind: { speed: 10 }, ceiling: 1000 });
  expect(unread).toEqual([]);
});
