import { millisecondsInHour } from '#domain/units.ts';
import { errorEntry } from '#contract/errors.ts';
import { isRecord } from '#contract/objects.ts';
import type { PathParameters } from '#contract/addresses.ts';
import { agesHeader } from '#contract/gateway/ages.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { type ReplicaSet, setOf, setRow, type sets, type SetsPer } from '#contract/sets.ts';
import type { Bound } from '#domain/lists/listState.ts';
import { startsNeeded } from '#domain/reservations/heldDays.ts';
import type { Span } from '#domain/time/time.ts';
import type { HeaderValues, Reply } from '#server/http/reply.ts';
import { type Body, bodyOf } from '#server/upstream/body.ts';
import { failures, isFailureKind } from '#server/upstream/upstream.ts';
import { type ApiAnswer, type CacheStatus, cacheStatus } from '#server/upstream/cache.ts';
import { newFindings, readPage, readReservations } from './records.ts';
import { skippedIn } from './views/status.ts';
import type { ShownVerdicts } from '#server/replica/views/shownVerdicts.ts';
import { externalScope, type Piece, isReport, partKey, reportScope } from '#server/replica/register/parts.ts';
import {
  both,
  boundOn,
  inSquawkForm,
  ownTail,
  type Passes,
  resolvedFilter,
  shownForm,
  squawkFormKey,
  squawkFormOf,
  tailFilter,
  tailOfReservation,
  understands,
} from './views/publicFilters.ts';
import type { ReplicaStorage, StoredRecord, StoredReservation } from '#server/replica/storage/storage.ts';

const longestDay = 25 * millisecondsInHour;

/** A documented request, parsed by the contract. */
export type Documented = { readonly id: OperationId; readonly path: PathParameters; readonly query: Query };

/** How a request is answered from the replica. */
export type AnswerPlan = {
  /** The parts that it needs, as `partKey` writes them. */
  readonly parts: readonly string[];
  /** The span of start times whose reservations must be complete; null if none are needed. */
  readonly span: Span | null;
  /**
   * The answer as JSON text, once all parts are read. Null if a record leaves open whether it belongs to the answer; then
   * only the service can answer.
   */
  readonly json: () => string | null;
  /** Differs if the answer may differ although no piece has changed. */
  readonly period?: () => number;
};

export type AnswerSources = {
  readonly storage: ReplicaStorage;
  /** The zone in which the service reads filters' date-times. */
  readonly filterZone: string;
  /** The days that the replica holds. */
  readonly window: () => Span;
  /** Reservations that began before these days and still run; they are a separate part. */
  readonly running: () => readonly StoredReservation[];
  /** For records that leave a filter open. */
  readonly verdicts: ShownVerdicts;
};

/** How the replica answers a documented request; null if only the service can. */
export function planAnswer(request: Documented, sources: AnswerSources): AnswerPlan | null {
  const { id, path, query } = request;
  if (!understands(id, query)) return null;
  if (isReport(id)) {
    return Object.keys(query.filters ?? {}).length > 0 ? null : recordPlan('report', reportScope(request), sources);
  }
  if (isPlanned(id)) return plans[id](query, sources, path);
  const set = setOf(id);
  if (set === null) return null;
  const scope = setRow(set).per === 'aircraft' ? lower(path['aircraftId']) : '';
  if (operations[id].answer === 'record') return recordPlan(set, scope, sources);
  const passes = filterOf(id, query);
  return passes === undefined ? null : listPlan({ set, scope }, query, sources, passes);
}

type Planner = (query: Query, sources: AnswerSources, path: PathParameters) => AnswerPlan | null;

type OfPart = (typeof sets)[SetsPer<'person' | 'day'>]['operations'][number];
type Plans = { readonly [Id in OfPart]: Planner } & { readonly [Id in OperationId]?: Planner };

/** Operations that need more than the list or the record of the whole school or of one aircraft. */
const plans = {
  getUser: (_, sources, path) => recordPlan('user', lower(path['userId']), sources),
  getUserByExternalId: (_, sources, path) => recordPlan('user', externalScope(path['externalId'] ?? ''), sources),
  listSquawks: squawksPlan,
  listReservations: reservationsPlan,
} as const satisfies Plans;

