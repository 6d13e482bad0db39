import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { message, never } from '#e2e/samples/sampleMessage.ts';
import { mailSender } from './mail.ts';

/** A mail server whose replies the test chooses. */
async function mailServer(reply: (to: string) => Error | null = () => null) {
  const mails: { to: string[]; mail: ParsedMail }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _, done) => done(reply(address)),
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      simpleParser(stream, (failure: Error | null, mail) => {
        if (!failure) mails.push({ to, mail });
        done(failure);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => server.close());
  const { port } = listening.address() as AddressInfo;
  const sender = mailSender({
    server: `smtp://127.0.0.1:${port}`,
    from: 'Flightline <alerts@fly.example.com>',
    schoolName: () => 'Pikes Peak',
  });
  onTestFinished(() => sender.close());
  return { mails, send: sender.send };
}

describe('mail', () => {
  it('arrives with its text, page and attachment, and with the same id in every try', async () => {
    const { mails, send } = await mailServer();
    expect(await send('shop@example.com', message, never)).toMatchObject({ state: 'sent' });
    await send('shop@example.com', message, never);
    const [first, second] = mails;
    expect(first?.to).toEqual(['shop@example.com']);
    expect(first?.mail.messageId).toBe(second?.mail.messageId);
    expect(first?.mail.from?.text).toBe('"Flightline" <alerts@fly.example.com>');
    // A line break in a subject would begin another header.
    expect(first?.mail.subject).toBe('Annual is Expired. Bcc: x@example.com');
    expect(first?.mail.headers.get('bcc')).toBeUndefined();
    expect(first?.mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(first?.mail.text?.trim()).toBe('N512SP: Annual is Expired.');
    expect(first?.mail.html).toContain('&lt;b&gt;@everyone&lt;/b&gt;');
    expect(first?.mail.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['brief-2026-05-12.html', 'text/html'],
    ]);
  });

  it('is tried again after a reply of 400, and given up after one of 500', async () => {
    const failure = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
    const { send } = await mailServer((to) =>
      to.startsWith('full') ? failure(452, 'Mailbox full') : failure(550, 'No such user'),
    );
    expect(await send('full@example.com', message, never)).toEqual({
      state: 'again',
      answer: expect.stringContaining('Mailbox full'),
    });
    expect(await send('nobody@example.com', message, never)).toEqual({
      state: 'refused',
      answer: expect.stringContaining('No such user'),
    });
  });

  it('is tried again if no server answers, without revealing its address', async () => {
    const sender = mailSender({
      server: 'smtp://user:secret-word@127.0.0.1:1',
      from: 'a@example.com',
      schoolName: () => '',
    });
    onTestFinished(() => sender.close());
    const outcome = await sender.send('shop@example.com', message, never);
    expect(outcome).toEqual({ state: 'again', answer: 'The mail server cannot be reached (ESOCKET).' });
  });
});
