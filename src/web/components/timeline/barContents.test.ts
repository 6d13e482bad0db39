import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barContents, signRoom } from './barContents.ts';
import { timesText, whoText } from '#domain/reservations/reservationTitles.ts';
import { barText, markWords, type ReservationMark, spokenReservation } from '#domain/timeline/barWords.ts';
import { sampleReservation } from '#e2e/fixtures/samples/sampleReservation.ts';

const clock = { zone: 'America/Chicago', mode: 'L' } as const;
const dual = sampleReservation('Standard', {
  pilots: [{ firstName: 'Ana', lastName: 'Garcia' }],
  instructor: { firstName: 'Kim', lastName: 'Lee' },
  activityType: { name: 'Dual' },
});

describe('a bar’s text', () => {
  test.each([
    [40, '1400–1530 Garcia / Lee · Dual'],
    [28, '1400–1530 Garcia / Lee'],
    [21, '1400–1530 Garcia'],
    [15, 'Garcia'],
    [3, 'Garcia'],
  ])('fits room for %d letters', (letters, text) => {
    expect(barText(dual, clock, letters)).toBe(text);
  });

  test.each([
    ['instructor', 'kim', 60, '1400–1530 N513SP Garcia · Dual'],
    ['instructor', 'kim', 26, '1400–1530 N513SP Garcia'],
    ['instructor', 'kim', 14, 'N513SP Garcia'],
    ['instructor', 'kim', 8, 'N513SP'],
    ['pilot', 'ana', 60, '1400–1530 N513SP Lee · Dual'],
    ['pilot', 'ana', 5, '3SP'],
    ['aircraft', 'kim', 60, '1400–1530 Garcia / Lee · Dual'],
    ['none', 'none', 60, '1400–1530 N513SP Garcia / Lee · Dual'],
  ])('in the row of %s %s, with room for %d letters, leaves out what the row says', (kind, id, letters, text) => {
    const lesson = sampleReservation('Standard', {
      ...dual.record,
      aircraft: { tailNumber: 'N513SP' },
      pilots: [{ userId: 'ana', firstName: 'Ana', lastName: 'Garcia' }],
      instructor: { userId: 'kim', firstName: 'Kim', lastName: 'Lee' },
    });
    expect(barText(lesson, clock, letters, { kind, id })).toBe(text);
    expect(spokenReservation(lesson, clock, undefined, { kind, id })).toContain(text);
  });

  test('in a person’s row names the others, or the type when no one else is booked', () => {
    const course = sampleReservation('Standard', {
      pilots: [
        { userId: 'ana', firstName: 'Ana', lastName: 'Garcia' },
        { userId: 'bo', firstName: 'Bo', lastName: 'Singh' },
      ],
      instructor: { userId: 'kim', firstName: 'Kim', lastName: 'Lee' },
    });
    expect(barText(course, clock, 60, { kind: 'instructor', id: 'kim' })).toBe('1400–1530 Garcia, Singh');
    expect(barText(course, clock, 60, { kind: 'pilot', id: 'bo' })).toBe('1400–1530 Garcia / Lee');
    const off = sampleReservation('Maintenance', { instructor: { userId: 'kim', firstName: 'Kim' } });
    expect(barText(off, clock, 60, { kind: 'instructor', id: 'kim' })).toBe(`1400–1530 ${off.type}`);
  });

  test('says the days of a reservation that lasts more than one', () => {
    const shop = sampleReservation('Maintenance', {
      startTime: '2026-05-12T13:00:00Z',
      endTime: '2026-05-15T22:00:00Z',
    });
    expect(barText(shop, clock, 60)).toBe('0800–1700 +3 Maintenance');
    const night = sampleReservation('Maintenance', {
      startTime: '2026-05-13T03:00:00Z',
      endTime: '2026-05-13T07:00:00Z',
    });
    expect(barText(night, clock, 60)).toBe('2200–0200 Maintenance');
  });

  test('gives the activity or type when it names nobody', () => {
    const shop = sampleReservation('Maintenance', { activityType: { name: '100-hour' } });
    expect(barText(shop, clock, 40)).toBe('1400–1530 100-hour');
    expect(barText(sampleReservation('Maintenance', {}), clock, 40)).toBe('1400–1530 Maintenance');
  });
});