function isPlanned(id: OperationId): id is keyof typeof plans {
  return Object.hasOwn(plans, id);
}

/** How the copy reads the filters of a list; undefined if only the service can answer. */
const filters: { readonly [Id in OperationId]?: (query: Query) => Passes | null | undefined } = {
  listAircraft: (query) => both(statusFilter(query, 'status'), tailFilter(query, ownTail)),
  // Only the service knows an instructor's location.
  listInstructors: (query) => (query.filters?.['locationId'] ? undefined : statusFilter(query, 'instructorStatus')),
  listMaintenanceReminders: (query) => statusFilter(query, 'status'),
};

/** The filter that a query of a list asks for, null for none; undefined for one that the copy cannot read. */
function filterOf(id: OperationId, query: Query): Passes | null | undefined {
  const read = filters[id];
  if (read) return read(query);
  return Object.keys(query.filters ?? {}).length > 0 ? undefined : null;
}

function lower(text = ''): string {
  return text.toLowerCase();
}

function recordPlan(set: ReplicaSet, scope: string, { storage }: AnswerSources): AnswerPlan {
  return { parts: [partKey(set, scope)], span: null, json: () => storage.records(set, scope)[0]?.json ?? null };
}

/** The filter on a status, named after its member: `statusId` for `status`. */
function statusFilter(query: Query, member: string): Passes | null {
  const wanted = query.filters?.[`${member}Id`]?.values;
  if (!wanted) return null;
  return (record) => {
    const status = record[member];
    const id = isRecord(status) ? status['id'] : null;
    return typeof id === 'number' ? wanted.includes(String(id)) : null;
  };
}

/** Squawks by `resolved` come in the form that the service has shown; before that, from the service. */
function squawksPlan(query: Query, sources: AnswerSources, path: PathParameters): AnswerPlan | null {
  const passes = resolvedFilter(query);
  if (passes === undefined) return null;
  const list = listPlan({ set: 'squawks', scope: lower(path['aircraftId']) }, query, sources, passes);
  if (!passes) return list;
  const json = () => {
    const text = list.json();
    return text && inSquawkForm(text, squawkFormOf(sources.storage.memory(squawkFormKey)), query);
  };
  return { ...list, json };
}

/** Learns from an answer of the service in which form it sends open squawks. */
export function learnSquawkForm({ id, path, query }: Documented, answer: string, sources: AnswerSources): void {
  const passes = resolvedFilter(query);
  if (id !== 'listSquawks' || !passes) return;
  const part = { set: 'squawks', scope: lower(path['aircraftId']) } as const;
  const [filtered, all] = [passes, null].map((filter) => listPlan(part, query, sources, filter).json());
  const form = filtered && all ? shownForm(answer, filtered, all) : null;
  if (form) sources.storage.remember(squawkFormKey, form);
}

function listPlan(
  { set, scope }: { readonly set: ReplicaSet; readonly scope: string },
  query: Query,
  { storage }: AnswerSources,
  passes: Passes | null,
): AnswerPlan {
  const key = partKey(set, scope);
  const json = () => {
    const records = chosen(storage.records(set, scope), passes);
    if (!records) return null;
    const parts = storage.parts().filter((part) => part.set === set && part.scope === scope);
    return listJson(itemsOf(records, parts), query, null);
  };
  return { parts: [key], span: null, json };
}

/**
 * The items of an answer: its records, and last what these parts hold that is not a record. Such an item may pass any filter; left
 * out, a list would say that it has nothing where it cannot be known.
 */
function itemsOf(records: readonly StoredRecord[], parts: Parameters<typeof skippedIn>[0]): string[] {
  return [...records.map(({ json }) => json), ...skippedIn(parts).map(({ raw }) => JSON.stringify(raw))];
}

/** The records that pass; null if one leaves that open. `shown` decides on those, if anything does. */
function chosen<Item extends StoredRecord>(
  records: readonly Item[],
  passes: Passes | null,
  shown: (record: Item) => boolean | null = () => null,
): readonly Item[] | null {
  if (!passes) return records;
  const verdicts = records.map((record) => verdictOn(record, passes) ?? shown(record));
  return verdicts.includes(null) ? null : records.filter((_, index) => verdicts[index]);
}

