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
  /** What the reader must know about the message itself, in mail only; `text` has it too. */
  readonly note?: string;
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

/** Our own subject as one line, with the marks that keep a name's direction to itself. */
export function subjectLine(text: string): string {
  return cut(text.replaceAll(/[\p{Cc}\p{Z}\s]+/gu, ' ').trim(), longest);
}

/**
 * The other side's answer without the address that was called, which lets anyone write there: neither the whole, nor a
 * part of its path or query, plain or as written in an address.
 */
export function withoutAddress(text: string, address: string): string {
  const url = URL.parse(address);
  if (!url) return text;
  const { pathname, search, searchParams, username, password, hash } = url;
  const parts = [...pathname.split('/'), ...searchParams.values(), ...search.split(/[?&=]/), username, password];
  const secrets = [address, pathname + search, pathname, hash.slice(1), ...parts]
    .flatMap((part) => [part, decoded(part), encodeURIComponent(decoded(part)), encodeURIComponent(part)])
    .filter((part) => part.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
  if (secrets.length === 0) return text;
  const any = new RegExp(
    [...new Set(secrets)].map((part) => part.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join('|'),
    'gi',
  );
  // A slash may be escaped in JSON.
  return text.replaceAll('\\/', '/').replaceAll(any, '…');
}

/** Shorter parts of an address keep nothing secret, and are parts of many words. */
const shortestSecret = 4;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text of at most this many UTF-16 units, without half a character at its end, which some services refuse. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
