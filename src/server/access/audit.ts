import { isIPv4, isIPv6 } from 'node:net';
import { millisecondsInMinute } from 'date-fns/constants';
import type { AuditLine } from '#contract/access/audit.ts';
import type { Log } from '#server/gateway/observability/log.ts';

/** Writes an entry of the audit. `at` is an ISO instant, where it happened before it is written. */
export type Audit = (line: AuditLine, at?: string) => void;

/** Refusals that are written in a minute; more are counted. */
const mostRefusals = 30;

/**
 * Writes the audit to the log, in lines with a member `audit`, and to its file (`trail`). Refusals are limited, so that nobody can fill
 * a disk with them.
 */
export function auditTo(log: Log, clock: () => number, trail: Audit): Audit {
  let minuteBegan = 0;
  let refusals = 0;
  let leftOut = 0;
  const isBeyond = (): boolean => {
    const now = clock();
    if (now - minuteBegan >= millisecondsInMinute || now < minuteBegan) [minuteBegan, refusals] = [now, 0];
    return ++refusals > mostRefusals;
  };
  return (line, at) => {
    const isRefusal = line.event === 'refused';
    if (isRefusal && isBeyond()) {
      leftOut++;
      return;
    }
    const told = isRefusal && leftOut > 0 ? { ...line, leftOut } : line;
    if (isRefusal) leftOut = 0;
    log.info({ audit: at === undefined ? told : { ...told, at } }, `Audit: ${line.event}.`);
    trail(told, at);
  };
}

/** The network of an address: 24 bits of one of version 4, 48 of version 6; what is no address stays as it is. */
export function auditedNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [head = ''] = plain.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}
