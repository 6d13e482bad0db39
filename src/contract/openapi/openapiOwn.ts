import type * as z from 'zod/mini';
import type {
  ZodOpenApiHeadersObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
} from 'zod-openapi';
import { agesHeader, replicaSets } from '#contract/gateway/ages.ts';
import { briefShape } from '#contract/gateway/brief.ts';
import { logKinds, logShape, mostLogEntries, usualLogEntries } from '#contract/gateway/log.ts';
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
import { snoozeLimits, snoozeRequestShape, snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { accessPaths, type OwnPath } from './openapiAccess.ts';

const instant = { type: 'string', format: 'date-time' } as const;
const day = { type: 'string', format: 'date' } as const;
const id = { type: 'string', minLength: 1, maxLength: 200 } as const;

const own: { readonly [path: string]: OwnPath } = {
  '/replica/reminders': {
    operationId: 'replicaReminders',
    summary: 'maintenance reminders of all aircraft',
    description: 'The records of each aircraft as the service sent them.',
    shape: perAircraftShape,
    hasAges: true,
  },
  '/replica/squawks': {
    operationId: 'replicaSquawks',
    summary: 'squawks of all aircraft',
    description: 'The records of each aircraft as the service sent them.',
    shape: perAircraftShape,
    hasAges: true,
  },
  '/replica/reservations': {
    operationId: 'replicaReservations',
    summary: 'reservations that overlap a span',
    description: 'By start, with the members of a reservation that a schedule draws. At most 62 days at once.',
    parameters: [
      { name: 'from', description: 'Start of the span, with its zone.', required: true, schema: instant },
      { name: 'to', description: 'End of the span, exclusive, with its zone.', required: true, schema: instant },
    ],
    shape: reservationWindowShape,
  },
  '/replica/history': {
    operationId: 'replicaHistory',
    summary: 'what rules need of the days before a midnight',
    description:
      'All of the day before, what nobody has closed, and the last closed of each aircraft and person concerned.',
    parameters: [{ name: 'before', description: 'A midnight, with its zone.', required: true, schema: instant }],
    shape: historyShape,
  },
  '/replica/reservation': {
    operationId: 'replicaReservation',
    summary: 'one reservation',
    description: 'The whole record as the service sent it.',
    parameters: [{ name: 'id', description: 'Id of the reservation.', required: true, schema: id }],
    shape: reservationRecordShape,
    errors: { '404': 'The local copy does not hold it.' },
  },
  '/replica/days': {
    operationId: 'replicaDays',
    summary: 'summaries of days',
    description:
      'Counts, hours, conflicts and notable reservations of days by the operator’s clock. At most 100 at once.',
    parameters: [
      { name: 'from', description: 'First day.', required: true, schema: day },
      { name: 'to', description: 'Last day, included.', required: true, schema: day },
    ],
    shape: daysShape,
  },
  '/replica/brief': {
    operationId: 'replicaBrief',
    summary: 'morning brief of a day',
    description:
      'What is there to fly, what flies first and what stands in the way, as text that fits one page of paper. Of the days that the copy always holds.',
    parameters: [
      { name: 'date', description: 'The day.', required: true, schema: day },
      { name: 'location', description: 'Id of a location; what is at another is left out.', schema: id },
    ],
    shape: briefShape,
  },
  '/replica/people': {
    operationId: 'replicaPeople',
    summary: 'everyone the service lists',
    description: 'By name, without contact data, pictures or balances.',
    shape: peopleShape,
  },
  '/replica/changes': {
    operationId: 'replicaChanges',
    summary: 'log of changes',
    description: 'What changed in the records since an instant or after a sequence number, oldest first.',
    parameters: [
      {
        name: 'since',
        description: 'An instant with its zone, or the sequence number of the last change that is known.',
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
    summary: 'matters that are put off',
    description:
      'What needs attention and somebody has put off, until the end of tomorrow at most, for all screens whose role sees it. The gateway finds by itself ' +
      'what there is to put off and how bad it is (whole, from 0 to 100), and drops what is gone or has become worse. `by` is read ' +
      'where nobody signs in; otherwise it is the name of who is signed in.',
    shape: snoozesShape,
    sent: snoozeRequestShape,
    refused: {
      '404': 'There is no such matter now, or it is not put off.',
      '409': `The matter has changed since it was on the screen, or one person has put off ${snoozeLimits.perPerson} matters.`,
      '503': 'Not everything has been read yet.',
    },
  },
  '/replica/log': {
    operationId: 'replicaLog',
    summary: 'log of the school',
    description:
      'What happened to reservations, reminders, meters and squawks in the last 90 days, newest first, as the gateway saw it.',
    parameters: [
      { name: 'from', description: 'Seen at or after it; with its zone.', schema: instant },
      { name: 'to', description: 'Seen before it; with its zone.', schema: instant },
      {
        name: 'kind',
        description: `Any of these, separated by commas: ${logKinds.join(', ')}.`,
        schema: { type: 'string' },
      },
      { name: 'aircraft', description: 'Id of an aircraft; of a swap either one.', schema: id },
      { name: 'person', description: 'User id of a pilot or an instructor.', schema: id },
      { name: 'q', description: 'Words, each of which is in the entry.', schema: id },
      {
        name: 'before',
        description: 'Entries before this number: `next` of the last answer.',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
      },
      {
        name: 'limit',
        description: 'Entries per answer.',
        schema: { type: 'integer', minimum: 1, maximum: mostLogEntries, default: usualLogEntries },
      },
    ],
    shape: logShape,
  },
  ...accessPaths,
};

/** The gateway's own endpoints for `/openapi.json`, marked as such; they stand beside `/api`, not below it. */
export function ownPaths(): ZodOpenApiPathsObject {
  const described = Object.entries(own).map(([path, { sent, answered, refused, ...one }]) => {
    const answering = describe(answered ? { ...one, shape: answered } : one);
    const get = one.shape && { get: describe(one) };
    return [path, { ...itself, ...get, ...(sent && { post: sending(answering, sent, refused) }) }];
  });
  return { ...Object.fromEntries(described), '/events': { ...itself, get: events } };
}

const itself: ZodOpenApiPathItemObject = { servers: [{ url: '/', description: 'The gateway itself.' }] };

const sentRefusals = {
  '400': 'The request is not as described.',
  '403': 'It comes from a page of another server, or the role does not include it.',
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
  const refusals = { ...(parameters.length > 0 && { '400': 'The query is not as described.' }), ...errors };
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
      '304': { description: 'The same as the answer whose ETag came in If-None-Match.' },
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
  const ages =
    'Age of the records of each aircraft in seconds, in the order of the body, separated by commas; `-` for none.';
  return {
    Age: { description: 'Seconds since the oldest part was requested.', schema: { type: 'integer', minimum: 0 } },
    'Cache-Status': {
      description: 'RFC 9211: seconds until a part is due for a refresh, and why the last refresh failed.',
      schema: text,
    },
    ETag: { description: 'Stays the same while the content does.', schema: text },
    ...(hasAges && { [agesHeader]: { description: ages, schema: text } }),
  };
}

const events: ZodOpenApiOperationObject = {
  operationId: 'events',
  summary: 'stream of refreshed sets',
  description:
    'Server-sent events. `refresh` tells which set has been refreshed, never its data; `state` and `snoozes` that those ' +
    'have news; `reset` ' +
    'that everything may have changed. A client that reconnects with Last-Event-ID is sent what it missed.',
  tags: ['flightline'],
  'x-flightline': true,
  security: [],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'Id of the last event that was received.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': {
      description: 'The stream. The schema is that of the data of `refresh`.',
      content: { 'text/event-stream': { schema: refreshEventShape } },
    },
    '503': {
      $ref: '#/components/responses/Error',
      description: 'Too many open streams; Retry-After tells when to try again.',
    },
    default: { $ref: '#/components/responses/Error' },
  },
};
