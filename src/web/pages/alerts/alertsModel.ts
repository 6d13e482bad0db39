import {
  type AlertChannel,
  type AlertKind,
  alertKinds,
  type AlertsAnswer,
  type DeliveryAnswer,
  maxTries,
  type Recipient,
} from '#contract/gateway/alerts.ts';
import type { Role } from '#contract/access/roles.ts';
import { roleName } from '#domain/access/rights.ts';
import { kindsFor, kindTable } from '#domain/alerts/kinds.ts';
import { type Clock, durationText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { Look } from '#web/components/controls/StateMark.tsx';

export const channelNames: { readonly [Channel in AlertChannel]: string } = {
  mail: 'Mail',
  webhook: 'Chat or program',
  push: 'Browser',
  feed: 'Feed',
};

export const digestNames: { readonly [Digest in Recipient['digest']]: string } = {
  'at once': 'At once',
  hourly: 'Together, each hour',
  morning: 'Together, each morning with the brief',
};

/** The kinds that a role may get, by the groups of the form. */
export function kindsByGroup(role: Role): ReadonlyMap<string, readonly AlertKind[]> {
  return Map.groupBy(kindsFor(role), (kind) => kindTable[kind].group);
}

/** A new recipient: urgent kinds only, by chat, with initials. */
export function newRecipient(channel: AlertChannel): Recipient {
  const defaultKinds = alertKinds.filter((kind) => kindTable[kind].group !== 'Reservations');
  return {
    id: '',
    name: '',
    channel,
    to: '',
    role: 'dispatcher',
    kinds: defaultKinds,
    aircraft: [],
    models: [],
    locations: [],
    instructors: [],
    quiet: null,
    digest: 'at once',
    names: channel === 'webhook' ? 'initials' : 'full',
    isOn: true,
  };
}

/** A recipient with another channel or role: what no longer fits is left out. */
export function changed(recipient: Recipient, changes: Partial<Recipient>): Recipient {
  const next = { ...recipient, ...changes };
  const isOther = changes.channel !== undefined && changes.channel !== recipient.channel;
  const names = isOther ? (changes.channel === 'webhook' ? 'initials' : 'full') : next.names;
  const may = kindsFor(next.role);
  return { ...next, names, to: isOther ? '' : next.to, kinds: next.kinds.filter((kind) => may.includes(kind)) };
}

export type RecipientRow = {
  readonly id: string;
  readonly name: string;
  /** `Mail to shop@example.com`. */
  readonly channel: string;
  /** `6 of 13 kinds, C172S`. */
  readonly gets: string;
  readonly when: string;
  readonly sees: string;
  readonly last: string;
  readonly isOn: boolean;
  readonly dead: number;
};

export function recipientRows(recipients: AlertsAnswer['recipients'], now: Instant): RecipientRow[] {
  return recipients.map((recipient) => {
    const { channel, models, aircraft, locations, instructors, quiet, role } = recipient;
    const all = kindsFor(role).length;
    const filters = [
      ...models,
      ...(aircraft.length > 0 ? [`${aircraft.length} aircraft`] : []),
      ...(locations.length > 0 ? [counted(locations.length, 'location')] : []),
      ...(instructors.length > 0 ? [counted(instructors.length, 'instructor')] : []),
    ];
    return {
      id: recipient.id,
      name: recipient.name,
      isOn: recipient.isOn,
      dead: recipient.dead,
      channel: recipient.to === '' ? channelNames[channel] : `${channelNames[channel]} to ${recipient.to}`,
      gets: [
        recipient.kinds.length === all ? 'All kinds' : `${recipient.kinds.length} of ${all} kinds`,
        ...filters,
      ].join(', '),
      when: quiet
        ? `${digestNames[recipient.digest]}, quiet ${quiet.from} to ${quiet.to}`
        : digestNames[recipient.digest],
      sees: `${roleName(role)}, ${recipient.names === 'full' ? 'full names' : 'initials'}`,
      last:
        recipient.lastSentAt === null
          ? 'never'
          : `${durationText(Math.max(0, now - Date.parse(recipient.lastSentAt)))} ago`,
    };
  });
}

/** The word and the mark for a message's state. */
function stateOf(
  { state, attempts, nextAt }: Pick<DeliveryAnswer, 'state' | 'attempts' | 'nextAt'>,
  now: Instant,
  clock: Clock,
) {
  const next = nextAt === null ? '' : ` at ${whenText(Date.parse(nextAt), now, clock)}`;
  const states: { readonly [State in DeliveryAnswer['state']]: Look & { words: string } } = {
    sent: { shape: 'check', tone: 'ok', words: 'Sent' },
    waiting: { shape: 'ring', tone: 'plain', words: 'Waiting' },
    retrying: { shape: 'triangle', tone: 'warning', words: `Trying again${next}` },
    dead: { shape: 'octagon', tone: 'expired', words: attempts < maxTries ? 'Not sent, not tried again' : 'Given up' },
  };
  return states[state];
}

export type DeliveryRow = {
  readonly id: string;
  readonly when: string;
  readonly to: string;
  readonly what: string;
  readonly answer: string;
  readonly state: ReturnType<typeof stateOf>;
  readonly alerts: DeliveryAnswer['alerts'];
};

export const deliveryFilters = ['all', 'sent', 'not sent'] as const;

export function deliveryRows(
  deliveries: readonly DeliveryAnswer[],
  filter: (typeof deliveryFilters)[number],
  now: Instant,
  clock: Clock,
): DeliveryRow[] {
  const isShown = ({ state }: DeliveryAnswer) => filter === 'all' || (state === 'sent') === (filter === 'sent');
  return deliveries.filter(isShown).map((delivery) => ({
    id: delivery.id,
    when: whenText(Date.parse(delivery.at), now, clock),
    to: `${delivery.recipient}, ${channelNames[delivery.channel]}`,
    what: delivery.alerts.length === 1 ? (delivery.alerts[0]?.words ?? '') : counted(delivery.alerts.length, 'alert'),
    answer: [delivery.answer, delivery.attempts > 1 ? counted(delivery.attempts, 'try', 'tries') : null]
      .filter(Boolean)
      .join(', '),
    state: stateOf(delivery, now, clock),
    alerts: delivery.alerts,
  }));
}

/** Whether alerts reach anyone, as far as the viewer may know: a manager sees all recipients, others their own browsers. */
export function alertsVerdict(
  { trouble, recipients, ownBrowsers }: Pick<AlertsAnswer, 'trouble' | 'recipients' | 'ownBrowsers'>,
  isManager: boolean,
): { readonly look: Look; readonly word: string } {
  if (trouble !== null) return { look: { shape: 'triangle', tone: 'warning' }, word: trouble };
  const count = isManager ? recipients.filter(({ isOn }) => isOn).length : ownBrowsers.length;
  if (count === 0) {
    const word = isManager ? 'Nobody gets alerts yet' : 'No browser of yours gets alerts';
    return { look: { shape: 'ring', tone: 'plain' }, word };
  }
  const who = isManager ? counted(count, 'recipient') : counted(count, 'browser');
  return {
    look: { shape: 'check', tone: 'ok' },
    word: isManager ? `Alerts go to ${who}` : `Alerts go to ${who} of yours`,
  };
}

/** `School checked 12 s ago · last sent 5 min ago`, as far as the viewer may know of messages. */
export function lookedText(
  { evaluatedAt, deliveries }: Pick<AlertsAnswer, 'evaluatedAt' | 'deliveries'>,
  now: Instant,
): string {
  const ago = (at: Instant) => `${durationText(Math.max(0, now - at))} ago`;
  const looked = evaluatedAt === null ? 'School not checked yet' : `School checked ${ago(Date.parse(evaluatedAt))}`;
  const sent = deliveries.filter(({ state }) => state === 'sent').map(({ at, triedAt }) => Date.parse(triedAt ?? at));
  return sent.length === 0 ? looked : `${looked} · last sent ${ago(Math.max(...sent))}`;
}
