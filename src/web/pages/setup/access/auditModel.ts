import type { AuditEntry, AuditLine } from '#contract/access/audit.ts';
import type { Grant } from '#contract/access/grants.ts';
import { operations } from '#contract/operations.ts';
import { roleName } from '#domain/access/rights.ts';
import { type Clock, clockText, shownDayText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { kindNames } from './accessModel.ts';

/** Every event in words, for the list of choices. */
export const eventNames: { readonly [Event in AuditLine['event']]: string } = {
  'signed in': 'Signed in',
  'signed out': 'Signed out',
  ended: 'Session ended',
  refused: 'Refused',
  created: 'Handed out',
  revoked: 'Revoked',
  expired: 'Expired',
  'put off': 'Put off',
  'taken back': 'Shown again',
  ticked: 'Step ticked',
  unticked: 'Tick taken back',
  'numbers shown': 'Telephone numbers shown',
  exported: 'File saved',
  opened: 'Report column opened',
  closed: 'Report column closed',
  'reminder class': 'Class of reminders set',
  repaired: 'Audit repaired',
  'recipient saved': 'Alert recipient saved',
  'recipient removed': 'Alert recipient removed',
  restored: 'Backup restored',
  forgotten: 'Person forgotten',
  shortened: 'Old audit deleted',
};

export type AuditRow = {
  readonly seq: number;
  /** `Tue 12 May 1105L`. */
  readonly when: string;
  readonly what: string;
  /** Its subject, and whose it was. */
  readonly about: string;
  readonly who: string;
  readonly from: string;
};

/** Entries as rows, in the order given. A grant revoked since then is known only by its id. */
export function auditRows(entries: readonly AuditEntry[], grants: readonly Grant[], now: Instant, clock: Clock) {
  const names = new Map(grants.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? fixedNames[id] ?? id;
  return entries.map((entry): AuditRow => {
    const { seq, at, event, grant, by, network = '' } = entry;
    const isOwn = event === 'signed in' || event === 'signed out';
    return {
      seq,
      when: `${shownDayText(Date.parse(at), clock)} ${clockText(Date.parse(at), clock)}`,
      what: eventNames[event],
      about: aboutText(entry, nameOf, now, clock),
      who: by !== undefined ? nameOf(by) : isOwn && grant !== undefined ? nameOf(grant) : '',
      from: network,
    };
  });
}

const fixedNames: { readonly [id: string]: string } = { local: 'This machine', 'command line': 'Command line' };

function aboutText(entry: AuditEntry, nameOf: (id: string) => string, now: Instant, clock: Clock): string {
  const { kind, grant, role, why, detail, leftOut, matter, until, file, report, member, recipient } = entry;
  const whose = kind && grant !== undefined ? `${kindNames[kind]} ${nameOf(grant)}` : null;
  const parts = [
    whose && role && kind !== 'feed' && kind !== 'display' ? `${whose}, ${roleName(role)}` : whose,
    why,
    detail,
    leftOut === undefined ? null : `${leftOut} more before it`,
    matter,
    entry.step,
    until === undefined ? null : `until ${whenText(Date.parse(until), now, clock)}`,
    file,
    recipient === undefined ? null : `recipient ${recipient}`,
    entry.reminder === undefined ? null : `${entry.reminder}: ${entry.class ?? ''}`,
    report && member !== undefined && role ? `${member} of ${operations[report].summary}, to ${roleName(role)}` : null,
  ];
  return parts.filter((part) => part !== null && part !== undefined).join('; ');
}
