import { byName } from '#contract/objects.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { type OperationOf, dispatchReports, type Role, workReports } from './roles.ts';

/**
 * What a role sees of a value; members that are not named here are left out.
 * `all`: the value as it arrived.
 * `harmless columns`: for rows with undocumented members, the ones that `domain/access/meanings.ts` knows to be
 * harmless and the ones that a manager has opened.
 * `harmless columns and contact`: also the columns with a person's phone number or e-mail.
 * `value`: a text, a number or a flag, but no object or list.
 * `words`: a text, unless it holds an amount of money.
 * `place`: a location, or a list of locations.
 * `person`, `people`: names, as far as the role may see them. A name written as a single text is only for roles that
 * see full names.
 * `reachable person`, `reachable people`: also phone number, e-mail and picture.
 * A tree applies to an object, or to each object in a list.
 */
export type Kept =
  | 'all'
  | 'harmless columns'
  | 'harmless columns and contact'
  | 'value'
  | 'words'
  | 'place'
  | 'person'
  | 'people'
  | 'reachable person'
  | 'reachable people'
  | { readonly [member: string]: Kept };

const named = { id: 'value', name: 'value' } as const;
const make = { makeId: 'value', name: 'value' } as const;
const model = { modelId: 'value', name: 'value' } as const;
const places = { location: 'place', locations: 'place' } as const;

const aircraft: Kept = {
  aircraftId: 'value',
  tailNumber: 'value',
  make,
  model,
  isSimulator: 'value',
  status: named,
  ...places,
};

const axis = { typeStatus: named, message: 'value' } as const;
const reminder: Kept = {
  maintenanceReminderId: 'value',
  name: 'value',
  status: named,
  active: 'value',
  permanentlyComplied: 'value',
  dateOptions: { ...axis, currentDate: 'value', expirationDate: 'value' },
  timeOptions: { ...axis, currentHours: 'value', expirationHours: 'value' },
  cycleOptions: { ...axis, currentCycles: 'value', expirationCycles: 'value' },
};

/**
 * By the member names seen in live services, because the specification shows none. The person who reported it is left
 * out.
 */
const squawk = {
  squawkId: 'value',
  id: 'value',
  description: 'value',
  created: 'value',
  createdDate: 'value',
  resolved: 'value',
  resolvedDate: 'value',
  resolvedOn: 'value',
  groundAircraft: 'value',
  isGrounding: 'value',
  grounding: 'value',
  actionTaken: 'value',
  correctiveAction: 'value',
  referenceNumber: 'value',
  workOrderDisplayNumber: 'value',
  status: named,
} as const satisfies Kept;

/** For maintenance and dispatchers. */
const reportedSquawk: Kept = { ...squawk, aircraftId: 'value', reportedBy: 'person', createdBy: 'person' };

/**
 * The specification shows no members of equipment (section 2.9). These identify an item, and give its place and status.
 */
const equipment: Kept = {
  equipmentId: 'value',
  id: 'value',
  name: 'value',
  displayName: 'value',
  title: 'value',
  description: 'words',
  type: 'value',
  kind: 'value',
  serialNumber: 'value',
  status: named,
  ...places,
};

const personName = { userId: 'value', firstName: 'value', lastName: 'value' } as const;
const instructor = { ...personName, instructorStatus: named, ...places } as const satisfies Kept;

const contact = { email: 'value', phone: 'value', phoneNumber: 'value', imageUrl: 'value' } as const;
const reachableInstructor: Kept = { ...instructor, ...contact };

/** Section 2.4, and the separate list of people in live services. */
const user: Kept = {
  ...personName,
  userGuidId: 'value',
  ...contact,
  externalId: 'value',
  status: named,
  roles: named,
  createdDate: 'value',
  lastFlightDate: 'value',
  aircraftCheckouts: {
    make,
    model,
    approvedBy: 'person',
    dateGiven: 'value',
    expires: 'value',
    expirationDate: 'value',
    revoked: 'value',
  },
  ...places,
};

const bookedAircraft = {
  aircraftId: 'value',
  tailNumber: 'value',
  make,
  model,
  isSimulator: 'value',
  isV3Simulator: 'value',
  isComplex: 'value',
  isHighPerformance: 'value',
  isTailWheel: 'value',
  hasHobbs: 'value',
  hasHeaterHobbs: 'value',
  hasAirtimeMeter: 'value',
  categoryClass: { category: 'value', class: 'value', isSimulator: 'value' },
  ...places,
} as const;