function verdictOn({ json }: StoredRecord, passes: Passes): boolean | null {
  const record: unknown = JSON.parse(json);
  return isRecord(record) ? passes(record) : null;
}

/** A Paged list (section 2.1): `offset` is a page index; without a limit page 0 is everything and all later ones are empty. */
function listJson(items: readonly string[], query: Query, defaultLimit: number | null): string {
  const offset = query.offset ?? 0;
  const limit = query.limit ?? defaultLimit;
  const first = limit === null ? (offset === 0 ? 0 : items.length) : offset * limit;
  const page = items.slice(first, limit === null ? undefined : first + limit);
  return `{"totalItems":${items.length},"offset":${offset},"limit":${limit},"items":[${page.join(',')}]}`;
}

function reservationsPlan(query: Query, sources: AnswerSources): AnswerPlan | null {
  const selection = selectionOf(query, sources);
  if (!selection) return null;
  const { span, passes, filter, needsRunning } = selection;
  const json = () => {
    // A reservation without a start is stored under its day, which may begin before the span.
    if (sources.storage.untimed(span.start - longestDay, span.end + 1).length > 0) return null;
    const records = chosen(selection.timed(), passes, (record) => sources.verdicts.of(filter, record));
    if (!records) return null;
    const cells = sources.storage.cells().filter(({ from, to }) => from <= span.end && to > span.start);
    return listJson(itemsOf(records, cells), query, operations.listReservations.paging.defaultLimit);
  };
  return {
    parts: needsRunning ? [partKey('reservations', 'running')] : [],
    span,
    json,
    ...(passes && { period: sources.verdicts.period }),
  };
}

/** What a query of reservations selects: by its times, then by its other filters; null if the stored days do not decide it. */
function selectionOf(query: Query, { filterZone, storage, window, running }: AnswerSources) {
  const [start, end] = [boundOn('startTime', query, filterZone), boundOn('endTime', query, filterZone)];
  if (start === undefined || end === undefined) return null;
  const span = startsNeeded(start, end, window());
  if (!span) return null;
  const timed = (): readonly StoredReservation[] => {
    const stored = storage.selectReservations({ startFrom: span.start, startBefore: span.end + 1 });
    const known = new Set(stored.map(({ id }) => id));
    const earlier = running().filter(({ id, start: began }) => !known.has(id) && (began ?? 0) < span.start);
    return [...earlier, ...stored].filter(
      (reservation) => isWithin(reservation.start, start) && isWithin(reservation.end, end),
    );
  };
  const { displayTypeId, userId } = query.filters ?? {};
  const others = [displayTypeId?.values[0], userId?.values[0], query.plain?.['tailNumber']];
  const filter = JSON.stringify(others).toLowerCase();
  // Those that began before the stored days cannot start after one of them.
  const needsRunning = start?.operator.startsWith('l') ?? true;
  return {
    span,
    timed,
    filter,
    needsRunning,
    passes: both(reservationFilter(query), tailFilter(query, tailOfReservation)),
  };
}

/** Learns from a whole list of the service which reservations pass a filter that their records leave open. */
export function learnVerdicts({ query }: Documented, answer: string, sources: AnswerSources): void {
  const selection = selectionOf(query, sources);
  const page = readPage(JSON.parse(answer), newFindings());
  const isWhole = (query.offset ?? 0) === 0 && page?.totalItems === page?.items.length;
  if (!selection?.passes || !page || !isWhole) return;
  const { passes, filter, timed } = selection;
  const zone = { name: sources.filterZone, zoneless: 'operator' } as const;
  const sent = new Set(readReservations(page.items, zone, newFindings()).records.map(({ id }) => id));
  const open = timed().filter((record) => verdictOn(record, passes) === null);
  sources.verdicts.note(filter, open, ({ id }) => sent.has(id));
}

