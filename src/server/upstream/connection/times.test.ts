import { describe, expect, it } from 'vitest';
import type { Zone } from '#domain/time/time.ts';
import { hoursByReading, reservationHoursVerdict, zonelessVerdict } from './times.ts';

const denver: Zone = { name: 'America/Denver', zoneless: 'operator' };
const asUtc: Zone = { ...denver, zoneless: 'utc' };
/** The same instant as the service writes it: 14:00 in Denver in summer. */
const local = { startTime: '2026-07-01T14:00:00.000', startTimeUtc: '2026-07-01T20:00:00Z' };
const utc = { startTime: '2026-07-01T20:00:00', startTimeUtc: '2026-07-01T20:00:00' };

describe('times without a zone', () => {
  it('leave the setting if there are none', () => {
    const zoned = [{ startTime: '2026-07-01T20:00:00Z' }, { startTime: '2026-07-01T14:00:00-06:00' }, {}];
    expect(zonelessVerdict(zoned, asUtc)).toMatchObject({
      mark: 'ok',
      zoneless: 'utc',
      words: expect.stringMatching(/^all 2 carry/),
    });
  });

  it('are the operator’s if the UTC times beside them say so, whatever the setting', () => {
    for (const zone of [denver, asUtc]) {
      const verdict = zonelessVerdict([local, local, { startTime: null }], zone);
      expect(verdict).toMatchObject({ mark: 'differs', zoneless: 'operator' });
      expect(verdict.words).toBe('2 of 2 have no zone; the UTC times beside them show that they are America/Denver.');
    }
  });

  it('are UTC if the UTC times beside them say so', () => {
    expect(zonelessVerdict([utc, utc], denver)).toMatchObject({
      zoneless: 'utc',
      words: expect.stringMatching(/that they are UTC\.$/),
    });
  });

  it('keep their reading despite one stray record in twenty', () => {
    expect(zonelessVerdict([...Array.from({ length: 19 }, () => local), utc], denver).zoneless).toBe('operator');
  });

  it('leave the setting if both readings agree', () => {
    expect(zonelessVerdict([utc], { name: 'Africa/Accra', zoneless: 'utc' }).zoneless).toBe('utc');
    expect(zonelessVerdict([utc], { name: 'Africa/Accra', zoneless: 'operator' }).zoneless).toBe('operator');
  });

  it('show a wrong zone, with the offset that they really have', () => {
    const verdict = zonelessVerdict([local, local], { ...denver, name: 'America/New_York' });
    expect(verdict).toMatchObject({ mark: 'differs', zoneless: 'operator' });
    expect(verdict.words).toContain('their clock is UTC-06:00, which is not that of America/New_York');
  });

  it('cannot be judged without UTC times; an example to compare is given', () => {
    const { startTime } = local;
    expect(zonelessVerdict([{ startTime }, { startTime, startTimeUtc: 'soon' }], denver)).toMatchObject({
      mark: 'unsure',
      zoneless: 'operator',
      words: expect.stringContaining(startTime),
    });
  });
});

/** Thirty reservations at these hours in turn, written with this suffix. */
function reservations(hours: readonly number[], suffix: string, displayTypeId = 0) {
  return Array.from({ length: 30 }, (_, index) => ({
    startTime: `2026-07-01T${String(hours[index % hours.length]).padStart(2, '0')}:30:00${suffix}`,
    reservationType: { displayTypeId },
  }));
}

const flyingDay = [7, 9, 11, 13, 15, 17];

describe('the hours of the reservations', () => {
  it('are a school’s day in its own zone', () => {
    expect(reservationHoursVerdict(reservations(flyingDay, '-06:00'), denver)).toEqual({
      mark: 'ok',
      words: '0 % of 30 reservations begin between 2300L and 0500L in America/Denver.',
    });
  });

  it('make a zone look wrong in which the school would fly at night', () => {
    const verdict = reservationHoursVerdict(reservations(flyingDay, '-06:00'), { ...denver, name: 'Asia/Tokyo' });
    expect(verdict.mark).toBe('differs');
    expect(verdict.words).toMatch(/^50 % of 30 .* in Asia\/Tokyo, most at 2200L: OPERATOR_TIME_ZONE looks wrong\.$/);
  });

  it('say if the other reading of zone-less times would be by day', () => {
    const wallIsUtc = reservations([14, 17, 20, 23, 0, 1], '');
    expect(reservationHoursVerdict(wallIsUtc, denver).words).toMatch(/ With ZONELESS_TIMES=utc it would be 0 %\.$/);
  });

  it('count only flying', () => {
    const all = [
      ...reservations(flyingDay, '-06:00'),
      ...reservations([0], '-06:00', 1),
      ...reservations([0], '-06:00', 10),
    ];
    expect(reservationHoursVerdict(all, denver).mark).toBe('ok');
  });

  it('say nothing with few reservations', () => {
    expect(reservationHoursVerdict(reservations([2], '-06:00').slice(0, 19), denver).mark).toBe('unsure');
  });
});

describe('the start hours by both readings', () => {
  const standard = { reservationType: { displayTypeId: 0, name: 'Dual' } };

  it('differ by the zone’s offset', () => {
    const hours = hoursByReading([{ ...standard, startTime: '2026-07-01T14:00:00' }], 'America/Denver');
    // 1400Z is 0800L in Denver in summer.
    expect([hours?.operator.indexOf(1), hours?.utc.indexOf(1)]).toEqual([14, 8]);
  });

  it('are not there if every time carries its zone', () => {
    expect(hoursByReading([{ ...standard, startTime: '2026-07-01T20:00:00Z' }], 'America/Denver')).toBeNull();
  });
});
