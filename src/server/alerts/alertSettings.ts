import { millisecondsInMinute } from '#domain/units.ts';
import * as z from 'zod/mini';
import { isMailAddress } from '#domain/alerts/mailAddress.ts';
import { address, optionalText, readAs, whole, isLoopback } from '#server/install/settingForms.ts';

/** The forms of a message that webhooks accept. */
const webhookForms = ['flightline', 'slack', 'teams', 'discord'] as const;
export type WebhookForm = (typeof webhookForms)[number];
/** `address` is secret, because it lets anyone write into the chat. */
export type Webhook = { readonly name: string; readonly form: WebhookForm; readonly address: string };

export type AlertSettings = {
  readonly mail: { readonly server: string; readonly from: string } | null;
  readonly webhooks: readonly Webhook[];
  /** Signs messages of the form `flightline`. */
  readonly webhookSecret: string | null;
  /** Where a push service can reach the administrator, `mailto:` or `https:`; null turns push off. */
  readonly pushContact: string | null;
  readonly heartbeatUrl: string | null;
  readonly maxPerHour: number;
  /** Milliseconds; older data causes no alerts. */
  readonly copyAgeMs: number;
};

const isMailServer = (written: string) => {
  const url = URL.parse(written);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
};
const isFrom = (written: string) => {
  const [, sender = written] = /^(?:[^<>@,;:"()\\\p{C}]{1,80}|"[^<>"\\\p{C}]{1,80}") <([^<>]+)>$/u.exec(written) ?? [];
  return isMailAddress(sender);
};
const isContact = (written: string) =>
  written.startsWith('mailto:') ? isMailAddress(written.slice('mailto:'.length)) : /^https:\/\/\S+$/.test(written);

/** `ops=slack+https://hooks.slack.com/…`, separated by blanks. */
function webhooksIn(written: string): readonly Webhook[] | null {
  const read = written
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', form = '', rest = ''] = /^([\w-]{1,40})=([a-z]+)\+(.+)$/.exec(part) ?? [];
      const url = URL.parse(rest);
      const known = webhookForms.find((candidate) => candidate === form);
      const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
      return known && isSafe ? { name, form: known, address: rest } : null;
    });
  const names = new Set(read.map((webhook) => webhook?.name));
  const found = read.flatMap((webhook) => webhook ?? []);
  return found.length === read.length && names.size === read.length ? found : null;
}

/** The shape of each setting as text; `.env.example` explains them. No message repeats a value. */
export const alertShape = {
  SMTP_URL: optionalText(isMailServer, 'must be an address such as smtps://user:password@mail.example.com.'),
  ALERT_MAIL_FROM: optionalText(isFrom, 'must be a sender such as Flightline <alerts@example.com>.'),
  ALERT_WEBHOOKS: z._default(
    readAs(
      (written) => webhooksIn(written) !== null,
      `must be a list such as ops=slack+https://hooks.slack.com/…, separated by blanks, with different names, https, and one of ${webhookForms.join(', ')}.`,
      (written) => webhooksIn(written) ?? [],
    ),
    [],
  ),
  ALERT_WEBHOOK_SECRET: optionalText(
    /^[\x21-\x7e]{16,200}$/,
    'must be 16 to 200 visible ASCII characters without spaces.',
  ),
  ALERT_PUSH_CONTACT: optionalText(isContact, 'must be mailto:name@example.com or an https address.'),
  ALERT_HEARTBEAT_URL: z.optional(
    address(() => true, 'must be an address such as https://monitor.example.com/ping.', 'would be sent unencrypted'),
  ),
  ALERT_MOST_PER_HOUR: z._default(whole(2, 1000), 20),
  ALERT_COPY_AGE_MINUTES: z._default(whole(5, 1440), 15),
};

const environment = z.object(alertShape);
type Given = z.output<typeof environment>;

/** Problems between settings that are each valid, one sentence each. */
export function alertDisagreements(given: Given): string[] {
  const problems: string[] = [];
  if ((given.SMTP_URL === undefined) !== (given.ALERT_MAIL_FROM === undefined))
    problems.push('SMTP_URL and ALERT_MAIL_FROM must be given together: the mail server, and the sender.');
  if (given.ALERT_WEBHOOKS.some(({ form }) => form === 'flightline') && given.ALERT_WEBHOOK_SECRET === undefined)
    problems.push('ALERT_WEBHOOK_SECRET must be given with a webhook of the form flightline, which it signs.');
  return problems;
}

/** The settings of alerts from a valid environment. */
export function alertSettingsOf(given: Given): AlertSettings {
  const { SMTP_URL: server, ALERT_MAIL_FROM: from } = given;
  return {
    mail: server === undefined || from === undefined ? null : { server, from },
    webhooks: given.ALERT_WEBHOOKS,
    webhookSecret: given.ALERT_WEBHOOK_SECRET ?? null,
    pushContact: given.ALERT_PUSH_CONTACT ?? null,
    heartbeatUrl: given.ALERT_HEARTBEAT_URL ?? null,
    maxPerHour: given.ALERT_MOST_PER_HOUR,
    copyAgeMs: given.ALERT_COPY_AGE_MINUTES * millisecondsInMinute,
  };
}

/** Values that must never appear in the log. */
export function secretsOf({ mail, webhooks, webhookSecret, heartbeatUrl }: AlertSettings): (string | null)[] {
  const password = mail === null ? null : decodeURIComponent(URL.parse(mail.server)?.password ?? '');
  return [
    mail?.server ?? null,
    password || null,
    webhookSecret,
    heartbeatUrl,
    ...webhooks.map(({ address: webhookAddress }) => webhookAddress),
  ];
}
