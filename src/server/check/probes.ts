import type { RecordOf } from '#contract/answers.ts';
import type { PathParameters } from '#contract/addresses.ts';
import type { Filter } from '#contract/filters.ts';
import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import type { Connection } from './connection.ts';
import type { Journal, Verdict } from './finding.ts';
import { type FirstPages, nameOf } from './operations.ts';
import { type OffsetMeaning, offsetMeaning, offsetQuestions } from './offset.ts';
import { readingVerdict } from './reading.ts';
import { countBreaches } from '#domain/answers/pageChecks.ts';

/** Tells what `offset` counts on a list of the core and on the reservations; no setting covers a difference there. */
export async function checkPages(connection: Connection, firstPages: FirstPages, journal: Journal): Promise<void> {
  for (const id of ['listAircraft', 'listReservations'] as const) {
    const first = firstPages.get(id);
    if (!first) continue;
    const subject = `${nameOf(id)}, offset`;
    const answer = await connection.ask(id, offsetQuestions.second);
    if (answer.failure) journal.fail(subject, answer.failure);
    else journal.note(subject, pageWords(offsetMeaning(first.rows, answer.rows)));
  }
}

function pageWords(meaning: OffsetMeaning | null): Verdict {
  if (meaning === null) return { mark: 'unsure', words: tooFew };
  if (meaning === 'page') return { mark: 'ok', words: 'counts pages.' };
  const what = meaning === 'record' ? 'counts records' : 'is ignored';
  return { mark: 'differs', words: `${what}, where the specification has pages: show this list whole, not by pages.` };
}

const tooFew = 'cannot be told: too few records, or they changed between two calls.';

/** Tells what `offset` counts on the reports, from the smallest that is large enough; null where that cannot be told. */
export async function checkReportOffset(
  connection: Connection,
  firstPages: FirstPages,
  journal: Journal,
): Promise<'page' | 'record' | null> {
  const totalOf = (id: OperationId) => firstPages.get(id)?.page.totalItems ?? 0;
  const reports = operationIds.filter((id) => operations[id].area === 'reports' && totalOf(id) >= 4);
  const [id] = reports.toSorted((a, b) => totalOf(a) - totalOf(b));
  if (!id) {
    journal.note('reports: offset', { mark: 'unsure', words: 'no report has the four records it takes to tell.' });
    return null;
  }
  const subject = `${nameOf(id)}, offset`;
  const first = await connection.ask(id, offsetQuestions.first);
  const second = first.failure ? first : await connection.ask(id, offsetQuestions.second);
  if (first.failure || second.failure) {
    journal.fail(subject, (first.failure ?? second.failure)!);
    return null;
  }
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

/** Tells whether a list comes whole when `limit` is omitted (section 8), which is how the fleet is asked for. */
export async function checkWholeList(connection: Connection, firstPages: FirstPages, journal: Journal): Promise<void> {
  if (!firstPages.has('listAircraft')) return;
  const subject = `${nameOf('listAircraft')}, without a limit`;
  const answer = await connection.ask('listAircraft');
  if (answer.failure) return journal.fail(subject, answer.failure);
  journal.note(subject, readingVerdict('listAircraft', answer, null));
  if (answer.rows.length < answer.page.totalItems) {
    journal.note(subject, { mark: 'differs', words: 'the list is cut: ask for it by pages.' });
  }
}

/** Tells whether filters work, by asking for what is rare. */
export async function checkFilters(connection: Connection, firstPages: FirstPages, journal: Journal): Promise<void> {
  const checkFilter = async <Id extends OperationId>(
    id: Id,
    field: string,
    filter: Filter,
    valueOf: (record: RecordOf<Id>) => number | null | undefined,
    path: PathParameters = {},
  ) => {
    const unfiltered = firstPages.get(id)?.page.totalItems;
    if (unfiltered === undefined) return;
    const subject = `${nameOf(id)}, ${field}=${filter.operator}:${filter.values.join(',')}`;
    const answer = await connection.ask(id, { limit: 4, filters: { [field]: filter } }, path);
    if (answer.failure) journal.fail(subject, answer.failure);
    else journal.note(subject, filterVerdict(answer.page.records, filter, valueOf, unfiltered));
  };
  const eq = (value: string): Filter => ({ operator: 'eq', values: [value] });
  await checkFilter('listAircraft', 'statusId', eq('0'), (record) => record.status?.id);
  await checkFilter('listReservations', 'displayTypeId', eq('1'), (record) => record.reservationType?.displayTypeId);
}

/** Tells whether a parameter that no service knows is refused or passed over; the specification leaves it open. */
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

/** Whether an `eq` or `int` filter was honoured, told from what came; `unfiltered` is `totalItems` without it. */
export function filterVerdict<Item>(
  records: readonly Item[],
  filter: Filter,
  valueOf: (item: Item) => number | null | undefined,
  unfiltered: number,
): Verdict {
  const breaches = countBreaches(records, filter, valueOf);
  if (breaches > 0) {
    return { mark: 'differs', words: `ignored: ${breaches} of ${records.length} records are not what was asked for.` };
  }
  if (unfiltered === 0) return { mark: 'unsure', words: 'there is nothing to filter.' };
  const words = records.length > 0 ? `all ${records.length} records fit` : `nothing came, of ${unfiltered} without it`;
  return { mark: 'ok', words: `honoured: ${words}.` };
}
