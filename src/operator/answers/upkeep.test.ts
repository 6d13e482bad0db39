import { expect, test } from 'vitest';
import { sampleClient, sampleGuid } from '#e2e/servers/operatorSamples.ts';

const { list } = sampleClient();
const [ok, warning, expired] = [
  { id: 1, name: 'OK' },
  { id: 2, name: 'Warning' },
  { id: 3, name: 'Expired' },
];

test('reminders follow the clock and the meters, and a missing axis is null', async () => {
  const { items, totalItems } = await list('listMaintenanceReminders');
  expect(totalItems).toBe(4);
  expect(items).toEqual([
    {
      maintenanceReminderId: sampleGuid(101),
      name: 'Annual',
      status: warning,
      permanentlyComplied: false,
      dateOptions: {
        typeStatus: warning,
        message: expect.any(String),
        currentDate: '2026-11-20T11:05:00',
        expirationDate: '2026-11-30T23:59:00',
      },
      timeOptions: null,
      cycleOptions: null,
    },
    expect.objectContaining({
      name: '100-hour',
      dateOptions: null,
      timeOptions: { typeStatus: warning, message: expect.any(String), currentHours: 3201.5, expirationHours: 3206.5 },
    }),
    expect.objectContaining({
      status: expired,
      cycleOptions: { typeStatus: expired, message: expect.any(String), currentCycles: 9006, expirationCycles: 9000 },
    }),
    expect.objectContaining({
      status: ok,
      permanentlyComplied: true,
      dateOptions: null,
      timeOptions: null,
      cycleOptions: null,
    }),
  ]);
});

test.each([
  ['eq:1', ['AD 2011-10-09']],
  ['eq:2', ['Annual', '100-hour']],
  ['eq:3', ['Landing gear']],
  ['int:2,3', ['Annual', '100-hour', 'Landing gear']],
])('reminders of status %s', async (filter, names) => {
  const { totalItems, items } = await list('listMaintenanceReminders', `statusId=${filter}`);
  expect(items.map(({ name }) => name)).toEqual(names);
  expect(totalItems).toBe(names.length);
});

test('reminders are paged after the filter', async () => {
  const { totalItems, items, offset, limit } = await list(
    'listMaintenanceReminders',
    'statusId=int:2,3&limit=2&offset=1',
  );
  expect({ totalItems, offset, limit }).toEqual({ totalItems: 3, offset: 1, limit: 2 });
  expect(items.map(({ name }) => name)).toEqual(['Landing gear']);
});

test('squawks are those reported so far, newest first, open until they are resolved', async () => {
  const { items } = await list('listSquawks');
  expect(items).toEqual([
    expect.objectContaining({
      description: 'Brake soft',
      groundAircraft: true,
      resolved: false,
      correctiveAction: null,
    }),
    {
      squawkId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      aircraftId: sampleGuid(51),
      description: 'Landing light out',
      created: '2026-11-09T09:00:00',
      reportedBy: { userId: sampleGuid(23), firstName: 'Li', lastName: 'Chen' },
      groundAircraft: false,
      resolved: true,
      resolvedDate: '2026-11-11T09:00:00',
      actionTaken: 'Corrected',
      correctiveAction: 'Bulb replaced',
      referenceNumber: 'SQ-1',
      workOrderDisplayNumber: 'WO-5',
    },
  ]);
});

test.each([
  ['eq:false', ['Brake soft']],
  ['eq:true', ['Landing light out']],
])('squawks filtered by resolved=%s', async (filter, descriptions) => {
  const { totalItems, items } = await list('listSquawks', `resolved=${filter}`);
  expect(items.map(({ description }) => description)).toEqual(descriptions);
  expect(totalItems).toBe(descriptions.length);
});

test('another aircraft has its own reminders and squawks', async () => {
  expect(await list('listSquawks', '', { aircraftId: sampleGuid(52) })).toMatchObject({ totalItems: 0, items: [] });
  expect(await list('listMaintenanceReminders', '', { aircraftId: sampleGuid(52) })).toMatchObject({
    totalItems: 0,
    items: [],
  });
});
