import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { copierOf, lenient, unreadable } from './tolerant.ts';
import { aircraft, instructor, reminder, reservation, user } from '#e2e/fixtures/samples/sampleRecords.ts';
import { aircraftShape, instructorShape, reminderShape, reservationShape, userShape } from './shapes.ts';

const shapes: [name: string, shape: z.ZodMiniType, record: object][] = [
  ['aircraft', aircraftShape, aircraft],
  ['instructor', instructorShape, instructor],
  ['reminder', reminderShape, reminder],
  ['user', userShape, user],
  ['reservation', reservationShape, reservation],
];

describe.each(shapes)('the %s', (_name, shape, record) => {
  const reader = lenient(shape);

  test("both shapes read the specification's example unchanged", () => {
    expect(shape.parse(record)).toEqual(record);
    expect(reader.parse(record)).toEqual(record);
  });

  test('any member may be missing or null', () => {
    expect(reader.parse({})).toEqual({});
    for (const name of Object.keys(record)) {
      const { [name as keyof typeof record]: _, ...rest } = record;
      expect(reader.parse(rest)).toEqual(rest);
      expect(reader.parse({ ...record, [name]: null })).toEqual({ ...record, [name]: null });
    }
  });

  test('keeps undocumented members', () => {
    const more = { ...record, startTimeUtc: '2026-05-12T17:00:00Z', active: false, more: { deep: [1] } };
    expect(reader.parse(more)).toEqual(more);
  });

  test('the copier agrees with zod, whatever value replaces one of its members', () => {
    const copied = copierOf(shape);
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(record)), oddValue, (path, value) => {
        const odd = replaced(record, path, value);
        const read = reader.safeParse(odd);
        const before = JSON.stringify(odd);
        expect(copied(odd)).toEqual(read.success ? read.data : unreadable);
        expect(JSON.stringify(odd)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  test('both the copier and zod drop a member that would become its prototype', () => {
    const odd: unknown = JSON.parse(`{"__proto__":{"more":1},${JSON.stringify(record).slice(1)}`);
    expect([reader.parse(odd), copierOf(shape)(odd)]).toEqual([record, record]);
  });

  test('is refused if it is not an object', () => {
    for (const other of [null, undefined, 'N512SP', 7, true, []]) expect(reader.safeParse(other).success).toBe(false);
  });
});

test('members may be missing, null and unknown at any depth', () => {
  const reader = lenient(reservationShape);
  const odd = {
    pilots: [{ userId: null, nickname: 'Sam' }, {}],
    aircraft: { make: {}, engines: null, categoryClass: null },
    training: { sessions: [{ course: { name: null }, lesson: null, grade: 'A' }] },
  };
  expect(reader.parse(odd)).toEqual(odd);
});

test('text is any text and a number any number: an odd guid or date does not lose the record', () => {
  const reader = lenient(reservationShape);
  const odd = { reservationId: '17', startTime: '1753-01-01T00:00:00', endTime: 'soon', operatorId: 1e12 };
  expect(reader.parse(odd)).toEqual(odd);
  expect(reservationShape.safeParse({ ...reservation, reservationId: '17' }).success).toBe(false);
});

test.each([
  ['text', { tailNumber: {} }],
  ['text', { tailNumber: 512 }],
  ['a flag', { isSimulator: 'no' }],
  ['a number', { status: { id: '1' } }],
  ['an object', { make: 'Cessna' }],
])('refuses a value that is not %s', (_kind, record) => {
  expect(lenient(aircraftShape).safeParse(record).success).toBe(false);
});

test('members that the specification shows only as null may be anything', () => {
  const record = { recurringSeries: { id: 4 }, aircraft: { trackCycles: true, engines: [{ tach: 1.2 }] } };
  expect(lenient(reservationShape).parse(record)).toEqual(record);
});

/** The path of every object and member in a record, including the record itself. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, member]) => pathsIn(member).map((path) => [name, ...path]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((one, place) => (String(place) === name ? replaced(one, rest, by) : one));
  const record = value as Record<string, unknown>;
  return { ...record, [name]: replaced(record[name], rest, by) };
}

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, Number.POSITIVE_INFINITY, Number.NaN, '', 0, false, [null], [{}], {}),
);
