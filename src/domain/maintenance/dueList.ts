import { idKey } from '#domain/reservations/bookings.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import type { Horizon } from './horizon.ts';
import { lifeOf } from '#contract/statuses.ts';
import {
  bySeverity,
  type DueItem,
  isCounted,
  type Reminder,
  toDueItem,
  daysLeft,
  tenthsDown,
  type Axis,
  type AxisName,
} from './reminders.ts';
import { type Instant, type Zone, dayOf, wallText } from '#domain/time/time.ts';
import { type Cell, csvText } from '#domain/answers/csv.ts';

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

/** What is usually left out and shown by choice. */
export type Choices = { readonly complied: boolean; readonly switchedOff: boolean; readonly aircraft: boolean };
export type Hidden = { readonly [Choice in keyof Choices]: number };

function isLeftOut(item: DueItem): keyof Choices | null {
  const life = lifeOf(item.aircraft.status);
  if (life === 'inactive' || life === 'deleted') return 'aircraft';
  if (item.isComplied) return 'complied';
  return item.isActive ? null : 'switchedOff';
}

/**
 * The reminders to show, with how many are left out and why: those of inactive and deleted aircraft, permanently complied
 * ones, and those a live service has switched off.
 */
export function visibleItems(items: readonly DueItem[], choices: Choices): { items: DueItem[]; hidden: Hidden } {
  const hidden = { complied: 0, switchedOff: 0, aircraft: 0 };
  const visible = items.filter((item) => {
    const reason = isLeftOut(item);
    if (reason === null || choices[reason]) return true;
    hidden[reason]++;
    return false;
  });
  return { items: visible, hidden };
}

export type StatusGroup = 'expired' | 'warning' | 'ok' | 'other';

/**
 * How many there are of each status, by the API's own overall one: its id, or a name that tells. Permanently complied and
 * switched-off ones are never counted, even when shown.
 */
export function countStatuses(items: readonly DueItem[]): Record<StatusGroup, number> {
  const counts = { expired: 0, warning: 0, ok: 0, other: 0 };
  for (const item of items) if (isCounted(item)) counts[item.severity === 'unknown' ? 'other' : item.severity]++;
  return counts;
}

/** In natural order, N9 before N10; one for all, as many a comparison of a long list ends here. */
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

export type Grouping = 'aircraft' | 'reminder';
export type DueGroup = { readonly key: string; readonly title: string; readonly items: readonly DueItem[] };

/** Groups in the order of their first item, so that a sorted list gives the worst group first. Linear. */
export function groupItems(items: readonly DueItem[], grouping: Grouping): DueGroup[] {
  const keyOf = grouping === 'aircraft' ? (item: DueItem) => item.aircraft.aircraftId : nameKey;
  return [...Map.groupBy(items, keyOf)].map(([key, members]) => {
    const first = members[0]!;
    const title = grouping === 'aircraft' ? (first.aircraft.tailNumber ?? 'No tail number') : first.name;
    return { key, title, items: members };
  });
}

/** Letter case, spaces and dashes do not tell reminders apart: `100-Hour` is `100 hour`. */
function nameKey(item: DueItem): string {
  return plain(item.name) || item.name;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The reminders in whose tail or name every word of the text occurs, whatever its letter case and dashes. */
export function searchItems(items: readonly DueItem[], text: string): readonly DueItem[] {
  const words = text.split(/\s+/).map(plain).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const tail = plain(item.aircraft.tailNumber ?? '');
    const name = plain(item.name);
    return words.every((word) => tail.includes(word) || name.includes(word));
  });
}

const axes = [
  { name: 'hours', label: 'Hours', unit: 'h' },
  { name: 'date', label: 'Date', unit: 'days' },
  { name: 'cycles', label: 'Cycles', unit: 'landings' },
] as const satisfies readonly { name: AxisName; label: string; unit: string }[];

/** The due list as CSV: what is given, in its order. Days are the operator's; what remains is rounded down. */
export function dueCsv(items: readonly DueItem[], zone: string): string {
  const head = ['Tail', 'Model', 'Reminder', 'Status', 'Permanently complied', 'Driving axis'];
  const axisHeads = axes.flatMap(({ label, unit }) => [
    `${label} current`,
    `${label} limit`,
    `${label} remaining (${unit})`,
    `${label} status`,
    `${label} message`,
  ]);
  return csvText([[...head, ...axisHeads, `As of (${zone})`], ...items.map((item) => rowOf(item, zone))]);
}

function rowOf(item: DueItem, zone: string): Cell[] {
  return [
    item.aircraft.tailNumber ?? null,
    modelText(item.aircraft),
    item.name,
    item.status,
    item.isComplied ? 'yes' : 'no',
    item.driving?.name ?? null,
    ...axes.flatMap(({ name }) => axisCells(item.axes.find((axis) => axis.name === name) ?? null, zone)),
    wallText(item.asOf, zone).slice(0, 16).replace('T', ' '),
  ];
}

function axisCells(axis: Axis | null, zone: string): Cell[] {
  if (!axis) return [null, null, null, null, null];
  return [
    valueCell(axis, axis.current, zone),
    valueCell(axis, axis.limit, zone),
    remainingCell(axis, zone),
    axis.status,
    axis.message,
  ];
}

function valueCell({ name }: Axis, value: number | null, zone: string): Cell {
  return name === 'date' && value !== null ? dayOf(value, zone) : value;
}

function remainingCell({ name, limit, remaining }: Axis, zone: string): Cell {
  if (remaining === null || limit === null) return null;
  if (name === 'date') return daysLeft(limit, limit - remaining, zone);
  return name === 'hours' ? tenthsDown(remaining) / 10 : Math.floor(remaining);
}
