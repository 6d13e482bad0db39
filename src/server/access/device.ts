import type { IncomingMessage } from 'node:http';

/** By a word of the `User-Agent` header. The first match counts, because most browsers also claim to be others. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** The browser in a person's words: `Firefox on Windows`. Null if the browser does not say. */
export function deviceOf({ headers }: IncomingMessage): string | null {
  const agent = headers['user-agent'] ?? '';
  const named = (words: readonly (readonly [word: string, name: string])[]) =>
    words.find(([word]) => agent.includes(word))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
