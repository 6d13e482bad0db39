import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { day, testNow } from '#e2e/servers/access/testAccess.ts';
import { sampleRecipient } from '#e2e/servers/alertSender.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { type KeptRecipient, Recipients } from './recipients.ts';

const subscription = { endpoint: 'https://fcm.googleapis.com/1', keys: { p256dh: 'p', auth: 'a' } };

/** The recipients of two gateways, each with its own copy of the notes. */
function openPair() {
  let now = testNow;
  const gateways = [0, 1].map(() => {
    const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 's', at: testNow });
    onTestFinished(() => storage.close());
    return { storage, recipients: new Recipients(null, storage, () => now) };
  });
  const [a, b] = gateways as [(typeof gateways)[0], (typeof gateways)[0]];
  type Gateway = typeof a;
  /** Brings the notes of one gateway to the other, which overwrite its own of the same key. */
  const bring = ({ storage: from }: Gateway, { storage: to }: Gateway) => {
    for (const { key, value } of from.memories('')) to.remember(key, value);
  };
  const add = ({ recipients }: Gateway, name: string, of: Partial<KeptRecipient> = {}) => {
    const { owner, session } = sampleRecipient(of);
    return recipients.save(sampleRecipient({ id: '', name, channel: 'push' }), { subscription, owner, session });
  };
  const names = ({ recipients }: Gateway) => recipients.all().map(({ name }) => name);
  return { a, b, bring, add, names, pass: (milliseconds: number) => void (now += milliseconds) };
}

it.each<[string, (recipients: Recipients, id: string) => void]>([
  ['whose session ended', (recipients) => recipients.endSession('s1', null)],
  ['whose person has no access', (recipients) => recipients.endOwners((owner) => owner === 'ana')],
  ['that a manager removed', (recipients, id) => recipients.remove(id)],
  ['that is gone', (recipients, id) => recipients.endGone(id)],
])('a browser %s does not come back with the older list of another gateway', (_, end) => {
  const { a, b, bring, add, names } = openPair();
  const id = add(a, 'Desk', { owner: 'ana', session: 's1' })?.id ?? '';
  add(a, 'Phone', { owner: 'ben', session: 's2' });
  bring(a, b);
  end(a.recipients, id);
  // Written before the other gateway had read that.
  add(b, 'Tablet', { owner: 'ben', session: 's3' });
  bring(b, a);
  bring(a, b);
  for (const gateway of [a, b]) {
    expect(names(gateway)).toEqual(['Phone', 'Tablet']);
    expect(gateway.recipients.save(sampleRecipient({ id, name: 'Again' }))).toBeNull();
  }
});

it('a browser that is signed out at a gateway without the database takes no recipient of the others away', () => {
  const { a, b, bring, add, names } = openPair();
  add(a, 'Desk', { owner: 'ana', session: 's1' });
  bring(a, b);
  add(a, 'Phone', { owner: 'ben', session: 's2' });
  const before = b.storage.memory('recipients');
  b.recipients.endSession('s1', null);
  expect(b.storage.memory('recipients')).toBe(before);
  for (const { key, value } of b.storage.memories('removed recipient ')) a.storage.remember(key, value);
  expect(names(a)).toEqual(['Phone']);
});

it('what was removed is soon deleted from the list, and its note after a month', () => {
  const { a, add, names, pass } = openPair();
  add(a, 'Desk', { owner: 'ana', session: 's1' });
  add(a, 'Phone', { owner: 'ben', session: 's2' });
  a.recipients.endSession('s1', null);
  expect(a.storage.memory('recipients')).toContain('Desk');
  a.recipients.tidy();
  expect(a.storage.memory('recipients')).not.toContain('Desk');
  expect(a.storage.memories('removed recipient ')).toHaveLength(1);
  pass(31 * day);
  a.recipients.tidy();
  expect(a.storage.memories('removed recipient ')).toEqual([]);
  expect(names(a)).toEqual(['Phone']);
});
