import { type Withheld, withheldShape } from '#contract/access/columns.ts';
import { addressOf } from '#contract/addresses.ts';
import { type Operation, operations, type OperationId } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair, type QueryProblem } from '#contract/query.ts';
import { type SetAside, UnreadableAnswer } from '#contract/answers.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';

/** The form of a parameter: RFC 3339, any text, a comparison with a date (`gte:2026-05-01T00:00:00`), a whole number. */
type ParameterForm = 'instant' | 'text' | 'filter' | 'count';

export type ReportParameter = {
  readonly name: string;
  readonly label: string;
  readonly form: ParameterForm;
  /** False for parameters that some live services accept; others may ignore them. */
  readonly isDocumented: boolean;
};

const pagingParameters: readonly Omit<ReportParameter, 'isDocumented'>[] = [
  { name: 'limit', label: 'Rows per call', form: 'count' },
  { name: 'offset', label: 'Page', form: 'count' },
];

const seenInTheField: readonly ReportParameter[] = [
  { name: 'flightDate', label: 'Flight date', form: 'filter', isDocumented: false },
  { name: 'flightDateRangeEndDate', label: 'Flight date, end of range', form: 'filter', isDocumented: false },
  { name: 'LastUpdated', label: 'Last updated', form: 'filter', isDocumented: false },
];

/**
 * The parameters offered for a data set: those documented, and for a data set open to others those that live services
 * accept.
 */
export function parametersOf(id: ReportId): readonly ReportParameter[] {
  const operation: Operation = operations[id];
  const filters = operation.filters.map(
    ({ name, label }) => ({ name, label, form: 'filter', isDocumented: true }) as const,
  );
  const plain = operation.plain.map(({ name, label, value }) => ({ name, label, form: value, isDocumented: true }));
  const pages = pagingParameters.map((parameter) => ({
    ...parameter,
    isDocumented: operation.paging?.documented === true,
  }));
  return [...filters, ...plain, ...(takesAnyName(id) ? seenInTheField : []), ...pages];
}

/** True if the data set may accept undocumented parameters. */
export function takesAnyName(id: ReportId): boolean {
  return operations[id].open;
}

export type ParsedReportQuery = {
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
};

/** Parses name-value pairs by the contract; empty values are ignored. Problems name their parameter. */
export function parseReportQuery(id: ReportId, pairs: readonly QueryPair[]): ParsedReportQuery {
  const given = pairs.filter(([name, value]) => name !== '' || value !== '').filter(([, value]) => value !== '');
  const odd = given.filter(([name, value]) => !name.isWellFormed() || !value.isWellFormed());
  const { query, problems } = parseQuery(
    operations[id],
    given.filter((pair) => !odd.includes(pair)),
  );
  const broken = odd.map(([field]) => ({ field, message: `${field.toWellFormed()} contains an invalid character.` }));
  return { query, problems: [...problems, ...broken] };
}

/** Pairs as one text for the address of a page: `flightDate=gte:2026-05-01T00:00:00&limit=500`. */
export function printPairs(pairs: readonly QueryPair[]): string {
  return pairs.map((pair) => pair.map(escaped).join('=')).join('&');
}

/** The inverse of `printPairs`; pairs without a name are dropped. */
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

/** The query as a shell command against this application, which adds the API key itself. `origin` is the page's. */
export function curlLine(origin: string, id: ReportId, operatorId: number, query: Query): string {
  return `curl ${shellQuoted(`${origin}/api${addressOf(id, { operatorId: String(operatorId) }, query)}`)}`;
}

/** Quotes for any POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export type ReportId = Extract<OperationId, `report${string}`>;

export type ReportGroup = { readonly name: string; readonly ids: readonly ReportId[] };

/** The 15 data sets of section 4.3, grouped by subject. */
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

/** The name of a data set in addresses, as in the API: `flightOperations`. */
export function dataSetOf(id: ReportId): string {
  return operations[id].path.slice(operations[id].path.lastIndexOf('/') + 1);
}

/** The data set with this name, in any letter case; null if there is none. */
export function reportOf(dataSet: string): ReportId | null {
  return reportIds.find((id) => dataSetOf(id).toLowerCase() === dataSet.toLowerCase()) ?? null;
}

/** The documented parameters of a data set in a sentence; null if there are none. */
export function documentedParameters(id: ReportId): string | null {
  const { filters, plain, paging }: Operation = operations[id];
  const names = [...filters, ...plain].map(({ name }) => name);
  const all = paging?.documented ? [...names, 'offset', 'limit'] : names;
  if (all.length === 0) return null;
  return `Documented parameters: ${all.slice(0, -1).join(', ')} and ${all.at(-1)}.`;
}

/** A page of a report. Items that are not objects (null, text, a list) are set aside. */
export type ReportPage = {
  readonly rows: readonly FreeForm[];
  readonly setAside: readonly SetAside[];
  /** Number of items, including those set aside. */
  readonly received: number;
  /** Null if the service does not report it. */
  readonly totalItems: number | null;
  /** The columns that the viewer's role does not see; null if nothing was left out. */
  readonly withheld: Withheld | null;
};

/**
 * Reads a paged list of free-form items (sections 2.1 and 2.7). The parsed objects are kept, because copies would double the
 * memory. Throws `UnreadableAnswer` if there is no list.
 */
export function readReportPage(body: unknown): ReportPage {
  const list = isRecord(body) && 'items' in body ? (body['items'] ?? []) : null;
  if (!isRecord(body) || !Array.isArray(list)) throw new UnreadableAnswer('The answer is not a paged list.');
  const items: readonly unknown[] = list;
  const rows = items.filter(isRecord);
  const total = body['totalItems'];
  const isCount = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0;
  return {
    rows,
    setAside: rows.length === items.length ? [] : oddOf(items),
    received: items.length,
    totalItems: isCount ? total : null,
    withheld: withheldShape.safeParse(body['withheld']).data ?? null,
  };
}

function oddOf(items: readonly unknown[]): SetAside[] {
  return items.flatMap((raw, index) => (isRecord(raw) ? [] : [{ index, raw, reason: 'the item is not an object' }]));
}

/** Data sets of things rather than events, so no row is the newest. */
const timeless = new Set<ReportId>(['reportAircraft', 'reportPeople', 'reportMaintenanceReminderStatus']);

/** True if a data set's rows are events, so that some are newer than others. */
export function isDated(id: ReportId): boolean {
  return !timeless.has(id);
}
