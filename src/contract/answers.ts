import * as z from 'zod/mini';
import { copierOf, lenient, type Lenient, salvaged, sentMember, tidy, unreadable } from './tolerant.ts';
import { isolatedTexts } from './isolated.ts';
import { type Operation, type OperationId, operations } from './operations.ts';
import { isRecord } from './objects.ts';

/** A record of an operation as we read it: every member may be missing, except the required ones. */
export type RecordOf<Id extends OperationId> = Lenient<z.output<(typeof operations)[Id]['item']>> &
  RequiredMembers<z.output<(typeof operations)[Id]['item']>, (typeof operations)[Id]['required'][number]>;

type RequiredMembers<Value, Names extends string> = { [Name in Names & keyof Value]: Value[Name] };

/**
 * A record that could not be read, with the reason in words. Records are set aside, so that none disappears without a
 * trace.
 */
export type SetAside = { readonly index: number; readonly raw: unknown; readonly reason: string };

export type Page<Item> = {
  readonly records: readonly Item[];
  readonly setAside: readonly SetAside[];
  /** As the service reports it, or the number of items if it reports none. */
  readonly totalItems: number;
  readonly offset: number;
  readonly limit: number | null;
};

/** An answer that does not have the operation's form at all. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** A count that is not a number is treated as missing; the items are counted instead. */
const count = z.catch(z.nullish(z.number()), null);
const envelope = z.looseObject({
  totalItems: count,
  offset: count,
  limit: count,
  items: z.nullish(z.array(z.unknown())),
});

/** Reads a Paged list (section 2.1) record by record. Throws `UnreadableAnswer` if there is no list at all. */
export function parseList<Id extends OperationId>(id: Id, body: unknown): Page<RecordOf<Id>> {
  const read = envelope.safeParse(body);
  if (!read.success || !('items' in read.data)) throw new UnreadableAnswer('The answer is not a paged list.');
  const items = read.data.items ?? [];
  const records: RecordOf<Id>[] = [];
  const setAside: SetAside[] = [];
  for (const [index, raw] of items.entries()) {
    const result = readRecord(id, raw);
    if (result.reason === null) records.push(result.record);
    else setAside.push({ index, raw, reason: result.reason });
  }
  const { totalItems, offset, limit } = read.data;
  return { records, setAside, totalItems: totalItems ?? items.length, offset: offset ?? 0, limit: limit ?? null };
}

/** Reads an answer that is a single record. Throws `UnreadableAnswer`. */
export function parseRecord<Id extends OperationId>(id: Id, body: unknown): RecordOf<Id> {
  const result = readRecord(id, body);
  if (result.reason !== null) throw new UnreadableAnswer(`The answer is not the requested record: ${result.reason}.`);
  return result.record;
}

type Reading<Item> = { readonly record: Item; readonly reason: null } | { readonly reason: string };

function readRecord<Id extends OperationId>(id: Id, sent: unknown): Reading<RecordOf<Id>> {
  const operation: Operation = operations[id];
  // Free-form records are kept as they arrived; `textOf` and `valueText` isolate their texts.
  const isFreeForm = operation.payload !== 'documented' || operation.area === 'reports';
  const raw = isFreeForm ? sent : isolatedTexts(sent);
  const copied = copierFor(id);
  const fitting = copied(raw);
  // One odd member must not hide the rest of an aircraft, its reservation or an Expired reminder.
  const data = fitting === unreadable ? copied(salvaged(operations[id].item, raw)) : fitting;
  if (data === unreadable) return { reason: 'the record is not an object' };
  // Each operation's reader returns that operation's record; the map of readers cannot express this type.
  const record = data as RecordOf<Id>;
  if (!isFreeForm) tidy(record, id === 'listAircraft' ? 'aircraft' : null);
  if (raw !== sent && isRecord(record)) Object.assign(record, { [sentMember]: sent });
  const missing = operation.required.filter((name) => !isRecord(record) || record[name] == null);
  return missing.length > 0 ? { reason: `no ${missing.join(', ')}` } : { record, reason: null };
}

/** How a record departs from the documented types, in words, even if it could be read; null if it does not. */
export function oddnessOf(id: OperationId, raw: unknown): string | null {
  const { item }: Operation = operations[id];
  const asGiven = kept(schemas, id, () => lenient(item)).safeParse(raw);
  return asGiven.success ? null : asGiven.error.issues.map(inWords).join('; ');
}

const copiers = new Map<OperationId, ReturnType<typeof copierOf>>();
const schemas = new Map<OperationId, z.ZodMiniType>();

function copierFor(id: OperationId) {
  return kept(copiers, id, () => copierOf(operations[id].item));
}

/** Each operation's reader is made once. */
function kept<Value>(known: Map<OperationId, Value>, id: OperationId, make: () => Value): Value {
  const value = known.get(id) ?? make();
  known.set(id, value);
  return value;
}

function inWords(issue: z.core.$ZodIssue): string {
  const where = issue.path.length > 0 ? issue.path.join('.') : 'the record';
  return issue.code === 'invalid_type' ? `${where} is not ${article(issue.expected)}` : `${where}: ${issue.message}`;
}

function article(kind: string): string {
  return /^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
