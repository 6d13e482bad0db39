import { expect, it, onTestFinished } from 'vitest';
import { evidence } from '#domain/overview/evidence.ts';
import { keepingAlone } from '#server/http/keeping.ts';
import { matterOf } from '#domain/overview/attention.ts';
import { thresholds } from '#domain/thresholds.ts';
import { Snoozes } from './snoozes.ts';
import { AttentionLooks } from '#server/replica/views/attention.ts';
import type { ReplicaStatus } from './views/status.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const until = '2026-05-12T20:00:00.000Z';
const stored = {
  key: 'grounded a1',
  evidence: [{ record: 'squawk', id: 's1', says: 'grounds', amount: 0, at: null }],
  until,
  severity: 2,
  by: 'Kim Lee',
  at: '2026-05-12T17:00:00.000Z',
  role: 'manager',
  person: 'g1',
};
const matter = matterOf({
  about: 'grounded a1',
  kind: 'grounding squawk',
  subject: 'N512SP',
  words: 'Squawk: Left brake soft',
  evidence: [evidence('squawk', 's1', 'grounds')],
  since: null,
  at: null,
  rank: 30,
  of: 'a1',
  link: '/',
  behind: [],
});

/** Items put off, read from this stored text, and the number of looks at everything since. */
function open(text: string | null) {
  let looks = 0;
  let clock = 0;
  const status: Pick<ReplicaStatus, 'now' | 'zone' | 'lastChange'> = {
    now,
    zone: { name: 'America/Denver', zoneless: 'operator' },
    lastChange: 1,
  };
  const snoozes = new Snoozes({
    storage: {
      memory: () => text,
      memories: () => [],
      remember: () => undefined,
      forget: () => undefined,
      keep: keepingAlone.keep,
    },
    mayDrop: () => true,
    // The look of this test uses only these members.
    replica: { status: status as ReplicaStatus, events: { send: () => undefined } },
    looks: new AttentionLooks({
      look: () => {
        looks++;
        return Promise.resolve({ items: [matter], isWhole: true });
      },
      clock: () => clock,
      lastChange: () => status.lastChange,
    }),
    audit: () => undefined,
  });
  onTestFinished(() => snoozes.close());
  const list = () => JSON.parse(snoozes.get().body.plain.toString()).snoozes;
  return { list, looks: () => looks, pass: (ms: number) => void (clock += ms) };
}

it('reads what was stored, and ignores what an older version stored', () => {
  const { role, person, ...record } = stored;
  const old = { key: 'squawk a1', until, severity: 1, by: 'KL', at: stored.at };
  const all = (...snoozes: readonly unknown[]) => JSON.stringify({ thresholds: thresholds(), snoozes });
  expect([role, person]).toEqual(['manager', 'g1']);
  expect(open(all(old, stored, { ...stored, evidence: [{ says: 'odd' }] }, 7)).list()).toEqual([record]);
  const byOthers = JSON.stringify({ thresholds: { ...thresholds(), lateGrace: 1 }, snoozes: [stored] });
  for (const text of [null, '', '{', '[]', all(old), byOthers, JSON.stringify({ snoozes: [stored] })])
    expect(open(text).list()).toEqual([]);
});

it('looks at nothing while nothing is put off, and not for each request', async () => {
  const none = open(null);
  for (let count = 0; count < 200; count++) none.list();
  expect(none.looks()).toBe(0);
  const some = open(JSON.stringify({ thresholds: thresholds(), snoozes: [stored] }));
  for (let count = 0; count < 200; count++) {
    expect(some.list()).toHaveLength(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(some.looks()).toBe(1);
  some.pass(180_000);
  some.list();
  await new Promise((resolve) => setImmediate(resolve));
  expect(some.looks()).toBe(2);
});
