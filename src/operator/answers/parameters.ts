import { type FilterField, isLocalDateTime } from '#contract/filters.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { inDocumentedForm, peopleOperation, withLimitCut } from '#contract/publicForms.ts';
import { parseQuery, type Query, type QueryPair, type QueryProblem, type QueryReading } from '#contract/query.ts';
import { chunkOf } from '#operator/reports/reportSet.ts';
import { dayOf, type ZoneClock } from '#operator/school/zone.ts';
import { valueOf } from './list.ts';

/** The operations, and the list of people, which only live services have. */
export type ServedId = OperationId | 'listPeople';

/** The operator's clock, whether it answers like live services, and whether these cut a Core `limit`. */
export type ReadingOptions = { readonly clock: ZoneClock; readonly isField: boolean; readonly cutsLimit?: boolean };

type Known = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

/** Largest `limit` of a report, for which the specification gives no bound. */
const maxReportLimit = 1000;
/** Largest `limit` of every Core list in live services that cut it. The others give as many as asked for. */
const cutLimit = 100;

const filter = (name: string, operators: FilterField['operators'], value: FilterField['value']): FilterField => ({
  name,
  label: name,
  operators,
  value,
  documented: false,
});
const time = (name: string) => filter(name, ['lte', 'lt', 'gte', 'gt'], 'localDateTime');
const text = (name: string) => filter(name, ['eq'], 'text');

/** Filters beyond the specification. `resolved` is always accepted. */
const resolved = text('resolved');
const fieldFilters: { readonly [Id in OperationId]?: readonly FilterField[] } = {
  listAircraft: [text('tailNumber')],
  listReservations: [time('startTimeUtc'), time('endTimeUtc'), text('tailNumber')],
  reportFlights: [time('flightDate'), time('flightDateRangeEndDate'), time('LastUpdated')],
  reportStudentProgress: [time('LastUpdated')],
};

/** The parameters that this operator understands: those of the contract, and its own where the specification does not show them. */
function knownParameters(id: ServedId, { isField, cutsLimit = false }: ReadingOptions): Known {
  if (id === 'listPeople') return peopleOperation;
  const { area, paging, filters, plain, open }: Operation = operations[id];
  const ofCore = isField ? (cutsLimit ? cutLimit : null) : (paging?.maxLimit ?? null);
  const maxLimit = area === 'core' ? ofCore : (paging?.maxLimit ?? maxReportLimit);
  return {
    paging: paging && { ...paging, maxLimit },
    filters: [...filters, ...(id === 'listSquawks' ? [resolved] : []), ...(isField ? (fieldFilters[id] ?? []) : [])],
    plain,
    open,
  };
}

/**
 * Reads the pairs of a query. The specification does not say what an unknown parameter, another letter case or a bare
 * date does: this operator ignores the first and reads the others. Live services also accept more forms, and cut a
 * `limit`.
 */
export function readQuery(id: ServedId, pairs: readonly QueryPair[], options: ReadingOptions): QueryReading {
  const { clock, isField } = options;
  const known = knownParameters(id, options);
  const documented = inDocumentedForm(known, pairs).map((pair) => withZone(pair, clock));
  const given = isField ? withLimitCut(known.paging, documented).map((pair) => fieldForm(pair, clock)) : documented;
  const names = new Set([
    ...(known.paging ? ['offset', 'limit'] : []),
    ...[...known.filters, ...known.plain].map((field) => field.name),
  ]);
  const understood = given.filter(([name]) => names.has(name));
  const { query, problems } = parseQuery({ ...known, open: false }, understood);
  return { query, problems: [...problems, ...valueProblems(query, clock)] };
}

/** A bare `StartDate` begins with its day, and a bare `EndDate` ends with it. */
function withZone([name, value]: QueryPair, clock: ZoneClock): QueryPair {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && isLocalDateTime(`${value}T00:00:00`);
  if (!isDay || (name !== 'StartDate' && name !== 'EndDate')) return [name, value];
  const day = dayOf(value);
  const at = name === 'StartDate' ? clock.midnight(day) : clock.midnight(day + 1) - 1;
  return [name, new Date(at * 1000).toISOString()];
}

/** `T08:00:00Z`, `T08:00:00-07:00`; a plus sign in an address is read as a blank. */
const zoned = /^([a-z]+:)(\d{4}-\d\d-\d\dT\S+?)([Zz]|[+ -]\d\d:?\d\d)$/;

/** Values that live services accept: a date-time with its zone, a truth value in any letter case, a tail without operator. */
function fieldForm([name, value]: QueryPair, clock: ZoneClock): QueryPair {
  if (name === 'resolved') return [name, value.toLowerCase()];
  if (name === 'tailNumber') return [name, value.startsWith('eq:') ? value : `eq:${value}`];
  const [, operator = '', written = '', suffix = ''] = zoned.exec(value) ?? [];
  const instant = Date.parse(`${written}${suffix.replace(' ', '+')}`);
  if (Number.isNaN(instant)) return [name, value];
  const wall = name.endsWith('Utc') ? new Date(instant).toISOString().slice(0, -1) : clock.local(instant / 1000);
  return [name, operator + wall];
}

/** Checks that the contract's kinds of value do not cover: a boolean, and the form of `Chunk`. */
function valueProblems(query: Query, clock: ZoneClock): QueryProblem[] {
  const truth = valueOf(query, 'resolved') ?? 'true';
  const chunk = query.plain?.['Chunk'];
  const problems = [
    truth !== 'true' && truth !== 'false' && { field: 'resolved', message: 'resolved is eq:true or eq:false.' },
    chunk !== undefined && !chunkOf(clock, chunk) && { field: 'Chunk', message: chunkMessage },
  ];
  return problems.filter((problem) => problem !== false);
}

const chunkMessage = 'Chunk is a year, a month or a day of the calendar, such as 2026, 2026-05 or 2026-05-12.';
