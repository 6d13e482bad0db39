import { addressOf } from '#contract/addresses.ts';
import { type Operation, operations, type OperationId } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair, type QueryProblem } from '#contract/query.ts';
import { type SetAside, UnreadableAnswer } from '#contract/answers.ts';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';

/** How a parameter is written: RFC 3339, any text, a comparison with a date (`gte:2026-05-01T00:00:00`), a whole number. */
type ParameterForm = 'instant' | 'text' | 'filter' | 'count';

export type ReportParameter = {
  readonly name: string;
  readonly label: string;
  readonly form: ParameterForm;
  /** False for what live services have been seen to take, and this one may ignore. */
  readonly isDocumented: boolean;
};

const pagingParameters: readonly Omit<ReportParameter, 'isDocumented'>[] = [
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
  const pages = pagingParameters.map((one) => ({ ...one, isDocumented: operation.paging?.documented === true }));
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

export type ReportId = Extract<OperationId, `report${string}`>;

export type ReportGroup = { readonly name: string; readonly ids: readonly ReportId[] };

/** The 15 data sets of section 4.3 by who asks for them. */
export const reportGroups: readonly ReportGroup[] = [
  { name: 'Fleet', ids: ['reportAircraft'] },
  { name: 'Flying', ids: ['reportFlights', 'reportFlightSegments', 'reportFlightOperations', 'reportReservations'] },
  { name: 'People and training', ids: ['reportPeople', 'reportStudentProgress', 'reportTrainingSessions'] },
  { name: 'Money', ids: ['reportInvoices', 'reportCreditDebitMemos'] },
  {
    name: 'Maintenance',
    ids: [
      'reportMaintenanceReminderStatus',
      'reportWorkOrders',
      'reportWorkItems',
      'reportWorkLogs',
      'reportLogbookEntries',
    ],
  },
];

export const reportIds: readonly ReportId[] = reportGroups.flatMap(({ ids }) => ids);

/** What people call each data set. */
export const reportNames: Readonly<Record<ReportId, string>> = {
  reportAircraft: 'Aircraft',
  reportFlights: 'Flights',
  reportFlightSegments: 'Flight segments',
  reportFlightOperations: 'Flight operations',
  reportReservations: 'Reservations',
  reportPeople: 'People',
  reportStudentProgress: 'Student progress',
  reportTrainingSessions: 'Training sessions',
  reportInvoices: 'Invoices',
  reportCreditDebitMemos: 'Credit and debit memos',
  reportMaintenanceReminderStatus: 'Maintenance reminders',
  reportWorkOrders: 'Work orders',
  reportWorkItems: 'Work items',
  reportWorkLogs: 'Work logs',
  reportLogbookEntries: 'Logbook entries',
};

/** A data set's name in addresses, as the API writes it: `flightOperations`. */
export function dataSetOf(id: ReportId): string {
  return operations[id].path.slice(operations[id].path.lastIndexOf('/') + 1);
}

/** The data set of an address, in any letter case; null where there is none. */
export function reportOf(dataSet: string): ReportId | null {
  return reportIds.find((id) => dataSetOf(id).toLowerCase() === dataSet.toLowerCase()) ?? null;
}

/** The parameters of a data set that the specification shows, in a sentence; null where it shows none. */
export function knownOf(id: ReportId): string | null {
  const { filters, plain, paging }: Operation = operations[id];
  const names = [...filters, ...plain].map(({ name }) => name);
  const all = paging?.documented ? [...names, 'offset', 'limit'] : names;
  if (all.length === 0) return null;
  return `Documented parameters: ${all.slice(0, -1).join(', ')} and ${all.at(-1)}.`;
}

/** An answer of a report: its items as they are. An item that is no object (null, text, a list) is set aside. */
export type ReportPage = {
  readonly rows: readonly FreeForm[];
  readonly setAside: readonly SetAside[];
  /** Items in all, the odd ones too. */
  readonly received: number;
  /** Null where the service says nothing. */
  readonly totalItems: number | null;
};

/**
 * Reads a Paged list of free-form items (sections 2.1 and 2.7). The items stay the very objects that were parsed: a copy of
 * a hundred thousand would double the memory. Throws `UnreadableAnswer` where there is no list.
 */
export function readReportPage(body: unknown): ReportPage {
  const list = isObject(body) && 'items' in body ? (body['items'] ?? []) : null;
  if (!isObject(body) || !Array.isArray(list)) throw new UnreadableAnswer('The answer is not a paged list.');
  const items: readonly unknown[] = list;
  const rows = items.filter(isObject);
  const total = body['totalItems'];
  const isCount = typeof total === 'number' && Number.isInteger(total) && total >= 0;
  return {
    rows,
    setAside: rows.length === items.length ? [] : oddOf(items),
    received: items.length,
    totalItems: isCount ? total : null,
  };
}

function oddOf(items: readonly unknown[]): SetAside[] {
  return items.flatMap((raw, index) => (isObject(raw) ? [] : [{ index, raw, reason: 'the item is not an object' }]));
}

function isObject(value: unknown): value is FreeForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
