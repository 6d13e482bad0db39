import { LRUCache } from 'lru-cache';

/** The content codings that we write, best first. */
const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** Browsers differ little in what they take. */
const mostKnown = 100;
const known = new LRUCache<string, { readonly coding: Coding | null }>({ max: mostKnown });

/** The coding that an `Accept-Encoding` likes best of those that we write (RFC 9110, section 12.5.3), or null for none. */
export function preferredCoding(header = ''): Coding | null {
  const before = known.get(header);
  if (before) return before.coding;
  const coding = readPreferred(header);
  known.set(header, { coding });
  return coding;
}

function readPreferred(header: string): Coding | null {
  const weights = new Map(header.toLowerCase().split(',').map(readCoding));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = codings.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 ? best : null;
}

function readCoding(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [name, Number(weight) || 0];
}
