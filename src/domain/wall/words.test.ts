import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slot, person } from '#e2e/fixtures/samples/sampleSchedule.ts';
import {
  boardDate,
  boardTime,
  blockNames,
  boardWhen,
  bookedNames,
  nameText,
  shortWords,
  type Wording,
} from './words.ts';

const reservation = slot('r', '14:00', '15:30', {
  displayName: 'Sam Garcia, lesson 4',
  pilots: [{ ...person('Sam Garcia'), phone: '555 0100', imageUrl: 'https://example.com/sam.jpg' }],
  instructor: person('Kim Lee'),
});

describe('people on a board', () => {
  test.each([
    ['none', ''],
    ['initials', 'SG / KL'],
    ['short', 'Gar.S / Lee.K'],
    ['surname', 'Garcia / Lee'],
    ['full', 'Sam Garcia / Kim Lee'],
  ] as const)('in the style %s are “%s”', (style, all) => {
    expect(bookedNames(reservation, style).all).toBe(all);
  });

  test('have a text with one name, and none without any', () => {
    expect(nameText({ lastName: 'Madonna' }, 'short')).toBe('Mad');
    expect(nameText({ firstName: 'Prince', lastName: null }, 'short')).toBe('Pri');
    expect(nameText({ firstName: 'Prince' }, 'surname')).toBe('Prince');
    expect(nameText({}, 'full')).toBe('');
  });

  test('keep whole letters in any alphabet', () => {
    expect(nameText({ firstName: 'Ösk', lastName: '𝒜𝓃𝒹𝓇' }, 'short')).toBe('𝒜𝓃𝒹.Ö');
  });

  test.each([
    ['none', []],
    ['initials', ['SG / KL', 'SG']],
    ['short', ['Gar.S / Lee.K', 'Gar.S']],
    ['surname', ['Garcia / Lee', 'Garcia']],
    ['full', ['Sam Garcia / Kim Lee', 'Garcia / Lee', 'Sam Garcia', 'Garcia']],
  ] as const)('in a block in the style %s are, longest first, %j', (style, forms) => {
    expect(blockNames(reservation, style)).toEqual(forms);
  });

  test("without names, no person's text remains", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (firstName, lastName) => {
        expect(nameText({ firstName, lastName }, 'none')).toBe('');
      }),
    );
  });
});

describe('times on a board', () => {
  const now = Date.parse('2026-05-12T17:05:00Z');
  const wording: Wording = { now, clock: { zone: 'America/Denver', mode: 'L' }, names: 'short', marks: 'shown' };
  const bare: Wording = { ...wording, marks: 'hidden' };
  const at = (text: string) => Date.parse(`2026-05-${text}:00-06:00`);

  test.each([
    ['12T14:00', '1400L', '1400', '1400L'],
    ['13T08:00', 'tomorrow 0800L', 'tomorrow 0800', 'Wed 0800L'],
    ['18T08:00', 'Mon 18 May 0800L', 'Mon 18 May 0800', 'Mon 0800L'],
    ['19T08:00', 'Tue 19 May 0800L', 'Tue 19 May 0800', 'Tue 19 May'],
    ['11T08:00', 'yesterday 0800L', 'yesterday 0800', 'Mon 11 May'],
  ])('%s is %s, %s without marks, and %s as a date', (text, when, unmarked, date) => {
    expect(boardWhen(at(text), wording)).toBe(when);
    expect(boardWhen(at(text), bare)).toBe(unmarked);
    expect(boardDate(at(text), wording)).toBe(date);
  });

  test('are in Zulu on a Zulu board, with the Zulu day', () => {
    const zulu: Wording = { ...wording, clock: { zone: 'America/Denver', mode: 'Z' } };
    expect(boardTime(at('12T20:00'), zulu)).toBe('0200Z');
    expect(boardDate(at('12T20:00'), zulu)).toBe('Wed 0200Z');
  });
});

test.each([
  ['Dual Flight Training', 'Dual'],
  ['Dual Cross-Country', 'Dual XC'],
  ['Simulator Training', 'Sim'],
  ['Flight & Ground Training', 'Flight & Ground'],
  ['Stage Check', 'Stage'],
  ['Maintenance test flight', 'MX test flight'],
  ['Scheduled Maintenance', 'MX'],
  ['Oil and Filter Change', 'Oil'],
  ['100-Hour Inspection', '100 h'],
  ['Oil Change 50 hrs', 'Oil 50 h'],
  ['Transponder Test (91.413)', 'XPDR'],
  ['Main Tires and Brakes', 'Tires'],
  ['AD 2019-25-06 Recurring Inspection', 'AD 2019-25-06'],
  ['Annual Inspection', 'Annual'],
  // Uncommon words stay unchanged, and nothing becomes empty.
  ['Functional Preflight Audit', 'Functional Preflight Audit'],
  ['Inspection', 'Inspection'],
  ['Test', 'Test'],
  ['', ''],
])('a board writes “%s” as “%s”', (text, short) => {
  expect(shortWords(text)).toBe(short);
});
