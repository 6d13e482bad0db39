import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { bySeverity, type Reminder, type Severity, severityOf, statusText } from './reminders.ts';
import type { Instant } from '#domain/time/time.ts';

/** The status of a reminder; id and name decide, the name is shown. */
type Seen = { readonly statusId: number | null; readonly status: string; readonly severity: Severity };

/** A change of one reminder as the gateway logged it; a record is null where there was or is none. */
export type ReminderChange = {
  readonly aircraftId: string;
  readonly id: string;
  readonly before: Reminder | null;
  readonly after: Reminder | null;
  /** When the gateway saw it. */
  readonly seenAt: Instant;
};

/** What became of a reminder; `before` is null for a new one, `after` for one that is gone. */
export type Transition = {
  readonly aircraftId: string;
  readonly key: string;
  readonly tail: string;
  readonly name: string;
  readonly before: Seen | null;
  readonly after: Seen | null;
  /** When the gateway saw the last change of it. */
  readonly seenAt: Instant;
};

/** Whether a change may be a transition: most changes of reminders are readings of meters. */
export function isTransition({ before, after }: Pick<ReminderChange, 'before' | 'after'>): boolean {
  return !isSame(seenOf(before), seenOf(after));
}

/**
 * What became of the reminders of these aircraft in all, from changes in order of time: the worst outcome first. What
 * changed and changed back is left out, and so are reminders that are complied for good or switched off.
 */
export function transitions(changes: readonly ReminderChange[], fleet: readonly Aircraft[]): Transition[] {
  const tails = new Map(fleet.map((one) => [one.aircraftId.toLowerCase(), one.tailNumber ?? 'No tail number']));
  const known = changes.filter(({ aircraftId }) => tails.has(aircraftId.toLowerCase()));
  const byReminder = Map.groupBy(known, ({ aircraftId, id }) => `${aircraftId} ${id}`);
  const found = Array.from(byReminder, ([key, own]): Transition => {
    const [first, last] = [own[0]!, own.at(-1)!];
    return {
      aircraftId: last.aircraftId,
      key,
      tail: tails.get(last.aircraftId.toLowerCase()) ?? '',
      name: (last.after ?? last.before)?.name?.trim() || 'Reminder without a name',
      before: seenOf(first.before),
      after: seenOf(last.after),
      seenAt: last.seenAt,
    };
  });
  return found.filter(({ before, after }) => !isSame(before, after)).toSorted(byOutcome);
}

/** Null for what comes to nothing: no record, complied for good, or switched off. */
function seenOf(record: Reminder | null): Seen | null {
  if (!record || record.permanentlyComplied === true || record['active'] === false) return null;
  return {
    statusId: record.status?.id ?? null,
    status: statusText(record.status),
    severity: severityOf(record.status),
  };
}

function isSame(a: Seen | null, b: Seen | null): boolean {
  if (!a || !b) return a === b;
  return a.statusId === b.statusId && (a.statusId !== null || a.status === b.status);
}

/** What is gone comes last. */
function byOutcome({ after: a }: Transition, { after: b }: Transition): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return bySeverity(a.severity, b.severity);
}

/** `N512SP 100-hour OK → Warning, seen 0925L`. */
export function transitionText({ tail, name, before, after, seenAt }: Transition, now: Instant, clock: Clock): string {
  const what =
    before && after
      ? `${before.status} → ${after.status}`
      : after
        ? `is new, ${after.status}`
        : `is gone, was ${before?.status}`;
  return `${tail} ${name} ${what}, seen ${whenText(seenAt, now, clock)}`;
}
