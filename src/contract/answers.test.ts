import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oddnessOf, parseList, parseRecord, UnreadableAnswer } from './answers.ts';
import { type OperationId, operationIds, operations } from './operations.ts';
import { aircraft, instructor, reminder, reservation, user } from '#e2e/fixtures/samples/sampleRecords.ts';

const list = (items: unknown) => ({ totalItems: 1, offset: 0, limit: 50, items });

test('a well-formed page is read unchanged', () => {
  expect(parseList('listAircraft', { totalItems: 26, offset: 1, limit: 25, items: [aircraft] })).toEqual({
    records: [aircraft],
    setAside: [],
    totalItems: 26,
    offset: 1,
    limit: 25,
  });
});

test('a null limit means that all records are present', () => {
  expect(parseList('listAircraft', { ...list([aircraft]), limit: null }).limit).toBeNull();
});

test('null items are an empty list', () => {
  expect(parseList('listAircraft', { totalItems: 0, offset: 0, limit: null, items: null }).records).toEqual([]);
});

test('without paging figures the total is the number of items', () => {
  expect(parseList('listAircraft', { items: [aircraft, aircraft] })).toMatchObject({
    totalItems: 2,
    offset: 0,
    limit: null,
  });
});

test.each([null, undefined, '', 'busy', 7, [], [aircraft], {}, aircraft, { items: {} }, { items: 'none' }])(
  '%j is not a page',
  (body) => {
    expect(() => parseList('listAircraft', body)).toThrow(UnreadableAnswer);
  },
);

test('one bad record is set aside with its index, its content and the reason; the others stay', () => {
  const bad = { ...instructor, userId: {} };
  const page = parseList('listInstructors', list([instructor, bad, instructor]));
  expect(page.records).toEqual([instructor, instructor]);
  expect(page.setAside).toEqual([{ index: 1, raw: bad, reason: 'no userId' }]);
});

test('an aircraft with one unreadable member is kept, and lists that member', () => {
  const odd = { ...aircraft, make: 'Cessna', isSimulator: 'false', model: 7 };
  const { records, setAside } = parseList('listAircraft', list([odd]));
  expect(setAside).toEqual([]);
  expect(records[0]).toMatchObject({ aircraftId: aircraft.aircraftId, make: { name: 'Cessna' }, isSimulator: false });
  expect(records[0]).toMatchObject({ unreadMembers: ['model'] });
});

test.each([null, 'N512SP', 7, []])('%j is not a record and is set aside', (raw) => {
  const page = parseList('listReservations', list([raw]));
  expect(page.records).toEqual([]);
  expect(page.setAside).toEqual([{ index: 0, raw, reason: 'the record is not an object' }]);
});

test('the reason gives the path of the wrong member at any depth', () => {
  const raw = { pilots: [{}, { lastName: 7 }] };
  expect(oddnessOf('listReservations', raw)).toBe('pilots.1.lastName is not a string');
});

test.each([
  ['listAircraft', aircraft, 'aircraftId'],
  ['listInstructors', instructor, 'userId'],
] as const)('a record of %s without its id is set aside', (id, record, name) => {
  for (const raw of [
    { ...record, [name]: null },
    { ...record, [name]: undefined },
  ]) {
    expect(parseList(id, list([raw])).setAside[0]?.reason).toBe(`no ${name}`);
  }
});

test('a reservation or reminder without an id is kept', () => {
  expect(parseList('listReservations', list([{ startTime: null }])).records).toHaveLength(1);
  expect(parseList('listMaintenanceReminders', list([{ name: 'Annual' }])).records).toHaveLength(1);
});

test('a single record is read unchanged, with undocumented members', () => {
  expect(parseRecord('getUserByExternalId', { ...user, nickname: 'Sam' })).toEqual({ ...user, nickname: 'Sam' });
  expect(parseRecord('getOperator', { anything: [1] })).toEqual({ anything: [1] });
  expect(() => parseRecord('getUserByExternalId', 7)).toThrow(/the record is not an object/);
  expect(() => parseRecord('getOperator', null)).toThrow(UnreadableAnswer);
});

const freeForm = { registrationTail: 'N512SP', airframeTtis: 4093.8, lastUpdated: null, notes: { deep: [] } };
const samples: Partial<Record<OperationId, object>> = {
  listAircraft: aircraft,
  listInstructors: instructor,
  listMaintenanceReminders: reminder,
  listReservations: reservation,
  getUserByExternalId: user,
};

test.each(operationIds.filter((id) => operations[id].payload === 'path only'))('%s accepts any members', (id) => {
  expect(parseList(id, list([freeForm])).records).toEqual([freeForm]);
});

test.each(Object.entries(samples))(
  'a thousand damaged records of %s are each read or set aside, and the sound record beside them stays',
  (name, record) => {
    const id = name as OperationId;
    fc.assert(
      fc.property(damaged(record), (raw) => {
        const page = parseList(id, list([record, raw]));
        expect(page.records[0]).toEqual(record);
        expect(page.records.length + page.setAside.length).toBe(2);
        for (const { reason } of page.setAside) expect(reason).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  },
);

/** The record with one to five members, at any depth, removed or replaced by any JSON value. */
function damaged(record: object): fc.Arbitrary<unknown> {
  const blow = fc.record({
    at: fc.constantFrom(...placesIn(record)),
    value: fc.option(fc.jsonValue(), { nil: undefined }),
  });
  return fc.array(blow, { minLength: 1, maxLength: 5 }).map((blows) => {
    const copy = structuredClone(record);
    for (const { at, value } of blows) put(copy, at, value);
    return JSON.parse(JSON.stringify(copy)) as unknown;
  });
}

function placesIn(value: object, above: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...above, name];
    return [place, ...(typeof member === 'object' && member !== null ? placesIn(member, place) : [])];
  });
}

/** Puts a value at a path, if an earlier change has left the path in place. */
function put(target: object, [name, ...rest]: readonly string[], value: unknown): void {
  const members = target as Record<string, unknown>;
  if (name === undefined) return;
  const member = members[name];
  if (rest.length === 0) members[name] = value;
  else if (typeof member === 'object' && member !== null) put(member, rest, value);
}
