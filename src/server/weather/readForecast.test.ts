import { describe, expect, test } from 'vitest';
import { flightCategory } from '#domain/weather/weather.ts';
import { windText } from '#domain/weather/weatherWords.ts';
import { readReports } from './readReports.ts';

const read = (text: string) => readReports(text, ['KCOS'], Date.parse('2026-11-20T18:05:00Z'));
const taf = (text: string) => read(`TAF KCOS 201720Z ${text}`).tafs.get('KCOS')?.report;
const parts = (text: string) =>
  taf(text)?.parts.map(({ from, to, kind, conditions }) => {
    const span = `${from.slice(8, 13)} ${to.slice(8, 13)}`;
    return `${span} ${kind} ${flightCategory(conditions)?.category ?? '?'} ${windText(conditions.wind)}`;
  });

describe('a TAF', () => {
  test('is read with all kinds of parts', () => {
    expect(
      parts(
        '2018/2124 34010G20KT P6SM SCT080 FM210000 18008KT 5SM BR BKN015 TEMPO 2107/2110 1/2SM SN VV002 PROB30 2110/2112 1/4SM FG',
      ),
    ).toEqual([
      '20T18 21T00 prevailing VFR 340° 10 kt, gusts 20',
      '21T00 22T00 prevailing MVFR 180° 8 kt',
      '21T07 21T10 temporary LIFR not known',
      '21T10 21T12 probable LIFR not known',
    ]);
  });

  test('lets the old part hold until the new one has come about, with the wind it does not repeat', () => {
    expect(parts('2018/2124 24010KT 9999 BKN040 BECMG 2020/2022 4000 BR BKN008')).toEqual([
      '20T18 20T22 prevailing VFR 240° 10 kt',
      '20T20 22T00 prevailing IFR 240° 10 kt',
    ]);
  });
});

describe('a TAF that is not as it should be', () => {
  test('keeps the conditions of each of several windows', () => {
    const probable = 'PROB40 TEMPO 2106/2107 2108/2109 2SM';
    expect(parts(`2018/2124 34010KT P6SM SKC TEMPO 2020/2022 2102/2104 1SM OVC004 ${probable}`)).toEqual([
      '20T18 22T00 prevailing VFR 340° 10 kt',
      '20T20 20T22 temporary LIFR not known',
      '21T02 21T04 temporary LIFR not known',
      '21T06 21T07 probable IFR not known',
      '21T08 21T09 probable IFR not known',
    ]);
    expect(parts('2018/2118 34010KT P6SM SKC TEMPO 2020/2022 1SM OVC004 2102/2104 4SM OVC020')).toEqual([
      '20T18 21T18 prevailing VFR 340° 10 kt',
      '20T20 20T22 temporary LIFR not known',
      '21T02 21T04 temporary MVFR not known',
    ]);
  });

  test.each([
    ['TEMPO 1SM OVC004', ['TEMPO', '1SM', 'OVC004']],
    ['TEMPO 3020/3022 1SM OVC004', ['TEMPO', '3020/3022', '1SM', 'OVC004']],
    ['PROB30 1SM OVC004', ['PROB30', '1SM', 'OVC004']],
    ['FM2020 1SM OVC004', ['FM2020', '1SM', 'OVC004']],
    ['FM992000 1SM OVC004', ['FM992000', '1SM', 'OVC004']],
    ['BECMG 2022/2020 1SM OVC004', ['BECMG', '2022/2020', '1SM', 'OVC004']],
  ])('with a change that cannot be placed, %s, names it, and has it as possible at any time', (change, unread) => {
    const report = taf(`2018/2118 34010KT P6SM SKC ${change} FM210000 18008KT P6SM SKC`);
    expect(report?.unread).toEqual(unread);
    const { kind, from, to, conditions } = report?.parts.find((part) => part.kind === 'probable') ?? {};
    expect([kind, from, to]).toEqual(['probable', report?.from, report?.to]);
    expect(conditions).toMatchObject({ ceiling: 400, visibility: { miles: 1 } });
    expect(report?.parts.filter((part) => part.kind === 'prevailing')).toHaveLength(2);
  });

  test('with one odd group is not lost, and the change to an odd wind does not keep the old one', () => {
    const report = taf('2018/2118 34010KT P6SM FOO OVC030 BECMG 2020/2022 999ABKT QNH2992INS WS020/25045KT');
    expect(report?.unread).toEqual(['FOO', '999ABKT']);
    expect(report?.parts.map(({ conditions }) => [conditions.wind?.speed, conditions.ceiling])).toEqual([
      [10, 3000],
      [undefined, 3000],
    ]);
  });

  test('with more changes than a forecast has is not read', () => {
    const change = ' TEMPO 2020/2022 1SM';
    expect(taf(`2018/2118 34010KT P6SM SKC${change.repeat(39)}`)?.parts).toHaveLength(40);
    expect(taf(`2018/2118 34010KT P6SM SKC${change.repeat(40)}`)).toBeUndefined();
  });

  test('that is cancelled is none, and no loss', () => {
    expect(taf('2018/2118 CNL')).toBeNull();
    expect(read('TAF KCOS 201720Z 2018/2118 CNL').unreadable.size).toBe(0);
  });

  test.each(['2018/2118 CNL', 'NIL', '2018/2118 NIL', 'AMD CNL', '2018/2118 CANCELLED RMK AMD'])(
    'that says %s ends the one before it, and not a newer one',
    (end) => {
      const before = 'TAF KCOS 201120Z 2012/2112 34010KT P6SM SKC';
      const [cancelled, after] = [`TAF KCOS 201720Z ${end}`, 'TAF KCOS 201740Z 2018/2118 34010KT P6SM SKC'];
      const newest = (...texts: string[]) => read(texts.join('\n')).tafs.get('KCOS');
      expect(newest(before, cancelled)).toEqual({ at: Date.parse('2026-11-20T17:20:00Z'), report: null });
      expect(newest(cancelled, before)?.report).toBeNull();
      expect(newest(after, cancelled)?.report?.raw).toBe(after);
    },
  );

  test('ends before its remarks', () => {
    expect(taf('2018/2118 34010KT P6SM SKC RMK MADE UP')?.parts[0]?.conditions.weather).toEqual([]);
  });
});
