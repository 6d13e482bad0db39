import { expect, test } from 'vitest';
import { sampleClient, sampleGuid } from '#e2e/servers/operatorSamples.ts';

const { list } = sampleClient();
const guidForm = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const make = { makeId: sampleGuid(31), name: 'Cessna' };
const model = { modelId: sampleGuid(41), name: 'C172S Skyhawk SP' };
const person = (number: number, firstName: string, lastName: string) => ({
  userId: sampleGuid(number),
  firstName,
  lastName,
});
const chen = { ...person(23, 'Li', 'Chen'), imageUrl: null, phone: '555-0103', locations: [] };

test('a flight lesson has all its nested members', async () => {
  const { items, ...envelope } = await list('listReservations');
  expect(envelope).toEqual({ totalItems: 4, offset: 0, limit: 50 });
  expect(items[0]).toEqual({
    reservationId: guidForm,
    operatorId: 1001,
    recurringSeries: { recurringSeriesId: guidForm },
    startTime: '2026-11-20T15:00:00Z',
    endTime: '2026-11-20T17:00:00Z',
    displayName: null,
    reservationType: { reservationTypeId: sampleGuid(71), displayTypeId: 0, name: 'Dual Flight Training' },
    activityType: {
      activityTypeId: sampleGuid(81),
      name: 'Flight Training',
      displayTypeId: 0,
      trackTrainingMismatch: true,
    },
    aircraft: {
      aircraftId: sampleGuid(51),
      tailNumber: 'N512SP',
      trackCycles: null,
      trackOilFuel: null,
      hasAirtimeMeter: false,
      hasHeaterHobbs: false,
      hasHobbs: true,
      isComplex: false,
      isHighPerformance: false,
      isTailWheel: false,
      location: null,
      make,
      model,
      engines: [],
      aircraftClass: 'Single Engine Land',
      isSimulator: false,
      categoryClass: { id: 'ASEL', category: 'Airplane', class: 'Single Engine Land', isSimulator: false },
      isV3Simulator: false,
      v3SimulatorId: null,
      v3SimulatorName: null,
    },
    aircraftOption: {
      aircraft: { aircraftId: sampleGuid(51), tailNumber: 'N512SP', bookingAlert: null, make, model },
      schedulingGroup: null,
      v3Simulator: null,
    },
    pilots: [chen],
    instructor: person(21, 'Ana', 'Ruiz'),
    training: {
      scheduled: null,
      sessions: [
        {
          trainingSessionId: guidForm,
          trainingSessionStatus: { id: 3, name: 'Passed' },
          course: {
            courseId: sampleGuid(91),
            name: 'Private Pilot',
            syllabusProviderId: null,
            logoUrl: null,
            enrollmentId: guidForm,
          },
          lesson: { lessonId: sampleGuid(92), name: 'First Flight' },
          trainingSessionDate: '2026-11-20T15:00:00Z',
        },
      ],
    },
    reservationStatus: { id: 2, name: 'Completed' },
  });
});

test('a reservation is checked out and completed by the clock', async () => {
  const { items } = await list('listReservations');
  expect(items.map(({ reservationStatus }) => reservationStatus)).toEqual([
    { id: 2, name: 'Completed' },
    { id: 1, name: 'Checked Out' },
    { id: 0, name: 'Reserved' },
    { id: 0, name: 'Reserved' },
  ]);
});

test('a copilot is a pilot, the people in a class are its pilots, and maintenance has neither', async () => {
  const { items } = await list('listReservations');
  expect(items[1]?.['pilots']).toMatchObject([{ firstName: 'Li' }, { firstName: 'Ana' }]);
  expect(items[2]).toMatchObject({
    displayName: 'Ground School',
    aircraft: null,
    aircraftOption: null,
    activityType: null,
  });
  expect(items[2]?.['pilots']).toMatchObject([{ firstName: 'Li' }, { firstName: 'Dee' }]);
  expect(items[3]).toMatchObject({ pilots: [], instructor: null, aircraft: { tailNumber: 'N512SP' } });
});

test.each([
  ['startTime=gte:2026-11-20T10:30:00', [2, 3, 4]],
  ['startTime=gt:2026-11-20T10:30:00', [3, 4]],
  ['startTime=lt:2026-11-20T10:30:00', [1]],
  ['startTime=lte:2026-11-20T10:30', [1, 2]],
  ['endTime=gte:2026-11-20T12:30:00.0', [2, 3, 4]],
  ['endTime=gt:2026-11-20T12:30:00.0000001', [3, 4]],
  ['endTime=lt:2026-11-20T12:30:00', [1]],
  ['endTime=lte:2026-11-20T12:30:00', [1, 2]],
  ['startTime=lt:2026-11-20T13:00:00&endTime=gt:2026-11-20T10:00:00', [2]],
  ['displayTypeId=eq:2', [3]],
  ['displayTypeId=eq:10', []],
  [`userId=eq:${sampleGuid(24)}`, [3]],
  [`userId=eq:${sampleGuid(21)}`, [1, 2, 3]],
  [`userId=eq:${sampleGuid(21)}&displayTypeId=eq:0&startTime=gt:2026-11-20T08:00:00`, [2]],
  [`userId=eq:${sampleGuid(99)}`, []],
])('%s finds the reservations %j, by the wall clock of the operator', async (query, numbers) => {
  const starts = ['2026-11-20T15:00:00Z', '2026-11-20T17:30:00Z', '2026-11-20T20:00:00Z', '2026-11-21T15:00:00Z'];
  const { totalItems, items } = await list('listReservations', query);
  expect(items.map(({ startTime }) => starts.indexOf(startTime as string) + 1)).toEqual(numbers);
  expect(totalItems).toBe(numbers.length);
});

test('pages follow each other without a gap, and the last is empty', async () => {
  const all = (await list('listReservations')).items;
  for (const [page, expected] of [all.slice(0, 3), all.slice(3), []].entries()) {
    const answer = await list('listReservations', `limit=3&offset=${page}`);
    expect(answer).toEqual({ totalItems: 4, offset: page, limit: 3, items: expected });
  }
});
