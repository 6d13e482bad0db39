import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { textWidth } from '#domain/wall/textSizes.ts';
import type { NameStyle } from '#domain/wall/words.ts';
import { daySchedule, hoursWithNow } from './daySchedule.ts';

const day = { start: onTheDay('00:00'), end: onTheDay('13T00:00') };
const hours = { start: onTheDay('06:00'), end: onTheDay('22:00') };
const sizes = { legible: 31, easy: 37, isTooFar: false };
const room = { width: 1876, height: 820, sizes };
const none: ReadonlySet<string> = new Set();
const flight = slot('r', '14:00', '16:00', { pilots: [person('Sam Garcia')], instructor: person('Kim Lee') });

describe('the rows of the day schedule', () => {
  test('include the hours around now', () => {
    expect(hoursWithNow(hours, day, onTheDay('03:30'))).toEqual({ start: onTheDay('02:30'), end: hours.end });
    expect(hoursWithNow(hours, day, onTheDay('23:30'))).toEqual({ start: hours.start, end: day.end });
    expect(hoursWithNow(hours, day, onTheDay('13T10:00'))).toEqual(hours);
  });

  test('show only booked aircraft, with a lane more for overlapping reservations', () => {
    const rows = [
      { id: 'a', label: 'N1AB', reservations: [flight, slot('x', '15:00', '17:00')] },
      { id: 'b', label: 'N2AB', reservations: [] },
      { id: 'c', label: 'N3AB', reservations: [slot('y', '04:00', '05:00')] },
    ];
    const board = daySchedule({ rows, hours, now, names: 'short', grounded: none }, room);
    expect(board.pages.flat().map(({ id, lanes }) => [id, lanes])).toEqual([['a', 2]]);
  });

  test('name as much as a bar holds, and nobody on a board without names', () => {
    const labels = (end: string, names: NameStyle) =>
      daySchedule(
        {
          rows: [{ id: 'a', label: 'N1AB', reservations: [{ ...flight, end: onTheDay(end) }] }],
          hours,
          now,
          names,
          grounded: none,
        },
        room,
      )
        .pages.flat()[0]
        ?.bars.map(({ label }) => label);
    expect(labels('18:00', 'short')).toEqual(['Gar.S / Lee.K']);
    expect(labels('15:30', 'short')).toEqual(['Gar.S']);
    expect(labels('14:15', 'short')).toEqual(['']);
    expect(labels('18:00', 'none')).toEqual(['Standard']);
    expect(labels('14:45', 'initials')).toEqual(['SG']);
  });
});

