import * as z from 'zod/mini';

/**
 * The documented shapes of the specification (section 2), in their strict form. The embedded operator answers with them
 * and `/openapi.json` lists them. Reading is more tolerant: see `tolerant.ts`.
 */

const text = z.string();
const flag = z.boolean();
const integer = z.int32();
const guid = z.guid();
/** ISO 8601, with or without a zone suffix (section 2.1). */
const dateTime = z.iso.datetime({ local: true, offset: true });
/** The specification shows such a member only as null or as an empty list (section 2.9). */
const unseen = z.unknown();
const unseenList = z.array(z.unknown());

/** A schema with the component name that `/openapi.json` gives it. */
function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id });
  return schema;
}

/** Section 2.1. */
const statusShape = named('Status', z.looseObject({ id: integer, name: text }));
const makeShape = named('Make', z.looseObject({ makeId: guid, name: text }));
const modelShape = named('Model', z.looseObject({ modelId: guid, name: text }));

/** Section 2.2. */
export const aircraftShape = named(
  'Aircraft',
  z.looseObject({
    aircraftId: guid,
    tailNumber: text,
    make: makeShape,
    model: modelShape,
    isSimulator: flag,
    status: statusShape,
  }),
);

const axis = { typeStatus: statusShape, message: text };

/** Section 2.3. The three options are nullable because live services leave out the axes that a reminder does not have. */
export const reminderShape = named(
  'MaintenanceReminder',
  z.looseObject({
    maintenanceReminderId: guid,
    name: text,
    status: statusShape,
    permanentlyComplied: flag,
    dateOptions: z.nullable(z.looseObject({ ...axis, currentDate: dateTime, expirationDate: dateTime })),
    timeOptions: z.nullable(z.looseObject({ ...axis, currentHours: z.number(), expirationHours: z.number() })),
    cycleOptions: z.nullable(z.looseObject({ ...axis, currentCycles: integer, expirationCycles: integer })),
  }),
);

const personName = { userId: guid, firstName: text, lastName: text };

const checkoutShape = named(
  'Checkout',
  z.looseObject({
    make: makeShape,
    model: modelShape,
    approvedBy: z.looseObject(personName),
    dateGiven: dateTime,
    expires: flag,
    expirationDate: z.nullable(dateTime),
    revoked: flag,
  }),
);

/** Section 2.4. */
export const userShape = named(
  'User',
  z.looseObject({
    ...personName,
    email: text,
    phoneNumber: text,
    currentBalance: z.number(),
    lastFlightDate: z.nullable(dateTime),
    externalId: text,
    status: statusShape,
    createdDate: dateTime,
    aircraftCheckouts: z.array(checkoutShape),
  }),
);

/** Section 2.5. */
export const instructorShape = named('Instructor', z.looseObject({ ...personName, instructorStatus: statusShape }));

const trainingSessionShape = named(
  'TrainingSession',
  z.looseObject({
    trainingSessionId: guid,
    trainingSessionStatus: statusShape,
    course: z.looseObject({
      courseId: guid,
      name: text,
      syllabusProviderId: unseen,
      logoUrl: z.nullable(text),
      enrollmentId: guid,
    }),
    lesson: z.looseObject({ lessonId: guid, name: text }),
    trainingSessionDate: dateTime,
  }),
);

const reservationAircraftShape = named(
  'ReservationAircraft',
  z.looseObject({
    aircraftId: guid,
    tailNumber: text,
    trackCycles: unseen,
    trackOilFuel: unseen,
    hasAirtimeMeter: flag,
    hasHeaterHobbs: flag,
    hasHobbs: flag,
    isComplex: flag,
    isHighPerformance: flag,
    isTailWheel: flag,
    location: unseen,
    make: makeShape,
    model: modelShape,
    engines: unseenList,
    aircraftClass: text,
    isSimulator: flag,
    categoryClass: z.looseObject({ id: text, category: text, class: text, isSimulator: flag }),
    isV3Simulator: flag,
    v3SimulatorId: unseen,
    v3SimulatorName: z.nullable(text),
  }),
);

const aircraftOptionShape = named(
  'AircraftOption',
  z.looseObject({
    aircraft: z.looseObject({
      aircraftId: guid,
      tailNumber: text,
      bookingAlert: unseen,
      make: makeShape,
      model: modelShape,
    }),
    schedulingGroup: unseen,
    v3Simulator: unseen,
  }),
);

const pilotShape = named(
  'Pilot',
  z.looseObject({ ...personName, imageUrl: z.nullable(text), phone: z.nullable(text), locations: unseenList }),
);

/** Section 2.6. Members are nullable if a class, a meeting or a time off does not have them. */
export const reservationShape = named(
  'Reservation',
  z.looseObject({
    reservationId: guid,
    operatorId: integer,
    recurringSeries: unseen,
    startTime: dateTime,
    endTime: dateTime,
    displayName: z.nullable(text),
    reservationType: z.looseObject({ reservationTypeId: guid, displayTypeId: integer, name: text }),
    activityType: z.nullable(
      z.looseObject({ activityTypeId: guid, name: text, displayTypeId: integer, trackTrainingMismatch: flag }),
    ),
    aircraft: z.nullable(reservationAircraftShape),
    aircraftOption: z.nullable(aircraftOptionShape),
    pilots: z.array(pilotShape),
    instructor: z.nullable(z.looseObject(personName)),
    training: z.nullable(z.looseObject({ scheduled: unseen, sessions: z.array(trainingSessionShape) })),
    reservationStatus: statusShape,
  }),
);

/** Sections 2.7 and 2.9: any members with any values. */
export const freeFormShape = named('FreeForm', z.record(z.string(), z.unknown()));

/** Section 7. */
export const errorEntryShape = named(
  'ErrorEntry',
  z.looseObject({
    code: integer,
    message: z.nullable(text),
    overridable: z.nullable(flag),
    category: z.int32().check(z.gte(0), z.lte(12)),
    additionalData: unseen,
    dataField: z.nullable(text),
    groupLabel: z.nullable(text),
    universallyOverridable: flag,
    techMessage: z.nullable(text),
  }),
);

/** The Paged list of section 2.1, with any type of item. */
export function listShape<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({
    totalItems: integer,
    offset: integer,
    limit: z.nullable(integer),
    items: z.nullable(z.array(item)),
  });
}
