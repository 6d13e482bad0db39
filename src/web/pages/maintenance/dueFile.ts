import { type Cell, csvText } from '#domain/answers/csv.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { type Axis, type AxisName, daysLeft, type DueItem, tenthsDown } from '#domain/maintenance/reminders.ts';
import { dayOf, type Instant, wallText } from '#domain/time/time.ts';
import { dueRow, type DueRow, type DueSources } from './dueRowModel.ts';

const axisColumns: readonly { readonly name: AxisName; readonly label: string; readonly unit: string }[] = [
  { name: 'hours', label: 'Hours', unit: 'h' },
  { name: 'date', label: 'Date', unit: 'days' },
  { name: 'cycles', label: 'Cycles', unit: 'landings' },
];

/**
 * The due list as CSV, in the order given. Days are the operator's; what remains is rounded down; the forecast, the next
 * reservation and the shop visit stand in the words of the rows, which say "tomorrow" of the day after the last column's.
 */
export function dueCsv(items: readonly DueItem[], sources: DueSources): string {
  const head = ['Tail', 'Model', 'Reminder', 'Status', 'Permanently complied', 'Driving axis'];
  const axisHeads = axisColumns.flatMap(({ label, unit }) => [
    `${label} current`,
    `${label} limit`,
    `${label} remaining (${unit})`,
    `${label} status`,
    `${label} message`,
  ]);
  const { zone } = sources.clock;
  const words = ['Due, as booked', 'Next reservation', 'Shop visit'];
  const heads = [...head, ...axisHeads, ...words, `As of (${zone})`, `Written (${zone})`];
  return csvText([heads, ...items.map((item) => csvRow(item, sources))]);
}

function csvRow(item: DueItem, sources: DueSources): Cell[] {
  const { zone } = sources.clock;
  return [
    item.aircraft.tailNumber ?? null,
    modelText(item.aircraft),
    item.name,
    item.status,
    item.isComplied ? 'yes' : 'no',
    item.driving?.name ?? null,
    ...axisColumns.flatMap(({ name }) => axisCells(item.axes.find((axis) => axis.name === name) ?? null, zone)),
    ...rowWords(dueRow(item, sources)),
    minuteText(item.asOf, zone),
    minuteText(sources.now, zone),
  ];
}

/** `2026-05-12 11:05` */
function minuteText(at: Instant, zone: string): string {
  return wallText(at, zone).slice(0, 16).replace('T', ' ');
}

function rowWords({ due, next, visit }: DueRow): Cell[] {
  const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join('; ') || null;
  return [
    joined(due.text, due.basis),
    joined(next.text, next.who, next.now && `now ${next.now}`, next.note?.text),
    joined(visit.text, visit.purpose, visit.note?.text),
  ];
}

function axisCells(axis: Axis | null, zone: string): Cell[] {
  if (!axis) return [null, null, null, null, null];
  const valueCell = (value: number | null) => (axis.name === 'date' && value !== null ? dayOf(value, zone) : value);
  return [valueCell(axis.current), valueCell(axis.limit), remainingCell(axis, zone), axis.status, axis.message];
}

function remainingCell({ name, limit, remaining }: Axis, zone: string): Cell {
  if (remaining === null || limit === null) return null;
  if (name === 'date') return daysLeft(limit, limit - remaining, zone);
  return name === 'hours' ? tenthsDown(remaining) / 10 : Math.floor(remaining);
}
