import { isRecord } from '#contract/objects.ts';
import { type Area, type Operation, type OperationId, operations } from '#contract/operations.ts';
import { failureOf, failureWords } from '#server/upstream/connection/connection.ts';
import { type Answer, type Check, differs, type Kit, NoAnswer, type Outcome, passed, unknown } from './kit.ts';

/** What all lists have in common: the envelope, the pages, and filters that divide a list. */

export type Item = { readonly [member: string]: unknown };
export type List = {
  readonly totalItems: unknown;
  readonly offset: unknown;
  readonly limit: unknown;
  readonly items: readonly unknown[];
};

/** The body of a successful answer. Throws `NoAnswer` for any other. */
export function bodyOf({ status, text, body }: Answer): unknown {
  const failure = failureOf(status, text, null);
  if (failure) throw new NoAnswer(failureWords(failure));
  if (body === undefined) throw new NoAnswer('the answer is not JSON');
  return body;
}

/** A Paged list (section 2.1), or why the body is not one. */
function readList(body: unknown): List | string {
  if (!isRecord(body)) return 'the answer is not an object';
  const { totalItems, offset, limit, items } = body;
  if (items !== null && !Array.isArray(items)) return 'items is neither an array nor null';
  return { totalItems, offset, limit, items: Array.isArray(items) ? items : [] };
}

/** The list that a request returns. Throws `NoAnswer` if there is none; another check says why. */
async function listAt(kit: Kit, area: Area, path: string): Promise<List> {
  const list = readList(bodyOf(await kit.ask(area, path)));
  if (typeof list === 'string') throw new NoAnswer(list);
  return list;
}

export function idOf(item: unknown, member: string): string {
  return isRecord(item) ? String(item[member]) : '';
}

/** Where a list is: its operation, and its path below the operator. */
export type ListAddress = { readonly id: OperationId; readonly path: string };

const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`);

export const listOf = (kit: Kit, { id, path }: ListAddress, query = ''): Promise<List> =>
  listAt(kit, operations[id].area, withQuery(path, query));

/** The envelope of a whole list: its totals, its offset, and a `limit` of null where none was requested. */
export async function judgeEnvelope(kit: Kit, place: ListAddress, query = ''): Promise<Outcome> {
  const { paging, area }: Operation = operations[place.id];
  const list = readList(bodyOf(await kit.ask(area, withQuery(place.path, query))));
  if (typeof list === 'string') return differs(list);
  const { totalItems, offset, limit, items } = list;
  if (!Number.isInteger(totalItems)) return differs(`totalItems is ${JSON.stringify(totalItems)}, not a whole number`);
  if (offset !== 0) return differs(`offset is ${JSON.stringify(offset)}, not 0`);
  const requested = new URLSearchParams(query).get('limit');
  const expected = requested === null ? (paging?.defaultLimit ?? null) : Number(requested);
  if (limit !== expected) return differs(`limit is ${JSON.stringify(limit)}, not ${JSON.stringify(expected)}`);
  const max = expected ?? Number.POSITIVE_INFINITY;
  const due = Math.min(Number(totalItems), max);
  if (items.length !== due) return differs(`${items.length} items came, of ${due}`);
  return items.every(isRecord)
    ? passed(`${items.length} of ${Number(totalItems)} items`)
    : differs('an item is not an object');
}

/** Each item has the documented members, of the documented types. */
export async function judgeShape(kit: Kit, place: ListAddress, query = ''): Promise<Outcome> {
  const { items } = await listOf(kit, place, query);
  if (items.length === 0) return unknown('the list is empty');
  const { item } = operations[place.id];
  const faults = items.flatMap((candidate) => {
    const { error } = item.safeParse(candidate);
    return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : [];
  });
  const kinds = [...new Set(faults)];
  if (kinds.length === 0) return passed(`${items.length} items read`);
  return differs(`${kinds.slice(0, 3).join('; ')}${kinds.length > 3 ? `; ${kinds.length - 3} more` : ''}`);
}

/** `offset` counts pages: two pages of two are the first four items. */
export async function judgePages(kit: Kit, place: ListAddress): Promise<Outcome> {
  const [first, second, together] = [
    await listOf(kit, place, 'limit=2'),
    await listOf(kit, place, 'limit=2&offset=1'),
    await listOf(kit, place, 'limit=4'),
  ];
  if (together.items.length < 4) return unknown('it has fewer than four items');
  const texts = ({ items }: List) => items.map((item) => JSON.stringify(item));
  const pages = [...texts(first), ...texts(second)];
  if (JSON.stringify(pages) === JSON.stringify(texts(together))) {
    return second.offset === 1
      ? passed('two pages of two are the first four')
      : differs(`offset is answered as ${JSON.stringify(second.offset)}`);
  }
  const isRecords = JSON.stringify(texts(second)) === JSON.stringify(texts(together).slice(1, 3));
  return differs(isRecords ? 'offset counts records' : 'two pages of two are not the first four');
}

/** The greatest documented `limit` is accepted and honoured. */
function judgeMostAtOnce(kit: Kit, place: ListAddress): Promise<Outcome> {
  const { paging }: Operation = operations[place.id];
  return judgeEnvelope(kit, place, `limit=${paging?.maxLimit ?? 100}`);
}

/** One part of a list: the filter, and which items belong to it. */
export type Part = { readonly query: string; readonly has: (item: Item) => boolean };

/**
 * Filters that divide a list: each returns only its own items, and together they return all items that belong to any.
 */
export async function judgeParts(kit: Kit, place: ListAddress, parts: readonly Part[], more = ''): Promise<Outcome> {
  const whole = await listOf(kit, place, more);
  if (whole.totalItems === 0) return unknown('there is nothing to filter');
  const seen: string[] = [];
  for (const { query, has } of parts) {
    const { items, totalItems } = await listOf(kit, place, [query, more].filter(Boolean).join('&'));
    const strange = items.filter((item) => !isRecord(item) || !has(item)).length;
    if (strange > 0) return differs(`${query} brings ${strange} of ${items.length} items that do not match`);
    seen.push(`${query}: ${JSON.stringify(totalItems)}`);
  }
  const sum = seen.reduce((total, text) => total + Number(text.split(': ')[1]), 0);
  return sum === whole.totalItems
    ? passed(seen.join(', '))
    : differs(`${seen.join(', ')}: ${sum} in all, and ${JSON.stringify(whole.totalItems)} without a filter`);
}

/** The four checks of a documented list. */
export function listChecks(section: string, place: (kit: Kit) => Promise<ListAddress>, name: string): readonly Check[] {
  const check = (what: string, judge: (kit: Kit, at: ListAddress) => Promise<Outcome>): Check => ({
    section,
    what: `${name}: ${what}`,
    run: async (kit) => judge(kit, await place(kit)),
  });
  return [
    check('a Paged list, whole or of the default page size', judgeEnvelope),
    check('members and types', judgeShape),
    check('limit at its maximum', judgeMostAtOnce),
    check('offset is a page index', judgePages),
  ];
}