describe('the contents of a bar', () => {
  const marks: fc.Arbitrary<ReservationMark> = fc.record({
    conflict: fc.constantFrom('definite', 'possible', undefined),
    change: fc.constantFrom('new', undefined),
  });

  test('are complete when it is wide, and only a conflict when it is narrow', () => {
    const mark = { conflict: 'definite', change: 'new' } as const;
    expect(barContents({ ...dual, statusId: 1 }, mark, clock, 300)).toEqual({
      hasIcon: false,
      text: '1400–1530 Garcia / Lee · Dual',
      signs: ['definite', 'change'],
      hasStatus: true,
    });
    expect(barContents(dual, mark, clock, 24)).toMatchObject({ hasIcon: false, text: null, signs: ['definite'] });
  });

  test('mark first that the aircraft is not back', () => {
    const mark = { late: { step: 1, words: 'not back +0:20' }, conflict: 'definite' } as const;
    expect(barContents(dual, mark, clock, 300).signs).toEqual(['late', 'definite']);
    expect(barContents(dual, mark, clock, 24).signs).toEqual(['late']);
    expect(spokenReservation(dual, clock, mark)).toMatch(/Reserved, not back \+0:20, definite conflict$/);
  });

  test('have no mark for the usual type and status, and an icon for an unusual type', () => {
    expect(barContents(dual, undefined, clock, 300)).toMatchObject({ hasIcon: false, hasStatus: false });
    expect(barContents(dual, undefined, clock, 62)).toMatchObject({ text: 'Garcia' });
    expect(barContents({ ...dual, kind: 'Class' }, undefined, clock, 62)).toMatchObject({ hasIcon: true });
  });

  test('are never wider than the bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 500 }), marks, (width, mark) => {
        const { hasIcon, text, signs, hasStatus } = barContents(dual, mark, clock, width);
        const shapes = signs.length + (hasStatus ? 1 : 0);
        expect((hasIcon ? 17 : 0) + shapes * signRoom + (text ? 20 : 0)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('a reservation read aloud', () => {
  test('has its type, times, people, activity, status and marks', () => {
    const mark = { conflict: 'possible', change: 'moved from 1300L', alert: 'expired' } as const;
    expect(spokenReservation(dual, clock, mark)).toBe(
      'Standard, Dual Flight Training, Tue 12 May, 1400–1530 Garcia / Lee · Dual, Reserved, ' +
        'possible conflict, aircraft is grounded, moved from 1300L',
    );
  });

  test('gives both dates when it runs past midnight, and the Zulu date in Zulu', () => {
    const late = { ...dual, end: dual.start + 11 * 3_600_000 };
    expect(timesText(late, clock)).toBe('Tue 12 May, 1400L to Wed 13 May 0100L');
    expect(spokenReservation(late, clock)).toContain('Tue 12 May, 1400–0100 Garcia / Lee · Dual, until Wed 13 May');
    expect(spokenReservation({ ...late, start: late.end - 1 }, { ...clock, mode: 'Z' })).toContain(
      'Wed 13 May Zulu, 0559–0600',
    );
  });

  test('contains whatever text its bar shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), (letters) => {
        expect(spokenReservation(dual, clock)).toContain(barText(dual, clock, letters));
      }),
    );
  });

  test('does not repeat itself or mention what is unknown', () => {
    const bare = sampleReservation('Maintenance', {});
    expect(spokenReservation(bare, clock)).toBe('Maintenance, Tue 12 May, 1400–1530 Maintenance, Reserved');
    expect([whoText(dual), whoText(bare)]).toEqual(['Ana Garcia with Kim Lee', '']);
    expect(markWords(undefined)).toEqual([]);
  });
});
