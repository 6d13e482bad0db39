import { type AlertKind, alertKinds } from '#contract/gateway/alerts.ts';
import type { Alert } from '#domain/alerts/alert.ts';
import { isVoid } from '#domain/reservations/state.ts';
import { daySpan, type Instant } from '#domain/time/time.ts';
import { Evaluation } from '#server/alerts/evaluate.ts';
import { Outbox } from '#server/alerts/outbox.ts';
import { silentLog } from '#server/observability/log.ts';
import { sampleRecipient } from '#e2e/servers/alertSender.ts';
import { type Copy, openCopy } from './copy.ts';
import { snapshots } from './oracle.ts';
import { type Expected, expectedAlerts } from './oracleAlerts.ts';
import type { Contradiction } from './contradictions.ts';
import { minute, type SchoolOptions } from './school.ts';
import type { Said } from './screens.ts';
import { simulate } from './simulate.ts';
import type { World } from './world.ts';

export type AlertRun = {
  readonly looks: number;
  /** Alerts that were sent, by kind. */
  readonly sent: { readonly [kind: string]: number };
  /** The number of expected alerts, of the kinds that the oracle knows. */
  readonly expected: number;
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
  /** Sent twice. */
  readonly repeated: readonly string[];
};

/** The kinds that follow from the service's records without any rule of the overview. */
const judgedKinds: ReadonlySet<string> = new Set(['reminder', 'grounded', 'fit again', 'not back', 'reservation']);

/**
 * Looks at a simulated school every `every` minutes, sends its alerts to a recipient that takes all of them, and compares them
 * with the oracle: each expected alert once, at its look, and no others.
 */
export async function runAlerts(
  options: SchoolOptions & { readonly every: number },
  onDay: (done: number) => void = () => undefined,
): Promise<AlertRun> {
  const { first, days, zone, every } = options;
  const world = simulate(options);
  const copy = openCopy(world);
  const sender = openSender(copy);
  const { start, end } = daySpan(first, zone, days);
  const looks = Array.from({ length: Math.ceil((end - start) / (every * minute)) }, (_, place) => {
    return start + place * every * minute;
  });
  try {
    for (const [place, now] of looks.entries()) {
      copy.fill(now);
      // The evaluation gets the findings of this look.
      await copy.attention();
      await sender.run();
      if ((place + 1) % Math.ceil(1440 / every) === 0) onDay(place + 1);
    }
  } finally {
    sender.close();
    copy.close();
  }
  return compared(sender.sent, expectedAlerts(world, looks, snapshots(world)), looks.length, world);
}

/** The gateway's own evaluation and outbox over a copy. */
export function openSender(copy: Copy) {
  const { storage, status, config } = copy;
  const zone = { name: config.timeZone, zoneless: config.zonelessTimes };
  const recipient = sampleRecipient({ kinds: [...alertKinds] });
  const sent: Alert[] = [];
  const outbox = new Outbox({
    storage,
    zone,
    recipients: { all: () => [recipient], find: () => recipient, endGone: () => undefined },
    send: () => Promise.resolve({ state: 'sent', answer: '200' }),
    messageFor: async (_, alerts, { id, at }) => {
      sent.push(...alerts);
      return { key: id, at, subject: '', text: '', attachment: null, isUrgent: false, lines: [] };
    },
    maxPerHour: Number.POSITIVE_INFINITY,
    briefHour: 5,
    wall: () => status.now,
    log: silentLog,
  });
  const evaluation = new Evaluation({
    storage,
    status,
    outbox,
    looks: { renewed: () => Promise.resolve({ items: [], isWhole: true }) },
    clock: () => status.now,
    oldestMs: 15 * minute,
    log: silentLog,
    onNews: () => undefined,
  });
  copy.assessed.by = (...found) => evaluation.note(...found);
  return { sent, run: () => outbox.run(), cost: () => evaluation.lastCost, close: () => evaluation.close() };
}

