import type { FilterField } from '#contract/filters.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { inDocumentedForm, peopleOperation } from '#contract/publicForms.ts';
import { parseQuery, type Query, type QueryPair, type QueryProblem, type QueryReading } from '#contract/query.ts';
import { chunkOf } from '#server/operator/reports/reportSet.ts';
import type { ZoneClock } from '#server/operator/school/zone.ts';
import { valueOf } from './list.ts';

/** The operations, and the list of people, which only live services have. */
export type AskedId = OperationId | 'listPeople';

/** The operator's clock, and whether it answers like live services. */
export type ReadingOptions = { readonly clock: ZoneClock; readonly isField: boolean };

type Known = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

/** Largest `limit` of a report, for which the specification gives no bound. */
const maxReportLimit = 1000;
/** Largest `limit` of a Core list in live services; the specification has none. */
const maxFieldLimit = 100;

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
function knownParameters(id: AskedId, isField: boolean): Known {
  if (id === 'listPeople') return peopleOperation;
  const { area, paging, filters, plain, open }: Operation = operations[id];
  const unbounded = area === 'reports' ? maxReportLimit : isField ? maxFieldLimit : null;
  return {
    paging: paging && { ...paging, maxLimit: paging.maxLimit ?? unbounded },
    filters: [...filters, ...(id === 'listSquawks' ? [resolved] : []), ...(isField ? (fieldFilters[id] ?? []) : [])],
    plain,
    open,
  };
}

/**
 * Reads the pairs of a query. If the specification does not list the parameters, and everywhere in live services, unknown
 * ones are ignored.
 */
export function readQuery(id: AskedId, pairs: readonly QueryPair[], { clock, isField }: ReadingOptions): QueryReading {
  const known = knownParameters(id, isField);
  const given = isField ? inDocumentedForm(known, pairs).map((pair) => fieldForm(pair, clock)) : pairs;
  const names = new Set([
    ...(known.paging ? ['offset', 'limit'] : []),
    ...[...known.filters, ...known.plain].map((field) => field.name),
  ]);
  const understood = isField || known.open ? given.filter(([name]) => names.has(name)) : given;
  const { query, problems } = parseQuery({ ...known, open: false }, understood);
  return { query, problems: [...problems, ...valueProblems(query, clock)] };
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
