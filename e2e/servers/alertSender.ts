import { writeSync } from 'node:fs';
import type { Recipient } from '#contract/gateway/alerts.ts';
import type { Alert } from '#domain/alerts/alert.ts';
import type { Message } from '#server/alerts/channels/channel.ts';
import { Outbox, type OutboxParts } from '#server/alerts/outbox.ts';
import type { KeptRecipient } from '#server/alerts/recipients.ts';
import { openForKill } from './killedWriter.ts';

export const zone = { name: 'America/Denver', zoneless: 'operator' } as const;

export function sampleRecipient(given: Partial<KeptRecipient> = {}): KeptRecipient {
  const kinds: Recipient['kinds'] = ['reminder', 'grounded', 'not back', 'stop', 'reservation'];
  return {
    id: 'r1',
    name: 'Flight line',
    channel: 'webhook',
    to: 'line',
    role: 'manager',
    kinds,
    aircraft: [],
    models: [],
    locations: [],
    instructors: [],
    quiet: null,
    digest: 'at once',
    names: 'full',
    isOn: true,
    secret: '',
    subscription: null,
    owner: null,
    session: null,
    ...given,
  };
}

export function sampleAlert(id: string, at: number, given: Partial<Alert> = {}): Alert {
  return {
    id,
    kind: 'reminder',
    level: 'red',
    at,
    subject: ['N512SP'],
    words: [`N512SP: ${id} is Expired.`],
    evidence: [],
    link: '/fleet/1',
    aircraftId: '1',
    model: 'C172S',
    location: null,
    instructorIds: null,
    ...given,
  };
}

/** A message that names its alerts. */
export const messageFor: OutboxParts['messageFor'] = async (_, alerts, { id, at }) => ({
  key: id,
  at,
  subject: `${alerts.length} alerts`,
  text: '',
  attachment: null,
  isUrgent: false,
  lines: alerts.map((alert) => ({
    words: alert.id,
    evidence: [],
    link: alert.link,
    level: alert.level,
  })),
});

/** Posts a message as JSON, with its key. */
export async function post(address: string, { key, lines }: Message): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const { status } = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify(lines.map(({ words }) => words)),
  });
  if (status !== 200) throw new Error(`status ${status}`);
}

/** Stores alerts and sends those due until the process is killed; writes `kept n` after each alert. */
export async function sendUntilKilled(directory: string, address: string): Promise<void> {
  const storage = openForKill(directory);
  const outbox = outboxTo(storage, address);
  for (let number = storage.alerts({ since: 0, limit: 1_000_000 }).length + 1; ; number++) {
    const now = Date.now();
    const alert = sampleAlert(`alert ${number}`, now);
    const pending = outbox.pendingFor([alert], now);
    storage.keepAlerts({ state: '{}', alerts: [{ id: alert.id, at: now, json: JSON.stringify(alert) }], pending });
    writeSync(1, `kept ${number}\n`);
    await outbox.run();
  }
}

export function outboxTo(storage: OutboxParts['storage'], address: string): Outbox {
  const recipient = sampleRecipient();
  return new Outbox({
    storage,
    recipients: {
      all: () => [recipient],
      find: () => recipient,
      endGone: () => undefined,
    },
    send: async (_, message) => {
      await post(address, message);
      return {
        state: 'sent',
        answer: '200',
      };
    },
    messageFor,
    maxPerHour: 1e6,
    zone,
    briefHour: 5,
    wall: Date.now,
    log: { warn: () => undefined },
  });
}
