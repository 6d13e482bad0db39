import type { AlertsAnswer } from '#contract/gateway/alerts.ts';
import type { AlertSettings } from '#server/alerts/alertSettings.ts';
import type { KeptRecipient } from '#server/alerts/recipients.ts';
import type { Message, Outcome } from './channel.ts';
import { pushKeys, sendPush } from './push.ts';
import { webhookSender } from './webhook.ts';

export type Channels = {
  readonly send: (recipient: KeptRecipient, message: Message, signal: AbortSignal) => Promise<Outcome>;
  /** Which channels are set up, and which settings are missing. */
  readonly states: () => AlertsAnswer['channels'];
  readonly webhooks: AlertsAnswer['webhooks'];
  readonly pushKey: string | null;
  readonly close: () => void;
};

/** Every channel that the settings have set up. Throws one sentence if the keys of push cannot be read. */
export function openChannels(
  settings: AlertSettings,
  { directory, schoolName }: { readonly directory: string | null; readonly schoolName: () => string },
): Channels {
  const { mail, webhooks, webhookSecret: secret, pushContact } = settings;
  // Imported at the first message, because most schools send no mail.
  let opened: ReturnType<typeof openMail> | null = null;
  const openMail = async (mailSettings: NonNullable<AlertSettings['mail']>) =>
    (await import('./mail.ts')).mailSender({ ...mailSettings, schoolName });
  const push = pushContact === null ? null : { keys: pushKeys(directory), contact: pushContact };
  const toWebhook = webhookSender({ webhooks, secret, schoolName });
  const missing = (what: string): Outcome => ({
    state: 'again',
    answer: `${what} is not set up: see the alerts page.`,
  });
  return {
    send: async (recipient, message, signal) => {
      const { channel, to, subscription } = recipient;
      if (channel === 'mail')
        return mail ? (await (opened ??= openMail(mail))).send(to, message, signal) : missing('Mail');
      if (channel === 'webhook') return toWebhook(to, message, signal);
      if (channel !== 'push' || !subscription) return { state: 'refused', answer: 'Nothing is sent to a feed.' };
      return push ? sendPush(subscription, message, push, signal) : missing('Push');
    },
    states: () => [
      {
        channel: 'mail',
        isReady: mail !== null,
        words: mail ? 'Mail is set up.' : 'Mail: set SMTP_URL and ALERT_MAIL_FROM.',
      },
      {
        channel: 'webhook',
        isReady: webhooks.length > 0,
        words: webhooks.length > 0 ? 'Webhooks are set up.' : 'Chat and other programs: set ALERT_WEBHOOKS.',
      },
      {
        channel: 'push',
        isReady: push !== null,
        words: push ? 'Push is set up.' : 'Browsers: set ALERT_PUSH_CONTACT.',
      },
      { channel: 'feed', isReady: true, words: 'Feeds need no setting.' },
    ],
    webhooks: webhooks.map(({ name, form }) => ({ name, form })),
    pushKey: push?.keys.publicKey ?? null,
    close: () => void opened?.then(({ close }) => close()),
  };
}
