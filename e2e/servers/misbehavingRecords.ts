/**
 * The records of a service with every deviation from the specification that has been seen (field notes; readiness, section 6):
 * items that are not records, repeated ids in any letter case, invalid tails, times of every form.
 */

type Members = { readonly [member: string]: unknown };
type Answer = readonly unknown[] | { readonly items: unknown };

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sampleAircraft = (number: number) => id('a', number);
const person = (number: number) => id('b', number);

/** Items in lists that are not records. */
const noRecords = [null, 7, 'not a record', [], true];

export const operatorRecord = { operatorId: 1001, name: ' Sandy Creek Flyers ', timeZone: null, locations: 'none' };

const skyhawk = { make: { makeId: id('c', 1), name: ' Cessna ' }, model: { modelId: id('d', 1), name: '172S ' } };
const active = { id: 1, name: 'Active' };

function aircraft(number: number, tailNumber: unknown, more: Members = {}): Members {
  return { aircraftId: sampleAircraft(number), tailNumber, ...skyhawk, isSimulator: false, status: active, ...more };
}

const fleet: readonly unknown[] = [
  aircraft(1, ' N101SC '),
  aircraft(2, 'N102SC', { aircraftId: sampleAircraft(2).toUpperCase(), make: { makeId: id('c', 1), name: 'Cessna' } }),
  aircraft(3, 'NULL'),
  aircraft(4, '   '),
  aircraft(5, null, { model: { modelId: id('d', 2), name: 'PA-28' }, make: null }),
  aircraft(6, 'N106SC', { status: { id: 2, name: 'Deleted' } }),
  aircraft(7, 'Redbird FMX', { isSimulator: true, make: null }),
  aircraft(8, 'N108SC', { status: null }),
  // A repeat, with the same id in another letter case.
  aircraft(1, 'N101SC', { aircraftId: ` ${sampleAircraft(1).toUpperCase()}` }),
  { tailNumber: 'N109SC' },
  aircraft(10, { letters: 'N110SC' }),
  // Nested one level deeper than the others.
  [aircraft(11, 'N111SC')],
  { aircraft: aircraft(12, 'N112SC') },
  ...noRecords,
];

const expired = { id: 3, name: 'Expired' };
const fine = { id: 1, name: 'OK' };

function reminder(number: number, name: string, more: Members = {}): Members {
  const none = { dateOptions: null, timeOptions: null, cycleOptions: null };
  return { maintenanceReminderId: id('e', number), name, status: fine, permanentlyComplied: false, ...none, ...more };
}

const reminders: { readonly [aircraftId: string]: Answer } = {
  [sampleAircraft(1)]: [
    reminder(1, 'Annual', {
      status: expired,
      dateOptions: {
        typeStatus: expired,
        message: 'Expired on 4/30/2026 11:59:59 PM',
        currentDate: '2026-05-12T00:00:00.1234567',
        expirationDate: '2026-04-30 23:59:59',
      },
    }),
    reminder(2, 'Never', { dateOptions: { typeStatus: fine, message: '', expirationDate: '1753-01-01T00:00:00' } }),
    reminder(3, 'Oil change', {
      timeOptions: { typeStatus: fine, message: null, currentHours: 4093.8, expirationHours: 4110 },
    }),
    reminder(1, 'Annual', { status: expired, maintenanceReminderId: id('e', 1).toUpperCase() }),
    reminder(4, 'Old AD', { active: false, status: expired }),
    ...noRecords,
  ],
  [sampleAircraft(2)]: { items: null },
  [sampleAircraft(3)]: [null, 1, 'two'],
};

function squawk(number: number, more: Members): Members {
  return { squawkId: id('f', number), description: `Squawk ${number}`, created: '5/11/2026 8:00:00 AM', ...more };
}

const squawks: { readonly [aircraftId: string]: Answer } = {
  [sampleAircraft(1)]: [
    squawk(1, { groundAircraft: 'True', resolved: 'False' }),
    squawk(1, { groundAircraft: true }),
    null,
    5,
  ],
  [sampleAircraft(2)]: { items: null },
  [sampleAircraft(3)]: [squawk(2, { groundAircraft: null, resolved: null, created: '1753-01-01T00:00:00' })],
};

