import { createHmac } from 'node:crypto';
import type { Webhook, WebhookForm } from '#server/alerts/alertSettings.ts';
import { cut, type Message, type Send } from './channel.ts';
import { post } from './post.ts';

export type WebhookOptions = {
  readonly webhooks: readonly Webhook[];
  /** Signs our own form. */
  readonly secret: string | null;
  readonly schoolName: () => string;
};

/**
 * Posts to the webhooks of the settings, by name. Our own form is signed: `X-Flightline-Signature` is `sha256=` and the HMAC of
 * `X-Flightline-Timestamp`, a dot and the body, in hexadecimal. `Idempotency-Key` is the same at each try.
 */
export function webhookSender({ webhooks, secret, schoolName }: WebhookOptions): Send {
  return async (to, message, signal) => {
    const webhook = webhooks.find(({ name }) => name === to);
    if (!webhook) return { state: 'refused', answer: 'This webhook is no longer in the settings.' };
    const body = JSON.stringify(bodies[webhook.form](message, schoolName()));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signed = webhook.form === 'flightline' && secret !== null;
    const signature = signed ? createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex') : null;
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Flightline',
      'idempotency-key': message.key,
      ...(signature !== null && {
        'x-flightline-timestamp': timestamp,
        'x-flightline-signature': `sha256=${signature}`,
      }),
    };
    return post(webhook.address, { headers, body }, signal);
  };
}

type Body = (message: Message, schoolName: string) => object;

/** The most that every service accepts; the linked page has the rest. */
const max = { lines: 20, text: 2_000 } as const;

const bodies: { readonly [Form in WebhookForm]: Body } = {
  flightline: ({ key: id, at, subject, lines: alerts }, school) => {
    return { id, at: new Date(at).toISOString(), school, subject, alerts };
  },
  slack: ({ subject, lines }) => ({
    text: slackText(cut(subject, 300)),
    blocks: lines
      .slice(0, max.lines)
      .map((line) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(slackLine(line), max.text) } })),
  }),
  teams: ({ lines }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: lines.slice(0, max.lines).flatMap(teamsLine),
        },
      },
    ],
  }),
  discord: ({ lines }) => ({
    // Prevents text from notifying people by a mention.
    allowed_mentions: { parse: [] },
    embeds: lines.slice(0, 10).map(({ words, evidence, link, level }) => ({
      title: cut(discordText(words), 250),
      url: link,
      color: colours[level],
      description: cut(discordText(evidence.join('\n')), 500),
    })),
  }),
};

type Line = Message['lines'][number];

const colours = { red: 0xb42318, amber: 0xffc53d, neutral: 0x5b6472 } as const;
const marks = { red: '🔴', amber: '🟠', neutral: '⚪' } as const;

/** Text in which Slack finds no link, mention or formatting. */
function slackText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, '\u200b$&');
}

function slackLine({ words, evidence, link, level }: Line): string {
  const list = evidence.map((line) => `\n• ${slackText(cut(line, 300))}`).join('');
  return `${marks[level]} ${slackText(cut(words, 500))}${cut(list, 1_000)}\n<${link}|Open in Flightline>`;
}

function teamsLine({ words, evidence, link, level }: Line): object[] {
  // A text run is plain; a text block would read mark-up.
  const run = (text: string, weight: string) => ({ type: 'TextRun', text, weight });
  const color = level === 'red' ? 'Attention' : level === 'amber' ? 'Warning' : 'Default';
  return [
    { type: 'RichTextBlock', inlines: [{ ...run(cut(words, 500), 'Bolder'), color }] },
    ...evidence
      .slice(0, 5)
      .map((line) => ({ type: 'RichTextBlock', spacing: 'None', inlines: [run(cut(line, 300), 'Default')] })),
    { type: 'ActionSet', actions: [{ type: 'Action.OpenUrl', title: 'Open in Flightline', url: link }] },
  ];
}

function discordText(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()@<]/g, '\\$&');
}
