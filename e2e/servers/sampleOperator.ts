import { type FreeForm, isRecord } from '#contract/objects.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { timesOf } from '#domain/reservations/reservations.ts';
import { addDays, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { slimReservation } from '#server/replica/views/slim.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import type { ReplicaStatus } from '#server/replica/views/status.ts';
import type { AnswerFacts, NewChange, ReplicaStorage, StoredReservation } from '#server/replica/storage/storage.ts';
import { readFlags } from '#operator/flags.ts';
import { startOperator } from '#operator/start.ts';

/** It is Friday 20 November 2026, 1105 in Denver. */
export const sampleNow = Date.parse('2026-11-20T18:05:00Z');
export const sampleZone = { name: 'America/Denver', zoneless: 'operator' } as const;
const defaultFacts: AnswerFacts = { said: null, sent: 0, skipped: [], findings: {} };

type PartOptions = {
  readonly scope?: string;
  /** When it was read; a minute ago unless given. */
  readonly asOf?: Instant;
  readonly facts?: Partial<AnswerFacts>;
  readonly changes?: readonly NewChange[];
};

/** A replica in memory, filled by tests. Each write raises the revision, and its data is a minute old. */
export function sampleReplica() {
  const storage: ReplicaStorage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'sample', at: 0 });
  let revision = 0;
  const minuteAgo = sampleNow - 60_000;

  /** Replaces a part with records; one of their members gives the ids. */
  const put = (set: ReplicaSet, idMember: string, records: readonly FreeForm[], more: PartOptions = {}) => {
    const { scope = '', changes = [], facts, asOf = minuteAgo } = more;
    const stored = records.map((record) => storedRecord(String(record[idMember]), record));
    const part = { set, scope, asOf, revision: ++revision, facts: { ...defaultFacts, ...facts } };
    storage.replacePart(part, stored, changes);
  };

  /** Replaces a day with these reservations, which start on it. */
  const putDay = (day: string, records: readonly FreeForm[], facts: Partial<AnswerFacts> = {}) => {
    const { start: from, end: to } = daySpan(day, sampleZone.name);
    const stored = records.map((record, position) => ({ ...storedReservation(record), position, cell: from }));
    const kept = new Set(stored.map(({ id }) => id));
    const remove = storage.hashesIn(from, to).flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    const cell = {
      from,
      to,
      asOf: minuteAgo,
      revision: ++revision,
      count: stored.length,
      facts: { ...defaultFacts, ...facts },
    };
    storage.replaceCells({ cells: [cell], put: stored, remove, changes: [] });
  };

  /** Stores reservations of any days, each on the day on which it starts; days without any count as read and empty. */
  const putReservations = (first: string, count: number, records: readonly FreeForm[]) => {
    const byDay = Map.groupBy(records, (record) => dayOf(timesOf(record, sampleZone).start ?? 0, sampleZone.name));
    for (const { day } of daysFrom(first, count)) putDay(day, byDay.get(day) ?? []);
  };
  return { storage, put, putDay, putReservations, status: (more?: Partial<ReplicaStatus>) => statusOf(storage, more) };
}

export type SampleReplica = ReturnType<typeof sampleReplica>;

/** So many days from the first one. */
export function daysFrom(first: string, count: number): { readonly day: string; readonly span: Span }[] {
  const noon = 12 * 3_600_000;
  const start = daySpan(first, sampleZone.name).start + noon;
  return Array.from({ length: count }, (_, index) => {
    const day = dayOf(start + index * 2 * noon, sampleZone.name);
    return { day, span: daySpan(day, sampleZone.name) };
  });
}

function storedRecord(id: string, record: FreeForm) {
  const json = JSON.stringify(record);
  return { id: id.toLowerCase(), json, hash: hash('sha1', json) };
}

export function storedReservation(record: FreeForm): StoredReservation {
  const { start, end } = timesOf(record, sampleZone);
  const isTimed = start !== null && end !== null && start <= end;
  const times = isTimed ? { start, end } : { start: null, end: null };
  return {
    ...storedRecord(String(record['reservationId']), record),
    ...times,
    slim: JSON.stringify(slimReservation(record)),
  };
}

