import * as z from 'zod/mini';
import {
  alertsPath,
  alertsShape,
  alertTestPath,
  newsPath,
  newsShape,
  pushPath,
  pushRequestShape,
  recipientRequestShape,
  recipientsPath,
  testAnswerShape,
  testRequestShape,
} from '#contract/gateway/alerts.ts';
import type { Described } from './openapiAccess.ts';

const errors = { '401': 'Nobody is signed in.', '403': 'The role does not include this request.' };
const saved = z.object({ id: z.string() });
const gone = { '404': 'There is no such recipient. Somebody may have removed it.' };
const wrong = { '400': 'A field is wrong: `dataField` names it.' };

/** Who gets which alerts, and what was sent. */
export const alertPaths: Described<'alerts'> = {
  [alertsPath]: {
    operationId: 'alerts',
    summary: 'recipients of alerts, and messages sent',
    description:
      'When the school was last looked at for alerts, which channels are set up, who gets which alerts, and the latest messages, newest ' +
      'first. Managers see all of it; others see the browsers in which they get alerts themselves. `link` is the private address ' +
      'of an Atom feed (RFC 4287), which needs no sign-in.',
    shape: alertsShape,
    errors,
  },
  [newsPath]: {
    operationId: 'alertNews',
    summary: 'latest alerts',
    description: 'The alerts of the last seven days that the role may see, newest first, at most 100.',
    shape: newsShape,
    errors,
  },
  [recipientsPath]: {
    operationId: 'alertRecipients',
    summary: 'saves or removes a recipient',
    description: 'For managers. A recipient without an id is new. `recipient: null` removes the one with this id.',
    shape: null,
    sent: recipientRequestShape,
    answered: saved,
    errors,
    refused: { ...wrong, ...gone, '409': 'There are too many recipients.' },
  },
  [alertTestPath]: {
    operationId: 'alertTest',
    summary: 'sends a test message',
    description: 'For managers. Sends one message now, and says what the receiver answered.',
    shape: null,
    sent: testRequestShape,
    answered: testAnswerShape,
    errors,
    refused: { ...gone, '429': 'Too many tests within a minute.' },
  },
  [pushPath]: {
    operationId: 'alertPush',
    summary: 'sends alerts to this browser, or no longer',
    description:
      'A browser’s push subscription (RFC 8030). It gets the alerts that the person’s role may see. `keys: null` ends it.',
    shape: null,
    sent: pushRequestShape,
    answered: saved,
    errors,
    refused: { ...gone, '409': 'Push is not set up, or the person has too many browsers.' },
  },
};
