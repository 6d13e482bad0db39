import { isRecord } from '#contract/objects.ts';
import type { PathParameters } from '#contract/addresses.ts';
import { type Area, type Operation, type OperationId, operationIds, operations } from '#contract/operations.ts';
import { areas, type Connection, type Failure, type Reading } from './connection.ts';
import { type Journal, readingVerdict, type Verdict } from './findings.ts';
import type { RecordOf } from '#contract/answers.ts';
import type { Filter } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import { countBreaches } from '#domain/answers/pageChecks.ts';

type FirstPage = Reading<OperationId>;
/** The first page of each operation that answered. */
export type FirstPages = ReadonlyMap<OperationId, FirstPage>;

/** What an operation is called in the findings: `core: list aircraft`. */
export function nameOf(id: OperationId): string {
  return `${operations[id].area}: ${operations[id].summary}`;
}

/** Makes one call and returns what was read; null after a failure, which it notes under the subject. */
export async function readOrFail<Id extends OperationId>(
  connection: Connection,
  journal: Journal,
  subject: string,
  ...question: [id: Id, query?: Query, path?: PathParameters]
): Promise<Reading<Id> | null> {
  const answer = await connection.ask(...question);
  if (!answer.failure) return answer;
  journal.fail(subject, answer.failure);
  return null;
}

/** Requests a small page of each operation, or one record if an id is known. */
export async function checkOperations(connection: Connection, journal: Journal): Promise<FirstPages> {
  const firstPages = new Map<OperationId, FirstPage>();
  for (const area of areas) await checkArea(area, connection, firstPages, journal);
  return firstPages;
}

async function checkArea(
  area: Area,
  connection: Connection,
  firstPages: Map<OperationId, FirstPage>,
  journal: Journal,
): Promise<void> {
  const failures: (Failure | null)[] = [];
  for (const id of operationIds.filter((candidate) => operations[candidate].area === area)) {
    if (isGivenUp(failures)) {
      const words = 'not called, because three calls in a row failed the same way.';
      return journal.note(`${area}: all others`, { mark: 'unsure', words });
    }
    const path = pathOf(id, firstPages);
    if (path === null) {
      journal.note(nameOf(id), { mark: 'unsure', words: 'not called: no id known for it.' });
      continue;
    }
    const { paging }: Operation = operations[id];
    const limit = paging && (area === 'reports' ? 1 : offsetQuestions.first.limit);
    const answer = await connection.look(id, limit === null ? {} : { limit }, path);
    failures.push(answer.failure);
    if (answer.failure) journal.fail(nameOf(id), answer.failure);
    else {
      firstPages.set(id, answer);
      journal.note(nameOf(id), readingVerdict(id, answer, limit));
    }
  }
}

/** Kinds of failure that concern a whole area, so that further calls would only take time. */
const ofAnArea = new Set<Failure['kind'] | undefined>([
  'unauthorized',
  'timeout',
  'unreachable',
  'untrusted',
  'redirected',
]);

function isGivenUp(failures: readonly (Failure | null)[]): boolean {
  const last = failures.slice(-3).map((failure) => failure?.kind);
  return last.length === 3 && ofAnArea.has(last[0]) && last.every((kind) => kind === last[0]);
}

/** The path parameters besides the operator's id, from earlier records; null if there are none. */
function pathOf(id: OperationId, firstPages: FirstPages): PathParameters | null {
  const name = /\{(aircraftId|userId|externalId)\}/.exec(operations[id].path)?.[1];
  if (name === undefined) return {};
  const sources = name === 'aircraftId' ? (['listAircraft'] as const) : (['listUsers', 'listInstructors'] as const);
  const values = sources
    .flatMap((source) => firstPages.get(source)?.page.records ?? [])
    .map((record: unknown) => (isRecord(record) ? record[name] : null));
  const value = values.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof value === 'string' ? { [name]: value } : null;
}

/** What `offset` counts; null if the rows do not show it. */
export type OffsetMeaning = 'page' | 'record' | 'ignored';

/** The two requests whose answers show what `offset` counts. */
const offsetQuestions = { first: { offset: 0, limit: 4 }, second: { offset: 1, limit: 2 } } as const;

/**
 * What `offset` counts, from the rows of the first and the second request. Rows are compared by their whole text, because
 * the specification does not say which member of a report is its id.
 */
export function offsetMeaning(first: readonly unknown[], second: readonly unknown[]): OffsetMeaning | null {
  const wouldBring = { page: first.slice(2, 4), record: first.slice(1, 3), ignored: first.slice(0, 2) };
  const came = JSON.stringify(second);
  const fitting = (['page', 'record', 'ignored'] as const).filter((name) => JSON.stringify(wouldBring[name]) === came);
  const [meaning = null] = fitting;
  return fitting.length === 1 ? meaning : null;
}

/** Finds what `offset` counts on a core list and on reservations; no setting covers a difference there. */
export async function checkPages(connection: Connection, firstPages: FirstPages, journal: Journal): Promise<void> {
  for (const id of ['listAircraft', 'listReservations'] as const) {
    const first = firstPages.get(id);
    if (!first) continue;
    const subject = `${nameOf(id)}, offset`;
    const second = await readOrFail(connection, journal, subject, id, offsetQuestions.second);
    if (!second) continue;
    const meaning = offsetMeaning(first.rows, second.rows);
    // The list may have changed since the local copy read it.
    const again = meaning === null && first.isHeld ? await connection.ask(id, offsetQuestions.first) : null;
    const meant = again && !again.failure ? offsetMeaning(again.rows, second.rows) : meaning;
    journal.note(subject, pageWords(meant));
  }
}

