import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { request } from 'undici';
import { rights, type Role } from '#contract/access/roles.ts';
import { messageOf } from '#domain/alerts/deliver.ts';
import { kindTable } from '#domain/alerts/kinds.ts';
import { dayOf, type Instant, type Zone } from '#domain/time/time.ts';
import { pathOf } from '#server/http/guard.ts';
import type { Audit } from '#server/observability/audit.ts';
import type { Log } from '#server/observability/log.ts';
import { figureGroup } from '#server/observability/figures.ts';
import { type AlertFigures, alertTable } from '#server/observability/figureTables.ts';
import { within } from '#server/observability/requestMark.ts';
import type { LocalCopy } from '#server/http/gateway.ts';
import { briefHtml, type OwnBriefs } from '#server/replica/briefFiles.ts';
import type { ReplicaServer } from '#server/replica/serve.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { ReplicaStatus } from '#server/replica/views/status.ts';
import type { AlertSettings } from './alertSettings.ts';
import type { Message } from './channels/channel.ts';
import { openChannels } from './channels/channels.ts';
import { Evaluation } from './evaluate.ts';
import { Outbox, type OutboxParts } from './outbox.ts';
import { type KeptRecipient, Recipients } from './recipients.ts';
import { noMarks, openSentMarks } from './sentMarks.ts';
import { AlertController } from './serve.ts';

/** Alerts and messages are kept for this many days. */
const keptDays = 90;
const heartbeatMs = 5 * millisecondsInMinute;
const heartbeatTimeoutMs = 10 * millisecondsInSecond;

export type AlertsParts = {
  readonly settings: AlertSettings;
  readonly storage: ReplicaStorage;
  readonly status: ReplicaStatus;
  /** Where recipients and the keys of push are kept; null for memory. */
  readonly directory: string | null;
  readonly zone: Zone;
  readonly schoolName: () => string;
  /** The present role of a person's grant; null once it has ended. */
  readonly roleOf: (grant: string) => Role | null;
  /** Whether this sign-in still lasts. */
  readonly isSignedIn: (session: string) => boolean;
  /** As `Access.onSignedOut`. */
  readonly onSignedOut: (listener: (session: string, next: string | null) => void) => void;
  /** As `Access.onRevoked`. */
  readonly onRevoked: (listener: (id: string) => void) => void;
  /** The address of the dashboard in messages. */
  readonly publicUrl: string;
  readonly briefHour: number;
  readonly wall: () => Instant;
  /** Milliseconds of a clock that never runs backward. */
  readonly clock: () => number;
  readonly log: Log;
  readonly audit: Audit;
};

/**
 * The local copy with alerts: it evaluates the school's data, sends messages to recipients, and answers the addresses of
 * alerts. Throws one sentence if its files cannot be read.
 */
export function withAlerts(parts: AlertsParts, copy: ReplicaServer): LocalCopy {
  const { settings, storage, directory, wall, schoolName } = parts;
  const { maxPerHour, copyAgeMs: oldestMs } = settings;
  const recipients = new Recipients(directory, storage.sharing() === null ? null : storage, wall);
  const channels = openChannels(settings, { directory, schoolName });
  const outbox = new Outbox({
    ...parts,
    recipients: present(recipients, parts),
    maxPerHour,
    send: channels.send,
    messageFor: messagesOf(parts, copy.briefs),
    // Several gateways note in their database what was sent.
    marks: storage.sharing() === null ? openSentMarks(directory) : noMarks,
  });
  const onNews = () => copy.tell('alerts');
  const evaluation = new Evaluation({ ...parts, looks: copy.looks, outbox, onNews, oldestMs });
  // Alerts do not belong to the request that may have caused the look.
  copy.onAssessed = (...assessed) => within(null, () => evaluation.note(...assessed));
  const controller = new AlertController({
    ...parts,
    ...channels,
    recipients,
    maxPerHour,
    onChange: onNews,
    channels: channels.states,
    test: (recipient, alert) => outbox.test(recipient, alert),
    evaluatedAt: () => evaluation.evaluatedAt,
    trouble: () => evaluation.trouble(),
  });
  parts.onSignedOut((session, next) => controller.endBrowser(session, next));
  // Of several gateways, each learns of it, and the one that sends does the rest.
  parts.onRevoked((id) => {
    if (storage.isPlanner() && parts.roleOf(id) === null) controller.endOwners((owner) => owner === id);
  });
  const endUpkeep = upkeep(parts, () => evaluation.evaluatedAt, controller);
  const drain = () => {
    endUpkeep();
    evaluation.close();
    outbox.close();
    copy.drain();
  };
  const close = () => {
    channels.close();
    copy.close();
  };
  const figures = [figureGroup(alertTable, () => alertFigures(storage, evaluation, wall()))];
  return { ...answering(copy, controller), figures, drain, close };
}

/** The local copy's answers, with those of the controller. */
function answering(copy: ReplicaServer, controller: AlertController): Omit<LocalCopy, 'drain' | 'close'> {
  return {
    source: (next) => copy.source(next),
    answers: copy.answers,
    alerts: controller.answers,
    feeds: { '/feed/{secret}': { GET: ({ url }) => controller.feed(pathOf(url)) } },
    state: () => copy.state(),
    drop: (callerId) => copy.drop(callerId),
  };
}

