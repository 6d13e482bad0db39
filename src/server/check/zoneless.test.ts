import { describe, expect, it } from 'vitest';
import type { Zone } from '#domain/time/time.ts';
import { zonelessVerdict } from './zoneless.ts';

const denver: Zone = { name: 'America/Denver', zoneless: 'operator' };
const asUtc: Zone = { ...denver, zoneless: 'utc' };
/** The same instant as the service writes it: 14:00 in Denver in summer. */
const local = { startTime: '2026-07-01T14:00:00.000', startTimeUtc: '2026-07-01T20:00:00Z' };
const utc = { startTime: '2026-07-01T20:00:00', startTimeUtc: '2026-07-01T20:00:00' };

describe('times without a zone', () => {
  it('that do not occur leave the setting', () => {
    const zoned = [{ startTime: '2026-07-01T20:00:00Z' }, { startTime: '2026-07-01T14:00:00-06:00' }, {}];
    expect(zonelessVerdict(zoned, asUtc)).toMatchObject({
      mark: 'ok',
      zoneless: 'utc',
      words: expect.stringMatching(/^all 2 carry/),
    });
  });

  it('are the operator’s where the UTC times beside them say so, whatever is configured', () => {
    for (const zone of [denver, asUtc]) {
      const verdict = zonelessVerdict([local, local, { startTime: null }], zone);
      expect(verdict).toMatchObject({ mark: 'differs', zoneless: 'operator' });
      expect(verdict.words).toBe('2 of 2 have no zone; the UTC times beside them say that they are America/Denver.');
    }
  });

  it('are UTC where the UTC times beside them say so', () => {
    expect(zonelessVerdict([utc, utc], denver)).toMatchObject({
      zoneless: 'utc',
      words: expect.stringMatching(/that they are UTC\.$/),
    });
  });

  it('do not change their reading for one stray record in twenty', () => {
    expect(zonelessVerdict([...Array.from({ length: 19 }, () => local), utc], denver).zoneless).toBe('operator');
  });

  it('leave the setting where both readings agree', () => {
    expect(zonelessVerdict([utc], { name: 'Africa/Accra', zoneless: 'utc' }).zoneless).toBe('utc');
    expect(zonelessVerdict([utc], { name: 'Africa/Accra', zoneless: 'operator' }).zoneless).toBe('operator');
  });

  it('show a wrong zone, with the clock they really have', () => {
    const verdict = zonelessVerdict([local, local], { ...denver, name: 'America/New_York' });
    expect(verdict).toMatchObject({ mark: 'differs', zoneless: 'operator' });
    expect(verdict.words).toContain('their clock is UTC-06:00, which is not that of America/New_York');
  });

  it('cannot be told without UTC times, and give an example to compare', () => {
    const { startTime } = local;
    expect(zonelessVerdict([{ startTime }, { startTime, startTimeUtc: 'soon' }], denver)).toMatchObject({
      mark: 'unsure',
      zoneless: 'operator',
      words: expect.stringContaining(startTime),
    });
  });
});
