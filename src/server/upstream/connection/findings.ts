import { adviceFor, type Failure, failureWords } from './connection.ts';
import type { CheckFinding } from '#contract/gateway/connectionCheck.ts';
import * as z from 'zod/mini';
import { counted, numberText } from '#domain/words.ts';
import { oddnessOf, type SetAside } from '#contract/answers.ts';
import { type OperationId, operations } from '#contract/operations.ts';

/** What a finding says about its subject. */
export type Verdict = Omit<CheckFinding, 'subject'>;

export type Journal = {
  readonly note: (subject: string, verdict: Verdict) => void;
  readonly fail: (subject: string, failure: Failure) => void;
  readonly hasFailed: () => boolean;
  /** What to do about the failures, each piece of advice once. */
  readonly advice: () => string[];
};

/** Hands on each finding when it is made, and remembers what failed. */
export function startJournal(tell: (finding: CheckFinding) => void): Journal {
  const failures: Failure[] = [];
  const note: Journal['note'] = (subject, { mark, words }) => tell({ subject, mark, words });
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
  readonly isHeld?: boolean;
  readonly page: {
    readonly records: readonly unknown[];
    readonly setAside: readonly SetAside[];
    readonly totalItems: number;
  };
  readonly rows: readonly unknown[];
};

/** How an answer was read: what was left out and why, what exceeds the specification, and `limit`. */
export function readingVerdict(id: OperationId, { page, rows, isHeld }: Read, limit: number | null): Verdict {
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
  const read =
    answer === 'record'
      ? 'read'
      : `${counted(page.records.length, 'record')} read, of ${numberText(page.totalItems)} in all`;
  const count = isHeld ? `${read}, from the local copy` : read;
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

/** Members of records that their documented shape lacks, sorted; none where no shape is documented. */
export function extraMembers(id: OperationId, rows: readonly unknown[]): string[] {
  const { item } = operations[id];
  if (!(item instanceof z.ZodMiniObject)) return [];
  const documented = new Set(Object.keys(item.shape));
  const names = rows.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []));
  return [...new Set(names)].filter((name) => !documented.has(name)).toSorted();
}
