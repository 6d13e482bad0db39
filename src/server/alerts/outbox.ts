import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { maxTries } from '#contract/gateway/alerts.ts';
import type { Alert } from '#domain/alerts/alert.ts';
import { isFor, sendAt } from '#domain/alerts/deliver.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { Log } from '#server/observability/log.ts';
import type {
  AlertStorage,
  PendingAlert,
  StoredAlert,
  StoredMessage,
  ReplicaStorage,
} from '#server/replica/storage/storage.ts';
import type { Message, Outcome } from './channels/channel.ts';
import type { KeptRecipient, Recipients } from './recipients.ts';
import { noMarks, type SentMarks } from './sentMarks.ts';

const longestWait = 12 * millisecondsInHour;
/** Waits before the second try and each one after it; one less than `maxTries`. */
const waits = [
  30 * millisecondsInSecond,
  2 * millisecondsInMinute,
  10 * millisecondsInMinute,
  30 * millisecondsInMinute,
  2 * millisecondsInHour,
  6 * millisecondsInHour,
  longestWait,
] as const;
/** One try ends after this. */
const tryMs = 30 * millisecondsInSecond;
/** After this another gateway may send a message that one has claimed. */
const claimMs = 2 * tryMs;
/** Messages sent at once. */
const maxAtOnce = 4;
/** Alerts in one digest; the next digest has the rest. */
const maxInDigest = 100;

export type OutboxParts = {
  readonly storage: AlertStorage & Pick<ReplicaStorage, 'sharing' | 'settled' | 'isDurable'>;
  /** Of what was sent while the storage could not note it; none if left out. */
  readonly marks?: SentMarks;
  /** As of now: those whose person has no access any more are not among them. */
  readonly recipients: Pick<Recipients, 'all' | 'find' | 'endGone'>;
  /** Sends by the channel of the recipient. */
  readonly send: (recipient: KeptRecipient, message: Message, signal: AbortSignal) => Promise<Outcome>;
  /** The message for these alerts. `isBeyond`: it holds several because of `maxPerHour`. */
  readonly messageFor: (
    recipient: KeptRecipient,
    alerts: readonly Alert[],
    stored: Pick<StoredMessage, 'id' | 'at'>,
    isBeyond: boolean,
  ) => Promise<Message>;
  readonly maxPerHour: number;
  readonly zone: Zone;
  /** The hour at which the morning digest is sent, by the operator's clock. */
  readonly briefHour: number;
  readonly wall: () => Instant;
  readonly log: Pick<Log, 'warn'>;
};

type Ended = Parameters<AlertStorage['noteMessage']>[0];

