import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slot, person } from '#domain/calendar/sampleSchedule.ts';
import { bookedNames, nameText } from './words.ts';

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
    ['full', 'Sam Garcia / Kim Lee'],
  ] as const)('by the style %s are “%s”', (style, all) => {
    expect(bookedNames(booking, style).all).toBe(all);
  });

  test('who has one name alone has something, and who has none nothing', () => {
    expect(nameText({ lastName: 'Madonna' }, 'short')).toBe('Mad');
    expect(nameText({ firstName: 'Prince', lastName: null }, 'short')).toBe('Pri');
    expect(nameText({}, 'full')).toBe('');
  });

  test('letters are whole, whatever the alphabet', () => {
    expect(nameText({ firstName: 'Ösk', lastName: '𝒜𝓃𝒹𝓇' }, 'short')).toBe('𝒜𝓃𝒹.Ö');
  });

  test('without names nothing of anybody is left', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (firstName, lastName) => {
        expect(nameText({ firstName, lastName }, 'none')).toBe('');
      }),
    );
  });
});
