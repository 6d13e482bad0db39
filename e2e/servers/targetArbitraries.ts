import fc from 'fast-check';
import { areaPaths, operationIds, operations } from '#contract/operations.ts';

/** Request targets that were attacks on some server. */
export const hostile = [
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

/** The form of a rebuilt path of this template, with only values in place of its braces. */
export function documentedPath(template: string): RegExp {
  const pattern = template
    .replaceAll('.', '\\.')
    .replace('{operatorId}', '1001')
    .replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}$`);
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

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'limit',
        'offset',
        'statusId',
        'startTime',
        'userId',
        'Chunk',
        'LastUpdated',
        '__proto__',
        'constructor',
        'x',
      ),
      fc.oneof(
        fc.constantFrom(
          '1',
          '10',
          '0',
          '-1',
          'eq:1',
          'int:2,3',
          'gte:2026-01-01T00:00:00',
          '1&offset=2',
          '%26',
          '%0d%0a',
        ),
        fc.string({ unit: 'grapheme', maxLength: 8 }).map(encodeURIComponent),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

/** The paths of the operations with odd values, some with a step changed, added or removed. */
export const nearTarget = fc
  .record({
    id: fc.constantFrom(...operationIds),
    values: fc.array(value, { minLength: 2, maxLength: 2 }),
    query: fc.option(query, { freq: 2 }),
    change: fc.option(fc.tuple(fc.nat(8), fc.nat(1), fc.array(step, { maxLength: 2 })), { freq: 2 }),
  })
  .map(({ id, values: [first = '', second = ''], query: pairs, change }) => {
    const filled = operations[id].path
      .replace('{operatorId}', first.length > 4 ? encodeURIComponent(first) : '1001')
      .replace(/\{\w+\}/, () => encodeURIComponent(second));
    const steps = (areaPaths[operations[id].area] + filled).split('/').slice(1);
    if (change) steps.splice(change[0], change[1], ...change[2]);
    return `/api/${steps.join('/')}${pairs === null ? '' : `?${pairs}`}`;
  });

const operatorPath = (area: keyof typeof areaPaths) => `${areaPaths[area]}/operators/1001`;
const place = fc.nat(40);
const odd = fc.oneof(
  // Characters that no address has, or that make any text between slashes an unknown word.
  fc.constantFrom(
    '%2f',
    '%5c',
    '%00',
    '%',
    ';',
    '..',
    '%2e%2e',
    '//',
    '\\',
    '{',
    '+',
    '%20',
    '%C3%A9',
    '@',
    ':',
    '*',
    '~',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).map((text) => `!${encodeURIComponent(text)}`),
);

/**
 * Targets that are not operations: an extra character in a path without free text, another operator, area or version, or a
 * parameter that is unknown, repeated or malformed.
 */
export const oddTarget = fc.oneof(
  fc
    .tuple(fc.constantFrom('/aircraft', '/equipment', '/instructors'), place, odd)
    .map(([list, at, sign]) => inserted(operatorPath('core') + list, at, sign)),
  fc.tuple(place, odd).map(([at, sign]) => inserted(`${operatorPath('scheduling')}/reservations`, at, sign)),
  fc
    .tuple(fc.integer(), fc.webSegment())
    .filter(([id]) => id !== 1001)
    .map(([id, rest]) => `/api/core/v1.0/operators/${id}/aircraft${rest && `/${rest}`}`),
  fc
    .tuple(fc.webSegment(), fc.webSegment(), fc.webSegment())
    .map((steps) => `/api/${steps.join('/')}/operators/1001/aircraft`),
  fc
    .tuple(fc.constantFrom('limit', 'offset', 'statusId', 'tail', '__proto__', 'Limit'), fc.string({ maxLength: 8 }))
    .map(([name, text]) => `/api${operatorPath('core')}/aircraft?${name}=!${encodeURIComponent(text)}`),
  fc.integer({ min: 1, max: 100 }).map((limit) => `/api${operatorPath('core')}/aircraft?limit=${limit}&limit=${limit}`),
);

/** The path below `/api` with a character inserted after its first slash. */
function inserted(path: string, at: number, sign: string): string {
  const from = 1 + (at % path.length);
  return `/api${path.slice(0, from)}${sign}${path.slice(from)}`;
}