function isWithin(instant: number | null, bound: Bound | null): boolean {
  if (!bound) return true;
  if (instant === null) return false;
  const at = bound.at * 1000;
  const verdicts = { lt: instant < at, lte: instant <= at, gt: instant > at, gte: instant >= at };
  return verdicts[bound.operator];
}

function reservationFilter(query: Query): Passes | null {
  const type = query.filters?.['displayTypeId']?.values[0];
  const user = query.filters?.['userId']?.values[0]?.toLowerCase();
  if (type === undefined && user === undefined) return null;
  return (record) => {
    const ofType = type === undefined ? true : isOfType(record, type);
    const ofUser = user === undefined ? true : isOfPerson(record, user);
    if (ofType === false || ofUser === false) return false;
    return ofType === null || ofUser === null ? null : true;
  };
}

function isOfType({ reservationType }: { readonly [member: string]: unknown }, type: string): boolean | null {
  const id = isRecord(reservationType) ? reservationType['displayTypeId'] : null;
  return typeof id === 'number' ? String(id) === type : null;
}

/** A user takes part as pilot, as instructor or by attending. */
function isOfPerson(record: { readonly [member: string]: unknown }, user: string): boolean | null {
  const { pilots, instructor } = record;
  const isUser = (person: unknown) => isRecord(person) && String(person['userId']).toLowerCase() === user;
  if (isUser(instructor)) return true;
  return Array.isArray(pilots) ? pilots.some(isUser) : null;
}

/** An answer and its age. Durations in milliseconds. */
export type GivenAnswer = {
  readonly body: Body;
  /** Null if nothing has been read. */
  readonly ageMs: number | null;
  readonly ttlMs: number | null;
  readonly detail: string | null;
  readonly headers: HeaderValues;
};

/** `Cache-Status` of an answer from the replica. */
function statusHeader({ ttlMs, detail }: GivenAnswer, how: CacheStatus): string {
  return cacheStatus({ ...how, ...(ttlMs !== null && { ttl: Math.floor(ttlMs / 1000) }), detail });
}

/** An answer under `/api`. */
export function apiAnswerOf(given: GivenAnswer, how: CacheStatus): ApiAnswer {
  const age = Math.floor((given.ageMs ?? 0) / 1000);
  return { status: 200, body: given.body, age, cacheStatus: statusHeader(given, how), retryAfter: null };
}

/** An answer under `/replica`; without `Age` if nothing has been read. */
export function replyOf(given: GivenAnswer): Reply {
  const age = given.ageMs === null ? {} : { age: String(Math.floor(given.ageMs / 1000)) };
  const headers = { ...given.headers, ...age, 'cache-status': statusHeader(given, { hit: true }) };
  return { status: 200, body: given.body, headers };
}

/** The headers this many milliseconds later, with each age in them raised. */
export function agedHeaders(headers: HeaderValues, passed: number): HeaderValues {
  const ages = headers[agesHeader];
  const seconds = Math.floor(passed / 1000);
  if (ages === undefined || seconds === 0) return headers;
  const later = ages.split(', ').map((age) => (age === '-' ? age : String(Number(age) + seconds)));
  return { ...headers, [agesHeader]: later.join(', ') };
}

/** The error to send if a piece of an answer was never read; `waitMs` is the wait for the allowance. */
export function unavailable(
  pieces: readonly Pick<Piece, 'asOf' | 'failure' | 'retryAt'>[],
  waitMs: number,
  clock: number,
): ApiAnswer {
  const missing = pieces.find(({ asOf, failure }) => asOf === null && failure !== null);
  const failure = missing?.failure ?? { status: null, message: failures.busy.words, detail: 'busy' };
  const wait = missing ? missing.retryAt - clock : waitMs;
  const code = failure.status !== null && failure.status >= 400 ? failure.status : statusOf(failure.detail);
  return {
    status: code,
    body: bodyOf(Buffer.from(JSON.stringify([errorEntry({ code, message: failure.message })]))),
    age: 0,
    cacheStatus: cacheStatus({ fwd: 'miss', 'fwd-status': failure.status, detail: failure.detail }),
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  };
}

function statusOf(detail: string): number {
  return isFailureKind(detail) ? failures[detail].status : 502;
}
