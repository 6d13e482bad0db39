import { idKey } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from './horizon.ts';
import { lifeOf } from '#contract/statuses.ts';
import {
  bySeverity,
  type DueItem,
  type Reminder,
  type Severity,
  severityOf,
  statusText,
  toDueItem,
} from './reminders.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant, Zone } from '#domain/time/time.ts';

/** What one aircraft answered, and when that was true. */
export type AircraftReminders = {
  readonly aircraft: Aircraft;
  readonly records: readonly Reminder[];
  readonly asOf: Instant;
};

/** All reminders of the aircraft that have answered. Of what a service sends twice under one id the later one counts. */
export function dueItems(answers: readonly AircraftReminders[], zone: Zone, now: Instant): DueItem[] {
  const items = new Map<string, DueItem>();
  for (const { aircraft, records, asOf } of answers) {
    for (const record of records) {
      const item = toDueItem(aircraft, record, zone, asOf, now);
      const isNamesake = record.maintenanceReminderId == null && items.has(idKey(item.key));
      const key = isNamesake ? `${item.key} ${items.size}` : item.key;
      items.set(idKey(key), isNamesake ? { ...item, key } : item);
    }
  }
  return [...items.values()];
}

/** What is hidden unless chosen. */
export type Choices = { readonly complied: boolean; readonly switchedOff: boolean; readonly aircraft: boolean };
export type Hidden = { readonly [Choice in keyof Choices]: number };

function reasonsToHide({ aircraft, isComplied, isActive }: DueItem): (keyof Choices)[] {
  const life = lifeOf(aircraft.status);
  return [
    ...(life === 'inactive' || life === 'deleted' ? (['aircraft'] as const) : []),
    ...(isComplied ? (['complied'] as const) : []),
    ...(isActive ? [] : (['switchedOff'] as const)),
  ];
}

/**
 * The reminders to show, with how many are left out and why: those of inactive and deleted aircraft, permanently complied
 * ones, and those a live service has switched off.
 */
export function visibleItems(items: readonly DueItem[], choices: Choices): { items: DueItem[]; hidden: Hidden } {
  const hidden = { complied: 0, switchedOff: 0, aircraft: 0 };
  const visible = items.filter((item) => {
    const reason = reasonsToHide(item).find((one) => !choices[one]);
    if (reason === undefined) return true;
    hidden[reason]++;
    return false;
  });
  return { items: visible, hidden };
}

/** In natural order, N9 before N10. One for all comparisons, because a collator is slow to make. */
const tails = new Intl.Collator('en', { numeric: true });

/** Worst first: the worst status of overall and axes, then what comes due first at usual use (none last), then tail and name. */
export function byUrgency(a: DueItem, b: DueItem): number {
  return byUrgencyIn(a, b, usualDue);
}

/** The same, with what comes due by its forecast where there is one: by hours as booked and flown of late, by date as it is. */
export function byForecast(horizons: ReadonlyMap<string, Horizon>, now: Instant): typeof byUrgency {
  const due = (item: DueItem) => {
    const at = horizons.get(item.key)?.dueAt ?? null;
    return at === null ? usualDue(item) : at - now;
  };
  return (a, b) => byUrgencyIn(a, b, due);
}

function usualDue({ driving }: DueItem): number {
  return driving?.comesIn ?? Number.MAX_VALUE;
}

function byUrgencyIn(a: DueItem, b: DueItem, dueIn: (item: DueItem) => number): number {
  return (
    Number(a.isComplied) - Number(b.isComplied) ||
    bySeverity(a.worst, b.worst) ||
    compare(dueIn(a), dueIn(b)) ||
    tails.compare(a.aircraft.tailNumber ?? '~', b.aircraft.tailNumber ?? '~') ||
    compare(a.name, b.name) ||
    compare(a.key, b.key)
  );
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b);
}

/** A reminder's status; id and name decide, the name is shown. */
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
 * changed and changed back is left out, and so are reminders that are permanently complied or switched off.
 */
export function transitions(changes: readonly ReminderChange[], fleet: readonly Aircraft[]): Transition[] {
  const tailNumbers = new Map(fleet.map((one) => [one.aircraftId.toLowerCase(), one.tailNumber ?? 'No tail number']));
  const found = new Map<string, Transition>();
  for (const { aircraftId, id, before, after, seenAt } of changes) {
    const tail = tailNumbers.get(aircraftId.toLowerCase());
    if (tail === undefined) continue;
    const key = `${aircraftId} ${id}`;
    const earlier = found.get(key);
    found.set(key, {
      key,
      tail,
      name: (after ?? before)?.name?.trim() || 'Reminder without a name',
      before: earlier ? earlier.before : seenOf(before),
      after: seenOf(after),
      seenAt,
    });
  }
  return [...found.values()].filter(({ before, after }) => !isSame(before, after)).toSorted(byOutcome);
}

/** Null without a record, and for one that is permanently complied or switched off. */
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
