import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRequest, type Vocabulary } from './requestWords.ts';
import { anyRequest, clockOf, features, findAddress, type FindRequest, paramsOf, readParams } from './request.ts';

/** A Tuesday. */
const today = '2026-05-12';
const vocabulary: Vocabulary = {
  models: ['Cessna 172S', 'Piper PA-28 Archer', 'N512SP', 'N9512'],
  instructors: [
    { userId: 't1', name: 'Tamika Tanaka' },
    { userId: 't2', name: 'Kim Lee' },
  ],
  people: [
    { userId: 's1', name: 'Ana Garcia' },
    { userId: 's2', name: 'José Núñez' },
    { userId: 's3', name: 'Ana Tanaka' },
  ],
};
const read = (text: string) => readRequest(text, today, vocabulary);
const afternoon = { from: 720, to: 1080 };

describe('a request in words', () => {
  test.each<[string, Partial<FindRequest>]>([
    ['172 2h tomorrow afternoon', { model: '172', length: 120, day: '2026-05-13', hours: afternoon }],
    [
      '172 2h tomorrow afternoon for garcia with tanaka',
      {
        model: '172',
        length: 120,
        day: '2026-05-13',
        hours: afternoon,
        student: 's1',
        instructor: { kind: 'one', userId: 't1' },
      },
    ],
    [
      'a C172 and an instructor for 2 h tomorrow afternoon',
      { model: '172', length: 120, day: '2026-05-13', hours: afternoon },
    ],
    ['pa-28 1.5h fri morning', { model: 'pa28', length: 90, day: '2026-05-15', hours: { from: 360, to: 720 } }],
    [
      'archer 90min 14 may 1300-1700',
      { model: 'archer', length: 90, day: '2026-05-14', hours: { from: 780, to: 1020 } },
    ],
    ['tail wheel 1h30 sat', { features: ['tail wheel'], length: 90, day: '2026-05-16' }],
    [
      'complex twin 2h after 1500',
      { features: ['complex', 'multi-engine'], length: 120, hours: { from: 900, to: 1320 } },
    ],
    [
      '512sp 1h before 1200 solo',
      { model: '512sp', length: 60, hours: { from: 360, to: 720 }, instructor: { kind: 'none' } },
    ],
    ['172 2h after 1300 before 1700', { model: '172', length: 120, hours: { from: 780, to: 1020 } }],
    [
      'sim 1h tonight',
      { features: ['simulator'], length: 60, day: today, hours: { from: 1020, to: 1320 }, mayBeNight: true },
    ],
    ['nunez kim lee 2h', { student: 's2', instructor: { kind: 'one', userId: 't2' }, length: 120 }],
    ['2h for ana tanaka', { student: 's3', length: 120 }],
    ['TANAKA, 172; 2H', { model: '172', length: 120, instructor: { kind: 'one', userId: 't1' } }],
    ['172 for an hour and a half after 1pm before 5 pm', { model: '172', length: 90, hours: { from: 780, to: 1020 } }],
    ['172 2026-05-20', { model: '172', day: '2026-05-20' }],
  ])('“%s”', (text, request) => {
    expect(read(text)).toEqual({ request: { ...anyRequest, ...request }, unread: [], isRequest: true });
  });

  test.each([
    '',
    'garcia',
    'tomorrow',
    '172',
    'tanaka tomorrow',
    'fleet',
    '172 2h tomorrow blah',
    '99h 172',
    'with nobody 2h',
  ])('“%s” does not ask for a flight, or is partly not understood', (text) => {
    const { isRequest, unread } = read(text);
    expect(isRequest).toBe(false);
    if (/blah|99h|nobody/.test(text)) expect(unread.length).toBeGreaterThan(0);
  });
});

describe('a name in a request', () => {
  test('is not guessed if two people or nobody have it', () => {
    expect(read('2h for ana').unread).toEqual(['ana']);
    expect(read('2h for smith').unread).toEqual(['smith']);
  });
});