/**
 * Sends alerts to their recipients, each at least once: a message is stored before its first try, and every try has the same
 * id. A failed message is tried again after growing waits, and given up after about a day.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #underWay = new Set<string>();
  /** How tries ended that the storage did not take, by message: nothing is tried again before it does. */
  readonly #unsaved = new Map<string, Ended>();
  readonly #ending = new AbortController();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Which recipients get these alerts, and when. */
  pendingFor(alerts: readonly Alert[], now: Instant): PendingAlert[] {
    const { recipients, zone, briefHour } = this.#parts;
    // A feed is read, not sent.
    const all = recipients.all().filter(({ channel }) => channel !== 'feed');
    return all.flatMap((recipient) =>
      alerts
        .filter((alert) => isFor(recipient, alert))
        .map((alert) => ({
          alert: alert.id,
          recipient: recipient.id,
          sendAt: sendAt(recipient, alert, now, zone.name, briefHour),
        })),
    );
  }

  /** Makes messages of the alerts that are due, and sends all messages that are due. Resolves after one try of each. */
  async run(): Promise<void> {
    for (const ended of this.#unsaved.values()) this.#note(ended);
    this.#form();
    const now = this.#parts.wall();
    const due = this.#parts.storage.unsentMessages().filter(({ id, nextAt }) => {
      return (nextAt === null || nextAt <= now) && !this.#underWay.has(id);
    });
    const free = Math.max(0, maxAtOnce - this.#underWay.size);
    await Promise.all(due.slice(0, free).map((message) => this.#try(message)));
    // The remaining messages are sent once these are done.
    if (due.length > free && free > 0 && !this.#ending.signal.aborted) await this.run();
  }

  /** Sends a test message with a single try, and returns its outcome. */
  async test(recipient: KeptRecipient, alert: Alert): Promise<Outcome> {
    const { messageFor, recipients, wall } = this.#parts;
    const at = wall();
    const message = await messageFor(recipient, [alert], { id: `test-${recipient.id}-${at}`, at }, false);
    const now = recipients.find(recipient.id);
    return now ? this.#send(now, message) : removed;
  }

  /** Stops running tries; their messages are tried again after the next start. */
  close(): void {
    this.#ending.abort();
  }

  #form(): void {
    const { storage, recipients, maxPerHour, wall } = this.#parts;
    const now = wall();
    const pending = Map.groupBy(storage.pendingAlerts(), ({ recipient }) => recipient);
    for (const [id, ownAlerts] of pending) {
      const recipient = recipients.find(id);
      if (!recipient?.isOn) {
        storage.dropPending(id);
        continue;
      }
      const allDue = ownAlerts.filter((alert) => alert.sendAt <= now).map(({ alert }) => alert);
      const [due, sent] = this.#parted(id, allDue);
      if (sent.length > 0)
        storage.addMessages([
          { ...messageFrom(recipient, sent, now), state: 'sent', attempts: 1, triedAt: now, answer: sentBefore },
        ]);
      const times = storage.messageTimes(id, now - millisecondsInHour);
      const isDigest = recipient.digest !== 'at once';
      const groups = groupsOf(due, isDigest ? 1 : maxPerHour - times.length);
      if (groups.length > 0) storage.addMessages(groups.map((alerts) => messageFrom(recipient, alerts, now)));
    }
  }

  /** The alerts that this recipient must still get, and those that were sent before a restart. */
  #parted(recipient: string, alerts: readonly string[]): readonly [readonly string[], readonly string[]] {
    const { marks = noMarks } = this.#parts;
    const isSent = (alert: string) => marks.has(recipient, alert);
    return [alerts.filter((alert) => !isSent(alert)), alerts.filter(isSent)];
  }

  async #try(message: StoredMessage): Promise<void> {
    const { storage, recipients, log, marks = noMarks } = this.#parts;
    const { id, recipient: to, name, attempts: before } = message;
    this.#underWay.add(id);
    try {
      if (this.#parted(to, message.alerts)[0].length === 0) {
        const triedAt = this.#parts.wall();
        storage.noteMessage({ id, state: 'sent', attempts: before, triedAt, nextAt: null, answer: sentBefore });
        return;
      }
      // Before it is claimed: a message with a brief takes a while to make.
      const first = recipients.find(to);
      const made = first?.isOn ? await this.#made(first, message) : null;
      if (this.#ending.signal.aborted || !(await this.#claims(message))) return;
      const recipient = recipients.find(to);
      // Made for a role that the recipient no longer has: it is made again at the next run.
      if (recipient?.isOn && !seesTheSame(recipient, first)) return;
      const outcome = recipient?.isOn && made ? await this.#send(recipient, made) : removed;
      if (this.#ending.signal.aborted && outcome.state === 'again') return;
      const attempts = before + 1;
      const triedAt = this.#parts.wall();
      const wait = waits[before] ?? longestWait;
      const isAgain = outcome.state === 'again' && attempts < maxTries;
      const nextAt = isAgain ? Math.max(triedAt + wait, Math.min(outcome.until ?? 0, triedAt + longestWait)) : null;
      const state = outcome.state === 'sent' ? 'sent' : isAgain ? 'retrying' : 'dead';
      this.#note({ id, state, attempts, triedAt, nextAt, answer: outcome.answer });
      // The file still has it as unsent, and is read again at the next start.
      if (state === 'sent' && !storage.isDurable()) marks.add(to, message.alerts);
      if (state === 'dead') log.warn({ recipient: name, answer: outcome.answer }, 'An alert was given up.');
      // This browser will never get a message again.
      if (outcome.state === 'gone' && recipient?.channel === 'push') recipients.endGone(to);
    } finally {
      this.#underWay.delete(id);
    }
  }

  #note(ended: Ended): void {
    this.#unsaved.set(ended.id, ended);
    this.#parts.storage.noteMessage(ended);
    this.#unsaved.delete(ended.id);
  }

  /** With several gateways, claims the message for this one, so that no other one sends it too; false if it must not send. */
  async #claims({ id, state, attempts, answer }: StoredMessage): Promise<boolean> {
    const { storage, wall } = this.#parts;
    if (storage.sharing() === null) return true;
    const triedAt = wall();
    storage.noteMessage({ id, state, attempts, triedAt, nextAt: triedAt + claimMs, answer });
    try {
      await storage.settled();
    } catch {
      return false;
    }
    // The process may have been paused in the meantime.
    return wall() - triedAt < tryMs && !this.#ending.signal.aborted;
  }

  /** The message as the recipient's present role and filters have it; null if they include none of its alerts. */
  async #made(recipient: KeptRecipient, stored: StoredMessage): Promise<Message | null> {
    const { storage, messageFor } = this.#parts;
    const alerts = stored.alerts.flatMap((id) => {
      const kept = storage.alert(id);
      const alert = kept && readAlert(kept);
      return alert && isFor(recipient, alert) ? [alert] : [];
    });
    if (alerts.length === 0) return null;
    return messageFor(recipient, alerts, stored, recipient.digest === 'at once' && alerts.length > 1);
  }

  async #send(recipient: KeptRecipient, message: Message): Promise<Outcome> {
    try {
      const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(tryMs)]);
      return await this.#parts.send(recipient, message, signal);
    } catch (error) {
      this.#parts.log.warn({ err: error, recipient: recipient.name }, 'An alert could not be sent.');
      return { state: 'again', answer: 'It could not be sent.' };
    }
  }
}

