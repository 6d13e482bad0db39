import type * as z from 'zod/mini';
import type {
  ZodOpenApiHeadersObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
} from 'zod-openapi';
import { agesHeader, timeHeader } from '#contract/gateway/ages.ts';
import { briefShape } from '#contract/gateway/brief.ts';
import { hoursShape } from '#contract/gateway/hours.ts';
import { logKinds, logShape, maxLogEntries, defaultLogEntries } from '#contract/gateway/log.ts';
import {
  changesShape,
  daysShape,
  peopleShape,
  perAircraftShape,
  refreshEventShape,
  reservationRecordShape,
  historyShape,
  reservationWindowShape,
} from '#contract/gateway/replica.ts';
import {
  lateNumbersPath,
  lateNumbersRequestShape,
  lateNumbersShape,
  latePath,
  lateSheetShape,
  lateTickShape,
} from '#contract/gateway/late.ts';
import { behindPath, behindShape } from '#contract/gateway/behind.ts';
import { snoozeLimits, snoozeRequestShape, snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { weatherPath, weatherShape } from '#contract/gateway/weather.ts';
import type { RoutePart } from '#contract/routes.ts';
import { replicaSets } from '#contract/sets.ts';
import { accessPaths, type Described, type OwnPath } from './openapiAccess.ts';
import { alertPaths } from './openapiAlerts.ts';
import { day, figurePaths, firstAndLast } from './openapiFigures.ts';

const instant = { type: 'string', format: 'date-time' } as const;
const id = { type: 'string', minLength: 1, maxLength: 200 } as const;

function ofAircraft(operationId: string, records: string) {
  const description = 'Each aircraft’s records as the service sent them.';
  return {
    operationId,
    summary: `${records} of all aircraft`,
    description,
    shape: perAircraftShape,
    hasAges: true,
  } as const;
}

const own: Described<RoutePart> = {
  '/replica/reminders': ofAircraft('replicaReminders', 'maintenance reminders'),
  '/replica/squawks': ofAircraft('replicaSquawks', 'squawks'),
  '/replica/reservations': {
    operationId: 'replicaReservations',
    summary: 'reservations that overlap a span',
    description: 'In order of start. Each has only the members that a schedule draws. The span is at most 62 days.',
    parameters: [
      { name: 'from', description: 'Start of the span, as a date-time with a zone.', required: true, schema: instant },
      {
        name: 'to',
        description: 'End of the span (exclusive), as a date-time with a zone.',
        required: true,
        schema: instant,
      },
    ],
    shape: reservationWindowShape,
  },
  '/replica/history': {
    operationId: 'replicaHistory',
    summary: 'reservations of earlier days that the rules need',
    description:
      'Every reservation of the day before, and every flight that was never closed. Also the last closed flight and shop visit of ' +
      'each aircraft, and the last closed reservation of each person on a flight that was never closed.',
    parameters: [
      {
        name: 'before',
        description: 'A midnight of the operator, no later than the moments that screens can show, with its zone.',
        required: true,
        schema: instant,
      },
    ],
    shape: historyShape,
  },
  '/replica/hours': {
    operationId: 'replicaHours',
    summary: 'meter hours per booked hour',
    description:
      'Measured from steps of meters and the reservations closed with them, before an instant: of all aircraft, of each aircraft, of ' +
      'each activity, and of both. Also the steps that are not used.',
    parameters: [
      {
        name: 'before',
        description: 'A midnight of the operator, no later than the moments that screens can show, with its zone.',
        required: true,
        schema: instant,
      },
    ],
    shape: hoursShape,
  },
  '/replica/reservation': {
    operationId: 'replicaReservation',
    summary: 'one reservation',
    description: 'The whole record as the service sent it.',
    parameters: [{ name: 'id', description: 'The reservation’s id.', required: true, schema: id }],
    shape: reservationRecordShape,
    errors: { '404': 'The local copy does not hold this reservation.' },
  },
  '/replica/days': {
    operationId: 'replicaDays',
    summary: 'summaries of days',
    description:
      'Each day’s counts, booked hours, conflicts and notable reservations. At most 100 days, in the operator’s time zone.',
    parameters: firstAndLast,
    shape: daysShape,
  },
  '/replica/brief': {
    operationId: 'replicaBrief',
    summary: 'morning brief of a day',
    description:
      'The aircraft to fly, the first flights and the problems, as text that fits one printed page. Only for days that the copy always holds.',
    parameters: [
      { name: 'date', description: 'The day.', required: true, schema: day },
      { name: 'location', description: 'A location’s id. Records known to be elsewhere are left out.', schema: id },
    ],
    shape: briefShape,
  },
  ...figurePaths,
  '/replica/people': {
    operationId: 'replicaPeople',
    summary: 'everyone the service lists',
    description: 'In order of name, without contact data, pictures or balances.',
    shape: peopleShape,
    hasAges: true,
  },
  '/replica/changes': {
    operationId: 'replicaChanges',
    summary: 'log of changes',
    description: 'Changes of records since an instant or after a sequence number, oldest first.',
    parameters: [
      {
        name: 'since',
        description: 'A date-time with a zone, or the sequence number of the last change that you have.',
        required: true,
        schema: { anyOf: [instant, { type: 'string', pattern: '^\\d{1,15}$' }] },
      },
      { name: 'set', description: 'Only changes of this set.', schema: { type: 'string', enum: [...replicaSets] } },
      {
        name: 'limit',
        description: 'Changes per answer.',
        schema: { type: 'integer', minimum: 1, maximum: 2000, default: 500 },
      },
    ],
    shape: changesShape,
  },
  [snoozesPath]: {
    operationId: 'replicaSnoozes',
    summary: 'matters put off',
    description:
      'Matters that someone has put off, until the end of tomorrow at most, for everyone whose role sees them. The gateway itself ' +
      'finds the matters and their severity (whole, 0 to 100). A matter that is gone or has become worse is no longer put off. ' +
      'If nobody has to sign in, `by` is read from the request; otherwise it is the signed-in person’s name.',
    shape: snoozesShape,
    sent: snoozeRequestShape,
    refused: {
      '404': 'The matter does not exist now, or it is not put off.',
      '409': `The matter has changed since you read it, or you have already put off ${snoozeLimits.perPerson} matters.`,
      '503': 'The gateway has not read all records yet.',
    },
  },
  [latePath]: {
    operationId: 'replicaLate',
    summary: 'sheet of a flight that is not back',
    description:
      'GET: the reservation without contact data, when it was seen as back, the steps of the school’s own procedure (`LATE_STEPS`) with ' +
      'everything that was ticked and taken back, and what the stations reported before departure and planned return. POST ticks a step ' +
      'or takes the tick back; the answer is the sheet. If nobody has to sign in, `by` is read from the request. Nothing is started or sent.',
    parameters: [{ name: 'reservation', description: 'The reservation’s id.', required: true, schema: id }],
    shape: lateSheetShape,
    sent: lateTickShape,
    refused: {
      '404': 'The local copy holds no reservation with this id.',
      '409': 'The school no longer has this step, or the flight has the most ticks allowed.',
    },
  },
  [lateNumbersPath]: {
    operationId: 'replicaLateNumbers',
    summary: 'telephone numbers of the people aboard',
    description: 'The people of one reservation with their telephone numbers. Each request is an entry of the audit.',
    shape: null,
    sent: lateNumbersRequestShape,
    answered: lateNumbersShape,
    refused: { '404': 'The local copy holds no reservation with this id.' },
  },
  [behindPath]: {
    operationId: 'replicaBehind',
    summary: 'students that fall behind',
    description:
      'Students by the training in the days that are kept, and why some fall behind: no booking ahead, two weeks without a lesson, a ' +
      'checkout that expires within 30 days, the same lesson unfinished twice. What is not known is no reason. Managers and dispatchers ' +
      'get all students, an instructor those of their own last lessons and next bookings.',
    shape: behindShape,
  },
  '/replica/log': {
    operationId: 'replicaLog',
    summary: 'log of the school’s events',
    description:
      'Events of reservations, reminders, meters and squawks in the last 90 days, as the gateway saw them, newest first.',
    parameters: [
      { name: 'from', description: 'Only entries seen at or after this date-time with a zone.', schema: instant },
      { name: 'to', description: 'Only entries seen before this date-time with a zone.', schema: instant },
      {
        name: 'kind',
        description: `One or more kinds, separated by commas: ${logKinds.join(', ')}.`,
        schema: { type: 'string' },
      },
      { name: 'aircraft', description: 'An aircraft’s id. A swap matches either aircraft.', schema: id },
      { name: 'person', description: 'The user id of a pilot or instructor.', schema: id },
      { name: 'q', description: 'The entry must contain each of these words.', schema: id },
      {
        name: 'before',
        description: 'Only entries before this number: `next` of the previous answer.',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
      },
      {
        name: 'limit',
        description: 'Entries per answer.',
        schema: { type: 'integer', minimum: 1, maximum: maxLogEntries, default: defaultLogEntries },
      },
    ],
    shape: logShape,
  },
  [weatherPath]: {
    operationId: 'replicaWeather',
    summary: 'weather of the school’s airports',
    description:
      'The newest METAR and TAF of each airport, as received and as read, with the school’s own limits for solos.',
    shape: weatherShape,
    errors: { '404': 'The weather is off.' },
  },
  ...accessPaths,
  ...alertPaths,
};

/** The gateway's own endpoints for `/openapi.json`, marked as such. Their addresses are beside `/api`, not below it. */
export function ownPaths(): ZodOpenApiPathsObject {
  const described = Object.entries<OwnPath>(own).map(([path, { sent, answered, refused, ...one }]) => {
    const answering = describe(answered ? { ...one, shape: answered } : one);
    const get = one.shape && { get: describe(one) };
    return [path, { ...itself, ...get, ...(sent && { post: sending(answering, sent, refused) }) }];
  });
  return { ...Object.fromEntries(described), '/events': { ...itself, get: events } };
}

const itself: ZodOpenApiPathItemObject = { servers: [{ url: '/', description: 'The gateway itself.' }] };

const sentRefusals = {
  '400': 'The request does not have the described form.',
  '403': 'The request comes from another site’s page, or the role does not include it.',
  '413': 'The request is too long.',
  '415': 'The request is not JSON.',
};

function sending(
  get: ZodOpenApiOperationObject,
  shape: z.ZodMiniType,
  refused: OwnPath['refused'] = {},
): ZodOpenApiOperationObject {
  const { '304': _, ...responses } = get.responses;
  return {
    ...get,
    operationId: `${get.operationId}Change`,
    requestBody: { required: true, content: { 'application/json': { schema: shape } } },
    responses: { ...responses, ...refusalsOf({ ...sentRefusals, ...refused }) },
  };
}

function describe({
  operationId,
  summary,
  description,
  parameters = [],
  shape,
  errors = {},
  hasAges,
}: OwnPath): ZodOpenApiOperationObject {
  const refusals = {
    ...(parameters.length > 0 && { '400': 'The query does not have the described form.' }),
    ...errors,
  };
  return {
    operationId,
    summary,
    description,
    tags: ['flightline'],
    'x-flightline': true,
    security: [],
    parameters: parameters.map((parameter) => ({ ...parameter, in: 'query' as const })),
    responses: {
      '200': {
        description: 'The answer.',
        headers: headersOf(hasAges === true),
        ...(shape && { content: { 'application/json': { schema: shape } } }),
      },
      '304': { description: 'Unchanged: the ETag in If-None-Match is still current.' },
      ...refusalsOf(refusals),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function refusalsOf(refusals: Readonly<Record<string, string>>): Record<string, { $ref: string; description: string }> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, words]) => [
      status,
      { $ref: '#/components/responses/Error', description: words },
    ]),
  );
}

