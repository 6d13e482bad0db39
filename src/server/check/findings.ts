import { adviceFor, type Failure, failureWords } from './connection.ts';
import * as z from 'zod/mini';
import { oddnessOf, type SetAside } from '#contract/answers.ts';
import { type OperationId, operations } from '#contract/operations.ts';

/**
 * `ok` is as specified. `differs` works, but not as specified or configured. `unsure` could not be decided. `failed` does
 * not work.
 */
type Mark = 'ok' | 'differs' | 'unsure' | 'failed';

/** A finding about a subject, in words for the terminal. */
export type Verdict = { readonly mark: Mark; readonly words: string };

export type Journal = {
  readonly note: (subject: string, verdict: Verdict) => void;
  readonly fail: (subject: string, failure: Failure) => void;
  readonly hasFailed: () => boolean;
  /** What to do about the failures, each piece of advice once. */
  readonly advice: () => string[];
};

/** Prints each finding as a line when it is made, and remembers what failed. */
export function startJournal(print: (line: string) => void): Journal {
  const failures: Failure[] = [];
  const note: Journal['note'] = (subject, { mark, words }) => print(`${mark.padEnd(8)}${subject}: ${words}`);
  return {
    note,
    fail(subject, failure) {
      failures.push(failure);
      note(subject, { mark: 'failed', words: failureWords(failure) });
    },
    hasFailed: () => failures.length > 0,
    advice: () => adviceFor(failures),
  };
}

const longest = 1000;

/**
 * Text that is safe on a terminal: without the key if the service repeats it, without control characters, and of limited
 * length.
 */
export function printable(text: string, key: string): string {
  const withoutKey = [key, encodeURIComponent(key)].reduce((rest, form) => rest.replaceAll(form, '(the key)'), text);
  const line = withoutKey.replaceAll(/\p{Cc}+/gu, ' ');
  // Cut last, so that no part of the key remains.
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

type Read = {
  readonly page: {
    readonly records: readonly unknown[];
    readonly setAside: readonly SetAside[];
    readonly totalItems: number;
  };
  readonly rows: readonly unknown[];
};

/** How an answer reads: what was left out and why, what exceeds the specification, and `limit`. */
export function readingVerdict(id: OperationId, { page, rows }: Read, limit: number | null): Verdict {
  const { answer } = operations[id];
  const extra = extraMembers(id, rows);
  const oddities = [
    ...countedWords(
      page.setAside.map(({ reason }) => reason),
      rows.length,
      'set aside',
    ),
    ...countedWords(oddReasons(id, rows, page.setAside), rows.length, 'with odd members'),
    ...(extra.length > 0 ? [`members that the specification does not have: ${extra.join(', ')}`] : []),
    ...(limit !== null && rows.length > limit ? [`limit=${limit} is ignored`] : []),
    ...(page.totalItems < rows.length ? [`totalItems says ${page.totalItems}`] : []),
  ];
  const count = answer === 'record' ? 'read' : `${page.records.length} records read, of ${page.totalItems} in all`;
  return { mark: oddities.length > 0 ? 'differs' : 'ok', words: [count, ...oddities].join('; ') };
}

function countedWords(reasons: readonly string[], count: number, what: string): string[] {
  if (reasons.length === 0) return [];
  return [`${reasons.length} of ${count} ${what} (${[...new Set(reasons)].join('; ')})`];
}

/** Why some of the records read are not as documented. */
function oddReasons(id: OperationId, rows: readonly unknown[], setAside: readonly SetAside[]): string[] {
  const skipped = new Set(setAside.map(({ index }) => index));
  return rows.flatMap((row, index) => (skipped.has(index) ? [] : (oddnessOf(id, row) ?? [])));
}

/** Members that records have and their documented shape does not, sorted; none where no shape is documented. */
export function extraMembers(id: OperationId, rows: readonly unknown[]): string[] {
  const { item } = operations[id];
  if (!(item instanceof z.ZodMiniObject)) return [];
  const documented = new Set(Object.keys(item.shape));
  const names = rows.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []));
  return [...new Set(names)].filter((name) => !documented.has(name)).toSorted();
}
