import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { parseRecord, UnreadableAnswer } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import {
  logAddress,
  type LogAnswer,
  type LogEntry,
  type LogQuestion,
  logShape,
  maxLogEntries,
} from '#contract/gateway/log.ts';
import { changesShape, type LoggedChange } from '#contract/gateway/replica.ts';
import { isTransition, type ReminderChange } from '#domain/maintenance/transitions.ts';
import { toReservation } from '#domain/reservations/reservations.ts';
import { isFollowed, type ReservationChange } from '#domain/reservations/changes.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { storedText, storeText } from '#web/device/stored.ts';
import { type Answer, ask, asking, isUrged, readAs } from './client.ts';
import { useRefresh } from './policy.ts';
import { failureOf, readingOf } from './readings.ts';
import { zoneOf } from './replica.ts';
import { now } from '#web/device/screenClock.ts';

const readLog = (body: unknown): LogAnswer => readAs(logShape, body);

/** One page of matching log entries, newest first, with the total number of matches. */
export function logPageQuery(question: LogQuestion) {
  const address = logAddress(question);
  return queryOptions({ queryKey: ['replica', 'log', address] as const, queryFn: asking(address, readLog) });
}

/** The same log, page by page. News extends the first page: its end stays, and each known entry keeps its object. */
export function logQuery(question: LogQuestion) {
  return infiniteQueryOptions({
    queryKey: ['replica', 'log', 'pages', logAddress(question)] as const,
    queryFn: async (context): Promise<Answer<LogAnswer>> => {
      const { client, queryKey, pageParam: before, signal } = context;
      const known = client.getQueryData<InfiniteData<Answer<LogAnswer>, number | null>>(queryKey);
      const last = known?.pages[known.pageParams.indexOf(before)];
      const address = logAddress({ ...question, before });
      const answer = await ask(address, readLog, { signal, last, isUrgent: isUrged(context) });
      return { ...answer, value: last ? withNews(last.value, answer.value) : answer.value };
    },
    initialPageParam: question.before ?? null,
    getNextPageParam: ({ value }) => value.next,
    structuralSharing: false,
  });
}

/** A newer answer to the same query, joined to the known older entries. If they do not join, the log started again. */
export function withNews(last: LogAnswer, next: LogAnswer): LogAnswer {
  if (last === next) return last;
  const known = new Map(last.entries.map((entry) => [entry.seq, entry]));
  const fresh = next.entries.map((entry) => known.get(entry.seq) ?? entry);
  const end = next.entries.at(-1)?.seq;
  if (end === undefined || !known.has(end)) return { ...next, entries: fresh };
  const older = last.entries.filter(({ seq }) => seq < end);
  return { ...next, entries: [...fresh, ...older], next: older.length > 0 ? last.next : next.next };
}

/** The requested part of the log, and a function to load older entries. */
export function useLog(question: LogQuestion) {
  const refresh = useRefresh();
  const query = logQuery(question);
  const result = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const { data, error, failureReason, isFetchingNextPage } = result;
  const log = useMemo(() => data && joined(data.pages), [data]);
  const failure = failureOf({ data: undefined, error, failureReason });
  return {
    /** Null until loaded. */
    log: log ?? null,
    /** True while the entries belong to the previous query. */
    isPending: result.isPlaceholderData,
    reading: readingOf('log', { data: data?.pages[0], error, failureReason }),
    retry: () => refresh(query.queryKey),
    older: {
      load: result.hasNextPage ? () => void result.fetchNextPage() : null,
      isLoading: isFetchingNextPage,
      failure: isFetchingNextPage || result.isFetchNextPageError ? failure : null,
    },
  };
}

function joined(pages: readonly Answer<LogAnswer>[]): LogAnswer | null {
  const [first] = pages;
  return first ? { ...first.value, entries: pages.flatMap(({ value }) => value.entries) } : null;
}

/** All matching entries, newest first, a thousand at a time. Throws `RequestFailure`, and the signal's reason. */
export async function* logEntriesOf(
  question: Omit<LogQuestion, 'before' | 'limit'>,
  signal: AbortSignal,
): AsyncGenerator<readonly LogEntry[]> {
  let before: number | null = null;
  do {
    const next: LogQuestion = { ...question, before, limit: maxLogEntries };
    const { value }: Answer<LogAnswer> = await ask(logAddress(next), readLog, { signal });
    yield value.entries;
    before = value.next;
  } while (before !== null);
}

const lookKey = ({ operatorId }: Config) => `flightline seen log, operator ${operatorId}`;

/** When this browser last marked the log as seen; null if never. */
export function lastLook(school: Config): Instant | null {
  const seen = remembered(lookKey(school));
  return seen === null ? null : Date.parse(seen);
}

/**
 * When this browser last marked the log as seen; `see` marks an answer as seen, by the gateway's clock. The first visit has
 * nothing to compare with: everything after it is news.
 */
export function useLastLook(school: Config): { readonly lookedAt: Instant; readonly see: (log: LogAnswer) => void } {
  const key = lookKey(school);
  const [seen, setSeen] = useState(() => remembered(key) ?? new Date(now()).toISOString());
  useEffect(() => storeText(key, seen), [key, seen]);
  const see = useCallback(({ at }: LogAnswer) => setSeen(at), []);
  return { lookedAt: Date.parse(seen), see };
}

/** Milliseconds for which a change is marked, even if somebody has seen it. */
export const markLifetime = 5 * millisecondsInMinute;
/** Older changes are no longer news. */
const longestAbsence = 14 * millisecondsInDay;
const pageSize = 500;
/** The most changes held per set; the oldest are dropped. */
const maxChanges = 5_000;

