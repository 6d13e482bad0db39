import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import type * as z from 'zod/mini';
import {
  alertsPath,
  type AlertsAnswer,
  alertTestPath,
  type DeliveryAnswer,
  feedPath,
  type NewsAnswer,
  newsPath,
  pushPath,
  pushRequestShape,
  type Recipient,
  recipientLimits,
  recipientRequestShape,
  recipientShape,
  recipientsPath,
  testRequestShape,
} from '#contract/gateway/alerts.ts';
import { rights } from '#contract/access/roles.ts';
import type { Alert } from '#domain/alerts/alert.ts';
import { alertAnswer } from '#domain/alerts/deliver.ts';
import { kindsFor, kindTable } from '#domain/alerts/kinds.ts';
import { isMailAddress } from '#domain/alerts/mailAddress.ts';
import type { Instant } from '#domain/time/time.ts';
import { isoOrNull } from '#server/replica/views/status.ts';
import { type Audit, auditedNetwork } from '#server/observability/audit.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { answerJson } from '#server/http/body.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { clientAddress } from '#server/http/proxies.ts';
import { jsonReply, nothingHere, refusalReply, refuse, type Reply } from '#server/http/reply.ts';
import { fileBody } from '#server/upstream/body.ts';
import type { AlertStorage, ReplicaStorage, StoredMessage } from '#server/replica/storage/storage.ts';
import { atomFeed } from './channels/feed.ts';
import type { Outcome } from './channels/channel.ts';
import { subscriptionProblem } from './channels/push.ts';
import { readAlert } from './outbox.ts';
import type { KeptRecipient, Recipients } from './recipients.ts';

const maxShown = { deliveries: 200, news: 100, feed: 100 } as const;
/** Age of the oldest alert in the bell and in feeds. */
const newsMs = 7 * millisecondsInDay;
/** The most browsers of one person. */
const maxBrowsers = 5;
/** Tests per minute for all people together, because each sends a real message. */
const maxTests = 10;

export type ControllerParts = {
  readonly storage: AlertStorage & Pick<ReplicaStorage, 'keep'>;
  readonly recipients: Recipients;
  readonly test: (recipient: KeptRecipient, alert: Alert) => Promise<Outcome>;
  readonly channels: () => AlertsAnswer['channels'];
  readonly webhooks: AlertsAnswer['webhooks'];
  readonly pushKey: string | null;
  readonly evaluatedAt: () => Instant | null;
  /** Why no alerts are sent now, in words; null if all is well. */
  readonly trouble: () => string | null;
  readonly maxPerHour: number;
  readonly schoolName: () => string;
  /** The address of the dashboard in links. */
  readonly publicUrl: string;
  readonly wall: () => Instant;
  readonly audit: Audit;
  readonly onChange: () => void;
};

/** Answers the addresses of `contract/gateway/alerts.ts`. */
export class AlertController {
  readonly #parts: ControllerParts;
  #tests: readonly Instant[] = [];

  constructor(parts: ControllerParts) {
    this.#parts = parts;
  }

