import { expect, test } from 'vitest';
import { sampleClient, sampleGuid } from '#e2e/servers/operatorSamples.ts';

const { list, record, call } = sampleClient();
const active = { id: 1, name: 'active' };
const cessna = { makeId: sampleGuid(31), name: 'Cessna' };
const skyhawk = { modelId: sampleGuid(41), name: 'C172S Skyhawk SP' };

test('aircraft have make, model and status, with deleted ones and simulators among them', async () => {
  const { items, ...envelope } = await list('listAircraft');
  expect(envelope).toEqual({ totalItems: 3, offset: 0, limit: null });
  expect(items[0]).toEqual({
    aircraftId: sampleGuid(51),
    tailNumber: 'N512SP',
    make: cessna,
    model: skyhawk,
    isSimulator: false,
    status: active,
  });
  expect(items[1]).toMatchObject({ tailNumber: 'N513SP', status: { id: 2, name: 'deleted' } });
  expect(items[2]).toMatchObject({ isSimulator: true, status: { id: 0, name: 'inactive' } });
});

test.each([
  ['eq:0', ['Redbird FMX']],
  ['eq:1', ['N512SP']],
  ['eq:2', ['N513SP']],
])('aircraft of status %s', async (filter, tails) => {
  const { totalItems, items } = await list('listAircraft', `statusId=${filter}`);
  expect(items.map(({ tailNumber }) => tailNumber)).toEqual(tails);
  expect(totalItems).toBe(tails.length);
});

test('equipment has its location and status', async () => {
  const { items } = await list('listEquipment');
  expect(items).toEqual([
    {
      equipmentId: sampleGuid(61),
      name: 'Headset 1',
      type: 'Headset',
      serialNumber: 'HS-1',
      location: { locationId: sampleGuid(11), name: 'Main Base' },
      status: active,
    },
    expect.objectContaining({ name: 'Tug', status: { id: 0, name: 'inactive' } }),
  ]);
});

test('instructors have their status', async () => {
  const { items } = await list('listInstructors');
  expect(items).toEqual([
    { userId: sampleGuid(21), firstName: 'Ana', lastName: 'Ruiz', instructorStatus: active },
    { userId: sampleGuid(22), firstName: 'Ben', lastName: 'Cole', instructorStatus: { id: 0, name: 'inactive' } },
  ]);
});

test.each([
  ['instructorStatusId=eq:1', ['Ana']],
  ['instructorStatusId=eq:2', []],
  [`locationId=eq:${sampleGuid(12)}`, ['Ben']],
  [`locationId=eq:${sampleGuid(12)}&instructorStatusId=eq:1`, []],
  ['locationId=eq:nowhere', []],
])('instructors filtered by %s', async (query, names) => {
  const { totalItems, items } = await list('listInstructors', query);
  expect(items.map(({ firstName }) => firstName)).toEqual(names);
  expect(totalItems).toBe(names.length);
});

const chen = {
  userId: sampleGuid(23),
  firstName: 'Li',
  lastName: 'Chen',
  email: 'li@example.org',
  phoneNumber: '555-0103',
  // 100.00 at the opening, 500.00 paid, 457.20 billed; future entries do not count yet.
  currentBalance: 142.8,
  lastFlightDate: '2026-11-20T09:55:00',
  externalId: 'a/b 3%',
  status: { id: 1, name: 'Active' },
  createdDate: '2026-06-01T11:00:00',
};

test('users have no checkouts in the list', async () => {
  const { items, totalItems } = await list('listUsers');
  expect(totalItems).toBe(4);
  expect(items[2]).toEqual(chen);
  expect(items[3]).toMatchObject({ firstName: 'Dee', lastFlightDate: null, status: { id: 0, name: 'Inactive' } });
});

test('a user is found by id in either letter case and by external id, with the checkouts given so far', async () => {
  const checkouts = [
    {
      make: cessna,
      model: skyhawk,
      approvedBy: { userId: sampleGuid(21), firstName: 'Ana', lastName: 'Ruiz' },
      dateGiven: '2026-07-01T12:00:00',
      expires: true,
      expirationDate: '2026-11-30T23:59:00',
      revoked: false,
    },
    expect.objectContaining({
      model: { modelId: sampleGuid(42), name: 'FMX' },
      expires: false,
      expirationDate: null,
      revoked: true,
    }),
  ];
  expect(await record('getUser')).toEqual({ ...chen, aircraftCheckouts: checkouts });
  expect(await record('getUserByExternalId')).toEqual({ ...chen, aircraftCheckouts: checkouts });
  const upper = await call<object>(`/core/v1.0/operators/1001/users/${sampleGuid(23).toUpperCase()}`);
  expect(upper.body).toMatchObject({ firstName: 'Li' });
});

test('the operator has its zone and its locations', async () => {
  expect(await record('getOperator')).toEqual({
    operatorId: 1001,
    operatorGuid: sampleGuid(1001),
    name: 'Sample Flying School',
    timeZone: 'America/Denver',
    locations: [
      { locationId: sampleGuid(11), name: 'Main Base', airport: 'KAPA' },
      { locationId: sampleGuid(12), name: 'North', airport: 'KBJC' },
    ],
  });
});