function compared(sent: readonly Alert[], expected: readonly Expected[], looks: number, world: World): AlertRun {
  const text = (at: Instant, words: string) => `${new Date(at).toISOString()} ${words}`;
  const judged = sent.filter(({ kind }) => judgedKinds.has(kind));
  const given = judged.map((alert) => text(alert.at, reportedBy(alert, world)));
  const wanted = expected.map(({ at, words }) => text(at, words));
  const ids = sent.map(({ id }) => id);
  return {
    looks,
    sent: Object.fromEntries(
      Array.from(
        Map.groupBy(sent, ({ kind }) => kind),
        ([kind, ownAlerts]) => [kind, ownAlerts.length],
      ),
    ),
    expected: wanted.length,
    missing: wanted.filter((one) => !given.includes(one)),
    surplus: given.filter((one) => !wanted.includes(one)),
    repeated: ids.filter((id, place) => ids.indexOf(id) !== place),
  };
}

/** The content of an alert in the oracle's words. */
function reportedBy({ kind, subject, words, link, id }: Alert, { reservations }: World): string {
  const text = plainText(words);
  const made = () =>
    reservations.find((reservation) => link.includes(reservation.id) || id.includes(reservation.id))?.id ?? 'unknown';
  if (kind === 'reminder') return text;
  if (kind === 'reservation') return `${text.split(':', 1)[0] ?? ''} ${made()}`;
  if (kind === 'not back') return `not back ${/(\d+) min after/.exec(text)?.[1] ?? ''} min ${made()}`;
  return `${kind} ${plainText(subject)}`;
}

const plainText = (text: Alert['words']) => text.map((part) => (typeof part === 'string' ? part : '')).join('');

/** Alerts that contradict the pages at the same instant. */
export function alertContradictions(sent: readonly Alert[], said: Said): Contradiction[] {
  return sent
    .filter((alert) => alert.at === said.now && !isOnPages(alert, said))
    .map(({ kind, words }) => ({ question: `alert, ${kind}`, words: `“${plainText(words)}” is on no page` }));
}

/** Whether the page behind its link says the same, by the browser's own code. */
function isOnPages(alert: Alert, said: Said): boolean {
  return pagesSay[alert.kind](alert, said);
}

const rowOf = ({ aircraftId }: Alert, { rows }: Said) =>
  rows.find(({ aircraft }) => aircraft.aircraftId === aircraftId);
const isGrounded = (row: Said['rows'][number]) => row.fitness.kind === 'grounded';
const onOverview = (alert: Alert, { attention }: Said) =>
  attention.page.some(({ kind, link }) => kind === alert.kind && link === alert.link);
const never = () => false;

const pagesSay: { readonly [Kind in AlertKind]: (alert: Alert, said: Said) => boolean } = {
  'not back': (alert, said) => {
    const doing = rowOf(alert, said)?.present?.doing;
    const isAway = doing?.kind === 'not back' || doing?.kind === 'may be out';
    return isAway && alert.id.includes(doing.reservation.key) && doing.late >= 30 * minute;
  },
  grounded: (alert, said) => {
    const row = rowOf(alert, said);
    return row !== undefined && isGrounded(row);
  },
  'fit again': (alert, said) => {
    const row = rowOf(alert, said);
    return row !== undefined && !isGrounded(row);
  },
  stop: ({ id }, { checks, attention }) => {
    const check = [...checks].find(([key]) => id.includes(key))?.[1];
    // Several flights of one aircraft are one matter.
    if (!check) return attention.page.some(({ kind, key }) => kind === 'stop' && id.includes(key));
    return check.level === 'stop';
  },
  reminder: ({ id, words, aircraftId }, { index }) => {
    const items = index.sources.reminders.get(aircraftId ?? '')?.items ?? [];
    const status = / is Expired[.,]/.test(plainText(words)) ? 'expired' : 'warning';
    return items.some(({ worst, key }) => worst === status && id.includes(key));
  },
  reservation: ({ id, words }, { index }) => {
    const reservation = index.sources.schedule.reservations.find(({ key }) => id.includes(key));
    const isGone = reservation === undefined || isVoid(reservation);
    return isGone === plainText(words).startsWith('Reservation gone');
  },
  checkout: onOverview,
  limit: ({ link }, { attention }) =>
    attention.page.some((item) => item.kind === 'limit near' && item.link.startsWith(link)),
  'instructor hours': onOverview,
  began: () => true,
  // The copy of this harness is never old, and its service always answers.
  connection: never,
  'connection back': never,
  'copy too old': never,
};
