import * as z from 'zod/mini';
import { roles } from '#contract/access/roles.ts';
import type { RoutePath } from '#contract/routes.ts';

/**
 * The gateway's own endpoints for alerts. GET `alertsPath`: what the page shows. POST `recipientsPath`: saves or removes a
 * recipient. POST `alertTestPath`: sends a test. GET `newsPath`: what the bell shows. POST `pushPath`: a browser that wants
 * push messages. `feedPath` begins the address of an Atom feed; a secret follows.
 */
export const alertsPath = '/replica/alerts' satisfies RoutePath;
export const recipientsPath = '/replica/alerts/recipients' satisfies RoutePath;
export const alertTestPath = '/replica/alerts/test' satisfies RoutePath;
export const newsPath = '/replica/alerts/news' satisfies RoutePath;
export const pushPath = '/replica/alerts/push' satisfies RoutePath;
export const feedPath = '/feed/';

/** What an alert is about. `domain/alerts/kinds.ts` has the words, for whom each is, and when it is sent. */
export const alertKinds = [
  'not back',
  'grounded',
  'fit again',
  'stop',
  'reminder',
  'limit',
  'reservation',
  'instructor hours',
  'checkout',
  'connection',
  'connection back',
  'copy too old',
  'began',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertChannels = ['mail', 'push', 'webhook', 'feed'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** When a recipient gets alerts: at once, each hour, or each morning with the brief attached. */
export const digests = ['at once', 'hourly', 'morning'] as const;

/** Longest texts in characters, and how many recipients a school may have. */
export const recipientLimits = { name: 60, to: 254, perList: 100, recipients: 50 } as const;

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/**
 * Someone, or something, that gets alerts. `to`: the mail address, or the name of a webhook in the settings; empty for a feed
 * and for push, whose address is secret. `role`: how much of the school a message may show. Empty lists of filters mean all.
 */
export const recipientShape = z.object({
  id: z.string(),
  name: z.string(),
  channel: z.enum(alertChannels),
  to: z.string(),
  role: z.enum(roles),
  kinds: z.array(z.enum(alertKinds)),
  /** Ids of aircraft, model names, ids of locations and of instructors. */
  aircraft: z.array(z.string()),
  models: z.array(z.string()),
  locations: z.array(z.string()),
  /** Files of earlier versions have none. */
  instructors: z._default(z.array(z.string()), []),
  /** In the operator's time zone; `to` may be on the next day. Null for none. */
  quiet: z.nullable(z.object({ from: timeOfDay, to: timeOfDay, unless: z.array(z.enum(alertKinds)) })),
  digest: z.enum(digests),
  /** People by full name, or by initials. */
  names: z.enum(['full', 'initials']),
  isOn: z.boolean(),
});
export type Recipient = z.output<typeof recipientShape>;

/** POST `recipientsPath`: a new recipient has an empty id. `recipient: null` removes the one with this id. */
export const recipientRequestShape = z.object({ id: z.string(), recipient: z.nullable(recipientShape) });

/** POST `alertTestPath`. */
export const testRequestShape = z.object({ id: z.string() });
/** What the receiver answered, in its own words if it gave any. */
export const testAnswerShape = z.object({ isSent: z.boolean(), answer: z.string() });

/** POST `pushPath`: a browser's `PushSubscription.toJSON()`, or null to end the subscription of this `endpoint`. */
export const pushRequestShape = z.object({
  endpoint: z.string(),
  name: z.string(),
  keys: z.nullable(z.object({ p256dh: z.string(), auth: z.string() })),
});

/** An alert as its reader may see it. `at`: ISO instant. `evidence`: one line each. `link`: a path of the dashboard. */
const alertShape = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  level: z.enum(['red', 'amber', 'neutral']),
  at: z.string(),
  subject: z.string(),
  words: z.string(),
  evidence: z.array(z.string()),
  link: z.string(),
});
export type AlertAnswer = z.output<typeof alertShape>;

/** A message that still cannot be sent is given up after this many tries, which take about a day. */
export const maxTries = 8;

/** The state of a message. `dead`: refused for good, or given up after `maxTries`. */
const deliveryStates = ['waiting', 'sent', 'retrying', 'dead'] as const;

const deliveryShape = z.object({
  id: z.string(),
  /** The recipient's name, even after the recipient was removed. */
  recipient: z.string(),
  channel: z.enum(alertChannels),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** ISO instants: of the alert, of the last try, of the next one. */
  at: z.string(),
  triedAt: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  /** The receiver’s last answer. */
  answer: z.nullable(z.string()),
  alerts: z.array(alertShape),
});
export type DeliveryAnswer = z.output<typeof deliveryShape>;

/** GET `alertsPath`. */
export const alertsShape = z.object({
  /** ISO instants. */
  at: z.string(),
  /** When the school was last looked at for alerts; null if never. */
  evaluatedAt: z.nullable(z.string()),
  /** Why nothing is sent now, in words; null if all is well. */
  trouble: z.nullable(z.string()),
  /** Which channels are set up, and what is missing otherwise, in words. */
  channels: z.array(z.object({ channel: z.enum(alertChannels), isReady: z.boolean(), words: z.string() })),
  /** Names of the webhooks in the settings. */
  webhooks: z.array(z.object({ name: z.string(), form: z.string() })),
  /** The public key with which browsers subscribe (VAPID); null without push. */
  pushKey: z.nullable(z.string()),
  /** The addresses at which the caller's own browsers get push messages now. */
  ownBrowsers: z.array(z.string()),
  recipients: z.array(
    z.extend(recipientShape, {
      /** The private address of a feed; null for all others. */
      link: z.nullable(z.string()),
      sent: z.number(),
      dead: z.number(),
      lastSentAt: z.nullable(z.string()),
    }),
  ),
  /** Newest first, at most 200, and how many there are. */
  deliveries: z.array(deliveryShape),
  total: z.number(),
  /** The most messages in an hour to one recipient. */
  mostPerHour: z.number(),
});
export type AlertsAnswer = z.output<typeof alertsShape>;

/** GET `newsPath`: the latest alerts that the caller's role may see, newest first, at most 100. */
export const newsShape = z.object({ at: z.string(), evaluatedAt: z.nullable(z.string()), alerts: z.array(alertShape) });
export type NewsAnswer = z.output<typeof newsShape>;
