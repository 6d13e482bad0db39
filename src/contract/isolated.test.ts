import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseList, parseRecord } from './answers.ts';
import { isolated, isolatedTexts, readable } from './isolated.ts';
import { sentMember } from './tolerant.ts';
import { aircraft, reservation, user } from '#e2e/fixtures/samples/sampleRecords.ts';

/** An invisible character of every kind that could change the text beside it. */
const invisible = Array.from(
  '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C' +
    '\u200B\u200C\u200D\u2060\u2061\u2064\u206A\u206F\uFEFF\u00AD\u034F\u115F\u1160\u17B4\u180E\u3164\uFFA0' +
    '\u0000\u0007\u0008\u001B\u007F\u0080\u009F\uFFF9\uFFFB\uFFFE\uFFFF' +
    '\u{E0001}\u{E0041}\u{E007F}\uFE00\uFE0F\u{E0100}\u{1D173}',
);

describe('readable text', () => {
  test.each(invisible.map((mark) => [(mark.codePointAt(0) ?? 0).toString(16), mark]))('has no U+%s', (_, mark) => {
    expect(readable(`${mark}Gar${mark}${mark}cia${mark}`)).toBe('Garcia');
    expect(readable(mark)).toBe('');
  });

  test.each([
    ['no-break and wide blanks', 'Sam\u00A0Garcia\u3000Lee\u2003\u2800', 'Sam Garcia Lee  '],
    ['separators of lines', 'Sam\u2028Garcia\u2029\u0085\u000B', 'Sam Garcia   '],
    ['half of a surrogate pair', 'Sam\uD800 Garcia\uDC00', 'Sam Garcia'],
    [
      'piled marks',
      `Sa${'\u0301'.repeat(200)}m ก${'\u0E49'.repeat(50)}`,
      `Sa\u0301\u0301\u0301m ก${'\u0E49'.repeat(8)}`,
    ],
    ['a black flag with endless tags', `\u{1F3F4}${'\u{E0061}'.repeat(40)}`, `\u{1F3F4}`],
    ['an endless run of joiners', `می${'\u200C'.repeat(40)}خواهم`, 'می\u200Cخواهم'],
  ])('has no %s', (_, given, shown) => {
    expect(readable(given)).toBe(shown);
  });

  test.each([
    'Zoë Núñez-Østergård',
    'Nguye\u0302\u0303n',
    'ἀρχῇ',
    'می\u200Cخواهم',
    'க்\u200Dஷ क्\u200Dष ശ്രീ ന്\u200D',
    'ကျွှန်ုပ်',
    'བསྒྲུབས',
    'שָׁלוֹם',
    'مُحَمَّدٌ',
    '👩🏽\u200D✈\uFE0F 👨\u200D👩\u200D👧 ❤\uFE0F\u200D🔥 🇨🇭',
    'line one\nline two\ttabbed',
  ])('keeps %j', (text) => {
    expect(readable(text)).toBe(text);
  });
});

test('isolated text from right to left stands between isolates; other text does not', () => {
  expect(isolated('דוד כהן')).toBe('\u2068דוד כהן\u2069');
  expect(isolated('\u202Eמחמוד\u202C (N512SP)')).toBe('\u2068מחמוד (N512SP)\u2069');
  expect(isolated('Núñez')).toBe('Núñez');
});

test('a word without end may break after each 12 letters; a word of a language has fewer than 24', () => {
  expect(
    isolated('x'.repeat(180))
      .split('\u200B')
      .map(({ length }) => length),
  ).toEqual(Array(15).fill(12));
  expect(isolated('Kraftstoffvorratsanzeigegerät')).toBe('Kraftstoffvo\u200Brratsanzeige\u200Bgerät');
  const word = 'Rindfleischetikettierung'.slice(0, 23);
  expect(isolated(`${word} ${word}`)).toBe(`${word} ${word}`);
  expect(readable(isolated('x'.repeat(180)))).toBe('x'.repeat(180));
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...invisible, 'a', ' ', 'כ', 'م', '7', '👩', '\uD800', '\u0301'), { maxLength: 30 })
    .map((parts) => parts.join('')),
);

test('whatever the text, isolating twice changes nothing, and the isolates are paired', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = isolated(text);
      expect(isolated(shown)).toBe(shown);
      expect(readable(shown)).toBe(readable(text));
      expect(readable(text)).not.toMatch(
        /[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C\uFEFF\u2028\u2029]|[^\P{Cc}\t\n\r]|\p{Cs}/u,
      );
      expect(shown.replace(/^\u2068([^]*)\u2069$/, '$1').replaceAll('\u200B', '')).toBe(readable(text));
    }),
    { numRuns: 2000 },
  );
});

describe('reading a record', () => {
  const rlo = '\u202E';

  test('isolates its texts at every depth, documented or not, keeps its ids, and keeps what was sent', () => {
    const sent = {
      ...reservation,
      pilots: [{ userId: `p${rlo}1`, firstName: `${rlo}Sam`, lastName: 'Gar\u200Bcia' }],
      aircraft: {
        ...reservation.aircraft,
        tailNumber: `N5${rlo}12SP`,
        location: { name: 'Base\u200B one', deep: [`x${rlo}`] },
      },
      remarks: `${rlo}late`,
    };
    const before = JSON.stringify(sent);
    const record = parseRecord('listReservations', sent);
    expect(record).toMatchObject({
      pilots: [{ userId: `p${rlo}1`, firstName: 'Sam', lastName: 'Garcia' }],
      aircraft: { tailNumber: 'N512SP', location: { name: 'Base one', deep: ['x'] } },
      remarks: 'late',
      [sentMember]: sent,
    });
    expect(JSON.stringify(sent)).toBe(before);
  });

  test('without such texts adds nothing', () => {
    for (const [id, sent] of [
      ['listReservations', reservation],
      ['listAircraft', aircraft],
      ['getUserByExternalId', user],
    ] as const)
      expect(parseList(id, { items: [sent] }).records[0]).not.toHaveProperty(sentMember);
    const plain = { deep: [{ name: 'Núñez' }] };
    expect(isolatedTexts(plain)).toBe(plain);
  });
});