const garcia = { userId: person(1), firstName: 'Sam', lastName: 'Garcia', phone: null };
const lee = { userId: person(2).toUpperCase(), firstName: 'Ana', lastName: 'Lee' };

// Only this list has their ids in capitals.
const instructors = [
  { ...lee, instructorStatus: active, email: 'ana@example.org' },
  { ...lee, userId: ` ${lee.userId}`, instructorStatus: active },
  { userId: person(3).toUpperCase(), firstName: 'Dispatcher', lastName: null, instructorStatus: null },
  { firstName: 'Nobody', lastName: 'Known' },
  ...noRecords,
];

const users = [
  { ...garcia, externalId: 'S-1', status: { id: 1 }, lastFlightDate: '1753-01-01T00:00:00' },
  { ...garcia, userId: person(1).toUpperCase(), externalId: 'S-1', status: active },
  { userId: person(4), firstName: null, lastName: null },
  { lastName: 'Without Id' },
  // These fill two pages, of which the second begins with the last of the first.
  ...Array.from({ length: 19 }, (_, number) => ({
    userId: id('7', number),
    firstName: 'Pat',
    lastName: `Reyes ${number}`,
  })),
  { userId: id('7', 20), firstName: 'Lou', lastName: 'Twice' },
  { userId: id('7', 21), firstName: 'Ada', lastName: 'Secondpage' },
  ...noRecords,
];

/** The user in an address, with checkouts of every form; null for all others. */
export function userAt(pathname: string): Members | null {
  if (!pathname.toLowerCase().endsWith(person(1))) return null;
  const { make, model } = skyhawk;
  const checkouts = [
    { make, model: { ...model, modelId: model.modelId.toUpperCase() }, dateGiven: null },
    ...noRecords,
  ];
  return { ...garcia, email: 'NULL', externalId: 'S-1', status: active, aircraftCheckouts: checkouts };
}

const equipment = [{ equipmentId: id('9', 1), name: 'Headset', status: 'Active' }, ...noRecords];

function reservation(number: number, startTime: unknown, endTime: unknown, more: Members = {}): Members {
  return {
    reservationId: id('8', number),
    startTime,
    endTime,
    reservationType: { displayTypeId: 0, name: 'Dual Flight Training' },
    activityType: { name: 'Flight' },
    aircraft: { aircraftId: sampleAircraft(1).toUpperCase(), tailNumber: 'N101SC', ...skyhawk },
    pilots: [garcia],
    instructor: lee,
    reservationStatus: { id: 0, name: 'Reserved' },
    ...more,
  };
}

