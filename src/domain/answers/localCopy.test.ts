import { expect, test } from 'vitest';
import { localCopyRows } from './localCopy.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const set = {
  set: 'reminders',
  parts: 24,
  known: 24,
  asOf: ago(240),
  targetAge: 300,
  expectedAge: 300,
  failure: null,
} as const;

test('a set shows how much of it has been read, its age, and its expected age', () => {
  expect(localCopyRows([set], now)).toEqual([
    { name: 'Reminders', progress: '24 of 24', age: '4 min', isLate: false, expected: '5 min', failure: null },
  ]);
  const [stretched] = localCopyRows([{ ...set, expectedAge: 900 }], now);
  expect(stretched?.expected).toBe('15 min, target 5 min');
});

test('a set much older than expected is late; an unread set has no age', () => {
  expect(localCopyRows([{ ...set, asOf: ago(901) }], now)[0]?.isLate).toBe(true);
  expect(localCopyRows([{ ...set, known: 0, asOf: null }], now)[0]).toMatchObject({ progress: '0 of 24', age: '–' });
  expect(localCopyRows([{ ...set, set: 'operator', parts: 1, known: 0, asOf: null }], now)[0]?.progress).toBe(
    'not yet',
  );
});

test('a failure has its status; sets without parts are left out', () => {
  const failure = { status: 403, message: 'This key has no access.' };
  expect(localCopyRows([{ ...set, failure }], now)[0]?.failure).toBe('This key has no access. (403)');
  expect(localCopyRows([{ ...set, failure: { status: null, message: '' } }], now)[0]?.failure).toBe(
    'The service reported an error',
  );
  expect(localCopyRows([{ ...set, parts: 0, known: 0 }], now)).toEqual([]);
});
