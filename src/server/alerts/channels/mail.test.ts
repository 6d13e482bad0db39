import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { message, never } from '#e2e/fixtures/samples/sampleMessage.ts';
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

  const failure = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

  it.each([
    [452, 'Mailbox full', 'again', 'Mailbox full: 452 Mailbox full'],
    [552, '5.2.2 Over quota', 'again', 'Mailbox full: 552 5.2.2 Over quota'],
    [550, '5.4.5 Daily sending limit exceeded', 'again', /^Too many messages: 550 5\.4\.5/],
    [550, '5.7.1 Greylisted, try again later', 'again', /^Asked to try later: 550/],
    [554, '5.7.1 Relay access denied', 'again', /^The sender is not accepted: 554/],
    [550, 'No such user', 'refused', 'No such address: 550 No such user'],
    [550, '5.2.1 Disabled', 'refused', /^The mailbox is switched off: 550/],
    [554, 'Transaction failed', 'refused', '554 Transaction failed'],
  ])('after %i %s it is %s', async (code, words, state, answer) => {
    const { send } = await mailServer(() => failure(code, words));
    const expected: unknown = typeof answer === 'string' ? answer : expect.stringMatching(answer);
    expect(await send('shop@example.com', message, never)).toEqual({ state, answer: expected });
  });

  it('is refused at once if its address cannot be sent', async () => {
    const { send } = await mailServer();
    const outcome = await send('nobody', message, never);
    expect(outcome).toEqual({ state: 'refused', answer: 'No such address: “nobody” is no mail address.' });
  });

  it.each(['a@example.com(b)', 'group:a@example.com,b@example.com', 'a@example.com\u0007', 'A <a@example.com>'])(
    'to %j, which an earlier version accepted, is not sent to any address in it',
    async (to) => {
      const { mails, send } = await mailServer();
      expect(await send(to, message, never)).toMatchObject({ state: 'refused' });
      expect(mails).toEqual([]);
    },
  );

  it('one refused recipient costs no other, also on the same connection', async () => {
    const { mails, send } = await mailServer((to) => (to.startsWith('nobody') ? failure(550, '5.1.1 No') : null));
    const names = ['a', 'nobody1', 'b', 'nobody2', 'c', 'd'];
    const outcomes = await Promise.all(names.map((name) => send(`${name}@example.com`, message, never)));
    expect(outcomes.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent', 'refused', 'sent', 'sent']);
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`));
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
