import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/access/audit.ts';
import type { Grant } from '#contract/access/grants.ts';
import { auditRows } from './auditModel.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');

const anna: Grant = {
  id: 'annaanna',
  kind: 'token',
  name: 'Anna',
  role: 'manager',
  userId: null,
  showsNames: true,
  subject: null,
  reads: null,
  fromService: false,
  reason: null,
  createdAt: '2026-05-01T03:00:00Z',
  expiresAt: null,
  usedAt: null,
};

const rowOf = (entry: Partial<AuditEntry>) =>
  auditRows([{ seq: 7, at: '2026-05-12T17:00:00Z', event: 'signed in', prev: '', ...entry }], [anna], now, clock)[0];

describe('an audit entry', () => {
  test('of a sign-in is by the person who signed in', () => {
    expect(rowOf({ kind: 'token', grant: 'annaanna', role: 'manager', network: '10.0.0.0/24' })).toEqual({
      seq: 7,
      when: 'Tue 12 May 1100L',
      what: 'Signed in',
      about: 'Token Anna, Manager',
      who: 'Anna',
      from: '10.0.0.0/24',
    });
  });

  test.each<[Partial<AuditEntry>, string, string]>([
    [
      { event: 'created', kind: 'display', grant: 'lobbylob', role: 'display', by: 'annaanna' },
      'Display link lobbylob',
      'Anna',
    ],
    [
      { event: 'revoked', kind: 'feed', grant: 'calendar', role: 'display', by: 'command line' },
      'Calendar feed calendar',
      'Command line',
    ],
    [{ event: 'refused', why: 'unknown token', leftOut: 12 }, 'unknown token; 12 more before it', ''],
    [
      { event: 'put off', matter: 'grounded a1', until: '2026-05-12T20:00:00Z', by: 'local' },
      'grounded a1; until 1400L',
      'This machine',
    ],
    [{ event: 'exported', file: 'flights.csv', by: 'annaanna' }, 'flights.csv', 'Anna'],
  ])('with %o is about “%s”, by “%s”', (entry, about, who) => {
    expect(rowOf(entry)).toMatchObject({ about, who });
  });
});
