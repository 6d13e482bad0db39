import { describe, expect, it } from 'vitest';
import { preferredCoding } from './reply.ts';

describe('the preferred coding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity', null],
    ['br;q=rubbish, gzip', 'gzip'],
    ['deflate', null],
  ])('of %j is %s', (header, coding) => {
    expect(preferredCoding(header)).toBe(coding);
  });
});
