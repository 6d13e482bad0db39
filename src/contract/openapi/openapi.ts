import * as z from 'zod/mini';
import { createDocument } from 'zod-openapi';
import { allowedBy, type FilterField, type ValueKind } from '#contract/filters.ts';
import {
  areaPaths,
  type Operation,
  type OperationId,
  operationIds,
  operations,
  type Paging,
} from '#contract/operations.ts';
import { ownPaths } from './openapiOwn.ts';
import { withheldShape } from '#contract/access/columns.ts';
import { withheldMember } from '#contract/access/roles.ts';
import { errorEntryShape, listShape } from '#contract/shapes.ts';

/** Who serves the description: the gateway has endpoints of its own, and the API below `/api`. */
type Server = 'gateway' | 'operator';

/** Clients that are made from the description find the API here. */
const servers = {
  gateway: { url: '/api', description: 'The gateway. It adds the subscription key.' },
  operator: { url: '/', description: 'The embedded operator. Each call needs a subscription key.' },
} as const;

/**
 * The OpenAPI 3.1 description of all operations, from their one table, and of the gateway's own endpoints. Served as
 * `/openapi.json`.
 */
export function openApiDocument(server: Server = 'gateway'): object {
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Operator Flight Management API',
      version: '1.0',
      description:
        'Data about one flight-operations organisation. Times without a zone suffix are the operator’s local time. ' +
        'The specification does not show parts marked `x-documented: false`; they may differ between services. ' +
        'Parts marked `x-flightline: true` are not in the specification: they are endpoints of Flightline itself. ' +
        'A role gets only the members of a record that it may see. Dispatchers and maintenance also get a list of what was left out: ' +
        `the member \`${withheldMember}\` of a record, the member \`withheld\` of a report (schema \`Withheld\`).` +
        (server === 'gateway' ? forPrograms : ''),
    },
    tags: [
      { name: 'core' },
      { name: 'scheduling' },
      { name: 'reports' },
      {
        name: 'flightline',
        description: 'Flightline’s own endpoints. Those below `/replica` are answered from its local copy.',
      },
    ],
    servers: [servers[server]],
    security: [{ subscriptionKey: [] }],
    components: {
      securitySchemes: { subscriptionKey: { type: 'apiKey', in: 'header', name: 'x-subscription-key' } },
      schemas: { ...Object.fromEntries(listSchemas.values()), Withheld: withheldShape },
      responses: { Error: errorAnswer('Any other error.') },
    },
    paths: {
      ...Object.fromEntries(operationIds.map((id) => [pathOf(operations[id]), { get: describe(id, operations[id]) }])),
      ...(server === 'gateway' && ownPaths()),
    },
  });
}

/** What a program may demand; `src/manual/programs.md` says more. */
const forPrograms =
  ' A program may send `Cache-Control` (`max-age`, `no-cache`, `min-fresh`, `only-if-cached`) and `Prefer: wait=<seconds>`. ' +
  '`Age` is the age of an answer, and `Cache-Status` says why it is older than asked for.';

function pathOf(operation: Operation): string {
  return areaPaths[operation.area] + operation.path;
}

function describe(id: OperationId, operation: Operation) {
  return {
    operationId: id,
    summary: operation.summary,
    tags: [operation.area],
    ...(operation.payload === 'path only' && { description: 'Only the path is documented.', 'x-documented': false }),
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    responses: {
      '200': { description: 'The answer.', content: json(answerOf(operation)) },
      ...Object.fromEntries(
        operation.errors.map((status) => [String(status), errorAnswer(errorWords[status] ?? 'Error')]),
      ),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/** Section 7. */
const errorWords: { readonly [status: number]: string } = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too many requests',
};

function errorAnswer(description: string) {
  return { description, content: json(z.array(errorEntryShape)) };
}

function json(schema: z.ZodMiniType) {
  return { 'application/json': { schema } };
}

/** One list schema per item type, with its own name: `AircraftList`. */
const listSchemas = new Map(
  operationIds
    .map((id): Operation => operations[id])
    .filter(({ answer }) => answer === 'list')
    .map(({ item }) => [item, [`${z.globalRegistry.get(item)?.id}List`, listShape(item)] as const]),
);

function answerOf(operation: Operation): z.ZodMiniType {
  const list = operation.answer === 'list' ? listSchemas.get(operation.item) : undefined;
  return list ? list[1] : operation.item;
}

const guid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const guidSchema = { type: 'string', pattern: `^${guid}$` };

/** Section 4. */
const pathSchemas: { readonly [name: string]: object } = {
  operatorId: { type: 'integer', format: 'int32', minimum: 0 },
  aircraftId: guidSchema,
  userId: guidSchema,
  externalId: { type: 'string', minLength: 1, maxLength: 200 },
};

function pathParameters(operation: Operation) {
  return Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: pathSchemas[name] ?? { type: 'string' as const },
  }));
}

function queryParameters(operation: Operation) {
  return [
    ...(operation.paging ? pagingParameters(operation.paging) : []),
    ...operation.filters.map(filterParameter),
    ...operation.plain.map(({ name, label, value }) => ({
      name,
      in: 'query' as const,
      description: `${label}.`,
      schema: { type: 'string' as const, ...(value === 'instant' && { format: 'date-time' }) },
    })),
  ];
}

/** Section 8. */
function pagingParameters({ maxLimit, defaultLimit, documented }: Paging) {
  const whole = { type: 'integer', format: 'int32' } as const;
  const bounds = { minimum: 1, ...(maxLimit !== null && { maximum: maxLimit }) };
  const state = documented ? {} : { 'x-documented': false };
  const omitted =
    defaultLimit === null ? 'If omitted, all items are returned.' : `If omitted, ${defaultLimit} items are returned.`;
  return [
    {
      name: 'offset',
      in: 'query' as const,
      description: 'Page index.',
      schema: { ...whole, minimum: 0, default: 0 },
      ...state,
    },
    {
      name: 'limit',
      in: 'query' as const,
      description: `Items per page. ${omitted}`,
      schema: { ...whole, ...bounds, ...(defaultLimit !== null && { default: defaultLimit }) },
      ...state,
    },
  ];
}

/** The written form of each type of filter value, with an example. */
const valueForms: { readonly [Kind in ValueKind]: { readonly pattern: string; readonly example: string } } = {
  id: { pattern: '\\d{1,9}', example: '1' },
  integer: { pattern: '-?\\d{1,9}', example: '10' },
  guid: { pattern: guid, example: '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11' },
  localDateTime: {
    pattern: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,7})?)?',
    example: '2026-05-12T14:00:00',
  },
  text: { pattern: '.{1,200}', example: 'main' },
};

function filterParameter(field: FilterField) {
  const form = valueForms[field.value];
  const value = field.choices ? `(${field.choices.map((choice) => choice.id).join('|')})` : form.pattern;
  const forms = field.operators.map((operator) =>
    operator === 'int' ? `int:${value}(,${value})*` : `${operator}:${value}`,
  );
  return {
    name: field.name,
    in: 'query' as const,
    description: `Filter, written \`<operator>:<value>\`; ${allowedBy(field)}.`,
    schema: { type: 'string' as const, pattern: `^(${forms.join('|')})$` },
    examples: { usual: { value: `${field.operators[0]}:${field.choices?.[0]?.id ?? form.example}` } },
    ...(!field.documented && { 'x-documented': false }),
  };
}
