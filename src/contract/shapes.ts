import * as z from 'zod/mini';
import { describedAs, dispatchers, everyone, like, managers, objectOf } from './members.ts';

/**
 * The documented shapes of the specification (section 2), in their strict form. The embedded operator answers with them
 * and `/openapi.json` lists them. Reading is more tolerant: see `tolerant.ts`.
 *
 * Each member says who sees it. A second object holds the members that only live services send, which nobody checks.
 * `undocumentedShapes.ts` has the records of which the specification shows no member.
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

/** Windows of reservations need this member of theirs. */
const inWindows = true;

/** Section 2.1. */
export const statusShape = named(
  'Status',
  objectOf({ id: everyone(integer, inWindows), name: everyone(text, inWindows) }),
);
const makeShape = named('Make', objectOf({ makeId: everyone(guid), name: everyone(text, inWindows) }));
const modelShape = named('Model', objectOf({ modelId: everyone(guid, inWindows), name: everyone(text, inWindows) }));

/** Services that fill a location give it an id and a name. It may be only its name. */
const placeShape = objectOf(
  {},
  {
    locationId: everyone(unseen, inWindows),
    id: everyone(unseen, inWindows),
    name: everyone(unseen, inWindows),
    airport: everyone(unseen),
  },
  'place',
);
/** Where a record belongs. The specification shows these two members only as null and as empty lists. */
export const places = {
  location: everyone(like(placeShape, z.unknown()), inWindows),
  locations: everyone(like(placeShape, z.array(z.unknown())), inWindows),
};

/** Section 2.2. */
export const aircraftShape = named(
  'Aircraft',
  objectOf(
    {
      aircraftId: everyone(guid),
      tailNumber: everyone(text),
      make: everyone(makeShape),
      model: everyone(modelShape),
      isSimulator: everyone(flag),
      status: everyone(statusShape),
    },
    places,
  ),
);

const axis = { typeStatus: everyone(statusShape), message: everyone(text) };

/** Section 2.3. The three options are nullable because live services leave out the axes that a reminder does not have. */
export const reminderShape = named(
  'MaintenanceReminder',
  objectOf(
    {
      maintenanceReminderId: everyone(guid),
      name: everyone(text),
      status: everyone(statusShape),
      permanentlyComplied: everyone(flag),
      dateOptions: everyone(
        z.nullable(objectOf({ ...axis, currentDate: everyone(dateTime), expirationDate: everyone(dateTime) })),
      ),
      timeOptions: everyone(
        z.nullable(objectOf({ ...axis, currentHours: everyone(z.number()), expirationHours: everyone(z.number()) })),
      ),
      cycleOptions: everyone(
        z.nullable(objectOf({ ...axis, currentCycles: everyone(integer), expirationCycles: everyone(integer) })),
      ),
    },
    { active: everyone(flag) },
  ),
);

const personName = {
  userId: everyone(guid, inWindows),
  firstName: everyone(text, inWindows),
  lastName: everyone(text, inWindows),
};
/** Services name the picture and the number of a person in each of these ways. */
const contact = {
  email: dispatchers(text),
  phone: dispatchers(z.nullable(text)),
  phoneNumber: dispatchers(text),
  imageUrl: dispatchers(z.nullable(text)),
};

/** A person whose name alone counts. */
export const personShape = objectOf(personName, places, 'person');
/** A person's full name in one text. */
const fullName = like(personShape, z.string());

const checkoutShape = named(
  'Checkout',
  objectOf({
    make: dispatchers(makeShape),
    model: dispatchers(modelShape),
    approvedBy: dispatchers(personShape),
    dateGiven: dispatchers(dateTime),
    expires: dispatchers(flag),
    expirationDate: dispatchers(z.nullable(dateTime)),
    revoked: dispatchers(flag),
  }),
);

/** Section 2.4, and the separate list of people in live services. */
export const userShape = named(
  'User',
  objectOf(
    {
      ...personName,
      email: contact.email,
      phoneNumber: contact.phoneNumber,
      currentBalance: managers(z.number()),
      lastFlightDate: dispatchers(z.nullable(dateTime)),
      externalId: dispatchers(text),
      status: dispatchers(statusShape),
      createdDate: dispatchers(dateTime),
      aircraftCheckouts: dispatchers(z.array(checkoutShape)),
    },
    { ...contact, userGuidId: dispatchers(guid), roles: dispatchers(z.array(statusShape)), ...places },
  ),
);

/** Section 2.5. */
export const instructorShape = named(
  'Instructor',
  objectOf({ ...personName, instructorStatus: everyone(statusShape) }, { ...contact, ...places }),
);

