import { namesOf } from './objects.ts';
import type * as z from 'zod/mini';
import type { FilterField } from './filters.ts';
import { aircraftShape, freeFormShape, instructorShape, reminderShape, reservationShape, userShape } from './shapes.ts';
import { aircraftStatuses, displayTypes, instructorStatuses, reminderStatuses } from './statuses.ts';

/** The three areas and their base paths (section 1). */
export const areaPaths = { core: '/core/v1.0', scheduling: '/scheduling/v1.0', reports: '/reports/v1.0' } as const;
export type Area = keyof typeof areaPaths;

/** `offset` is a page index (section 2.1); section 8 gives the bounds of `limit`. */
export type Paging = {
  /** Largest `limit`; null if the specification gives no bound. */
  readonly maxLimit: number | null;
  /** The page size if `limit` is omitted; null returns all items. */
  readonly defaultLimit: number | null;
  /** False if the specification does not show that the operation takes `offset` and `limit`. */
  readonly documented: boolean;
};

/** A query parameter that is not a filter: `StartDate`, `EndDate` (RFC 3339), `Chunk`. */
type PlainField = { readonly name: string; readonly label: string; readonly value: 'instant' | 'text' };

export type Operation = {
  readonly area: Area;
  /** Path template below the area's base. */
  readonly path: string;
  readonly summary: string;
  /** Whether the answer is a Paged list of `item` or one `item`. */
  readonly answer: 'list' | 'record';
  readonly item: z.ZodMiniType;
  /** Members that a record must have; without them it is set aside. */
  readonly required: readonly string[];
  readonly paging: Paging | null;
  readonly filters: readonly FilterField[];
  readonly plain: readonly PlainField[];
  /** True if the specification calls the parameters "not shown" (section 4), so that others may exist. */
  readonly open: boolean;
  /** Whether the specification shows the payload or only the path. */
  readonly payload: 'documented' | 'path only';
  /** The error answers the specification documents (section 7). */
  readonly errors: readonly number[];
};

const corePages: Paging = { maxLimit: 100, defaultLimit: null, documented: true };
/** Section 8 gives no bounds for these lists. */
const undocumentedCorePages: Paging = { maxLimit: null, defaultLimit: null, documented: false };
const reportPages: Paging = { maxLimit: null, defaultLimit: null, documented: false };

const filter = (
  name: string,
  label: string,
  rest: Omit<FilterField, 'name' | 'label' | 'documented'>,
): FilterField => ({
  name,
  label,
  ...rest,
  documented: true,
});
const dateOperators = ['lte', 'lt', 'gte', 'gt'] as const;

/** An operation; omitted members take the most common value. */
function operation<
  const Given extends Pick<Operation, 'area' | 'path' | 'summary' | 'answer' | 'item'> & Partial<Operation>,
>(given: Given) {
  const defaults = {
    required: [],
    paging: null,
    filters: [],
    plain: [],
    open: false,
    payload: 'documented',
    errors: [],
  } as const;
  // TypeScript does not know that a generic's spread members replace earlier ones.
  return { ...defaults, ...given } satisfies Operation as Omit<typeof defaults, keyof Given> & Given;
}

/** A Reporting operation: free-form items and the four documented error answers (sections 2.7, 4.3, 7). */
function report<const Given extends Partial<Operation>>(dataset: string, summary: string, given: Given) {
  return operation({
    area: 'reports',
    path: `/operators/{operatorId}/${dataset}`,
    summary,
    answer: 'list',
    item: freeFormShape,
    paging: reportPages,
    open: true,
    payload: 'path only',
    errors: [401, 403, 404, 429],
    ...given,
  });
}

/** An api-filter (section 4.3). Its syntax is not documented, so it is read like the reservations' date filters. */
const apiFilter = (name: string, label: string): FilterField => ({
  name,
  label,
  operators: dateOperators,
  value: 'localDateTime',
  documented: false,
});

/**
 * The operations of section 4. Client, gateway, operator, report menu and `/openapi.json` all derive from this
 * table.
 */