function pageWords(meaning: OffsetMeaning | null): Verdict {
  if (meaning === null) return { mark: 'unsure', words: tooFew };
  if (meaning === 'page') return { mark: 'ok', words: 'counts pages.' };
  const what = meaning === 'record' ? 'counts records' : 'is ignored';
  return { mark: 'differs', words: `${what}, where the specification has pages: request this list as a whole.` };
}

const tooFew = 'unknown: too few records, or they changed between two calls.';

/** Finds what `offset` counts on reports, from the smallest that is large enough; null if none shows it. */
export async function checkReportOffset(
  connection: Connection,
  firstPages: FirstPages,
  journal: Journal,
): Promise<'page' | 'record' | null> {
  const totalOf = (id: OperationId) => firstPages.get(id)?.page.totalItems ?? 0;
  const reports = operationIds.filter((id) => operations[id].area === 'reports' && totalOf(id) >= 4);
  const [id] = reports.toSorted((a, b) => totalOf(a) - totalOf(b));
  if (!id) {
    journal.note('reports: offset', { mark: 'unsure', words: 'no report has the four records needed.' });
    return null;
  }
  const subject = `${nameOf(id)}, offset`;
  const first = await readOrFail(connection, journal, subject, id, offsetQuestions.first);
  const second = first && (await readOrFail(connection, journal, subject, id, offsetQuestions.second));
  if (!second) return null;
  const meaning = offsetMeaning(first.rows, second.rows);
  journal.note(subject, reportWords(meaning));
  return meaning === 'ignored' ? null : meaning;
}

function reportWords(meaning: OffsetMeaning | null): Verdict {
  if (meaning === null) return { mark: 'unsure', words: tooFew };
  if (meaning === 'ignored') return { mark: 'differs', words: 'is ignored: every page would be the first.' };
  const mark = meaning === 'page' ? 'ok' : 'differs';
  return { mark, words: `counts ${meaning}s: REPORT_OFFSET=${meaning}.` };
}

/** Finds whether a list comes whole without `limit` (section 8), which is how the fleet is requested. */
export async function checkWholeList(connection: Connection, firstPages: FirstPages, journal: Journal): Promise<void> {
  if (!firstPages.has('listAircraft')) return;
  const subject = `${nameOf('listAircraft')}, without a limit`;
  const answer = await readOrFail(connection, journal, subject, 'listAircraft');
  if (!answer) return;
  journal.note(subject, readingVerdict('listAircraft', answer, null));
  if (answer.rows.length < answer.page.totalItems) {
    journal.note(subject, { mark: 'differs', words: 'the list is truncated: request it by pages.' });
  }
}

/** Finds whether filters work, by requesting something rare. */
export async function checkFilters(connection: Connection, firstPages: FirstPages, journal: Journal): Promise<void> {
  const checkFilter = async <Id extends OperationId>(
    id: Id,
    field: string,
    filter: Filter,
    valueOf: (record: RecordOf<Id>) => number | null | undefined,
  ) => {
    const unfiltered = firstPages.get(id)?.page.totalItems;
    if (unfiltered === undefined) return;
    const subject = `${nameOf(id)}, ${field}=${filter.operator}:${filter.values.join(',')}`;
    const answer = await readOrFail(connection, journal, subject, id, { limit: 4, filters: { [field]: filter } });
    if (answer) journal.note(subject, filterVerdict(answer.page.records, filter, valueOf, unfiltered));
  };
  const eq = (value: string): Filter => ({ operator: 'eq', values: [value] });
  await checkFilter('listAircraft', 'statusId', eq('0'), (record) => record.status?.id);
  await checkFilter('listReservations', 'displayTypeId', eq('1'), (record) => record.reservationType?.displayTypeId);
}

/** Finds whether an unknown parameter is refused or ignored; the specification leaves it open. */
export async function checkUnknownParameter(
  connection: Connection,
  firstPages: FirstPages,
  journal: Journal,
): Promise<void> {
  if (!firstPages.has('listAircraft')) return;
  const subject = `${nameOf('listAircraft')}, unknown parameter`;
  const { failure } = await connection.ask('listAircraft', { limit: 1, plain: { flightlineCheck: '1' } });
  if (failure && failure.kind !== 'refused') journal.fail(subject, failure);
  else journal.note(subject, { mark: 'ok', words: failure ? 'refused.' : 'ignored, so an answer may be unfiltered.' });
}

/** Whether an `eq` or `int` filter was applied, judged by the answer; `unfiltered` is `totalItems` without it. */
export function filterVerdict<Item>(
  records: readonly Item[],
  filter: Filter,
  valueOf: (item: Item) => number | null | undefined,
  unfiltered: number,
): Verdict {
  const breaches = countBreaches(records, filter, valueOf);
  if (breaches > 0) {
    return { mark: 'differs', words: `ignored: ${breaches} of ${records.length} records do not match.` };
  }
  if (unfiltered === 0) return { mark: 'unsure', words: 'there is nothing to filter.' };
  const words = records.length > 0 ? `all ${records.length} records fit` : `no records, of ${unfiltered} without it`;
  return { mark: 'ok', words: `honoured: ${words}.` };
}
