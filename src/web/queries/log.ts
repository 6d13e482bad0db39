import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { parseRecord, UnreadableAnswer } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import {
  logAddress,
  type LogAnswer,
  type LogEntry,
  type LogQuestion,
  logShape,
  mostLogEntries,
} from '#contract/gateway/log.ts';
import { changesShape, type LoggedChange } from '#contract/gateway/replica.ts';
import { isTransition, type ReminderChange } from '#domain/maintenance/transitions.ts';
import { toBooking } from '#domain/reservations/bookings.ts';
import { type BookingChange, isFollowed } from '#domain/reservations/changes.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { type Answer, ask, asking, readAs } from './client.ts';
import { useRefresh, useSending } from './policy.ts';
import { failureOf, readingOf } from './readings.ts';
import { zoneOf } from './replica.ts';

const readLog = (body: unknown): LogAnswer => readAs(logShape, body);

/**
 * Entries of the log that match, newest first, with how many match in all. With each look what is new comes before what is known
 * already, older pages included (`loadOlder`), and a known entry stays the same object. For "the last eight since an instant":
 * `logQuery({ from, limit: 8 })`, whose `total` is how many there are; it may hold more than the limit.
 */
export function logQuery(question: Omit<LogQuestion, 'before'>) {
  const address = logAddress(question);
  return queryOptions({
    queryKey: ['replica', 'log', address] as const,
    queryFn: async (context): Promise<Answer<LogAnswer>> => {
      const answer = await asking(address, readLog)(context);
      const last = context.client.getQueryData<Answer<LogAnswer>>(context.queryKey);
      return { ...answer, value: last ? withNews(last.value, answer.value) : answer.value };
    },
    structuralSharing: false,
  });
}

/** A newer answer to the same question, with what is known of older entries. Where they do not join, the log began anew. */
export function withNews(last: LogAnswer, next: LogAnswer): LogAnswer {
  if (last === next) return last;
  const known = new Map(last.entries.map((entry) => [entry.seq, entry]));
  const fresh = next.entries.map((entry) => known.get(entry.seq) ?? entry);
  const end = next.entries.at(-1)?.seq;
  if (end === undefined || !known.has(end)) return { ...next, entries: fresh };
  const older = last.entries.filter(({ seq }) => seq < end);
  return { ...next, entries: [...fresh, ...older], next: older.length > 0 ? last.next : next.next };
}

/** The same with one more page of older entries; a page that does not follow what is known is dropped. */
export function withOlder(last: LogAnswer, older: LogAnswer): LogAnswer {
  const end = last.entries.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  if (older.entries.some(({ seq }) => seq >= end)) return last;
  return { ...last, entries: [...last.entries, ...older.entries], next: older.next };
}

/** The part of the log that is asked for, and what brings older entries of it. */
export function useLog(question: Omit<LogQuestion, 'before'>) {
  const refresh = useRefresh();
  const query = logQuery(question);
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  const value = result.data?.value;
  const client = useQueryClient();
  // It concerns this question, whatever is asked by the time that it is answered.
  const older = useSending(async (before: number) => {
    const signal = AbortSignal.timeout(millisecondsInMinute);
    const page = await ask(logAddress({ ...question, before }), readLog, { signal });
    client.setQueryData(query.queryKey, (last) => last && { ...last, value: withOlder(last.value, page.value) });
  });
  const next = value?.next ?? null;
  return {
    /** Null until it has been read. */
    log: value ?? null,
    /** True while the entries are those of the question before. */
    isPending: result.isPlaceholderData,
    reading: readingOf('log', result),
    retry: () => refresh(query.queryKey),
    older: {
      load: next === null ? null : () => void older.run(next),
      isLoading: older.isRunning,
      failure: older.error === null ? null : failureOf({ data: undefined, error: older.error, failureReason: null }),
    },
  };
}

/** All entries that match, newest first, a thousand at a time. Throws `RequestFailure`, and the signal's reason. */
export async function* logEntriesOf(
  question: Omit<LogQuestion, 'before' | 'limit'>,
  signal: AbortSignal,
): AsyncGenerator<readonly LogEntry[]> {
  let before: number | null = null;
  do {
    const asked: LogQuestion = { ...question, before, limit: mostLogEntries };
    const { value }: Answer<LogAnswer> = await ask(logAddress(asked), readLog, { signal });
    yield value.entries;
    before = value.next;
  } while (before !== null);
}

const lookKey = ({ operatorId }: Config) => `flightline seen log, operator ${operatorId}`;

/** When this browser last said to have seen the log; null where it never did. */
export function lastLook(school: Config): Instant | null {
  const seen = remembered(lookKey(school));
  return seen === null ? null : Date.parse(seen);
}

/**
 * When this browser last said to have seen the log; `see` says so of an answer, by the gateway's clock. At the first visit there is
 * nothing to compare with: whatever follows is news.
 */
export function useLastLook(school: Config): { readonly lookedAt: Instant; readonly see: (log: LogAnswer) => void } {
  const key = lookKey(school);
  const [seen, setSeen] = useState(() => remembered(key) ?? new Date().toISOString());
  useEffect(() => remember(key, seen), [key, seen]);
  const see = useCallback(({ at }: LogAnswer) => setSeen(at), []);
  return { lookedAt: Date.parse(seen), see };
}

