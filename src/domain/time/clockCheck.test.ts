import { expect, test } from 'vitest';
import { clockFault, clockLead, hasJumped } from './clockCheck.ts';

const noon = Date.parse('2026-05-12T12:00:00Z');
const date = 'Tue, 12 May 2026 12:00:00 GMT';

test('the lead is measured from the middle of the round trip', () => {
  expect(clockLead({ askedAt: noon, answeredAt: noon + 1000, date })).toBe(0);
  expect(clockLead({ askedAt: noon + 3_600_000, answeredAt: noon + 3_601_000, date })).toBe(3_600_000);
});

test.each([
  ['no date', { askedAt: noon, answeredAt: noon, date: null }],
  ['an invalid date', { askedAt: noon, answeredAt: noon, date: 'yesterday' }],
  ['a long trip', { askedAt: noon, answeredAt: noon + 11_000, date }],
  ['a clock set back meanwhile', { askedAt: noon, answeredAt: noon - 1, date }],
])('%s gives no lead', (_, sample) => {
  expect(clockLead(sample)).toBeNull();
});

test.each([
  [null, null],
  [59_000, null],
  [-59_000, null],
  [-90_000, 'This screen’s clock is 1 min slow.'],
  [3 * 3_600_000 + 5 * 60_000, 'This screen’s clock is 3 h 05 fast.'],
])('a lead of %s ms is described as %s', (lead, words) => {
  expect(clockFault(lead)).toBe(words);
});

test('clock changes and sleep are told apart from a running clock', () => {
  const before = { wall: noon, steady: 100 };
  expect(hasJumped(before, { wall: noon + 5000, steady: 5100 })).toBe(false);
  expect(hasJumped(before, { wall: noon + 65_000, steady: 5100 })).toBe(true);
  expect(hasJumped(before, { wall: noon - 3_600_000, steady: 5100 })).toBe(true);
});
