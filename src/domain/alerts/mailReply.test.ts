import { describe, expect, test } from 'vitest';
import { readMailReply } from './mailReply.ts';

/** What a mail server answers; at the recipient's address, if nothing else is said. */
const read = (response: string, command = 'RCPT TO') =>
  readMailReply({ code: Number.parseInt(response, 10), response, command });

describe('a refusal that may pass is tried again', () => {
  test.each([
    ['552 5.2.2 Mailbox size limit exceeded', 'Mailbox full'],
    ['550 5.2.2 <a@b.example>... over quota', 'Mailbox full'],
    ['552-5.2.2 The recipient’s inbox is out of storage space.\n552 5.2.2 Please direct them to', 'Mailbox full'],
    ['552 Requested mail action aborted: exceeded storage allocation', 'Mailbox full'],
    ['552 no', 'Mailbox full'],
    ['550 Mailbox is full', 'Mailbox full'],
    ['554 delivery error: user over quota', 'Mailbox full'],
    ['550 4.2.2 Over quota', 'Mailbox full'],
    ['550 #5.2.2 mailbox', 'Mailbox full'],
    ['550 5.4.5 Daily user sending limit exceeded', 'Too many messages'],
    ['550 5.4.6 Sender limit exceeded', 'Too many messages'],
    ['550-5.2.1 The user you are trying to contact is receiving mail at a rate\n550 5.2.1 that', 'Too many messages'],
    ['550 5.7.1 Too many connections, slow down', 'Too many messages'],
    ['550 5.7.28 unusual rate of unsolicited mail', 'Too many messages'],
    ['554 5.7.0 Message rate limit exceeded', 'Too many messages'],
    ['550 5.7.233 message can’t be submitted, tenant external recipient rate limit exceeded', 'Too many messages'],
    ['550 5.7.1 Greylisted, try again in 300 seconds', 'Asked to try later'],
    ['554 5.7.1 Service currently unavailable, please try later', 'Asked to try later'],
    ['550 Recipient address rejected: graylisted', 'Asked to try later'],
    ['550 5.2.1 Mailbox temporarily disabled', 'Asked to try later'],
    ['550 5.3.1 Mail system full', 'The mail system is not ready'],
    ['550 5.3.2 System not accepting network messages', 'The mail system is not ready'],
    ['550 5.4.4 No route', 'The mail system is not ready'],
    ['554 5.4.7 Delivery expired', 'The mail system is not ready'],
    ['550 5.1.8 Bad sender’s system address', 'The sender is not accepted'],
    ['554 5.7.1 <b@c.example>: Relay access denied', 'The sender is not accepted'],
    ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using example', 'The sender is not accepted'],
    ['550 5.7.26 This mail is unauthenticated', 'The sender is not accepted'],
    ['530 5.5.1 Authentication Required', 'The sender is not accepted'],
  ])('%s', (response, why) => {
    expect(read(response)).toEqual({ isFinal: false, why });
  });

  test.each(['CONN', 'EHLO', 'STARTTLS', 'MAIL FROM', 'AUTH PLAIN'])(
    'a refusal at %s, which is about this school’s settings',
    (command) => {
      expect(read('550 5.1.1 Not here', command)).toEqual({ isFinal: false, why: 'The sender is not accepted' });
      expect(read('554 5.3.2 Busy', command)).toEqual({ isFinal: false, why: 'The mail system is not ready' });
    },
  );

  test.each([
    ['451 4.7.1 Greylisted', 'Asked to try later'],
    ['452 4.2.2 Mailbox full', 'Mailbox full'],
    ['450 Mailbox locked', null],
    ['421 4.1.1 Strange', null],
    ['450 4.1.1 No such user', null],
  ])('every reply of 400 to 499: %s', (response, why) => {
    expect(read(response)).toEqual({ isFinal: false, why });
  });
});

describe('a refusal that is about the address or the message is final', () => {
  test.each([
    [
      '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking',
      'No such address',
    ],
    ['550 No such user', 'No such address'],
    ['550 5.1.0 Address rejected', 'No such address'],
    ['550 5.1.10 Recipient not found', 'No such address'],
    ['551 User not local', 'No such address'],
    ['553 Requested action not taken: mailbox name not allowed', 'No such address'],
    ['556 5.1.10 Domain does not accept mail', 'No such address'],
    ['550 Requested action not taken: mailbox unavailable', 'No such address'],
    ['550 5.4.1 Recipient address rejected: Access denied', 'No such address'],
    ['550 5.4.310 DNS domain b.example does not exist', 'No such address'],
    ['554 delivery error: This user doesn’t have an account', 'No such address'],
    ['552 1 Requested mail action aborted, mailbox not found', 'No such address'],
    ['550 5.0.0 User unknown', 'No such address'],
    ['550 5.7.1 Unknown recipient', 'No such address'],
    ['550 5.2.1 The account is disabled', 'The mailbox is switched off'],
    ['552 5.3.4 Message size exceeds fixed limit', 'The message is too large'],
    ['552 Message size exceeds maximum permitted', 'The message is too large'],
    ['550 5.2.3 Too long', 'The message is too large'],
    ['550 5.7.1 Access denied by the administrator', 'Refused by policy'],
    ['554 5.7.1 Message contains spam', 'Refused by policy'],
    ['554 5.6.0 Bad content', 'The message is not accepted'],
    ['554 Transaction failed', null],
    ['500 5.5.2 Syntax error', null],
    ['550 5.7.1 Refused. Do not try again', 'Refused by policy'],
    ['554 corporate policy', null],
    // An address of a machine is no status code.
    ['550 5.2.2.9 is unknown', 'No such address'],
  ])('%s', (response, why) => {
    expect(read(response)).toEqual({ isFinal: true, why });
  });

  test('after the text was sent, 550 is about the message', () => {
    expect(read('550 Rejected', 'DATA')).toEqual({ isFinal: true, why: null });
    expect(read('552 Message too big', 'DATA')).toEqual({ isFinal: true, why: 'The message is too large' });
    expect(read('552 5.2.2 Over quota', 'DATA')).toEqual({ isFinal: false, why: 'Mailbox full' });
  });

  test('a message that is too large when it is announced', () => {
    expect(read('552 5.3.4 Too big', 'MAIL FROM')).toEqual({ isFinal: true, why: 'The message is too large' });
  });
});