/** Milliseconds for which a change is marked as such, whoever has seen it. */
export const markLifetime = 5 * millisecondsInMinute;
/** What changed longer ago is no news any more. */
const longestAbsence = 14 * millisecondsInDay;
const pageSize = 500;
/** Changes of one set that are held; the oldest go. */
const mostChanges = 5_000;

type LoggedSet = 'reminders' | 'reservations';

/** The part of the gateway's log that this visit has read. */
type Log<Change> = {
  /** In order of time; the same list as long as there is no news. */
  readonly changes: readonly Change[];
  /** Where to go on. */
  readonly next: number;
  /** ISO instant of the gateway's clock at the last answer, and the milliseconds it was ahead of this device's. */
  readonly at: string;
  readonly lead: number;
  /** The same of the first answer. */
  readonly firstAt: string;
};

export type SeenChanges<Change> = {
  /** With their times by the gateway's clock. */
  readonly changes: readonly Change[];
  /** By the gateway's clock, when the person last said to have seen them; null until the log has been read. */
  readonly lookedAt: Instant | null;
  /** Milliseconds that the gateway's clock was ahead of this device's when it last answered; less after a slow answer. */
  readonly lead: number;
  /** Says that all of them are seen. */
  readonly dismiss: () => void;
};

/** Changes of reminders that may be transitions, with those that came while no browser was open. */
export function useReminderChanges(school: Config): SeenChanges<ReminderChange> {
  return useChanges(school, 'reminders', readReminderChange);
}

/** Changes of reservations that a dispatcher follows, with those that came while no browser was open. */
export function useBookingChanges(school: Config): SeenChanges<BookingChange> {
  const zone = zoneOf(school);
  return useChanges(school, 'reservations', (logged, seenAt) => readBookingChange(logged, seenAt, zone));
}

type ReadChange<Change> = (logged: LoggedChange, seenAt: Instant) => Change | null;

function useChanges<Change>(school: Config, set: LoggedSet, read: ReadChange<Change>): SeenChanges<Change> {
  const key = `flightline seen ${set}, operator ${school.operatorId}`;
  const [seen, setSeen] = useState(() => remembered(key));
  const [start] = useState(() => startOf(seen, Date.now()));
  const { data } = useQuery(changesQuery(set, start, read));
  const at = data?.value.at;
  const dismiss = useCallback(() => {
    if (at === undefined) return;
    remember(key, at);
    setSeen(at);
  }, [key, at]);
  // At the first visit there is nothing to compare with: whatever follows is news.
  const firstAt = data?.value.firstAt;
  const lookedAt = seen ?? firstAt;
  useEffect(() => {
    if (seen === null && firstAt !== undefined) remember(key, firstAt);
  }, [key, seen, firstAt]);
  return {
    changes: data?.value.changes ?? none,
    lookedAt: lookedAt === undefined ? null : Date.parse(lookedAt),
    lead: data?.value.lead ?? 0,
    dismiss,
  };
}

const none: readonly never[] = [];

/** Since when the log is read: since the last look, and never less than marks last. */
function startOf(seen: string | null, now: Instant): string {
  const marked = now - markLifetime;
  const looked = Math.max(seen === null ? marked : Date.parse(seen), now - longestAbsence);
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
        log = appended(log, answer.value, read, Date.now());
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

/** The log with one answer more. One that goes on at an earlier number than was reached is another log: it begins anew. */
export function appended<Change>(
  log: Log<Change> | null,
  { changes, next, at }: ChangesPage,
  read: ReadChange<Change>,
  now: Instant,
): Log<Change> {
  const found = changes.map((logged) => read(logged, Date.parse(logged.at))).filter((change) => change !== null);
  const known = log && next >= log.next ? log.changes : none;
  const all = found.length === 0 ? known : [...known, ...found].slice(-mostChanges);
  return { changes: all, next, at, lead: Date.parse(at) - now, firstAt: log?.firstAt ?? at };
}

/** Null for a reading of a meter, or where a record cannot be read. */
export function readReminderChange({ scope, id, before, after }: LoggedChange, seenAt: Instant): ReminderChange | null {
  const records = bothOf({ before, after }, (record) => parseRecord('listMaintenanceReminders', record));
  return records && isTransition(records) ? { aircraftId: scope, id, ...records, seenAt } : null;
}

/** Null for a change that nobody follows, or where a record cannot be read. */
export function readBookingChange(logged: LoggedChange, seenAt: Instant, zone: Zone): BookingChange | null {
  const bookings = bothOf(logged, (record) => toBooking(parseRecord('listReservations', record), zone));
  return bookings && isFollowed(bookings) ? { ...bookings, seenAt } : null;
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

/** The instant that is kept under a key, as ISO text; null where none is. */
function remembered(key: string): string | null {
  try {
    const text = localStorage.getItem(key);
    return text !== null && Number.isFinite(Date.parse(text)) ? text : null;
  } catch {
    return null;
  }
}

/** A browser that keeps nothing remembers it for this visit. */
function remember(key: string, at: string): void {
  try {
    localStorage.setItem(key, at);
  } catch {
    // Then the next visit is a first one.
  }
}
