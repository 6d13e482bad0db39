import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { messageFor, sampleAlert, sampleRecipient, zone } from '#e2e/servers/alertSender.ts';
import { canMount, smallDisk } from '#e2e/servers/smallDisk.ts';
import { silentLog } from '#server/observability/log.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { messagesOf } from './alerts.ts';
import { mailSender } from './channels/mail.ts';
import { Outbox } from './outbox.ts';
import { openSentMarks } from './sentMarks.ts';

const test = it.skipIf(!canMount());
const minute = 60_000;
/** 0500L. */
const morning = Date.parse('2026-05-12T11:00:00Z');
const html = `<!doctype html>${'x'.repeat(300_000)}</html>\n`;

/** A mail server that takes mails or is out of order, and what it took. */
async function openMailServer() {
  const mails: ParsedMail[] = [];
  const state = { isOut: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      simpleParser(stream, (failure: Error | null, mail) => {
        if (state.isOut) return done(Object.assign(new Error('no space left'), { responseCode: 452 }));
        if (!failure) mails.push(mail);
        done(failure);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => server.close());
  return { mails, state, port: (listening.address() as AddressInfo).port };
}

const asIs = (kept: ReplicaStorage): ReplicaStorage => kept;

/** A gateway's outbox on this disk, with a recipient who gets the brief in the morning. */
function openSender(directory: string | null, port: number, time: { now: number }, withFault = asIs) {
  const { storage: kept } = openStorage({ directory, service: 'of this test', log: silentLog, now: () => time.now });
  const storage = withFault(kept);
  const mail = mailSender({ server: `smtp://127.0.0.1:${port}`, from: 'a@fly.example.com', schoolName: () => 'Peak' });
  const recipient = sampleRecipient({ channel: 'mail', to: 'ops@example.com', digest: 'morning' });
  const outbox = new Outbox({
    storage,
    recipients: { all: () => [recipient], find: () => recipient, endGone: () => undefined },
    send: (_, message, signal) => mail.send('ops@example.com', message, signal),
    messageFor: async (...given) => ({
      ...(await messageFor(...given)),
      attachment: { name: 'brief-2026-05-12.html', html },
    }),
    marks: openSentMarks(directory),
    maxPerHour: 6,
    zone,
    briefHour: 5,
    wall: () => time.now,
    log: silentLog,
  });
  const raise = (id: string) => {
    const alert = sampleAlert(id, time.now);
    storage.keepAlerts({
      state: '{}',
      alerts: [{ id, at: time.now, json: JSON.stringify(alert) }],
      pending: outbox.pendingFor([alert], time.now),
    });
  };
  const close = () => {
    outbox.close();
    mail.close();
    storage.close();
  };
  /** Writes until the file takes nothing more, because its log may have had some space left. */
  const spend = () => {
    for (let n = 0; n < 200 && storage.trouble() === null; n++) storage.remember(`spent ${n}`, 'x'.repeat(20_000));
    expect(storage.trouble()).toContain('disk is full');
  };
  return { storage, outbox, raise, close, spend, states: () => storage.messages(9).map(({ state }) => state) };
}

async function openStand() {
  const disk = smallDisk('6m');
  const server = await openMailServer();
  const time = { now: morning - 7 * 60 * minute };
  const open = () => openSender(disk.directory, server.port, time);
  /** The length and the end of each attachment. */
  const mailed = () =>
    server.mails.map(({ attachments }) =>
      attachments.map(({ content }) => [content.length, String(content).slice(-8)]),
    );
  return { disk, server, time, open, mailed };
}

const briefs = (count: number) => Array.from({ length: count }, () => [[html.length, '</html>\n']]);

test.each(['still full', 'empty again'] as const)(
  'a brief that was due while the disk was full is mailed once, also after a restart with a disk that is %s',
  async (how) => {
    const { disk, time, open, mailed } = await openStand();
    const evening = open();
    evening.raise('in the evening');
    disk.fill();
    evening.spend();
    evening.raise('in the night');
    time.now = morning;
    await evening.outbox.run();
    expect(mailed()).toEqual(briefs(1));
    evening.close();
    if (how === 'empty again') disk.empty();
    for (let restart = 0; restart < 3; restart++) {
      const again = open();
      time.now += 10 * minute;
      await again.outbox.run();
      again.raise(`later ${restart}`);
      await again.outbox.run();
      again.close();
    }
    expect(mailed()).toEqual(briefs(1));
    // What came up later is due the next morning.
    disk.empty();
    const next = open();
    next.raise('at last');
    time.now += 24 * 60 * minute;
    await next.outbox.run();
    await next.outbox.run();
    expect(mailed()).toEqual(briefs(2));
    next.close();
  },
);

test('a brief that the mail server took after the disk was full is not mailed again after a restart', async () => {
  const { disk, server, time, open, mailed } = await openStand();
  server.state.isOut = true;
  const first = open();
  first.raise('in the evening');
  time.now = morning;
  await first.outbox.run();
  expect([first.states(), mailed()]).toEqual([['retrying'], []]);
  disk.fill();
  first.spend();
  time.now += minute;
  await first.outbox.run();
  server.state.isOut = false;
  time.now += 60 * minute;
  await first.outbox.run();
  expect([first.states(), mailed()]).toEqual([['sent'], briefs(1)]);
  first.close();
  for (const isFull of [true, false]) {
    if (!isFull) disk.empty();
    const again = open();
    time.now += 60 * minute;
    await again.outbox.run();
    await again.outbox.run();
    expect([again.states(), mailed()]).toEqual([['sent'], briefs(1)]);
    again.close();
  }
});

test('a brief that nobody took before a restart with a full disk is mailed after it, once', async () => {
  const { disk, server, time, open, mailed } = await openStand();
  const first = open();
  first.raise('in the evening');
  disk.fill();
  first.spend();
  server.state.isOut = true;
  time.now = morning;
  await first.outbox.run();
  first.close();
  server.state.isOut = false;
  time.now += 20 * minute;
  const again = open();
  await again.outbox.run();
  await again.outbox.run();
  expect(mailed()).toEqual(briefs(1));
  again.close();
});

it('a brief of which a shared file cannot note that it was sent is mailed once, as soon as that can be noted', async () => {
  const server = await openMailServer();
  const time = { now: morning - 60 * minute };
  const { storage, outbox, raise, close, states } = openSender(null, server.port, time, (kept) => {
    let left = 2;
    return {
      ...kept,
      noteMessage: (ended) => {
        if (ended.state === 'sent' && left-- > 0) throw new Error('database or disk is full');
        kept.noteMessage(ended);
      },
    };
  });
  raise('in the evening');
  time.now = morning;
  await expect(outbox.run()).rejects.toThrow('full');
  for (let minutes = 1; minutes < 5; minutes++) {
    time.now += minute;
    await outbox.run().catch(() => undefined);
  }
  expect([server.mails.length, states(), storage.pendingAlerts()]).toEqual([1, ['sent'], []]);
  close();
});

it('a mail whose brief could not be made says so, in its text and its page, and where the brief is', async () => {
  const server = await openMailServer();
  const mail = mailSender({ server: `smtp://127.0.0.1:${server.port}`, from: 'a@x.example.com', schoolName: () => '' });
  onTestFinished(() => mail.close());
  const make = vi
    .fn()
    .mockResolvedValueOnce({ sheet: null, isWhole: false, asOf: null })
    .mockRejectedValueOnce(new Error('no space left'));
  const given = { zone, schoolName: () => 'Peak', publicUrl: 'https://fly.example.com', wall: () => morning };
  const message = messagesOf({ ...given, log: silentLog }, { make });
  const stored = { id: 'm1', at: morning };
  const to = sampleRecipient({ channel: 'mail', to: 'ops@example.com', digest: 'morning' });
  const send = async (recipient: typeof to) => {
    const made = await message(recipient, [sampleAlert('a', morning)], stored, false);
    await mail.send('ops@example.com', made, new AbortController().signal);
  };
  for (const recipient of [to, to, { ...to, digest: 'at once' as const }]) await send(recipient);
  const words = 'The morning brief could not be made for this mail: open https://fly.example.com/brief';
  const said = server.mails.map(({ text, html: page }) => [text?.includes(words), String(page).includes(words)]);
  expect([said, make.mock.calls.length]).toEqual([
    [
      [true, true],
      [true, true],
      [false, false],
    ],
    2,
  ]);
});
