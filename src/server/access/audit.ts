import { isIPv4 } from 'node:net';
import type { GrantKind } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import type { Log } from '#server/gateway/observability/log.ts';

/**
 * One line of the audit. It names what was handed out by its id and never by a person's name; no token and no cookie. `by`: the id
 * of what its doer is signed in with, `local`, or `command line`. `network`: where a request came from that was refused, or by which
 * something was put off or handed out, as far as it says no more than a provider or a site (a whole address counts as personal data).
 */
export type AuditLine = {
  readonly event: 'signed in' | 'signed out' | 'refused' | 'created' | 'revoked' | 'expired' | 'put off' | 'taken back';
  readonly kind?: GrantKind;
  readonly grant?: string;
  readonly role?: Role;
  readonly by?: string;
  readonly network?: string;
  /** By which something was put off, handed out or refused. */
  readonly session?: string;
  /** Of what was put off or taken back: the matter, and until when (ISO instant). */
  readonly matter?: string;
  readonly until?: string;
  /** Of a refusal: what was wrong. */
  readonly why?:
    | 'unknown token'
    | 'unknown link'
    | 'unknown feed'
    | 'unknown person'
    | 'sign-in service'
    | 'role'
    | 'not from this server';
  /** Of what a role does not include: its address, without ids and filters. */
  readonly path?: string;
  /** Of a refusal of the sign-in service: one word of its own. */
  readonly detail?: string;
  /** Of refusals: how many like it were left out since the line before. */
  readonly leftOut?: number;
  /** ISO instant, where it was earlier than the line. */
  readonly at?: string;
};

export type Audit = (line: AuditLine) => void;

/** Lines about refusals in a minute; more are counted. */
const mostRefusals = 30;
const minute = 60_000;

/** Writes the audit into the log, in lines with a member `audit`. Refusals are limited, so that nobody can fill a disk with them. */
export function auditTo(log: Log, clock: () => number): Audit {
  let minuteBegan = 0;
  let refusals = 0;
  let leftOut = 0;
  const isBeyond = (): boolean => {
    const now = clock();
    if (now - minuteBegan >= minute || now < minuteBegan) [minuteBegan, refusals] = [now, 0];
    return ++refusals > mostRefusals;
  };
  return (line) => {
    const isRefusal = line.event === 'refused';
    if (isRefusal && isBeyond()) {
      leftOut++;
      return;
    }
    const audit = isRefusal && leftOut > 0 ? { ...line, leftOut } : line;
    if (isRefusal) leftOut = 0;
    log.info({ audit }, `Audit: ${line.event}.`);
  };
}

/** The network of an address: 24 bits of one of version 4, 48 of version 6. */
export function auditedNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = plain.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}
