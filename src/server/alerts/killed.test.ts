import { hash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { sampleAlert, sampleRecipient } from '#e2e/servers/alertSender.ts';
import { killedProgram } from '#e2e/servers/killedProgram.ts';
import { listen, newStubSchool, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { replicaFileName } from '#server/replica/storage/openStorage.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';

/** More by hand: at 40, of 1,600 messages none was lost and 40 came twice. */
const kills = 3;
const alertsPerKill = 20;
/** `maxAtOnce` of the outbox: only what is on its way at a kill can come twice. */
const atOnce = 4;
const mailTo = 'line@example.com';

/** Where messages arrive; `received` has the id of each one that was accepted. */
async function openReceivers() {
  const received: string[] = [];
  let underWay = 0;
  const slowly = async () => {
    underWay++;
    await delay(Math.random() * 20);
    underWay--;
  };
  /** A message may arrive after its sender was killed. */
  const idle = async () => {
    await delay(50);
    await eventually(() => expect(underWay).toBe(0));
  };
  const takeMail = async (stream: Readable, done: (failure?: Error) => void) => {
    try {
      const mailText = await text(stream);
      await slowly();
      received.push(/^Message-ID: <(\w+)@/m.exec(mailText)?.[1] ?? 'no id');
      done();
    } catch {
      done(new Error('The process was killed within the message.'));
    }
  };
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => void takeMail(stream, done),
  });
  // A killed process ends its connection at any point.
  mail.on('error', () => undefined);
  const mailListens = mail.listen(0, '127.0.0.1');
  await once(mailListens, 'listening');
  const takePost = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    await text(incoming);
    await slowly();
    received.push(String(incoming.headers['idempotency-key']));
    outgoing.end();
  };
  const hook = createServer((incoming, outgoing) => void takePost(incoming, outgoing).catch(() => undefined));
  await once(hook.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    mail.close();
    hook.close();
    hook.closeAllConnections();
  });
  const portOf = (address: unknown) => (address as AddressInfo).port;
  return { received, idle, mailPort: portOf(mailListens.address()), hookPort: portOf(hook.address()) };
}

it('a gateway that is killed while it sends knows each message that arrived, sends each alert, and repeats only what was on its way', async () => {
  const service = await listen(stubService(newStubSchool()));
  onTestFinished(service.close);
  const { received, idle, mailPort, hookPort } = await openReceivers();
  const { env, start } = await killedProgram({
    API_BASE_URL: service.url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ALERT_MAIL_FROM: 'alerts@example.com',
    ALERT_WEBHOOKS: `line=flightline+http://127.0.0.1:${hookPort}/`,
    ALERT_WEBHOOK_SECRET: 'a-secret-of-this-test',
    ALERT_MOST_PER_HOUR: '1000',
  });
  const recipients = [
    sampleRecipient({ id: 'mail', name: 'Mail', channel: 'mail', to: mailTo }),
    sampleRecipient({ id: 'hook' }),
  ];
  /** Works on the file of the gateway, which must not run. */
  const inFile = <Result>(work: (storage: ReturnType<typeof sqliteStorage>) => Result): Result => {
    const database = new DatabaseSync(join(env.DATA_DIR, replicaFileName));
    const storage = sqliteStorage(database, { service: 'unused', at: Date.now() });
    try {
      return work(storage);
    } finally {
      storage.close();
    }
  };
  const addAlerts = (from: number) =>
    inFile((storage) => {
      const at = Date.now();
      const alerts = Array.from({ length: alertsPerKill }, (_, place) => sampleAlert(`alert ${from + place}`, at));
      storage.keepAlerts({
        state: storage.alertState() ?? '',
        alerts: alerts.map((alert) => ({ id: alert.id, at, json: JSON.stringify(alert) })),
        pending: alerts.flatMap(({ id }) => recipients.map((to) => ({ alert: id, recipient: to.id, sendAt: at }))),
      });
    });
  /** The messages in the file, by the id with which they arrive. */
  const messages = () =>
    inFile((storage) => {
      const idOf = (id: string, channel: string) =>
        channel === 'mail' ? hash('sha256', `${id} ${mailTo}`).slice(0, 40) : id;
      return new Map(storage.messages(100_000).map((one) => [idOf(one.id, one.channel), one]));
    });

  let kill = await start();
  await kill();
  await writeFile(join(env.DATA_DIR, 'alerts.json'), JSON.stringify({ version: 1, recipients }));
  let repeatable = 0;
  for (let count = 0; count < kills; count++) {
    addAlerts(count * alertsPerKill);
    const before = received.length;
    kill = await start();
    await eventually(() => expect(received.length).toBeGreaterThan(before));
    await delay(Math.random() * 250);
    await kill();
    await idle();
    const known = messages();
    // Each message that arrived is in the log: as sent, or still to be sent again.
    expect(received.filter((id) => !known.has(id))).toEqual([]);
    const unsent = received.filter((id) => known.get(id)?.state !== 'sent');
    expect(unsent.length).toBeLessThanOrEqual(atOnce);
    repeatable += unsent.length;
  }
  kill = await start();
  const all = kills * alertsPerKill * recipients.length;
  await eventually(() => expect(new Set(received).size).toBeGreaterThanOrEqual(all));
  await delay(500);
  await kill();
  await idle();
  const known = messages();
  expect(received.filter((id) => !known.has(id))).toEqual([]);
  const sent = [...known].filter(([, { state }]) => state === 'sent');
  // None is lost: each alert reached each recipient.
  const reached = new Set(sent.flatMap(([, { recipient, alerts }]) => alerts.map((alert) => `${recipient} ${alert}`)));
  const ids = Array.from({ length: kills * alertsPerKill }, (_, place) => `alert ${place}`);
  const missing = ids.flatMap((id) => recipients.map((to) => `${to.id} ${id}`)).filter((one) => !reached.has(one));
  expect(missing).toEqual([]);
  expect(sent.filter(([id]) => !received.includes(id))).toEqual([]);
  const repeats = received.length - new Set(received).size;
  // Twice came only what had arrived and was not noted yet.
  expect(repeats).toBeLessThanOrEqual(repeatable);
});