function headersOf(hasAges: boolean): ZodOpenApiHeadersObject {
  const text = { type: 'string' } as const;
  const ages = 'The ages of the parts in seconds, in the body’s order, separated by commas; `-` if not read yet.';
  return {
    Age: {
      description: 'Age of the oldest part in seconds, counted from its request.',
      schema: { type: 'integer', minimum: 0 },
    },
    'Cache-Status': {
      description: 'RFC 9211: seconds until the next refresh is due, and why the last one failed.',
      schema: text,
    },
    ETag: { description: 'Changes only with the content.', schema: text },
    [timeHeader]: { description: 'The gateway’s clock, in milliseconds since 1970.', schema: { type: 'integer' } },
    ...(hasAges && { [agesHeader]: { description: ages, schema: text } }),
  };
}

const events: ZodOpenApiOperationObject = {
  operationId: 'events',
  summary: 'stream of refreshed sets',
  description:
    'Server-sent events. `refresh` names the set that was refreshed, without its data. `state`, `snoozes`, `alerts` and `weather`: `/state`, ' +
    'the matters put off or the ticks of a sheet, the alerts or the weather have changed. `reset`: everything may have changed. A client that reconnects with Last-Event-ID gets the ' +
    'events it missed.',
  tags: ['flightline'],
  'x-flightline': true,
  security: [],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event received.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': {
      description: 'The stream. The schema describes the data of `refresh`.',
      content: { 'text/event-stream': { schema: refreshEventShape } },
    },
    '503': {
      $ref: '#/components/responses/Error',
      description: 'Too many open streams. Retry-After says when to try again.',
    },
    default: { $ref: '#/components/responses/Error' },
  },
};
