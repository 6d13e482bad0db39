import type { LogEntry, LogKind } from '#contract/gateway/log.ts';
import { kindsText } from '#domain/log/words.ts';
import { worstFirst, statusKindOf } from '#domain/maintenance/reminders.ts';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';

/** What happened, in words, with the mark of its most severe kind. */
export function LogMark({ entry }: { entry: LogEntry }) {
  return <StateMark {...entryLook(entry)}>{kindsText(entry.kinds)}</StateMark>;
}

const swapped: Look = { shape: 'half', tone: 'plain' };
const looks: Readonly<Record<LogKind, Look>> = {
  booked: { shape: 'ring', tone: 'accent' },
  moved: swapped,
  gone: { shape: 'dashed', tone: 'inactive' },
  'aircraft-swapped': swapped,
  'instructor-swapped': swapped,
  'pilot-swapped': swapped,
  'checked-out': { shape: 'dot', tone: 'accent' },
  back: { shape: 'check', tone: 'plain' },
  status: { shape: 'ring', tone: 'plain' },
  'reminder-status': { shape: 'wrench', tone: 'plain' },
  'reminder-limit': { shape: 'wrench', tone: 'plain' },
  'reading-jumped': { shape: 'triangle', tone: 'warning' },
  'reading-backward': { shape: 'triangle', tone: 'warning' },
  'squawk-opened': { shape: 'triangle', tone: 'warning' },
  'squawk-grounds': { shape: 'octagon', tone: 'expired' },
  'squawk-released': { shape: 'check', tone: 'plain' },
  'squawk-resolved': { shape: 'check', tone: 'plain' },
  'squawk-unlisted': { shape: 'dashed', tone: 'inactive' },
};

/** The mark of an entry: of its most severe kind; for a reminder, of the worst status that it or a limit reached. */
export function entryLook({ kinds, facts }: Pick<LogEntry, 'kinds' | 'facts'>): Look {
  if (facts.of === 'reminder' && kinds.includes('reminder-status')) {
    const { after, axes = [] } = facts;
    if (!after) return looks.gone;
    const [worst] = [after, ...axes.flatMap((axis) => axis.after ?? [])].toSorted((a, b) => {
      return worstFirst(statusKindOf(a), statusKindOf(b));
    });
    return reminderLook(worst?.id ?? null);
  }
  const ownLooks = kinds.map((kind) => looks[kind]);
  const [first = swapped] = ownLooks;
  return ownLooks.find(({ tone }) => tone === 'expired') ?? ownLooks.find(({ tone }) => tone === 'warning') ?? first;
}