export const operations = {
  getOperator: operation({
    area: 'core',
    path: '/operators/{operatorId}',
    summary: 'fetch a single operator',
    answer: 'record',
    item: freeFormShape,
    open: true,
    payload: 'path only',
  }),
  listAircraft: operation({
    area: 'core',
    path: '/operators/{operatorId}/aircraft',
    summary: 'list aircraft',
    answer: 'list',
    item: aircraftShape,
    required: ['aircraftId'],
    paging: corePages,
    filters: [filter('statusId', 'Status', { operators: ['eq'], value: 'id', choices: aircraftStatuses })],
  }),
  listMaintenanceReminders: operation({
    area: 'core',
    path: '/operators/{operatorId}/aircraft/{aircraftId}/maintenanceReminders',
    summary: 'list maintenance reminders of one aircraft',
    answer: 'list',
    item: reminderShape,
    paging: corePages,
    filters: [filter('statusId', 'Status', { operators: ['eq', 'int'], value: 'id', choices: reminderStatuses })],
  }),
  listSquawks: operation({
    area: 'core',
    path: '/operators/{operatorId}/aircraft/{aircraftId}/squawks',
    summary: 'list squawks of one aircraft',
    answer: 'list',
    item: freeFormShape,
    paging: undocumentedCorePages,
    open: true,
    payload: 'path only',
  }),
  listEquipment: operation({
    area: 'core',
    path: '/operators/{operatorId}/equipment',
    summary: 'list equipment',
    answer: 'list',
    item: freeFormShape,
    paging: undocumentedCorePages,
    open: true,
    payload: 'path only',
  }),
  listInstructors: operation({
    area: 'core',
    path: '/operators/{operatorId}/instructors',
    summary: 'list instructors',
    answer: 'list',
    item: instructorShape,
    required: ['userId'],
    paging: corePages,
    filters: [
      filter('instructorStatusId', 'Status', { operators: ['eq'], value: 'id', choices: instructorStatuses }),
      filter('locationId', 'Location', { operators: ['eq'], value: 'text' }),
    ],
  }),
  listUsers: operation({
    area: 'core',
    path: '/operators/{operatorId}/users',
    summary: 'list users',
    answer: 'list',
    item: freeFormShape,
    paging: undocumentedCorePages,
    open: true,
    payload: 'path only',
  }),
  getUser: operation({
    area: 'core',
    path: '/operators/{operatorId}/users/{userId}',
    summary: 'fetch a user by id',
    answer: 'record',
    item: freeFormShape,
    open: true,
    payload: 'path only',
  }),
  getUserByExternalId: operation({
    area: 'core',
    path: '/operators/{operatorId}/users/external/{externalId}',
    summary: 'fetch a user by external id',
    answer: 'record',
    item: userShape,
  }),
  listReservations: operation({
    area: 'scheduling',
    path: '/operators/{operatorId}/reservations',
    summary: 'list reservations',
    answer: 'list',
    item: reservationShape,
    paging: { maxLimit: 250, defaultLimit: 50, documented: true },
    filters: [
      filter('startTime', 'Starts', { operators: dateOperators, value: 'localDateTime' }),
      filter('endTime', 'Ends', { operators: dateOperators, value: 'localDateTime' }),
      filter('displayTypeId', 'Type', { operators: ['eq'], value: 'id', choices: displayTypes }),
      filter('userId', 'Person', { operators: ['eq'], value: 'guid' }),
    ],
  }),
  reportAircraft: report('aircraft', 'aircraft information', {}),
  reportCreditDebitMemos: report('creditdebitmemos', 'credit/debit memo information', {}),
  reportFlightSegments: report('flightsegments', 'flight segment information', {}),
  reportFlights: report('flights', 'flight information', {}),
  reportInvoices: report('invoices', 'invoice information', {}),
  reportLogbookEntries: report('logbookentries', 'aircraft logbook information', {}),
  reportMaintenanceReminderStatus: report('maintenancereminderstatus', 'maintenance reminder information', {}),
  reportPeople: report('people', 'people information', {}),
  reportReservations: report('reservations', 'reservation information', {}),
  reportStudentProgress: report('studentprogress', 'student progress information', {}),
  reportTrainingSessions: report('trainingsessions', 'training session information', {}),
  reportWorkItems: report('workitems', 'work item information', {
    filters: [apiFilter('CreatedDate', 'Created'), apiFilter('LastUpdated', 'Last updated')],
    paging: { ...reportPages, documented: true },
    open: false,
    payload: 'documented',
  }),
  reportWorkLogs: report('worklogs', 'work log information', {}),
  reportWorkOrders: report('workorders', 'work order information', {}),
  reportFlightOperations: report('flightOperations', 'flight operations', {
    plain: [
      { name: 'StartDate', label: 'From', value: 'instant' },
      { name: 'EndDate', label: 'To', value: 'instant' },
      { name: 'Chunk', label: 'Chunk', value: 'text' },
    ],
    open: false,
    payload: 'documented',
  }),
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
export const operationIds = namesOf(operations);
