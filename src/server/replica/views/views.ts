import { figureDimensions, figureRowsOf } from '#contract/gateway/figures.ts';
import type { LogAnswer } from '#contract/gateway/log.ts';
import { agesHeader } from '#contract/gateway/ages.ts';
import type { ViewPath } from '#contract/routes.ts';
import { type AircraftSet, type ReplicaSet, replicaSets } from '#contract/sets.ts';
import { atOnce, type Steps } from '#domain/steps.ts';
import { millisecondsInDay } from '#domain/units.ts';
import { momentAhead } from '#domain/moments/shownMoment.ts';
import { dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { type KeptDays, noKeptDays } from '#server/replica/keptDays.ts';
import { refuse } from '#server/http/reply.ts';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import { calibrationReader, wentBackReader } from '#server/replica/readings.ts';
import { createBrief } from './brief.ts';
import { historyReader, rowsIn } from './daySources.ts';
import { createDays } from './days.ts';
import { maxFigureDays } from '#domain/figures/period.ts';
import { createFigures } from './figures.ts';
import { hoursView } from './hours.ts';
import { peopleView } from './people.ts';
import {
  isoOrNull,
  keyOf,
  missingIn,
  type ReplicaStatus,
  skippedIn,
  summary,
  refreshFailureOf,
  resumptionOf,
  type View,
  type ViewAnswer,
} from './status.ts';
import {
  type QueryReader,
  queryReader,
  readDay,
  readDimension,
  readId,
  readIso,
  readLogQuery,
  readName,
  readNo,
  readRowsOf,
  readSet,
  readSince,
} from './viewQuery.ts';
import type { EntryQuery, ReplicaStorage, StoredChange, StoredRecord } from '#server/replica/storage/storage.ts';

/** Changes per answer, unless fewer are requested. */
const defaultChanges = 500;
const maxChanges = 2_000;

type Viewing = (query: QueryReader, status: ReplicaStatus) => ViewAnswer;

/**
 * The gateway's own endpoints below `/replica`, answered only from the local copy; `contract/gateway/replica.ts` has their
 * shapes. Returns null for any other path. A query that is not as documented is refused with 400, a reservation that is not
 * stored with 404, both with the error array of section 7.
 */
export function createViews(
  storage: ReplicaStorage,
  readHistory = historyReader(storage),
  brief = createBrief(storage, readHistory),
  calibration = calibrationReader(storage),
  kept: KeptDays = noKeptDays,
): (path: string, search: URLSearchParams, status: ReplicaStatus) => ViewAnswer | null {
  const days = createDays(storage, readHistory);
  const people = peopleView(storage);
  const wentBack = wentBackReader(storage);
  const figures = createFigures(storage, kept);
  const ofAircraft = (set: AircraftSet, more?: typeof wentBack): Viewing => {
    const texts = partTexts(set, storage);
    return (query, status) => query.answer(() => perAircraft(set, texts, status, more?.()));
  };
  const views: { readonly [Path in ViewPath]: Viewing } = {
    '/replica/reminders': ofAircraft('reminders', wentBack),
    '/replica/squawks': ofAircraft('squawks'),
    '/replica/reservations': (query, status) => {
      const span = query.span();
      return query.answer(() => reservationWindow(span, storage, status));
    },
    '/replica/history': (query, status) => {
      const before = query.required('before', midnightIn(status), midnightWords) ?? 0;
      return query.answer(() => history(before, readHistory, calibration, status));
    },
    '/replica/hours': (query, status) => {
      const before = query.required('before', midnightIn(status), midnightWords) ?? 0;
      return query.answer(() => hoursView(before, calibration, storage.logBegan(), status));
    },
    '/replica/reservation': (query, status) => {
      const id = query.required('id', readId, 'an id of 1 to 200 letters') ?? '';
      const found = storage.reservation(id) ?? status.running().find((reservation) => reservation.id === id);
      return query.answer(() => (found ? reservationRecord(found, status) : notStored));
    },
    '/replica/days': (query, status) => {
      const { first, last } = query.days();
      return query.answer(() => days(first, last, status));
    },
    '/replica/brief': (query, status) => {
      const day = query.required('date', readDay, 'a day, such as 2026-05-12') ?? '';
      const location = query.optional('location', readId, 'an id of 1 to 200 letters');
      return query.answer(() => brief.view(day, location, status));
    },
    '/replica/figures': (query, status) => {
      const period = query.days(maxFigureDays);
      const by = query.optional('by', readDimension, `one of ${figureDimensions.join(', ')}`) ?? 'aircraft';
      // Only `piecesOfView` and those who request them need to know.
      query.optional('read', readNo, 'no, or left out');
      return query.answer(() => figures.view(period, by, status));
    },
    '/replica/figures/rows': (query, status) => {
      const period = query.days(maxFigureDays);
      const of = query.required('of', readRowsOf, `one of ${figureRowsOf.join(', ')}`) ?? 'late';
      const name = query.required('name', readName, 'a name of at most 200 letters') ?? '';
      return query.answer(() => figures.rows(period, { of, name }, status));
    },
    '/replica/people': (query, status) => query.answer(() => people(status)),
    '/replica/behind': (query, status) => query.answer(() => brief.behind.view(status)),
    '/replica/changes': (query, status) => {
      const since = query.required('since', readSince, 'an ISO instant with its zone, or a sequence number') ?? {};
      const set = query.optional('set', readSet, `one of ${replicaSets.join(', ')}`);
      const limit = query.limit(defaultChanges, maxChanges);
      return query.answer(() => changes({ ...since, ...(set && { set }), limit }, storage, status));
    },
    '/replica/log': (query, status) => {
      const question = readLogQuery(query);
      return query.answer(() => log(question, storage, status));
    },
  };
  const viewByPath = new Map<string, Viewing>(Object.entries(views));
  return (path, search, status) => viewByPath.get(path)?.(queryReader(search), status) ?? null;
}

/**
 * Reads the operator's midnight: of another instant there would be as many answers as somebody asks for. Screens show moments ahead,
 * by clocks that may be ahead too; before a later one, thousands of booked flights would count as flights that nobody closed.
 */
function midnightIn({ zone, now }: ReplicaStatus): (text: string) => Instant | null {
  const last = daySpan(dayOf(now + momentAhead, zone.name), zone.name).end;
  return (text) => {
    const instant = readIso(text);
    const isMidnight = instant !== null && daySpan(dayOf(instant, zone.name), zone.name).start === instant;
    return isMidnight && instant <= last ? instant : null;
  };
}
const midnightWords = `the beginning of a day at the school, at most ${momentAhead / millisecondsInDay + 1} days ahead, as an ISO instant with its zone`;

const notStored = refuse(404, 'The local copy holds no reservation with this id.', 'id');

/** The records of each part as one JSON text, read again only if the part changed. */
function partTexts(set: ReplicaSet, storage: ReplicaStorage): (scope: string, revision: number) => string {
  const known = new Map<string, { readonly revision: number; readonly text: string }>();
  return (scope, revision) => {
    const before = known.get(scope);
    if (before?.revision === revision) return before.text;
    const text = listOf(storage.records(set, scope));
    known.set(scope, { revision, text });
    return text;
  };
}

function listOf(records: readonly Pick<StoredRecord, 'json'>[]): string {
  return `[${records.map(({ json }) => json).join(',')}]`;
}

type Texts = ReturnType<typeof partTexts>;

function perAircraft(
  set: AircraftSet,
  texts: Texts,
  { parts, resumesAt }: ReplicaStatus,
  wentBack: ReadonlyMap<string, WentBack> = new Map(),
): View {
  const ownParts = parts(set);
  const isMissing = ownParts.length === 0 || ownParts.some(({ ageMs }) => ageMs === null);
  const resumes = JSON.stringify(isMissing ? resumptionOf(resumesAt) : null);
  const ages = ownParts.map(({ ageMs }) => (ageMs === null ? '-' : String(Math.floor(ageMs / 1000))));
  const body = () => {
    const aircraft = ownParts.map(({ scope, ageMs, revision, facts, failure }) => {
      const items = ageMs === null ? 'null' : texts(scope, revision);
      const rest = JSON.stringify({
        skipped: facts?.skipped ?? [],
        failure: refreshFailureOf(failure),
        wentBack: wentBack.get(scope),
      });
      return `{"aircraftId":${JSON.stringify(scope)},"items":${items},${rest.slice(1)}`;
    });
    return `{"aircraft":[${aircraft.join(',')}],"resumesAt":${resumes}}`;
  };
  const scopes = ownParts.map(({ scope }) => scope).join(' ');
  // If there are no aircraft, the list of aircraft decides; it may be unread.
  const { ageMs, ttlMs, detail } = summary(
    ownParts.length > 0 ? ownParts.filter(({ isRare }) => !isRare) : parts('aircraft'),
  );
  return {
    key: `${scopes} ${keyOf(ownParts)} ${resumes} ${JSON.stringify([...wentBack])}`,
    ageMs,
    ttlMs,
    detail,
    headers: { [agesHeader]: ages.join(', ') },
    body,
  };
}

function reservationWindow(span: Span, storage: ReplicaStorage, status: ReplicaStatus): View {
  const { cells, earlierRevision } = status.reservations(span);
  // The few reservations that began before all cells are read once an hour, whatever the requested days.
  const running = status.parts('reservations');
  const { ageMs, ttlMs, failure, detail } = summary(cells);
  const missing = missingIn(span, cells);
  const resumesAt = missing.length > 0 ? resumptionOf(status.resumesAt) : null;
  const stretches = missing.map(({ start, end }) => ({ from: isoOrNull(start), to: isoOrNull(end) }));
  const key = `${earlierRevision} ${keyOf(cells)} ${keyOf(running)} ${JSON.stringify([stretches, resumesAt])}`;
  const steps = function* () {
    const stored = yield* rowsIn(storage, span);
    const ids = new Set(stored.map(({ id }) => id));
    const timed = status.running().filter(({ id, start, end }) => {
      return start !== null && end !== null && overlaps({ start, end }, span) && !ids.has(id);
    });
    const rest = {
      skipped: skippedIn(cells),
      shortfall: shortfallOf(cells),
      missing: stretches,
      failure: refreshFailureOf(failure),
      resumesAt,
    };
    const untimed = listOf(storage.untimed(span.start, span.end));
    return yield* itemsFirst([...timed, ...stored], `"untimed":${untimed},${JSON.stringify(rest).slice(1)}`);
  };
  return { key, ageMs, ttlMs, detail, headers: {}, body: () => atOnce(steps()).toString(), steps };
}

/** Rows whose texts are put together at once; two months of a large school have twenty times as many. */
const perPiece = 1_000;

/** An answer with the items of many rows and then the rest of it, put together in steps. */
function* itemsFirst(rows: readonly { readonly slim: string }[], rest: string): Steps<NonSharedBuffer> {
  const pieces: NonSharedBuffer[] = [];
  for (let from = 0; from < rows.length; from += perPiece) {
    yield;
    const texts = rows.slice(from, from + perPiece).map(({ slim }) => slim);
    pieces.push(Buffer.from((from > 0 ? ',' : '') + texts.join(',')));
  }
  yield;
  return Buffer.concat([Buffer.from('{"items":['), ...pieces, Buffer.from(`],${rest}`)]);
}

function history(
  before: Instant,
  read: ReturnType<typeof historyReader>,
  { keyAt }: ReturnType<typeof calibrationReader>,
  status: ReplicaStatus,
): View {
  const cells = status.heldBefore(before);
  const running = status.parts('reservations');
  const { ageMs, ttlMs, detail, failure } = summary(cells);
  const unread = cells.filter((cell) => cell.ageMs === null);
  const resumesAt = unread.length > 0 ? resumptionOf(status.resumesAt) : null;
  const missing = unread.map(({ from, to }) => ({ from: isoOrNull(from), to: isoOrNull(to) }));
  const steps = function* () {
    const { items, flown, factors } = yield* read(before, cells, status);
    const given = { untimed: [], skipped: [], shortfall: null, missing, failure: refreshFailureOf(failure), resumesAt };
    const aircraft = Object.fromEntries(factors.aircraft);
    const landings = factors.landings?.size ? { landings: Object.fromEntries(factors.landings) } : {};
    const rest = {
      ...given,
      flown: Object.fromEntries(flown),
      factors: { school: factors.school, aircraft, ...landings },
    };
    const rows = items.map(({ row }) => row);
    return yield* itemsFirst(rows, JSON.stringify(rest).slice(1));
  };
  const key = `${keyOf(cells)} ${keyOf(running)} ${resumesAt} ${keyAt(before, status.now)}`;
  return { key, ageMs, ttlMs, detail, headers: {}, body: () => atOnce(steps()).toString(), steps };
}

type Cells = ReturnType<ReplicaStatus['reservations']>['cells'];

/** Oddities of all answers about the span; null if each was complete. */
function shortfallOf(cells: Cells): { readonly said: number; readonly sent: number } | null {
  const short = cells.flatMap(({ facts }) => (facts?.said == null ? [] : [{ said: facts.said, sent: facts.sent }]));
  return short.reduce<(typeof short)[number] | null>(
    (sum, { said, sent }) => ({ said: (sum?.said ?? 0) + said, sent: (sum?.sent ?? 0) + sent }),
    null,
  );
}

type Found = Pick<StoredRecord, 'hash' | 'json'> & { readonly start: Instant | null };

function reservationRecord({ hash, json, start }: Found, status: ReplicaStatus): View {
  const cells = start === null ? [] : status.reservations({ start, end: start + 1 }).cells;
  const { ageMs, ttlMs, detail } = summary(cells);
  return { key: hash, ageMs, ttlMs, detail, headers: {}, body: () => `{"record":${json}}` };
}

type ChangeQuery = Parameters<ReplicaStorage['changes']>[0];

function changes(query: ChangeQuery, storage: ReplicaStorage, { now, lastChange }: ReplicaStatus): View {
  const began = storage.logBegan();
  const body = () => {
    const found = storage.changes({ ...query, limit: query.limit + 1 });
    const shown = found.slice(0, query.limit);
    const hasMore = found.length > query.limit;
    const next = hasMore ? (shown.at(-1)?.seq ?? 0) : Math.max(lastChange, query.after ?? 0);
    const rest = { next, hasMore, from: isoOrNull(began), at: isoOrNull(now) };
    return `{"changes":[${shown.map(changeJson).join(',')}],${JSON.stringify(rest).slice(1)}`;
  };
  return { key: `${lastChange} ${began}`, ageMs: 0, ttlMs: 0, detail: null, headers: {}, body };
}

function changeJson({ seq, at, set, scope, id, kind, before, after }: StoredChange): string {
  const head = JSON.stringify({ seq, at: isoOrNull(at), set, scope, id, kind });
  return `${head.slice(0, -1)},"before":${before ?? 'null'},"after":${after ?? 'null'}}`;
}

/** Matching log entries, newest first, and their number; as old as today's reservations. */
function log(query: EntryQuery, storage: ReplicaStorage, status: ReplicaStatus): View {
  const { now, zone, lastEntry } = status;
  const began = storage.entriesBegan();
  const { ageMs, ttlMs, detail } = summary(status.reservations(daySpan(dayOf(now, zone.name), zone.name)).cells);
  const body = () => {
    const { entries: found, total, all } = storage.entries({ ...query, limit: query.limit + 1 });
    const shown = found.slice(0, query.limit);
    const next = found.length > query.limit ? (shown.at(-1)?.seq ?? null) : null;
    const texts = shown.map(({ seq, at, json }) => `{"seq":${seq},"at":"${isoOrNull(at)}",${json.slice(1)}`);
    const rest = { total, all, next, from: isoOrNull(began), at: isoOrNull(now) } satisfies Rest;
    return `{"entries":[${texts.join(',')}],${JSON.stringify(rest).slice(1)}`;
  };
  return { key: `${lastEntry} ${began}`, ageMs, ttlMs, detail, headers: {}, body };
}

type Rest = { readonly [Name in Exclude<keyof LogAnswer, 'entries'>]: LogAnswer[Name] | null };
