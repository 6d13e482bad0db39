import { isIPv4, isIPv6 } from 'node:net';
import { millisecondsInMinute } from '#domain/units.ts';
import { LRUCache } from 'lru-cache';
import type { AuditLine } from '#contract/access/audit.ts';
import type { Log } from './log.ts';

/** Writes an audit entry. `at` is an ISO instant, if it happened earlier. */
export type Audit = (line: AuditLine, at?: string) => void;

/** Entries of one kind written per minute; more are only counted. */
const maxInMinute = 30;
/** Kinds whose count is remembered: the most recent ones. */
const maxKinds = 10_000;

/**
 * The kind under which a repeatable entry is counted: one for all refusals, the others for each person. Null for an
 * entry that is not limited.
 */
function kindOf({ event, by, grant }: AuditLine): string | null {
  if (event === 'refused') return event;
  return event === 'exported' || event === 'signed in' || event === 'signed out' ? `${event} ${by ?? grant}` : null;
}

/**
 * Writes the audit to the log, in lines with a member `audit`, and to its file (`trail`). Repeatable entries are limited, so
 * that nobody can fill a disk.
 */
export function auditTo(log: Log, clock: () => number, trail: Audit): Audit {
  const counts = new LRUCache<string, { began: number; count: number; leftOut: number }>({ max: maxKinds });
  return (line, at) => {
    const kind = kindOf(line);
    const now = clock();
    const known = kind === null ? undefined : counts.get(kind);
    const isRecent = known !== undefined && now >= known.began && now - known.began < millisecondsInMinute;
    const counted = isRecent ? known : { began: now, count: 0, leftOut: known?.leftOut ?? 0 };
    if (kind !== null) counts.set(kind, counted);
    if (kind !== null && ++counted.count > maxInMinute) {
      counted.leftOut++;
      return;
    }
    const entry = counted.leftOut > 0 ? { ...line, leftOut: counted.leftOut } : line;
    counted.leftOut = 0;
    log.info({ audit: at === undefined ? entry : { ...entry, at } }, `Audit: ${line.event}.`);
    trail(entry, at);
  };
}

/** The network of an address: 24 bits of IPv4, 48 of IPv6; other text stays unchanged. */
export function auditedNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [head = ''] = plain.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}