const trainingSessionShape = named(
  'TrainingSession',
  objectOf({
    trainingSessionId: dispatchers(guid),
    trainingSessionStatus: dispatchers(statusShape),
    course: dispatchers(
      objectOf({
        courseId: dispatchers(guid),
        name: dispatchers(text, inWindows),
        syllabusProviderId: dispatchers(unseen),
        logoUrl: dispatchers(z.nullable(text)),
        enrollmentId: dispatchers(guid),
      }),
      inWindows,
    ),
    lesson: dispatchers(
      objectOf({ lessonId: dispatchers(guid), name: dispatchers(text, inWindows) }),
      // Names of lessons tell a student's solo.
      inWindows,
    ),
    trainingSessionDate: dispatchers(dateTime),
  }),
);

const reservationAircraftShape = named(
  'ReservationAircraft',
  objectOf(
    {
      aircraftId: everyone(guid, inWindows),
      tailNumber: everyone(text, inWindows),
      trackCycles: dispatchers(unseen),
      trackOilFuel: dispatchers(unseen),
      hasAirtimeMeter: everyone(flag, 'if true'),
      hasHeaterHobbs: everyone(flag, 'if true'),
      hasHobbs: everyone(flag, 'if true'),
      // A spare aircraft must match the next three, so false counts.
      isComplex: everyone(flag, inWindows),
      isHighPerformance: everyone(flag, inWindows),
      isTailWheel: everyone(flag, inWindows),
      location: places.location,
      make: everyone(makeShape, inWindows),
      model: everyone(modelShape, inWindows),
      engines: managers(unseenList),
      aircraftClass: dispatchers(text),
      isSimulator: everyone(flag, 'if true'),
      categoryClass: everyone(
        objectOf({
          id: dispatchers(text),
          category: everyone(text, inWindows),
          class: everyone(text, inWindows),
          isSimulator: everyone(flag, 'if true'),
        }),
        inWindows,
      ),
      isV3Simulator: everyone(flag, 'if true'),
      v3SimulatorId: dispatchers(unseen),
      v3SimulatorName: dispatchers(z.nullable(text)),
    },
    { locations: places.locations },
  ),
);

const aircraftOptionShape = named(
  'AircraftOption',
  objectOf({
    aircraft: everyone(
      objectOf({
        aircraftId: everyone(guid, inWindows),
        tailNumber: everyone(text, inWindows),
        bookingAlert: dispatchers(describedAs(z.unknown(), 'words')),
        make: everyone(makeShape, inWindows),
        model: everyone(modelShape, 'name'),
      }),
      inWindows,
    ),
    schedulingGroup: dispatchers(like(statusShape, z.unknown()), 'group'),
    v3Simulator: dispatchers(like(statusShape, z.unknown())),
  }),
);

const pilotShape = named(
  'Pilot',
  objectOf(
    { ...personName, imageUrl: contact.imageUrl, phone: contact.phone, locations: places.locations },
    { ...contact, location: places.location },
    'person',
  ),
);

const seriesShape = objectOf(
  {},
  { id: dispatchers(unseen), name: dispatchers(unseen), recurringSeriesId: dispatchers(unseen) },
);
const remarks = dispatchers(describedAs(z.string(), 'words'));

/** Section 2.6. Members are nullable if a class, a meeting or a time off does not have them. */
export const reservationShape = named(
  'Reservation',
  objectOf(
    {
      reservationId: everyone(guid, inWindows),
      operatorId: everyone(integer),
      recurringSeries: dispatchers(like(seriesShape, z.unknown())),
      startTime: everyone(dateTime, inWindows),
      endTime: everyone(dateTime, inWindows),
      // Services write full names into it.
      displayName: everyone(z.nullable(fullName), inWindows),
      reservationType: everyone(
        objectOf({
          reservationTypeId: everyone(guid),
          displayTypeId: everyone(integer, inWindows),
          name: everyone(text, inWindows),
        }),
        inWindows,
      ),
      activityType: everyone(
        z.nullable(
          objectOf({
            activityTypeId: everyone(guid),
            name: everyone(text, inWindows),
            displayTypeId: everyone(integer),
            trackTrainingMismatch: dispatchers(flag),
          }),
        ),
        inWindows,
      ),
      aircraft: everyone(z.nullable(reservationAircraftShape), inWindows),
      aircraftOption: everyone(z.nullable(aircraftOptionShape), inWindows),
      pilots: everyone(z.array(pilotShape), inWindows),
      instructor: everyone(z.nullable(objectOf(personName, { ...contact, ...places }, 'person')), inWindows),
      training: dispatchers(
        z.nullable(
          objectOf({
            scheduled: dispatchers(unseen),
            sessions: dispatchers(z.array(trainingSessionShape), inWindows),
          }),
        ),
        inWindows,
      ),
      reservationStatus: everyone(statusShape, inWindows),
    },
    {
      // Preferred to the times of the specification.
      startTimeUtc: everyone(dateTime, inWindows),
      endTimeUtc: everyone(dateTime, inWindows),
      reservationNumber: dispatchers(unseen),
      comments: remarks,
      notes: remarks,
      ...places,
    },
  ),
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
