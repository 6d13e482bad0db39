import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import {
  logAddress,
  type LogAnswer,
  type LogEntry,
  type LogQuestion,
  logShape,
  mostLogEntries,
} from '#contract/gateway/log.ts';
import type { Instant } from '#domain/time/time.ts';
import { remember, remembered } from './changes.ts';
import { type Answer, ask, asking } from './client.ts';
import { useRefresh } from './policy.ts';
import { failureOf, readingOf } from './readings.ts';
import { readAs } from './replica.ts';

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
  const older = useMutation({
    // It concerns this question, whatever is asked by the time that it is answered.
    mutationFn: async ({ before }: { before: number }, { client }) => {
      const signal = AbortSignal.timeout(60_000);
      const page = await ask(logAddress({ ...question, before }), readLog, { signal });
      client.setQueryData(query.queryKey, (last) => last && { ...last, value: withOlder(last.value, page.value) });
    },
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
      load: next === null ? null : () => older.mutate({ before: next }),
      isLoading: older.isPending,
      failure: older.isError ? failureOf({ data: undefined, error: older.error, failureReason: null }) : null,
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