  /** The role's right to open an address was checked before. */
  readonly answers: HandlersOf<'alerts'> = {
    [alertsPath]: { GET: (_, caller) => jsonReply(200, this.#all(caller)) },
    [newsPath]: { GET: (_, caller) => jsonReply(200, this.#news(caller)) },
    [pushPath]: {
      POST: (incoming, caller) =>
        answerJson(incoming, pushPath, pushRequestShape, (sent) => this.#browser(sent, incoming, caller)),
    },
    [alertTestPath]: {
      POST: (incoming) => answerJson(incoming, alertTestPath, testRequestShape, ({ id }) => this.#test(id)),
    },
    [recipientsPath]: {
      POST: (incoming, caller) =>
        answerJson(incoming, recipientsPath, recipientRequestShape, (sent) => this.#save(sent, incoming, caller)),
    },
  };

  /** An Atom feed by its private address. */
  feed(path: string): Reply {
    const { recipients, storage, schoolName, publicUrl, wall } = this.#parts;
    const recipient = recipients.bySecret(path.slice(feedPath.length));
    if (!recipient?.isOn) return nothingHere;
    const kept = storage.alerts({ since: wall() - newsMs, limit: maxShown.news });
    const alerts = kept.map(readAlert).filter((alert) => isForReader(recipient, alert));
    const shown = alerts.slice(0, maxShown.feed).map((alert) => alertAnswer(alert, recipient));
    const updated = new Date(alerts[0]?.at ?? 0).toISOString();
    const text = atomFeed({ schoolName: schoolName(), publicUrl, id: recipient.id, alerts: shown, updated });
    const headers = { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'private, max-age=60' };
    return { status: 200, body: fileBody(Buffer.from(text)), headers };
  }

  #news({ who: { role } }: Caller): NewsAnswer {
    const { storage, evaluatedAt, wall } = this.#parts;
    const kept = storage.alerts({ since: wall() - newsMs, limit: maxShown.news });
    const alerts = kept.map(readAlert).filter(({ kind }) => kindTable[kind].roles.includes(role));
    return {
      at: new Date(wall()).toISOString(),
      evaluatedAt: isoOrNull(evaluatedAt()),
      alerts: alerts.map((alert) => alertAnswer(alert, { role, names: 'full' })),
    };
  }

  #all(caller: Caller): AlertsAnswer {
    const { storage, recipients, channels, webhooks, pushKey, trouble, maxPerHour, wall, evaluatedAt } = this.#parts;
    const { role } = caller.who;
    const counts = new Map(storage.messageCounts().map((count) => [count.recipient, count]));
    const messages = storage.messages(maxShown.deliveries);
    const isSeen = (recipient: Pick<KeptRecipient, 'owner'> | null) =>
      role === 'manager' || recipient?.owner === caller.grant;
    return {
      at: new Date(wall()).toISOString(),
      evaluatedAt: isoOrNull(evaluatedAt()),
      trouble: trouble(),
      channels: channels(),
      webhooks: role === 'manager' ? webhooks : [],
      pushKey,
      ownBrowsers: recipients
        .all()
        .flatMap(({ owner, subscription }) => (owner === caller.grant && subscription?.endpoint) || []),
      recipients: recipients
        .all()
        .filter(isSeen)
        .map((recipient) => {
          const { sent = 0, dead = 0, lastSentAt = null } = counts.get(recipient.id) ?? {};
          return {
            ...recipientOf(recipient),
            link: this.#feedLink(recipient),
            sent,
            dead,
            lastSentAt: isoOrNull(lastSentAt),
          };
        }),
      deliveries: messages
        .filter(({ recipient }) => isSeen(recipients.find(recipient)))
        .map((message) => this.#delivery(message, role)),
      total: role === 'manager' ? [...counts.values()].reduce((sum, { sent, dead }) => sum + sent + dead, 0) : 0,
      mostPerHour: maxPerHour,
    };
  }

  #feedLink({ secret }: KeptRecipient): string | null {
    return secret === '' ? null : new URL(feedPath + secret, this.#parts.publicUrl).href;
  }

  #delivery(message: StoredMessage, role: Recipient['role']): DeliveryAnswer {
    const { id, name: recipient, channel, state, attempts, at, triedAt, nextAt, answer } = message;
    const alerts = message.alerts.flatMap((alert) => this.#parts.storage.alert(alert) ?? []).map(readAlert);
    return {
      id,
      recipient,
      channel: channelOf(channel),
      state,
      attempts,
      at: new Date(at).toISOString(),
      triedAt: isoOrNull(triedAt),
      nextAt: isoOrNull(nextAt),
      answer,
      alerts: alerts.map((alert) => alertAnswer(alert, { role, names: 'full' })),
    };
  }

  async #save(
    { id, recipient }: z.output<typeof recipientRequestShape>,
    incoming: IncomingMessage,
    { grant, id: session }: Caller,
  ): Promise<Reply> {
    const { recipients, storage, audit, onChange } = this.#parts;
    const network = auditedNetwork(clientAddress(incoming));
    if (recipient === null) {
      if (!(await storage.keep(() => recipients.remove(id)))) return gone;
      storage.dropPending(id);
      audit({ event: 'recipient removed', recipient: id, by: grant, session, network });
      onChange();
      return jsonReply(200, { id });
    }
    const problem = this.#problem({ ...recipient, id });
    if (problem) return refusalReply(refuse(400, ...problem));
    const saved = await storage.keep(() => recipients.save({ ...recipient, id }));
    if (!saved) return id === '' ? tooMany : gone;
    audit({ event: 'recipient saved', recipient: saved.id, by: grant, session, network });
    onChange();
    return jsonReply(200, { id: saved.id });
  }

  /** The first thing wrong with a recipient; null if it is valid. */
  #problem(recipient: Recipient): readonly [message: string, dataField: string] | null {
    const { name, channel, to, role, aircraft, models, locations, instructors } = recipient;
    const wrongName = nameProblem(name);
    if (wrongName) return wrongName;
    if (channel === 'mail' && !isMailAddress(to)) return ['Give one e-mail address.', 'to'];
    if (channel === 'webhook' && !this.#parts.webhooks.some((webhook) => webhook.name === to))
      return ['Choose one of the webhooks in the settings.', 'to'];
    if (channel === 'push' && !this.#parts.recipients.find(recipient.id))
      return ['Open this page in the browser that should get the alerts.', 'channel'];
    if (kindsFor(role).length === 0) return [`The role ${role} gets no alerts.`, 'role'];
    const isLong = [aircraft, models, locations, instructors].some((list) => list.length > recipientLimits.perList);
    return isLong ? [`Choose at most ${recipientLimits.perList} in each filter.`, 'aircraft'] : null;
  }

  /** Turns push messages on or off for a browser. It gets the alerts that its person may see. */
  async #browser(
    { endpoint, name, keys }: z.output<typeof pushRequestShape>,
    incoming: IncomingMessage,
    { who: { role }, grant, id: session }: Caller,
  ): Promise<Reply> {
    const { recipients, storage, audit, onChange, pushKey } = this.#parts;
    const network = auditedNetwork(clientAddress(incoming));
    const known = recipients
      .all()
      .find((candidate) => candidate.subscription?.endpoint === endpoint && candidate.owner === grant);
    if (keys === null) {
      if (!known) return gone;
      await storage.keep(() => recipients.remove(known.id));
      audit({ event: 'recipient removed', recipient: known.id, by: grant, session, network });
      onChange();
      return jsonReply(200, { id: known.id });
    }
    const problem = nameProblem(name) ?? subscriptionProblem({ endpoint, keys });
    if (problem) return refusalReply(refuse(400, ...problem));
    if (pushKey === null) return refusalReply(refuse(409, 'Push messages are not set up.'));
    if (!known && recipients.all().filter(({ owner }) => owner === grant).length >= maxBrowsers) return tooManyBrowsers;
    const recipient = known ?? {
      id: '',
      name,
      channel: 'push' as const,
      to: '',
      role,
      kinds: [...kindsFor(role)],
      aircraft: [],
      models: [],
      locations: [],
      instructors: [],
      quiet: null,
      digest: 'at once' as const,
      isOn: true,
      names: rights[role].names === 'all' ? ('full' as const) : ('initials' as const),
    };
    // A browser has one person: it no longer gets alerts of people who signed in there before.
    const earlier = recipients.all().filter(({ id, subscription }) => {
      return id !== recipient.id && subscription?.endpoint === endpoint && subscription.keys.auth === keys.auth;
    });
    const saved = await storage.keep(() => {
      for (const { id } of earlier) recipients.remove(id);
      return recipients.save({ ...recipient, name }, { subscription: { endpoint, keys }, owner: grant, session });
    });
    if (!saved) return tooMany;
    for (const { id } of earlier) audit({ event: 'recipient removed', recipient: id, by: grant, session, network });
    audit({ event: 'recipient saved', recipient: saved.id, by: grant, session, network });
    onChange();
    return jsonReply(200, { id: saved.id });
  }

  /** Ends the alerts of the browser in which this session was ended; they go on if the same person signed in again (`next`). */
  endBrowser(session: string, next: string | null): void {
    this.#noteEnded(this.#parts.recipients.endSession(session, next), { session });
  }

  /** Ends the alerts of the browsers of people whose access has ended. */
  endOwners(hasEnded: (owner: string) => boolean): void {
    this.#noteEnded(this.#parts.recipients.endOwners(hasEnded), {});
  }

  /** As `Recipients.tidy`. */
  tidy(): Promise<void> {
    return this.#parts.storage.keep(() => this.#parts.recipients.tidy());
  }

  #noteEnded(ended: readonly KeptRecipient[], of: { readonly session?: string }): void {
    const { storage, audit, onChange } = this.#parts;
    for (const { id, owner } of ended) {
      storage.dropPending(id);
      audit({ event: 'recipient removed', recipient: id, ...of, ...(owner !== null && { by: owner }) });
    }
    if (ended.length > 0) onChange();
  }

  async #test(id: string): Promise<Reply> {
    const { recipients, test, wall } = this.#parts;
    const recipient = recipients.find(id);
    if (!recipient) return gone;
    const now = wall();
    this.#tests = [...this.#tests.filter((at) => now - at < millisecondsInMinute), now];
    if (this.#tests.length > maxTests) return tooManyTests;
    if (recipient.channel === 'feed')
      return jsonReply(200, { isSent: true, answer: 'A feed is read, not sent: open its link.' });
    const { state, answer } = await test(recipient, testAlert(now));
    return jsonReply(200, { isSent: state === 'sent', answer });
  }
}

function nameProblem(name: string): readonly [message: string, dataField: string] | null {
  const isText = name.trim() !== '' && name.length <= recipientLimits.name && !/\p{C}/u.test(name);
  return isText ? null : [`Give a name of at most ${recipientLimits.name} characters.`, 'name'];
}

function isForReader(recipient: KeptRecipient, alert: Alert): boolean {
  return kindTable[alert.kind].roles.includes(recipient.role) && recipient.kinds.includes(alert.kind);
}

function channelOf(channel: string): Recipient['channel'] {
  return channel === 'mail' || channel === 'push' || channel === 'webhook' ? channel : 'feed';
}

/** Only the members of the contract, which hold no secret. */
function recipientOf(recipient: KeptRecipient): Recipient {
  return recipientShape.parse(recipient);
}

function testAlert(at: Instant): Alert {
  return {
    id: `test ${randomUUID()}`,
    kind: 'began',
    level: 'neutral',
    at,
    subject: ['Test'],
    words: ['This is a test. Nothing has happened.'],
    evidence: [],
    link: '/alerts',
    aircraftId: null,
    model: null,
    location: null,
    instructorIds: null,
  };
}

const gone = refusalReply(refuse(404, 'This recipient is no longer there.', 'id'));
const tooMany = refusalReply(
  refuse(409, `There are ${recipientLimits.recipients} recipients, the most allowed. Remove one first.`),
);
const tooManyBrowsers = refusalReply(
  refuse(409, `You have ${maxBrowsers} browsers that get alerts, the most allowed. Remove one first.`),
);
const tooManyTests = refusalReply(refuse(429, 'Too many tests. Try again in a minute.'));
