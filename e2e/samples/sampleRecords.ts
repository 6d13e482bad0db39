/** Records as the specification shows them (section 2), complete and well-formed, for tests. */

const guid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`;
const make = { makeId: guid('1'), name: 'Cessna' };
const model = { modelId: guid('2'), name: '172S' };
const active = { id: 1, name: 'Active' };

export const aircraft = {
  aircraftId: guid('3'),
  tailNumber: 'N512SP',
  make,
  model,
  isSimulator: false,
  status: active,
};

export const instructor = { userId: guid('4'), firstName: 'Ana', lastName: 'Lee', instructorStatus: active };

export const reminder = {
  maintenanceReminderId: guid('5'),
  name: '100-hour',
  status: { id: 2, name: 'Warning' },
  permanentlyComplied: false,
  dateOptions: {
    typeStatus: { id: 1, name: 'OK' },
    message: 'Due 07/31/2026',
    currentDate: '2026-05-12T00:00:00',
    expirationDate: '2026-07-31T23:59:59',
  },
  timeOptions: {
    typeStatus: { id: 2, name: 'Warning' },
    message: '6.2 hours remaining',
    currentHours: 4093.8,
    expirationHours: 4100,
  },
  cycleOptions: {
    typeStatus: { id: 1, name: 'OK' },
    message: '120 cycles remaining',
    currentCycles: 880,
    expirationCycles: 1000,
  },
};

export const user = {
  userId: guid('6'),
  firstName: 'Sam',
  lastName: 'Garcia',
  email: 'sam@example.com',
  phoneNumber: '555-0100',
  currentBalance: -12.5,
  lastFlightDate: '2026-05-01T00:00:00',
  externalId: 'S-1042',
  status: active,
  createdDate: '2024-01-15T09:30:00',
  aircraftCheckouts: [
    {
      make,
      model,
      approvedBy: { userId: guid('4'), firstName: 'Ana', lastName: 'Lee' },
      dateGiven: '2025-03-01T00:00:00',
      expires: true,
      expirationDate: '2026-09-01T00:00:00',
      revoked: false,
    },
  ],
};

export const reservation = {
  reservationId: guid('7'),
  operatorId: 1001,
  recurringSeries: null,
  startTime: '2026-05-12T17:00:00Z',
  endTime: '2026-05-12T19:00:00Z',
  displayName: null,
  reservationType: { reservationTypeId: guid('8'), displayTypeId: 0, name: 'Dual Flight Training' },
  activityType: { activityTypeId: guid('9'), name: 'Dual', displayTypeId: 0, trackTrainingMismatch: true },
  aircraft: {
    aircraftId: aircraft.aircraftId,
    tailNumber: aircraft.tailNumber,
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
    aircraftClass: 'ASEL',
    isSimulator: false,
    categoryClass: { id: 'asel', category: 'Airplane', class: 'Single-Engine Land', isSimulator: false },
    isV3Simulator: false,
    v3SimulatorId: null,
    v3SimulatorName: null,
  },
  aircraftOption: {
    aircraft: { aircraftId: aircraft.aircraftId, tailNumber: aircraft.tailNumber, bookingAlert: null, make, model },
    schedulingGroup: null,
    v3Simulator: null,
  },
  pilots: [
    { userId: user.userId, firstName: 'Sam', lastName: 'Garcia', imageUrl: null, phone: '555-0100', locations: [] },
  ],
  instructor: { userId: guid('4'), firstName: 'Ana', lastName: 'Lee' },
  training: {
    scheduled: null,
    sessions: [
      {
        trainingSessionId: guid('a'),
        trainingSessionStatus: { id: 3, name: 'Passed' },
        course: {
          courseId: guid('b'),
          name: 'Private Pilot',
          syllabusProviderId: null,
          logoUrl: null,
          enrollmentId: guid('c'),
        },
        lesson: { lessonId: guid('d'), name: 'Steep turns' },
        trainingSessionDate: '2026-05-12T17:00:00Z',
      },
    ],
  },
  reservationStatus: { id: 2, name: 'Completed' },
};
