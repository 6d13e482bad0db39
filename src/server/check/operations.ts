import type { PathParameters } from '#contract/addresses.ts';
import {
  type Area,
  areaPaths,
  type Operation,
  type OperationId,
  operationIds,
  operations,
} from '#contract/operations.ts';
import type { Connection, Reading } from './connection.ts';
import type { Failure } from './failure.ts';
import type { Journal } from './finding.ts';
import { offsetQuestions } from './offset.ts';
import { readingVerdict } from './reading.ts';

type FirstPage = Reading<OperationId>;
/** The first page of each operation that answered. */
export type FirstPages = ReadonlyMap<OperationId, FirstPage>;

/** What an operation is called in the findings: `core: list aircraft`. */
export function nameOf(id: OperationId): string {
  return `${operations[id].area}: ${operations[id].summary}`;
}

/** Asks each of the 25 operations for a small page, or for one record where an id was learnt before. */
export async function checkOperations(connection: Connection, journal: Journal): Promise<FirstPages> {
  const firstPages: WritablePages = new Map();
  for (const area of Object.keys(areaPaths) as Area[]) await checkArea(area, connection, firstPages, journal);
  return firstPages;
}

type WritablePages = Map<OperationId, FirstPage>;

async function checkArea(area: Area, connection: Connection, firstPages: WritablePages, journal: Journal) {
  const failures: (Failure | null)[] = [];
  for (const id of operationIds.filter((candidate) => operations[candidate].area === area)) {
    if (isGivenUp(failures)) {
      journal.note(`${area}: all others`, {
        mark: 'unsure',
        words: 'not asked, since three calls in a row failed alike.',
      });
      return;
    }
    const path = pathOf(id, firstPages);
    if (path === null) {
      journal.note(nameOf(id), { mark: 'unsure', words: 'not asked, since no id for it was learnt.' });
      continue;
    }
    const { paging }: Operation = operations[id];
    const limit = paging && (area === 'reports' ? 1 : offsetQuestions.first.limit);
    const answer = await connection.ask(id, limit === null ? {} : { limit }, path);
    failures.push(answer.failure);
    if (answer.failure) journal.fail(nameOf(id), answer.failure);
    else {
      firstPages.set(id, answer);
      journal.note(nameOf(id), readingVerdict(id, answer, limit));
    }
  }
}

/** Failures that befall a whole area, so that asking on would only take time. */
const ofAnArea: ReadonlySet<Failure['kind'] | undefined> = new Set([
  'unauthorized',
  'timeout',
  'unreachable',
  'redirected',
]);

function isGivenUp(failures: readonly (Failure | null)[]): boolean {
  const last = failures.slice(-3).map((failure) => failure?.kind);
  return last.length === 3 && ofAnArea.has(last[0]) && last.every((kind) => kind === last[0]);
}

/** The path parameters beside the operator's id, from records read before; null where none gave them. */
function pathOf(id: OperationId, firstPages: FirstPages): PathParameters | null {
  const name = /\{(aircraftId|userId|externalId)\}/.exec(operations[id].path)?.[1];
  if (name === undefined) return {};
  const sources = name === 'aircraftId' ? (['listAircraft'] as const) : (['listUsers', 'listInstructors'] as const);
  const values = sources
    .flatMap((source) => firstPages.get(source)?.page.records ?? [])
    .map((record) => (record as { readonly [member: string]: unknown })[name]);
  const value = values.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof value === 'string' ? { [name]: value } : null;
}
