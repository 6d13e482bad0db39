import { expect, test } from 'vitest';
import type { SessionRecord } from '#contract/access/sessions.ts';
import { sessionRows } from './sessionModel.ts';

const now = Date.parse('2026-05-12T17:05:00Z');

const session = (more: Partial<SessionRecord>): SessionRecord => ({
  id: 's1',
  name: 'Anna',
  kind: 'token',
  role: 'dispatcher',
  device: 'Firefox on Windows',
  network: '10.1.2.0/24',
  begunAt: '2026-05-12T06:00:00Z',
  usedAt: '2026-05-12T17:00:00Z',
  isOwn: true,
  isThis: false,
  ...more,
});

test.each<[Partial<SessionRecord>, string, string]>([
  [{}, 'Firefox on Windows', 'in use from 10.1.2.0/24'],
  [{ usedAt: '2026-05-12T14:05:00Z' }, 'Firefox on Windows', 'used 3 h 00 ago from 10.1.2.0/24'],
  // The last use of a session is stored only every ten minutes.
  [{ usedAt: '2026-05-12T14:05:00Z', isThis: true }, 'Firefox on Windows', 'in use from 10.1.2.0/24'],
  [{ device: null, network: null }, 'Unknown browser', 'in use'],
])('a session with %o shows %s, %s', (more, device, use) => {
  expect(sessionRows([session(more)], now)).toEqual([
    { id: 's1', name: 'Anna', role: 'Dispatcher', device, use, isThis: more.isThis ?? false },
  ]);
});