/** The status by the stored parts and cells, each refreshed within a minute and with a target age of two minutes. */
function statusOf(storage: ReplicaStorage, more: Partial<ReplicaStatus> = {}): ReplicaStatus {
  const now = more.now ?? sampleNow;
  const state = (piece: { readonly asOf: Instant; readonly revision: number; readonly facts: AnswerFacts }) => ({
    ageMs: now - piece.asOf,
    expectedMs: 120_000,
    revision: piece.revision,
    facts: piece.facts,
    failure: null,
  });
  return {
    now,
    zone: sampleZone,
    position: { latitude: 38.8, longitude: -104.7 },
    window: {
      start: daySpan(addDays(dayOf(now, sampleZone.name), -14), sampleZone.name).start,
      end: daySpan(addDays(dayOf(now, sampleZone.name), 42), sampleZone.name).end,
    },
    resumesAt: null,
    lastChange: storage.changes({ limit: 10_000 }).at(-1)?.seq ?? 0,
    lastEntry: storage.lastEntry(),
    parts: (set) =>
      storage
        .parts()
        .filter((part) => part.set === set)
        .map((part) => ({ scope: part.scope, isRare: false, ...state(part) })),
    reservations: (span) => {
      const all = storage.cells();
      const earlier = all.filter(({ to }) => to <= span.start).map(({ revision }) => revision);
      const cells = all.filter(({ from, to }) => overlaps({ start: from, end: to }, span));
      return {
        cells: cells.map((cell) => ({ from: cell.from, to: cell.to, ...state(cell) })),
        earlierRevision: Math.max(0, ...earlier),
      };
    },
    heldBefore: (instant) =>
      storage
        .cells()
        .filter(({ from }) => from < instant)
        .map((cell) => ({ from: cell.from, to: cell.to, ...state(cell) })),
    running: () => [],
    ...more,
  };
}

/** Records of a generated school as its operator sends them, with the clock fixed at `sampleNow`. */
export type SampleOperator = {
  readonly aircraft: readonly FreeForm[];
  /** By aircraft id. */
  readonly reminders: ReadonlyMap<string, readonly FreeForm[]>;
  readonly squawks: ReadonlyMap<string, readonly FreeForm[]>;
  readonly reservations: readonly FreeForm[];
};

/**
 * Reads a whole generated school, with `days` days of reservations on each side of today. `field`: with the odd records of live
 * services.
 */
export async function sampleOperator({
  aircraft,
  perDay,
  days,
  field = false,
}: {
  aircraft: number;
  perDay: number;
  days: number;
  field?: boolean;
}): Promise<SampleOperator> {
  const sizes = { port: 0, aircraft, 'reservations-per-day': perDay, days, 'rate-limit': 0 };
  const flags = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const reading = readFlags([
    ...flags,
    '--now',
    new Date(sampleNow).toISOString(),
    ...(field ? ['--field', '--odd'] : []),
  ]);
  if (!('settings' in reading)) throw new Error('The operator does not start with these flags.');
  const operator = await startOperator(reading.settings);
  const list = async (path: string): Promise<FreeForm[]> => {
    const answer = await fetch(operator.url + path, { headers: { 'x-subscription-key': 'demo-key' } });
    const body: unknown = await answer.json();
    const items = isRecord(body) ? body['items'] : body;
    return Array.isArray(items) ? items.filter(isRecord) : [];
  };
  try {
    const core = '/core/v1.0/operators/1001';
    const fleet = await list(`${core}/aircraft`);
    const ids = fleet.map((form) => String(form['aircraftId']));
    const perAircraft = async (what: string) => {
      const lists = await Promise.all(ids.map((id) => list(`${core}/aircraft/${id}/${what}`)));
      return new Map(ids.map((id, index) => [id, lists[index] ?? []]));
    };
    const reminders = await perAircraft('maintenanceReminders');
    const squawks = await perAircraft('squawks');
    const reservations: FreeForm[] = [];
    for (let page = 0; ; page++) {
      const offset = field ? reservations.length : page;
      const records = await list(`/scheduling/v1.0/operators/1001/reservations?limit=250&offset=${offset}`);
      reservations.push(...records);
      if (records.length < 250) break;
    }
    return { aircraft: fleet, reminders, squawks, reservations };
  } finally {
    await operator.close();
  }
}
