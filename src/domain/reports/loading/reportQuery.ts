import { addressOf } from '#contract/addresses.ts';
import { type Operation, operations } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair, type QueryProblem } from '#contract/query.ts';
import type { ReportId } from './dataSets.ts';

/** How a parameter is written: RFC 3339, any text, a comparison with a date (`gte:2026-05-01T00:00:00`), a whole number. */
type ParameterForm = 'instant' | 'text' | 'filter' | 'count';

export type ReportParameter = {
  readonly name: string;
  readonly label: string;
  readonly form: ParameterForm;
  /** False for what live services have been seen to take, and this one may ignore. */
  readonly isDocumented: boolean;
};

const paging: readonly Omit<ReportParameter, 'isDocumented'>[] = [
  { name: 'limit', label: 'Rows a call', form: 'count' },
  { name: 'offset', label: 'Page', form: 'count' },
];

const seenInTheField: readonly ReportParameter[] = [
  { name: 'flightDate', label: 'Flight date', form: 'filter', isDocumented: false },
  { name: 'flightDateRangeEndDate', label: 'Flight date, end of range', form: 'filter', isDocumented: false },
  { name: 'LastUpdated', label: 'Last updated', form: 'filter', isDocumented: false },
];

/** The parameters a data set is offered with: what is documented of it, and where nothing is, what live services take. */
export function parametersOf(id: ReportId): readonly ReportParameter[] {
  const operation: Operation = operations[id];
  const filters = operation.filters.map(
    ({ name, label }) => ({ name, label, form: 'filter', isDocumented: true }) as const,
  );
  const plain = operation.plain.map(({ name, label, value }) => ({ name, label, form: value, isDocumented: true }));
  const pages = paging.map((one) => ({ ...one, isDocumented: operation.paging?.documented === true }));
  return [...filters, ...plain, ...(takesAnyName(id) ? seenInTheField : []), ...pages];
}

/** Whether further parameters may exist: of the documented two none do. */
export function takesAnyName(id: ReportId): boolean {
  return operations[id].open;
}

export type ReportQuestion = {
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
};

/** Reads the name-value pairs of a question by the contract; empty values ask for nothing. Problems name their parameter. */
export function readQuestion(id: ReportId, pairs: readonly QueryPair[]): ReportQuestion {
  const given = pairs.filter(([name, value]) => name !== '' || value !== '').filter(([, value]) => value !== '');
  const odd = given.filter(([name, value]) => !name.isWellFormed() || !value.isWellFormed());
  const { query, problems } = parseQuery(
    operations[id],
    given.filter((pair) => !odd.includes(pair)),
  );
  const broken = odd.map(([field]) => ({ field, message: `${field.toWellFormed()} holds half a character.` }));
  return { query, problems: [...problems, ...broken] };
}

/** Pairs as one text for the address of a page: `flightDate=gte:2026-05-01T00:00:00&limit=500`. */
export function printPairs(pairs: readonly QueryPair[]): string {
  return pairs.map((pair) => pair.map(escaped).join('=')).join('&');
}

/** The inverse of `printPairs`; what has no name is dropped. */
export function readPairs(text: string): QueryPair[] {
  return text.split('&').flatMap((part): QueryPair[] => {
    const [name = '', value = ''] = part.split('=', 2).map(unescaped);
    return name === '' ? [] : [[name, value]];
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[%&=]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescaped(text: string): string {
  return text.replaceAll(/%(25|26|3D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The question as a shell command against this application, which adds the key itself: none is in it. `origin` is the page's. */
export function curlLine(origin: string, id: ReportId, operatorId: number, query: Query): string {
  return `curl ${shellQuoted(`${origin}/api${addressOf(id, { operatorId: String(operatorId) }, query)}`)}`;
}

/** For any POSIX shell: nothing within single quotes is special but their end. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
