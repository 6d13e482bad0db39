import { adviceFor, type Failure, failureWords } from './failure.ts';

/**
 * `ok` is as specified, `differs` works but not as specified or configured, `unsure` could not be told, and `failed` does
 * not work.
 */
type Mark = 'ok' | 'differs' | 'unsure' | 'failed';

/** What was found about a subject, in words for the person at the terminal. */
export type Verdict = { readonly mark: Mark; readonly words: string };

export type Journal = {
  readonly note: (subject: string, verdict: Verdict) => void;
  readonly fail: (subject: string, failure: Failure) => void;
  readonly hasFailed: () => boolean;
  /** What to do about the failures, each advice once. */
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
 * Text as it may stand on a terminal: without the key, wherever the service repeats it, without control characters, which
 * a terminal would obey, and not without end.
 */
export function printable(text: string, key: string): string {
  const withoutKey = [key, encodeURIComponent(key)].reduce((rest, form) => rest.replaceAll(form, '(the key)'), text);
  const line = withoutKey.replaceAll(/\p{Cc}+/gu, ' ');
  // Cut last, so that no part of the key is left at the cut.
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
