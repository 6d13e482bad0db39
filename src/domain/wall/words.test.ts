import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slot, person } from '#domain/calendar/sampleSchedule.ts';
import { boardDate, boardTime, blockNames, boardWhen, bookedNames, nameText, type Wording } from './words.ts';

const booking = slot('r', '14:00', '15:30', {
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
  ] as const)('by the style %s are “%s”', (style, all) => {
    expect(bookedNames(booking, style).all).toBe(all);
  });

  test('who has one name alone has something, and who has none nothing', () => {
    expect(nameText({ lastName: 'Madonna' }, 'short')).toBe('Mad');
    expect(nameText({ firstName: 'Prince', lastName: null }, 'short')).toBe('Pri');
    expect(nameText({ firstName: 'Prince' }, 'surname')).toBe('Prince');
    expect(nameText({}, 'full')).toBe('');
  });

  test('letters are whole, whatever the alphabet', () => {
    expect(nameText({ firstName: 'Ösk', lastName: '𝒜𝓃𝒹𝓇' }, 'short')).toBe('𝒜𝓃𝒹.Ö');
  });

  test.each([
    ['none', []],
    ['initials', ['SG / KL', 'SG']],
    ['short', ['Gar.S / Lee.K', 'Gar.S']],
    ['surname', ['Garcia / Lee', 'Garcia']],
    ['full', ['Sam Garcia / Kim Lee', 'Garcia / Lee', 'Sam Garcia', 'Garcia']],
  ] as const)('in a block by the style %s are, the longest first, %j', (style, forms) => {
    expect(blockNames(booking, style)).toEqual(forms);
  });

  test('without names nothing of anybody is left', () => {
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

  test('are in Zulu on a board in Zulu, and of the day that Zulu has', () => {
    const zulu: Wording = { ...wording, clock: { zone: 'America/Denver', mode: 'Z' } };
    expect(boardTime(at('12T20:00'), zulu)).toBe('0200Z');
    expect(boardDate(at('12T20:00'), zulu)).toBe('Wed 0200Z');
  });
});