describe('a request with its words in any order', () => {
  const parts = fc.record({
    model: fc.constantFrom('', '172', 'archer'),
    feature: fc.constantFrom('', ...features),
    length: fc.constantFrom(60, 90, 120, 150),
    day: fc.constantFrom('', 'tomorrow', 'sat', '14 may', '2026-05-20'),
    hours: fc.constantFrom('', 'morning', '1300-1700', 'after 1500'),
    who: fc.constantFrom('', 'with lee', 'solo'),
    student: fc.constantFrom('', 'for garcia', 'for jose nunez'),
  });

  test('is read the same in any order and letter case', () => {
    fc.assert(
      fc.property(
        parts,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        fc.boolean(),
        (given, keys, isUpper) => {
          const { length, ...others } = given;
          const words = [`${length}min`, ...Object.values(others)].filter(Boolean);
          const places = words.map((word) => ({ word, key: keys.next().value as number }));
          const shuffled = places
            .toSorted((a, b) => a.key - b.key)
            .map(({ word }) => word)
            .join(' ');
          expect(read(isUpper ? shuffled.toUpperCase() : shuffled)).toEqual(read(words.join(' ')));
          expect(read(shuffled)).toMatchObject({ unread: [], isRequest: true, request: { length } });
        },
      ),
    );
  });

  test('never fails, and never gives a length or time outside the day', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom('172', '2h', '-', '1300-1700', 'after', '2500', 'with', 'for', 'ana', '1', 'h', 'may'),
            )
            .map((words) => words.join(' ')),
        ),
        (text) => {
          const { request } = read(text);
          expect(request.length).toBeGreaterThanOrEqual(15);
          expect(request.length).toBeLessThanOrEqual(720);
          if (request.hours) expect(request.hours.from).toBeLessThan(request.hours.to);
          if (request.hours) expect(request.hours.to).toBeLessThanOrEqual(1440);
        },
      ),
    );
  });
});

describe('a request in the address', () => {
  const requests: fc.Arbitrary<FindRequest> = fc.record({
    student: fc.option(fc.uuid()),
    instructor: fc.oneof(
      fc.constantFrom<FindRequest['instructor']>({ kind: 'any' }, { kind: 'none' }),
      fc.uuid().map((userId) => ({ kind: 'one' as const, userId })),
    ),
    model: fc.constantFrom('', '172', 'PA-28 Archer & co'),
    features: fc.subarray([...features]),
    categoryClass: fc.constantFrom('', 'Airplane, Multi Engine Land'),
    length: fc.integer({ min: 15, max: 720 }),
    day: fc.constantFrom(null, '2026-05-13'),
    hours: fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 701, max: 1440 }))
        .map(([from, to]) => ({ from, to })),
    ),
    mayBeNight: fc.boolean(),
    prefersHistory: fc.boolean(),
  });

  test('is read back as written', () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(readParams(paramsOf(request))).toEqual({ request, problems: [] });
        const [, search = ''] = findAddress(request).split('?');
        const given = Object.fromEntries(
          search
            .split('&')
            .filter(Boolean)
            .map((candidate) => candidate.split('=').map((part) => decodeURIComponent(part))),
        );
        expect(readParams(given).request).toEqual(request);
      }),
    );
  });

  test('reports what is wrong in it and uses defaults', () => {
    const { request, problems } = readParams({
      length: '5',
      date: 'soon',
      hours: '1700-1300',
      features: 'fast',
      night: 'maybe',
      prefer: 'speed',
    });
    expect(request).toEqual(anyRequest);
    expect(problems).toEqual([
      'features: fast is not possible here',
      'length: 5 is not possible here',
      'date: soon is not possible here',
      'hours: 1700-1300 is not possible here',
      'night: maybe is not possible here',
      'prefer: speed is not possible here',
    ]);
    expect(clockOf(1440)).toBe('2400');
  });

  test('asks for any instructor also in so many words', () => {
    expect(readParams({ instructor: 'any' })).toEqual({ request: anyRequest, problems: [] });
  });
});
