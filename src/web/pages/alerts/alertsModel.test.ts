import { expect, it } from 'vitest';
import type { DeliveryAnswer } from '#contract/gateway/alerts.ts';
import { alertsVerdict, deliveryRows, lookedText, newRecipient } from './alertsModel.ts';

const now = Date.parse('2026-05-12T19:00:00Z');
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const delivery: DeliveryAnswer = {
  id: 'm1',
  recipient: 'Shop',
  channel: 'mail',
  state: 'waiting',
  attempts: 0,
  at: '2026-05-12T18:00:00Z',
  triedAt: null,
  nextAt: null,
  answer: null,
  alerts: [],
};

it.each([
  [{ state: 'sent', attempts: 1, answer: '250 OK' }, 'Sent', '250 OK'],
  [
    { state: 'retrying', attempts: 2, nextAt: '2026-05-12T19:05:00Z', answer: 'Mailbox full: 552 5.2.2 Full' },
    'Trying again at 1305L',
    'Mailbox full: 552 5.2.2 Full, 2 tries',
  ],
  [
    { state: 'dead', attempts: 1, answer: 'No such address: 550 5.1.1 No' },
    'Not sent, not tried again',
    'No such address: 550 5.1.1 No',
  ],
  [{ state: 'dead', attempts: 8, answer: 'Mailbox full: 552 Full' }, 'Given up', 'Mailbox full: 552 Full, 8 tries'],
] as const)('a message says what happens next: %j', (given, state, answer) => {
  const [row] = deliveryRows([{ ...delivery, ...given }], 'all', now, clock);
  expect([row?.state.words, row?.answer]).toEqual([state, answer]);
});

it('the band says whether alerts reach anyone, to a manager of all recipients and to others of their own browsers', () => {
  const recipient = { ...newRecipient('mail'), link: null, sent: 0, dead: 0, lastSentAt: null };
  const none = { trouble: null, recipients: [], ownBrowsers: [] };
  expect(alertsVerdict(none, true)).toMatchObject({ word: 'Nobody gets alerts yet', look: { tone: 'plain' } });
  expect(alertsVerdict(none, false).word).toBe('No browser of yours gets alerts');
  const several = { ...none, recipients: [recipient, { ...recipient, isOn: false }], ownBrowsers: ['a', 'b'] };
  expect(alertsVerdict(several, true)).toMatchObject({ word: 'Alerts go to 1 recipient', look: { tone: 'ok' } });
  expect(alertsVerdict(several, false).word).toBe('Alerts go to 2 browsers of yours');
  const trouble = 'The school could not be checked.';
  expect(alertsVerdict({ ...several, trouble }, true)).toMatchObject({ word: trouble, look: { tone: 'warning' } });
});

it('the band says when the school was checked, and when the last message went out', () => {
  const evaluatedAt = '2026-05-12T18:59:48Z';
  const at = (minute: string, state: DeliveryAnswer['state']) => ({
    ...delivery,
    state,
    triedAt: `2026-05-12T18:${minute}:00Z`,
  });
  expect(lookedText({ evaluatedAt: null, deliveries: [] }, now)).toBe('School not checked yet');
  expect(lookedText({ evaluatedAt, deliveries: [at('58', 'dead'), delivery] }, now)).toBe('School checked 12 s ago');
  expect(lookedText({ evaluatedAt, deliveries: [at('50', 'sent'), at('55', 'sent'), at('58', 'dead')] }, now)).toBe(
    'School checked 12 s ago · last sent 5 min ago',
  );
});
