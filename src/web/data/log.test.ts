import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LogAnswer, LogEntry } from '#contract/gateway/log.ts';
import { createQueryClient } from './policy.ts';
import { logEntriesOf, logQuery, withNews } from './log.ts';

function entry(seq: number): LogEntry {
  const facts = { of: 'readings', readings: [] } as const;
  return {
    seq,
    at: '2026-05-12T17:05:00Z',
    kinds: ['back'],
    aircraftId: null,
    tail: null,
    people: [],
    facts: { ...facts, readings: [] },
  };
}

function answer(seqs: readonly number[], next: number | null, more: Partial<LogAnswer> = {}): LogAnswer {
  const rest = { total: 9, all: 9, from: '2026-05-01T00:00:00Z', at: '2026-05-12T17:05:00Z' };
  return { entries: seqs.map(entry), next, ...rest, ...more };
}

const seqsOf = ({ entries }: LogAnswer) => entries.map(({ seq }) => seq);

describe('a new answer of the log', () => {
  test('adds new entries before the known ones, which stay the same objects', () => {
    const last = answer([5, 4, 3], 3);
    const next = withNews(last, answer([7, 6, 5], 5, { total: 11 }));
    expect([seqsOf(next), next.next, next.total]).toEqual([[7, 6, 5, 4, 3], 3, 11]);
    expect(next.entries[2]).toBe(last.entries[0]);
    expect(withNews(last, last)).toBe(last);
  });

  test('replaces the old one when the two do not join, because entries may be missing in between', () => {
    const next = withNews(answer([5, 4, 3], 3), answer([9, 8], 8));
    expect([seqsOf(next), next.next]).toEqual([[9, 8], 8]);
    expect(seqsOf(withNews(answer([5, 4], null), answer([], null)))).toEqual([]);
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A gateway that answers only about the log, page by page, and records the addresses. */
function gateway(pages: (LogAnswer | 304)[]): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    // A request that an earlier test file left behind must not take a page.
    if (!address.startsWith('/replica/log')) return Promise.reject(new TypeError('gone'));
    requests.push(address);
    const page = pages.shift();
    if (page === undefined) return Promise.reject(new TypeError('gone'));
    const headers = { etag: '"1"', age: '0' };
    return Promise.resolve(
      page === 304 ? new Response(null, { status: 304, headers }) : Response.json(page, { headers }),
    );
  });
  return requests;
}

/** A reader of the log; each look requests all open pages. */
function reader() {
  const client = createQueryClient();
  const observer = new InfiniteQueryObserver(client, logQuery({ kinds: ['back'], limit: 2 }));
  type Read = { readonly data?: { readonly pages: readonly { readonly value: LogAnswer }[] } | undefined };
  const pages = ({ data }: Read) => data?.pages.map(({ value }) => value) ?? [];
  onTestFinished(() => client.clear());
  return {
    look: () => observer.refetch().then(pages),
    older: () => observer.fetchNextPage().then(pages),
  };
}

test('a look repeats the same request, and keeps the entries when there is no news', async () => {
  const requests = gateway([answer([5, 4], 4), answer([6, 5], 5), 304]);
  const { look } = reader();
  expect((await look()).map(seqsOf)).toEqual([[5, 4]]);
  const news = await look();
  expect(news.map(seqsOf)).toEqual([[6, 5, 4]]);
  expect((await look())[0]).toBe(news[0]);
  expect(new Set(requests)).toEqual(new Set(['/replica/log?kind=back&limit=2']));
});

test('older pages stay in place when news arrives', async () => {
  const requests = gateway([answer([5, 4], 4), answer([3, 2], 2), answer([6, 5], 5), 304]);
  const { look, older } = reader();
  await look();
  const [, second] = await older();
  const pages = await look();
  expect(pages.map(seqsOf)).toEqual([
    [6, 5, 4],
    [3, 2],
  ]);
  expect(pages[1]).toBe(second);
  const older2 = '/replica/log?kind=back&before=4&limit=2';
  expect(requests.filter((address) => address.includes('before'))).toEqual([older2, older2]);
});

test('all entries are read page by page until there are no older ones', async () => {
  const requests = gateway([answer([5, 4], 4), answer([3], null)]);
  const pages: number[][] = [];
  for await (const entries of logEntriesOf({ kinds: ['back'] }, new AbortController().signal))
    pages.push(entries.map(({ seq }) => seq));
  expect(pages).toEqual([[5, 4], [3]]);
  expect(requests).toEqual(['/replica/log?kind=back&limit=1000', '/replica/log?kind=back&before=4&limit=1000']);
});
