import * as z from 'zod/mini';
import { describedAs, dispatchers, everyone, objectOf, staff } from './members.ts';
import { personShape, places, statusShape } from './shapes.ts';

/**
 * The records of which the specification shows only the path (section 2.9), by the member names that live services send.
 * They only say who sees a member: nothing checks these records, and `/openapi.json` does not list the members.
 */

const anything = z.unknown();
const words = describedAs(z.string(), 'words');

/** The school's own record. */
export const operatorShape = objectOf(
  {},
  {
    operatorId: everyone(anything),
    id: everyone(anything),
    name: everyone(anything),
    operatorName: everyone(anything),
    displayName: everyone(anything),
    operatorGuid: dispatchers(anything),
    timeZone: dispatchers(anything),
    location: dispatchers(places.location.schema),
    locations: dispatchers(places.locations.schema),
  },
);

/** The members that may ground the aircraft are seen under any name (`squawkMembers.ts`). */
export const squawkShape = objectOf(
  {},
  {
    squawkId: everyone(anything),
    id: everyone(anything),
    aircraftId: staff(anything),
    description: everyone(anything),
    created: everyone(anything),
    createdDate: everyone(anything),
    createdBy: staff(personShape),
    reportedBy: staff(personShape),
    resolved: everyone(anything),
    resolvedDate: everyone(anything),
    resolvedOn: everyone(anything),
    groundAircraft: everyone(anything),
    isGrounding: everyone(anything),
    grounding: everyone(anything),
    actionTaken: everyone(anything),
    correctiveAction: everyone(anything),
    referenceNumber: everyone(anything),
    workOrderDisplayNumber: everyone(anything),
    status: everyone(statusShape),
  },
);

/** What identifies an item of equipment, its place and its status. */
export const equipmentShape = objectOf(
  {},
  {
    equipmentId: staff(anything),
    id: staff(anything),
    name: staff(anything),
    displayName: staff(anything),
    title: staff(anything),
    description: staff(words),
    type: staff(anything),
    kind: staff(anything),
    serialNumber: staff(anything),
    status: staff(statusShape),
    location: staff(places.location.schema),
    locations: staff(places.locations.schema),
  },
);