const records: readonly unknown[] = [
  reservation(1, '2026-05-12T08:00:00', '2026-05-12T10:00:00', { reservationStatus: { id: 2, name: 'Completed' } }),
  // The UTC members have no instant, so the local ones count.
  reservation(2, '2026-05-12 12:00:00', ' 2026-05-12T14:00:00 ', {
    startTimeUtc: '1753-01-01T00:00:00',
    endTimeUtc: '',
    aircraft: { aircraftId: sampleAircraft(2), tailNumber: null },
    aircraftOption: { aircraft: { aircraftId: sampleAircraft(2).toUpperCase(), tailNumber: 'N102SC' } },
  }),
  reservation(3, '2026-05-12T15:00:00.00', '2026-05-12T16:00:00.00', {
    startTimeUtc: '2026-05-12T21:00:00Z',
    endTimeUtc: '2026-05-12T22:00:00Z',
    aircraft: { aircraftId: sampleAircraft(3), tailNumber: 'NULL', ...skyhawk },
  }),
  reservation(4, '2026-05-12T10:75:00', null),
  reservation(5, null, null, { aircraft: null, pilots: null, instructor: null, activityType: null }),
  reservation(6, '2026-05-12T18:00:00', '2026-05-12T17:00:00', { aircraft: null }),
  reservation(7, '2026-05-12T16:00:00', '2026-05-12T18:00:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
  reservation(8, '2026-05-12T09:00:00', '2026-05-12T17:00:00', {
    reservationType: { displayTypeId: null, name: 'Scheduled maintenance' },
    aircraft: { aircraftId: sampleAircraft(4), tailNumber: ' ', ...skyhawk },
    pilots: [],
    instructor: null,
  }),
  reservation(9, '2026-05-12T10:00:00', '2026-05-12T12:00:00', {
    reservationStatus: { id: 1, name: 'Checked Out' },
    aircraft: { aircraftId: sampleAircraft(5), tailNumber: null, model: { name: 'PA-28' } },
  }),
  reservation(1, '2026-05-12T08:00:00', '2026-05-12T10:00:00', { reservationId: id('8', 1).toUpperCase() }),
  reservation(10, '2026-05-12T11:00:00', '2026-05-12T12:00:00', { reservationId: null, aircraft: null }),
  reservation(11, '2026-05-12T11:00:00', '2026-05-12T12:00:00', { pilots: 'not available', aircraft: null }),
  reservation(12, '2026-05-13T09:00:00', '2026-05-13T11:00:00', { reservationType: null, reservationStatus: null }),
  reservation(13, '2026-05-12T06:00:00', '2026-05-12T07:00:00', {
    // Null, and a nested item, inside a list of a record.
    pilots: [null, [garcia], garcia],
    training: { scheduled: null, sessions: [null, [null]] },
    aircraft: null,
  }),
  [reservation(14, '2026-05-12T06:00:00', '2026-05-12T07:00:00')],
  { reservation: reservation(15, '2026-05-12T06:00:00', '2026-05-12T07:00:00') },
  ...noRecords,
];

/** The same reservations, with members of other types. */
const retyped: readonly unknown[] = records.map((record) =>
  isMembers(record) && isMembers(record['reservationStatus'])
    ? { ...record, reservationStatus: record['reservationStatus']['name'], reservationType: 'Dual Flight Training' }
    : record,
);

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The false totals that lists report. */
export function oddTotal(pathname: string, count: number): unknown {
  if (pathname.endsWith('/instructors')) return count + 500;
  if (pathname.endsWith('/users')) return 3;
  if (pathname.endsWith('/equipment')) return null;
  if (pathname.endsWith('/reservations')) return 2;
  return pathname.startsWith('/reports/') ? String(count) : count;
}

const reportRows: readonly unknown[] = [
  {
    flightId: 1,
    registrationTail: ' N101SC',
    checkedOutOn: '5/12/2026 8:05:00 AM',
    checkedInOn: '5/12/2026 9:55:00 AM',
    invoiceNumber: 10_042,
    attachmentCount: 2,
    landingsTotal: 4093,
    amount: '$1,250.00',
  },
  {
    flightId: 2,
    registrationTail: null,
    checkedOutOn: '5/12/2026 10:35:00 AM',
    checkedInOn: '1/1/1753 12:00:00 AM',
    invoiceNumber: 10_043,
    landingsTotal: 4099,
    amount: -3,
    notes: '＝1+1',
  },
  ...noRecords,
];

/**
 * The items at a path; an object with `items` is a whole answer; undefined if the service has nothing. Every second call returns
 * members of other types.
 */
export function oddLists(pathname: string, call = 0): Answer | undefined {
  const [, aircraftId = '', what] = /aircraft\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  if (what === 'maintenanceReminders') return reminders[aircraftId.toLowerCase()] ?? [];
  if (what === 'squawks') return squawks[aircraftId.toLowerCase()] ?? [];
  if (pathname.startsWith('/reports/')) return reportRows;
  const reservations = call % 2 === 0 ? records : retyped;
  const lists: { readonly [ending: string]: Answer } = {
    aircraft: fleet,
    instructors,
    users,
    equipment,
    reservations: reservations,
  };
  return lists[pathname.slice(pathname.lastIndexOf('/') + 1)];
}

/** A school whose lists have no records. */
export function recordlessLists(pathname: string): Answer | undefined {
  return oddLists(pathname) === undefined ? undefined : noRecords;
}
