import { expect, test } from 'vitest';
import { allowanceVerdict } from './check.ts';

test('without a header the setting stays', () => {
  expect(allowanceVerdict(new Map(), 60)).toEqual({
    mark: 'ok',
    words: 'no header states it; API_RATE_LIMIT stays 60.',
  });
});

test('headers are shown, and a limit below the setting differs', () => {
  const headers = new Map([
    ['x-ratelimit-limit', '40'],
    ['x-ratelimit-remaining', '3'],
  ]);
  expect(allowanceVerdict(headers, 40)).toEqual({
    mark: 'ok',
    words: 'x-ratelimit-limit: 40, x-ratelimit-remaining: 3',
  });
  expect(allowanceVerdict(headers, 60)).toMatchObject({ mark: 'differs', words: expect.stringContaining('limit: 40') });
});
