import type { AlertAnswer } from '#contract/gateway/alerts.ts';

/** A message as a channel sends it. */
export type Message = {
  /** The same at each try, so that the other side can recognise a repeat. */
  readonly key: string;
  readonly subject: string;
  readonly text: string;
  /** One for each alert; `link` is a complete address. */
  readonly lines: readonly {
    readonly words: string;
    readonly evidence: readonly string[];
    readonly link: string;
    readonly level: AlertAnswer['level'];
  }[];
  /** A page to attach, in mail only. */
  readonly attachment: { readonly name: string; readonly html: string } | null;
  readonly isUrgent: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
};

/**
 * How a try ended. `again`: try again, not before `until` (epoch milliseconds) if the other side named a time. `gone`: this
 * address will never work again. `answer`: one short line for people, without secrets.
 */
export type Outcome = {
  readonly state: 'sent' | 'again' | 'refused' | 'gone';
  readonly answer: string;
  readonly until?: number;
};

export type Send = (to: string, message: Message, signal: AbortSignal) => Promise<Outcome>;

const longest = 200;

/** The other side's answer as one short line. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return cut(line, longest);
}

/** A text of at most this many characters. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
