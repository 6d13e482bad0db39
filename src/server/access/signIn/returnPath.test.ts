import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath } from './returnPath.ts';

const origin = 'https://ops.example';

describe('where a browser goes after the sign-in', () => {
  it.each([
    ['/', '/'],
    ['/fleet', '/fleet'],
    ['/reservations?day=2026-05-12&view=week', '/reservations?day=2026-05-12&view=week'],
    ['/fleet/N%2F1', '/fleet/N%2F1'],
    ['/people?name=Zoë', '/people?name=Zo%C3%AB'],
    ['/board?to=https://evil.example', '/board?to=https://evil.example'],
    ['/sign-ins', '/sign-ins'],
    ['/fleet#part', '/fleet'],
  ])('%s is %s', (path, to) => expect(returnPath(path)).toBe(to));

  it.each([
    null,
    '',
    'fleet',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/fleet/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    ' /fleet',
    '/\u00a0/evil.example',
    '/fleet\r\nset-cookie: a=b',
    '/sign-in',
    '/SIGN-IN?to=/',
    '/sign-in/start',
    '/x/../sign-in',
    '/sign-out',
    '/display',
    `/${'x'.repeat(2_000)}`,
  ])('%j is the first page', (path) => expect(returnPath(path)).toBe('/'));
});

describe('any requested return', () => {
  it('is our own address, and stays the same when requested again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        '%5c',
        '\t',
        '\n',
        '@',
        ':',
        '//evil.example',
        'https:',
        '?',
        '#',
        '&',
        ';',
      ),
      fc.string({ maxLength: 4 }),
      fc.string({ maxLength: 4, unit: 'binary' }),
    );
    const paths = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(paths, (text) => {
        const to = returnPath(text);
        const target = new URL(to, `${origin}/sign-in?to=x`);
        expect(target.origin).toBe(origin);
        expect(target.pathname).not.toMatch(/^\/\/|^\/(sign-in|sign-out|display)(\/|$)/i);
        // What a Location header may hold, in any reading of it.
        expect(to).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
        expect(returnPath(to)).toBe(to);
      }),
      { numRuns: 4_000 },
    );
  });
});