type LoggedSet = 'reminders' | 'reservations';

/** The part of the gateway's log that this visit has loaded. */
type Log<Change> = {
  /** In order of time; the same list while there is no news. */
  readonly changes: readonly Change[];
  /** Where the next request continues. */
  readonly next: number;
  /** ISO instant of the gateway's clock at the last answer. */
  readonly at: string;
  /** ISO instant of the gateway's clock at the first answer. */
  readonly firstAt: string;
};

export type SeenChanges<Change> = {
  /** With their times by the gateway's clock. */
  readonly changes: readonly Change[];
  /** When the person last marked them as seen, by the gateway's clock; null until the log is loaded. */
  readonly lookedAt: Instant | null;
  /** Marks all of them as seen. */
  readonly dismiss: () => void;
};

/** Changes of reminders that may be transitions, including those made while no browser was open. */
export function useReminderChanges(school: Config): SeenChanges<ReminderChange> {
  return useChanges(school, 'reminders', readReminderChange);
}

/** Changes of reservations that a dispatcher follows, including those made while no browser was open. */
export function useReservationChanges(school: Config): SeenChanges<ReservationChange> {
  const zone = zoneOf(school);
  return useChanges(school, 'reservations', (logged, seenAt) => readReservationChange(logged, seenAt, zone));
}

type ReadChange<Change> = (logged: LoggedChange, seenAt: Instant) => Change | null;

function useChanges<Change>(school: Config, set: LoggedSet, read: ReadChange<Change>): SeenChanges<Change> {
  const key = `flightline seen ${set}, operator ${school.operatorId}`;
  const [seen, setSeen] = useState(() => remembered(key));
  const [start] = useState(() => startOf(seen, now()));
  const { data } = useQuery(changesQuery(set, start, read));
  const at = data?.value.at;
  const dismiss = useCallback(() => {
    if (at === undefined) return;
    storeText(key, at);
    setSeen(at);
  }, [key, at]);
  // The first visit has nothing to compare with: everything after it is news.
  const firstAt = data?.value.firstAt;
  const lookedAt = seen ?? firstAt;
  useEffect(() => {
    if (seen === null && firstAt !== undefined) storeText(key, firstAt);
  }, [key, seen, firstAt]);
  return {
    changes: data?.value.changes ?? none,
    lookedAt: lookedAt === undefined ? null : Date.parse(lookedAt),
    dismiss,
  };
}

const none: readonly never[] = [];

/** Where reading the log starts: at the last look, and at least one mark lifetime ago. */
function startOf(seen: string | null, present: Instant): string {
  const marked = present - markLifetime;
  const looked = Math.max(seen === null ? marked : Date.parse(seen), present - longestAbsence);
  return new Date(Math.min(looked, marked)).toISOString();
}

function changesQuery<Change>(set: LoggedSet, start: string, read: ReadChange<Change>) {
  return queryOptions({
    queryKey: ['replica', 'changes', set, start] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<Answer<Log<Change>>> => {
      let log = client.getQueryData<Answer<Log<Change>>>(queryKey)?.value ?? null;
      for (;;) {
        const since = log?.next ?? start;
        const answer = await ask(`/replica/changes?since=${since}&set=${set}&limit=${pageSize}`, readChanges, {
          signal,
        });
        log = appended(log, answer.value, read);
        if (!answer.value.hasMore || answer.value.changes.length === 0) return { ...answer, value: log };
      }
    },
    structuralSharing: false,
  });
}

type ChangesPage = ReturnType<typeof readChanges>;

function readChanges(body: unknown) {
  return readAs(changesShape, body);
}

/** The log with one more answer. An answer with an earlier number belongs to another log: start again. */
export function appended<Change>(
  log: Log<Change> | null,
  { changes, next, at }: ChangesPage,
  read: ReadChange<Change>,
): Log<Change> {
  const found = changes.map((logged) => read(logged, Date.parse(logged.at))).filter((change) => change !== null);
  const known = log && next >= log.next ? log.changes : none;
  const all = found.length === 0 ? known : [...known, ...found].slice(-maxChanges);
  return { changes: all, next, at, firstAt: log?.firstAt ?? at };
}

/** Null for a meter reading, or if a record cannot be read. */
export function readReminderChange({ scope, id, before, after }: LoggedChange, seenAt: Instant): ReminderChange | null {
  const records = bothOf({ before, after }, (record) => parseRecord('listMaintenanceReminders', record));
  return records && isTransition(records) ? { aircraftId: scope, id, ...records, seenAt } : null;
}

/** Null for a change that nobody follows, or if a record cannot be read. */
export function readReservationChange(logged: LoggedChange, seenAt: Instant, zone: Zone): ReservationChange | null {
  const reservations = bothOf(logged, (record) => toReservation(parseRecord('listReservations', record), zone));
  return reservations && isFollowed(reservations) ? { ...reservations, seenAt } : null;
}

type Both<Value> = { readonly before: Value | null; readonly after: Value | null };

function bothOf<Value>({ before, after }: Both<unknown>, read: (record: unknown) => Value): Both<Value> | null {
  const readOne = (record: unknown) => (record == null ? null : read(record));
  try {
    return { before: readOne(before), after: readOne(after) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** The stored instant under a key, as ISO text; null for none. */
function remembered(key: string): string | null {
  const text = storedText(key);
  return text !== null && Number.isFinite(Date.parse(text)) ? text : null;
}
