import type { FilterField } from '#contract/filters.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair, type QueryProblem, type QueryReading } from '#contract/query.ts';
import { chunkOf } from '#server/operator/reports/chunks.ts';
import type { ZoneClock } from '#server/operator/school/zone.ts';
import { valueOf } from './asking.ts';

type Known = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

/** Largest `limit` of a report, for which the specification gives no bound. */
const maxReportLimit = 1000;

const resolved: FilterField = {
  name: 'resolved',
  label: 'Resolved',
  operators: ['eq'],
  value: 'text',
  documented: false,
};

/** The parameters this operator takes: those of the contract, its own where those are "not shown", and no others. */
export function knownParameters(id: OperationId): Known {
  const { paging, filters, plain }: Operation = operations[id];
  return {
    paging: paging && { ...paging, maxLimit: paging.maxLimit ?? maxReportLimit },
    filters: id === 'listSquawks' ? [resolved] : filters,
    plain,
    open: false,
  };
}

/** Reads the pairs of a query by what this operator takes. */
export function readQuery(id: OperationId, pairs: readonly QueryPair[], clock: ZoneClock): QueryReading {
  const { query, problems } = parseQuery(knownParameters(id), pairs);
  return { query, problems: [...problems, ...valueProblems(query, clock)] };
}

/** What the contract's kinds of value cannot tell: a truth value, and the form that `Chunk` has here. */
function valueProblems(query: Query, clock: ZoneClock): QueryProblem[] {
  const truth = valueOf(query, 'resolved') ?? 'true';
  const chunk = query.plain?.['Chunk'];
  const problems = [
    truth !== 'true' && truth !== 'false' && { field: 'resolved', message: 'resolved is eq:true or eq:false.' },
    chunk !== undefined && !chunkOf(clock, chunk) && { field: 'Chunk', message: chunkWords },
  ];
  return problems.filter((problem) => problem !== false);
}

const chunkWords = 'Chunk is a year, a month or a day of the calendar, such as 2026, 2026-05 or 2026-05-12.';
