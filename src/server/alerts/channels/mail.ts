import { hash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { isRecord } from '#contract/objects.ts';
import { isMailAddress } from '#domain/alerts/mailAddress.ts';
import { readMailReply } from '#domain/alerts/mailReply.ts';
import { isLoopback } from '#server/install/settingForms.ts';
import { escaped } from '#server/http/reply.ts';
import { type Message, oneLine, type Outcome, type Send, subjectLine } from './channel.ts';

export type MailOptions = {
  /** `smtps://user:password@mail.example.com`. */
  readonly server: string;
  readonly from: string;
  readonly schoolName: () => string;
};

/** Milliseconds until a silent server counts as unreachable. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends by SMTP (RFC 5321). Every try has the same Message-ID, so that mailboxes recognise a repeat. */
export function mailSender({ server, from, schoolName }: MailOptions): {
  readonly send: Send;
  readonly close: () => void;
} {
  // Other machines must use TLS, so that no password or name is sent unencrypted.
  const isHere = isLoopback(URL.parse(server)?.hostname ?? '');
  const transport = createTransport({ url: server, pool: true, maxConnections: 2, requireTLS: !isHere, ...patience });
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  const send: Send = async (to, message, signal) => {
    if (signal.aborted) return { state: 'again', answer: 'It was not tried.' };
    // A recipient of an earlier version may have what the library reads as several addresses.
    if (!isMailAddress(to)) return noAddress(to);
    const { attachment } = message;
    try {
      const sent: unknown = await transport.sendMail({
        from,
        to,
        subject: subjectLine(message.subject),
        text: message.text,
        html: htmlOf(message, schoolName()),
        messageId: `<${hash('sha256', `${message.key} ${to}`).slice(0, 40)}@${domain}>`,
        date: new Date(message.at),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        list: { id: { comment: 'Alerts', url: `alerts.${domain}` } },
        ...(message.isUrgent && { priority: 'high' }),
        ...(attachment && {
          attachments: [
            { filename: attachment.name, content: attachment.html, contentType: 'text/html; charset=utf-8' },
          ],
        }),
      });
      const response = isRecord(sent) && typeof sent['response'] === 'string' ? sent['response'] : 'accepted';
      return { state: 'sent', answer: oneLine(response) };
    } catch (error) {
      return outcomeOf(error, to);
    }
  };
  return { send, close: () => transport.close() };
}

/** What a failure means: the server's refusal, an address that cannot be sent, or a server that cannot be reached. */
function outcomeOf(error: unknown, to: string): Outcome {
  const given = isRecord(error) ? error : {};
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
  const { responseCode: code } = given;
  const [response, reason] = [text('response'), text('code') ?? 'unknown'];
  if (typeof code === 'number' && response !== null) {
    const command = reason === 'EAUTH' ? 'AUTH' : (text('command') ?? 'RCPT TO');
    const { isFinal, why } = readMailReply({ code, response, command });
    const answer = why === null ? response : `${why}: ${response}`;
    return { state: isFinal ? 'refused' : 'again', answer: oneLine(answer) };
  }
  // The library looks at the address before it sends anything.
  if (reason === 'EENVELOPE' && /recipient/i.test(text('message') ?? '')) return noAddress(to);
  return { state: 'again', answer: `The mail server cannot be reached (${reason}).` };
}

function noAddress(to: string): Outcome {
  return { state: 'refused', answer: oneLine(`No such address: “${to}” is no mail address.`) };
}

const marks = { red: '#b42318', amber: '#8a5a00', neutral: '#475467' } as const;

function htmlOf({ lines, note }: Message, schoolName: string): string {
  const told = note === undefined ? '' : `<p>${escaped(note)}</p>`;
  const blocks = lines.map(({ words, evidence, link, level }) => {
    const list = evidence.map((line) => `<li>${escaped(line)}</li>`).join('');
    return `<div style="border-left:4px solid ${marks[level]};padding:2px 12px;margin:0 0 16px"><p style="margin:0"><b>${escaped(words)}</b></p>${list === '' ? '' : `<ul style="margin:4px 0;padding-left:20px">${list}</ul>`}<p style="margin:4px 0 0"><a href="${escaped(link)}">Open in Flightline</a></p></div>`;
  });
  return `<!doctype html><html lang="en"><body style="font:15px/1.4 system-ui,sans-serif;color:#101828">${blocks.join('')}${told}<p style="color:#475467">${escaped(schoolName)}, Flightline</p></body></html>`;
}
