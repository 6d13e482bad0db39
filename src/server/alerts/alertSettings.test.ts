import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '#server/app/settings.ts';
import { secretsOf } from './alertSettings.ts';

describe('settings of alerts', () => {
  it('are read', () => {
    const { alerts } = readSettings({
      SMTP_URL: 'smtps://user:pass%40word@mail.example.com',
      ALERT_MAIL_FROM: 'Flightline <alerts@example.com>',
      ALERT_WEBHOOKS: 'ops=slack+https://hooks.slack.com/services/T0/B0/xyz line=flightline+http://127.0.0.1:9000/in',
      ALERT_WEBHOOK_SECRET: '0123456789abcdef',
    });
    expect(alerts.webhooks.map(({ name, form }) => [name, form])).toEqual([
      ['ops', 'slack'],
      ['line', 'flightline'],
    ]);
    expect(secretsOf(alerts)).toEqual(
      expect.arrayContaining(['pass@word', '0123456789abcdef', 'https://hooks.slack.com/services/T0/B0/xyz']),
    );
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, /SMTP_URL and ALERT_MAIL_FROM must be given together/],
    [{ SMTP_URL: 'mail.example.com', ALERT_MAIL_FROM: 'a@example.com' }, /SMTP_URL must be an address/],
    [{ ALERT_WEBHOOKS: 'ops=slack+http://hooks.example.com/secret' }, /ALERT_WEBHOOKS must be a list/],
    [
      { ALERT_WEBHOOKS: 'a=slack+https://x.example.com/ a=slack+https://y.example.com/' },
      /ALERT_WEBHOOKS must be a list/,
    ],
    [{ ALERT_WEBHOOKS: 'a=flightline+https://x.example.com/' }, /ALERT_WEBHOOK_SECRET must be given/],
    [{ ALERT_PUSH_CONTACT: 'it@example.com' }, /ALERT_PUSH_CONTACT must be/],
    [{ ALERT_PUSH_CONTACT: 'mailto:a@example.com(b)' }, /ALERT_PUSH_CONTACT must be/],
    ...['Ops: a@example.com <b@example.com>', 'a@example.com(b)', 'team:a@example.com', 'Ops <a@b\u0007>'].map(
      (from): [{ readonly [name: string]: string }, RegExp] => [
        { SMTP_URL: 'smtps://mail.example.com', ALERT_MAIL_FROM: from },
        /ALERT_MAIL_FROM must be a sender/,
      ],
    ),
    [{ ALERT_MOST_PER_HOUR: '1' }, /ALERT_MOST_PER_HOUR must be a whole number/],
  ])('are refused by name, without repeating the value: %j', (given, words) => {
    const refusal = () => readSettings(given);
    expect(refusal).toThrow(SettingsError);
    expect(refusal).toThrow(words);
    expect(refusal).not.toThrow(/secret/);
  });
});
