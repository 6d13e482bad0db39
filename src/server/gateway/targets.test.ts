import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaPaths, operationIds, operations } from '#contract/operations.ts';
import { always, emptyList, openStand } from './teststand.ts';

const hostile = [
  '/api',
  '/api/',
  '/api/core/v1.0/operators/1001/aircraft/',
  '/api//core/v1.0/operators/1001/aircraft',
  '/api/core/v1.0/../v1.0/operators/1001/keys',
  '/api/core/v1.0/operators/1001/aircraft/../../../../admin',
  '/api/core/v1.0/operators/1001/aircraft%2f..%2fkeys',
  '/api/core/v1.0/operators/1001/users/external/..',
  '/api/core/v1.0/operators/1001/users/external/%2e%2e',
  '/api/core/v1.0/operators/1001/users/external/..%2f..%2faircraft',
  '/api/core/v1.0/operators/1001/users/external/%5c..%5c',
  '/api/core/v1.0/operators/1001/users/external/a%00b',
  '/api/core/v1.0/operators/1001/users/external/%0d%0ax-injected:%201',
  '/api/core/v1.0/operators/1001/users/external/%E0%A4%A',
  '/api/core/v1.0/operators/1001%2faircraft',
  '/api/core/v1.0/operators/1001;x=1/aircraft',
  '/api/core/v1.0/operators/+1001/aircraft',
  '/api/core/v1.0/operators/01001/aircraft',
  '/api/core/v1.0/operators/1e3/aircraft',
  '/api/core/v1.0/operators/-1/aircraft',
  '/api/core/v1.0/operators/1002/aircraft',
  '/api/core/v1.0/operators/99999999999/aircraft',
  '/api/core/v1.0/operators/{operatorId}/aircraft',
  '/api/core/v2.0/operators/1001/aircraft',
  '/API/core/v1.0/operators/1001/aircraft',
  '/%61pi/core/v1.0/operators/1001/aircraft',
  '/api/core/v1.0/Operators/1001/aircraft',
  '/api/http://evil.example/core/v1.0/operators/1001/aircraft',
  '/api@evil.example/core/v1.0/operators/1001/aircraft',
  '/api\\core\\v1.0\\operators\\1001\\aircraft',
  '/api/core/v1.0/operators/1001/aircraft?constructor=1',
  '/api/core/v1.0/operators/1001/aircraft?limit=10%26offset=1',
  '/api/core/v1.0/operators/1001/aircraft?statusId=eq:1%0d%0ax-injected:1',
  '/api/core/v1.0/operators/1001/equipment?__proto__=1',
  'http://evil.example/api/core/v1.0/operators/1001/aircraft',
  '//evil.example/api/core/v1.0/operators/1001/aircraft',
  '*',
  'evil.example:443',
];

/** What a rebuilt path may look like: one of the 25 templates, with values and nothing else in its braces. */
const documented = operationIds.map((id) => {
  const path = areaPaths[operations[id].area] + operations[id].path;
  const pattern = path
    .replaceAll('.', '\\.')
    .replace('{operatorId}', '1001')
    .replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^/flight${pattern}$`.replace('/flight/reports/v1\\.0', '/elsewhere'));
});

function request(target: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
}

const value = fc.oneof(
  fc.constantFrom('1001', '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11', 'student 7', 'a/b', '.', '..', '\\', '\u0000', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const step = fc.oneof(
  value.map(encodeURIComponent),
  fc.constantFrom('..', '%2e%2e', '%2f', '%', 'aircraft'),
  fc.webSegment(),
);

/** The paths of the 25 operations with odd values, some of them with a step changed, added or taken away. */
const nearTarget = fc
  .record({
    id: fc.constantFrom(...operationIds),
    values: fc.array(value, { minLength: 2, maxLength: 2 }),
    change: fc.option(fc.tuple(fc.nat(8), fc.nat(1), fc.array(step, { maxLength: 2 })), { freq: 2 }),
  })
  .map(({ id, values: [first = '', second = ''], change }) => {
    const filled = operations[id].path
      .replace('{operatorId}', first.length > 4 ? encodeURIComponent(first) : '1001')
      .replace(/\{\w+\}/, () => encodeURIComponent(second));
    const steps = (areaPaths[operations[id].area] + filled).split('/').slice(1);
    if (change) steps.splice(change[0], change[1], ...change[2]);
    return `/api/${steps.join('/')}`;
  });

describe('targets of requests', () => {
  it.each(hostile)('%s reaches nobody', async (target) => {
    const stand = await openStand(always(200, emptyList));
    const received = await stand.send(request(target));
    expect(received).toMatch(/^HTTP\/1\.1 (400|403|404|421) /);
    expect(stand.calls).toHaveLength(0);
  });

  it.each([
    'GET /api/core/v1.0/operators/1001/aircraft HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
    'GET /api/core/v1.0/operators/1001/aircraft HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n',
    'GET /api/core/v1.0/operators/1001/aircraft HTTP/1.1\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost\r\n\r\n',
  ])('two readings of one request are refused: %j', async (bytes) => {
    const stand = await openStand(always(200, emptyList));
    await stand.send(bytes.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    expect(stand.calls).toHaveLength(0);
  });

  it('that come through are documented paths, rebuilt', async () => {
    const stand = await openStand(always(200, emptyList));
    await fc.assert(
      fc.asyncProperty(nearTarget, async (target) => {
        const before = stand.calls.length;
        const { status } = await stand.ask(target).catch(() => ({ status: 400 }));
        const reached = stand.calls.slice(before).map((call) => call.url ?? '');
        expect(reached).toHaveLength(status === 200 ? 1 : 0);
        for (const url of reached) expect(documented.some((form) => form.test(url)) ? '' : url).toBe('');
      }),
      { numRuns: 1_000 },
    );
    expect(stand.calls.length).toBeGreaterThan(50);
  });
});