const sentBefore = 'It was sent while the disk was full.';

function seesTheSame(recipient: KeptRecipient, before: KeptRecipient | null): boolean {
  return before !== null && isDeepStrictEqual(reachOf(recipient), reachOf(before));
}

/** What decides which alerts a recipient gets, and what they say. */
function reachOf({ isOn, role, names, kinds, aircraft, models, locations, instructors }: KeptRecipient) {
  return { isOn, role, names, kinds, aircraft, models, locations, instructors };
}

const removed: Outcome = { state: 'refused', answer: 'This recipient is off, was removed, or may no longer get this.' };

/**
 * The alerts of each message. `room` is how many messages the hour still allows. Each alert gets its own message,
 * except that the last message holds all the rest. Without room there are no messages, and the alerts wait.
 */
export function groupsOf(due: readonly string[], room: number): readonly (readonly string[])[] {
  if (room <= 0 || due.length === 0) return [];
  if (due.length <= room) return due.map((alert) => [alert]);
  const single = due.slice(0, room - 1).map((alert) => [alert]);
  return [...single, due.slice(room - 1, room - 1 + maxInDigest)];
}

function messageFrom({ id, name, channel }: KeptRecipient, alerts: readonly string[], at: Instant): StoredMessage {
  const state = { state: 'waiting', attempts: 0, at, triedAt: null, nextAt: null, answer: null } as const;
  const alertsHash = hash('sha256', JSON.stringify([id, at, alerts])).slice(0, 32);
  return { id: alertsHash, recipient: id, name, channel, ...state, alerts };
}

/** An alert from its stored text, which only the evaluation writes. */
export function readAlert({ json }: StoredAlert): Alert {
  return JSON.parse(json) as Alert;
}