describe('the names and pages of the day schedule', () => {
  test('use surnames or full names when the link allows them and the bar is long enough', () => {
    // 16 hours are 1657 px: at 37 px an hour is 2.8 em, of which the edge takes 0.5; the names are 11.3, 6.45, 5.8 and 3.25 em wide.
    const label = (end: string, names: NameStyle) => {
      const rows = [{ id: 'a', label: 'N1AB', reservations: [{ ...flight, end: onTheDay(end) }] }];
      return daySchedule({ rows, hours, now, names, grounded: none }, room).pages[0]?.[0]?.bars[0]?.label;
    };
    expect(label('19:00', 'full')).toBe('Sam Garcia / Kim Lee');
    expect(label('17:30', 'full')).toBe('Garcia / Lee');
    expect(label('16:20', 'full')).toBe('Sam Garcia');
    expect(label('15:45', 'full')).toBe('Garcia');
    expect(label('15:00', 'full')).toBe('Gar');
    expect(label('17:30', 'surname')).toBe('Garcia / Lee');
    expect(label('15:45', 'surname')).toBe('Garcia');
    for (const names of ['none', 'initials'] as const) expect(label('22:00', names)).not.toMatch(/Gar|Lee/);
  });

  test('mark aircraft that are grounded, whatever the case of the id', () => {
    const rows = [
      { id: 'A', label: 'N1AB', reservations: [flight] },
      { id: 'b', label: 'N2AB', reservations: [flight] },
    ];
    const board = daySchedule({ rows, hours, now, names: 'none', grounded: new Set(['a']) }, room);
    expect(board.pages.flat().map(({ isGrounded }) => isGrounded)).toEqual([true, false]);
  });

  test('make a few rows taller, up to twice the height', () => {
    const heightOf = (count: number) => {
      const rows = Array.from({ length: count }, (_, row) => ({ id: `${row}`, label: 'N1AB', reservations: [flight] }));
      return daySchedule({ rows, hours, now, names: 'none', grounded: none }, room).laneHeight;
    };
    // 37 px of text need 55; 820 less the hours' 56 are 764 for all rows.
    expect([6, 10, 13].map(heightOf)).toEqual([110, 76, 58]);
  });

  test('fill several pages about equally, with text as large as they allow', () => {
    const rows = Array.from({ length: 23 }, (_, row) => ({
      id: `${row}`,
      label: `N${row}AB`,
      reservations: [slot(`${row}`, '14:00', '15:00')],
    }));
    const board = daySchedule({ rows, hours, now, names: 'none', grounded: none }, room);
    expect(board.pages.map(({ length }) => length)).toEqual([12, 11]);
    expect(board.font).toBe(sizes.easy);
  });

  test('have each row on one page, no page too tall, and no text too small', () => {
    const fleets = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 160 });
    fc.assert(
      fc.property(fleets, fc.integer({ min: 300, max: 3000 }), (depths, height) => {
        const rows = depths.map((depth, row) => ({
          id: `${row}`,
          label: `N${row}AB`,
          reservations: Array.from({ length: depth }, (_, lane) => slot(`${row} ${lane}`, '14:00', '15:00')),
        }));
        const board = daySchedule({ rows, hours, now, names: 'none', grounded: none }, { ...room, height });
        expect(board.pages.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        expect(board.font).toBeGreaterThanOrEqual(sizes.legible);
        for (const page of board.pages) {
          const tall = page.reduce((sum, { lanes }) => sum + lanes * board.laneHeight, board.axis);
          expect(tall <= height || page.length === 1).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the bars of the day schedule', () => {
  test.each([
    ['out', slot('r', '10:00', '12:00', { status: 1 }), 'away'],
    ['not back', slot('r', '09:00', '10:42', { status: 1 }), 'open'],
    ['completed', slot('r', '09:00', '12:00', { status: 2 }), 'done'],
    ['over and was never out', slot('r', '08:00', '09:00'), 'done'],
    ['to come', slot('r', '14:00', '15:00'), 'plain'],
  ])('mark a reservation that is %s', (_, reservation, state) => {
    const rows = [{ id: 'a', label: 'N1AB', reservations: [reservation] }];
    const [row] = daySchedule({ rows, hours, now, names: 'short', grounded: none }, room).pages.flat();
    expect(row?.bars.map((bar) => bar.state)).toEqual([state]);
  });

  test('leave out cancelled reservations, and aircraft with nothing else', () => {
    const cancelled = slot('v', '14:00', '16:00', { reservationStatus: { id: 3, name: 'Cancelled' } });
    const board = daySchedule(
      { rows: [{ id: 'a', label: 'N1AB', reservations: [cancelled] }], hours, now, names: 'short', grounded: none },
      room,
    );
    expect([board.count, board.pages]).toEqual([0, [[]]]);
  });

  test('follow the reservation’s times, cut off at the displayed hours', () => {
    const reservations = [slot('r', '04:00', '14:00'), slot('s', '18:00', '22:00')];
    const [row] = daySchedule(
      { rows: [{ id: 'a', label: 'N1AB', reservations }], hours, now, names: 'none', grounded: none },
      room,
    ).pages.flat();
    expect(row?.bars.map(({ left, width, lane }) => [left, width, lane])).toEqual([
      [0, 0.5, 0],
      [0.75, 0.25, 0],
    ]);
  });

  test('mark an aircraft that is not back only beyond the grace', () => {
    const states = ['11:00', '10:42'].map((end) => {
      const rows = [{ id: 'a', label: 'N1AB', reservations: [slot('r', '08:00', end, { status: 1 })] }];
      const [row] = daySchedule({ rows, hours, now, names: 'none', grounded: none }, room).pages.flat();
      return row?.bars[0]?.state;
    });
    expect(states).toEqual(['away', 'open']);
  });

  test('say how long an aircraft is not back, after the name or alone', () => {
    const label = (end: string, width: number) => {
      const rows = [{ id: 'a', label: 'N1AB', reservations: [slot('late', '08:00', end, { status: 1 })] }];
      const [row] = daySchedule({ rows, hours, now, names: 'none', grounded: none }, { ...room, width }).pages.flat();
      return row?.bars[0]?.label;
    };
    expect([label('11:00', 2400), label('12:00', 2400)]).toEqual(['Standard +0:05', 'Standard']);
    expect(label('11:00', 1100)).toBe('+0:05');
    expect(label('11:00', 500)).toBe('');
  });

  test('never have a label wider than the bar', () => {
    const lengths = fc.array(fc.integer({ min: 5, max: 400 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 600, max: 3800 }), (minutes, width) => {
        const rows = minutes.map((length, index) => {
          const end = onTheDay('06:00') + length * 60_000;
          return {
            id: `${index}`,
            label: 'N1AB',
            reservations: [{ ...flight, key: `${index}`, end, start: onTheDay('06:00') }],
          };
        });
        const board = daySchedule({ rows, hours, now, names: 'full', grounded: none }, { ...room, width });
        for (const { bars } of board.pages.flat())
          for (const bar of bars)
            if (bar.label !== '')
              expect((textWidth(bar.label) + 0.5) * board.font).toBeLessThanOrEqual(bar.width * (width - board.head));
      }),
      { numRuns: 40 },
    );
  });
});
