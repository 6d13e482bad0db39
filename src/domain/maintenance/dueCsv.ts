import { type Cell, csvText } from '#domain/answers/csv.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { daysLeft, tenthsDown } from './reminderWords.ts';
import type { Axis, AxisName, DueItem } from './reminders.ts';
import { dayOf, wallText } from '#domain/time/time.ts';

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