/** The figures of alerts, for `/metrics`. */
export function alertFigures(
  storage: Pick<AlertsParts['storage'], 'messageCounts' | 'unsentMessages'>,
  { evaluatedAt, lastCost }: Pick<Evaluation, 'evaluatedAt' | 'lastCost'>,
  now: Instant,
): AlertFigures {
  const counts = storage.messageCounts();
  const unsent = storage.unsentMessages();
  const [oldest] = unsent;
  return {
    evaluationAgeMs: evaluatedAt === null ? null : now - evaluatedAt,
    evaluationMs: lastCost,
    waiting: unsent.length,
    retrying: unsent.filter(({ state }) => state === 'retrying').length,
    oldestWaitingMs: oldest ? now - oldest.at : null,
    sent: counts.reduce((sum, { sent }) => sum + sent, 0),
    dead: counts.reduce((sum, { dead }) => sum + dead, 0),
  };
}

/**
 * The recipients as of now: a person's browser has that person's role, and is gone once their access has ended. After the
 * sign-in ran out, others may use the browser, so it gets nobody's full name until its person turns it on again.
 */
export function present(
  recipients: Recipients,
  { roleOf, isSignedIn }: Pick<AlertsParts, 'roleOf' | 'isSignedIn'>,
): OutboxParts['recipients'] {
  const now = (recipient: KeptRecipient): KeptRecipient | null => {
    if (recipient.owner === null) return recipient;
    const role = roleOf(recipient.owner);
    if (role === null) return null;
    const names = recipient.session !== null && isSignedIn(recipient.session) ? recipient.names : 'initials';
    return { ...recipient, role, names };
  };
  return {
    all: () => recipients.all().flatMap((recipient) => now(recipient) ?? []),
    find: (id) => {
      const found = recipients.find(id);
      return found && now(found);
    },
    endGone: (id) => recipients.endGone(id),
  };
}

/**
 * The message for some alerts. The morning digest also has the day's brief, if the role may see it, or says that it is
 * missing.
 */
export function messagesOf(
  parts: Pick<AlertsParts, 'zone' | 'schoolName' | 'publicUrl' | 'wall'> & { readonly log: Pick<Log, 'error'> },
  briefs: Pick<OwnBriefs, 'make'>,
): OutboxParts['messageFor'] {
  const { zone, schoolName, publicUrl, wall, log } = parts;
  const clock = { zone: zone.name, mode: 'L' } as const;
  const attached = async (): Promise<Message['attachment']> => {
    const day = dayOf(wall(), zone.name);
    try {
      const { sheet, asOf } = await briefs.make(day);
      if (!sheet) return null;
      const html = briefHtml(sheet, { schoolName: schoolName(), asOf, now: wall(), clock });
      return { name: `brief-${day}.html`, html };
    } catch (error) {
      // A failed brief must not delay the alerts.
      log.error({ err: error }, 'The brief could not be attached to the morning alerts.');
      return null;
    }
  };
  const missing = `The morning brief could not be made for this mail: open ${new URL('/brief', publicUrl).href}`;
  return async (recipient, alerts, { id, at }, isBeyond) => {
    const { digest, role, names, channel } = recipient;
    const getsBrief = digest === 'morning' && names === 'full' && rights[role].views.includes('brief');
    const attachment = getsBrief ? await attached() : null;
    const message = messageOf(alerts, recipient, { schoolName: schoolName(), publicUrl, clock, isBeyond });
    const isMissing = getsBrief && attachment === null && channel === 'mail';
    return {
      ...message,
      ...(isMissing && { note: missing, text: `${message.text}\n\n${missing}` }),
      key: id,
      at,
      attachment,
      isUrgent: alerts.some(({ kind }) => kindTable[kind].breaksQuiet),
    };
  };
}

/**
 * Drops old alerts once an hour, and tells an outside monitor every five minutes that alerts work. Browsers of people whose
 * access ended while no gateway ran are removed at the start.
 */
function upkeep(
  { settings, storage, wall, log, roleOf }: AlertsParts,
  evaluatedAt: () => Instant | null,
  controller: Pick<AlertController, 'endOwners' | 'tidy'>,
): () => void {
  const endOwners = async () => {
    if (!storage.isPlanner()) return;
    // A person to whom another gateway has just given access must not look like one who has none.
    await storage.settled();
    controller.endOwners((owner) => roleOf(owner) === null);
    if (storage.sharing() !== null) await controller.tidy();
  };
  const end = () =>
    void endOwners().catch((error: unknown) => log.warn({ err: error }, 'Recipients of alerts were not tidied up.'));
  const prune = () => {
    storage.pruneAlerts(wall() - keptDays * millisecondsInDay);
    end();
  };
  end();
  const beat = async (address: string) => {
    const at = evaluatedAt();
    // The monitor reports a missing heartbeat.
    if (at === null || wall() - at > heartbeatMs) return;
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(heartbeatTimeoutMs) });
    await body.dump();
    if (statusCode >= 400) log.warn({ statusCode }, 'The outside monitor refuses the heartbeat of alerts.');
  };
  const { heartbeatUrl } = settings;
  const timers = [setInterval(prune, millisecondsInHour).unref()];
  if (heartbeatUrl !== null) {
    const onError = () => log.warn({}, 'The outside monitor of alerts cannot be reached.');
    timers.push(setInterval(() => void beat(heartbeatUrl).catch(onError), heartbeatMs).unref());
  }
  return () => timers.forEach((timer) => clearInterval(timer));
}