/** The members that a schedule shows. */
const reservation = {
  reservationId: 'value',
  operatorId: 'value',
  startTime: 'value',
  endTime: 'value',
  startTimeUtc: 'value',
  endTimeUtc: 'value',
  // Services write full names into it.
  displayName: 'person',
  reservationType: { reservationTypeId: 'value', displayTypeId: 'value', name: 'value' },
  activityType: { activityTypeId: 'value', displayTypeId: 'value', name: 'value' },
  aircraft: bookedAircraft,
  aircraftOption: { aircraft: { aircraftId: 'value', tailNumber: 'value', make, model } },
  pilots: 'people',
  instructor: 'person',
  reservationStatus: named,
  ...places,
} as const satisfies Kept;

/** All of section 2.6, and the further members seen in live services. */
const wholeReservation: Kept = {
  ...reservation,
  reservationNumber: 'value',
  recurringSeries: { ...named, recurringSeriesId: 'value' },
  activityType: { ...reservation.activityType, trackTrainingMismatch: 'value' },
  aircraft: {
    ...bookedAircraft,
    trackCycles: 'value',
    trackOilFuel: 'value',
    aircraftClass: 'value',
    v3SimulatorId: 'value',
    v3SimulatorName: 'value',
    categoryClass: { ...bookedAircraft.categoryClass, id: 'value' },
  },
  aircraftOption: {
    aircraft: { ...reservation.aircraftOption.aircraft, bookingAlert: 'words' },
    schedulingGroup: named,
    v3Simulator: named,
  },
  pilots: 'reachable people',
  instructor: 'reachable person',
  training: {
    scheduled: 'value',
    sessions: {
      trainingSessionId: 'value',
      trainingSessionStatus: named,
      course: {
        courseId: 'value',
        name: 'value',
        syllabusProviderId: 'value',
        logoUrl: 'value',
        enrollmentId: 'value',
      },
      lesson: { lessonId: 'value', name: 'value' },
      trainingSessionDate: 'value',
    },
  },
  comments: 'words',
  notes: 'words',
};

const operator = {
  operatorId: 'value',
  id: 'value',
  name: 'value',
  operatorName: 'value',
  displayName: 'value',
} as const satisfies Kept;

const wholeOperator: Kept = { ...operator, operatorGuid: 'value', timeZone: 'value', ...places };

type KeptBy<Of extends Role> = { readonly [Id in OperationOf<Of>]: Kept };

/** What each role sees of the operations it may request, on `/api` and in every other answer with these records. */
const kept: { readonly [Of in Role]: KeptBy<Of> } = {
  manager: byName(operationIds, () => 'all'),
  administrator: { getOperator: operator, listInstructors: instructor },
  dispatcher: {
    getOperator: wholeOperator,
    listAircraft: aircraft,
    listMaintenanceReminders: reminder,
    listSquawks: reportedSquawk,
    listEquipment: equipment,
    listInstructors: reachableInstructor,
    listUsers: user,
    getUser: user,
    getUserByExternalId: user,
    listReservations: wholeReservation,
    ...byName(dispatchReports, () => 'harmless columns and contact' as const),
  },
  maintenance: {
    getOperator: operator,
    listAircraft: aircraft,
    listMaintenanceReminders: reminder,
    listSquawks: reportedSquawk,
    listEquipment: equipment,
    listInstructors: instructor,
    listReservations: reservation,
    ...byName(workReports, () => 'harmless columns' as const),
  },
  instructor: {
    getOperator: operator,
    listAircraft: aircraft,
    listMaintenanceReminders: reminder,
    listSquawks: squawk,
    listInstructors: instructor,
    listReservations: reservation,
  },
  display: {
    getOperator: operator,
    listAircraft: aircraft,
    listMaintenanceReminders: reminder,
    listSquawks: squawk,
    listReservations: reservation,
  },
};

/** What a role sees of an operation's records; null if it may not request the operation. */
export function keptBy(role: Role, id: OperationId): Kept | null {
  const own: { readonly [Id in OperationId]?: Kept } = kept[role];
  return own[id] ?? null;
}
