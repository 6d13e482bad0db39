import { printable } from '#server/upstream/connection/findings.ts';
import type { Finding, Result } from './kit.ts';
import { notJudged } from './checks.ts';

const results: readonly Result[] = ['passed', 'differs', 'unknown'];
const words: { readonly [Name in Result]: string } = {
  passed: 'passed',
  differs: 'differs',
  unknown: 'cannot be told',
};

export type Report = {
  readonly url: string;
  readonly operatorId: number;
  /** ISO 8601. */
  readonly at: string;
  readonly calls: number;
  readonly counts: { readonly [Name in Result]: number };
  readonly checks: readonly Finding[];
};

export function reportOf(
  findings: readonly Finding[],
  about: Pick<Report, 'url' | 'operatorId' | 'at' | 'calls'>,
  key: string,
): Report {
  const count = (result: Result) => findings.filter((finding) => finding.result === result).length;
  const counts = { passed: count('passed'), differs: count('differs'), unknown: count('unknown') };
  return {
    ...about,
    counts,
    checks: findings.map((finding) => ({ ...finding, words: printable(finding.words, key) })),
  };
}

/** One row of the table. */
export function lineOf({ result, section, what, words: found }: Finding, key: string): string {
  return printable(`${words[result].padEnd(15)}${section.padEnd(5)}${what.padEnd(62)} ${found}`, key);
}

export const heading = `${'result'.padEnd(15)}${'§'.padEnd(5)}${'what'.padEnd(62)} found`;

/** The last lines: the number of each result, and what cannot be judged from outside. */
export function summaryOf({ counts, calls }: Pick<Report, 'counts' | 'calls'>): readonly string[] {
  const totals = results.map((result) => `${counts[result]} ${words[result]}`).join(', ');
  return ['', `${totals}; ${calls} calls.`, 'Not judged:', ...notJudged.map((line) => `- ${line}`)];
}
