import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeFrom, valueText } from './measures.ts';

describe('figures in words', () => {
  it('has units', () => {
    expect(valueText(0.714, 'share')).toBe('71 %');
    expect(valueText(1234.56, 'hours')).toBe('1,234.6 h');
    expect(valueText(1, 'days')).toBe('1.0 day');
    expect(valueText(2.25, 'weeks')).toBe('2.3 weeks');
    expect(valueText(1.5, 'a week')).toBe('1.5 a week');
    expect(valueText(12_000, 'count')).toBe('12,000');
  });

  it('compares shares in points, other figures in per cent, and never divides by nothing', () => {
    expect(changeFrom(0.71, 0.7, 'share')).toEqual({ way: 'up', text: 'up 1 point' });
    expect(changeFrom(0.6, 0.7, 'share')).toEqual({ way: 'down', text: 'down 10 points' });
    expect(changeFrom(75, 100, 'hours')).toEqual({ way: 'down', text: 'down 25 %' });
    expect(changeFrom(5, 0, 'count')).toEqual({ way: 'up', text: 'up from 0' });
    expect(changeFrom(0, 0, 'count').way).toBe('same');
    expect(changeFrom(5, null, 'count').way).toBe('not known');
    expect(changeFrom(null, 5, 'count').text).toBe('not known');
  });

  it('never says a change of 0, nor a way that the figures did not go', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (a, b) => {
          for (const unit of ['share', 'hours', 'count'] as const) {
            const { way, text } = changeFrom(a, b, unit);
            if (way === 'up') expect(a).toBeGreaterThan(b);
            if (way === 'down') expect(a).toBeLessThan(b);
            expect(text).not.toMatch(/(?:NaN|Infinity|\b0 (?:points|%))$/);
          }
        },
      ),
    );
  });
});
