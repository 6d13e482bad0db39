import { take } from './diary.ts';
import { hashOf } from '#server/operator/school/founding/guid.ts';
import { atMinute, type Plan } from './plan.ts';
import type { Item, Plane } from '#server/operator/school/state/stateFleet.ts';

const day = 86_400;

/** How many days an item is likely to last from `now` on, on the axis that ends first; negative once it has expired. */
function daysLeft(plane: Plane, item: Item, now: number): number {
  return Math.min(
    item.dueAt === null ? Infinity : (item.dueAt - now) / day,
    item.dueTach === null ? Infinity : (item.dueTach - plane.tach) / plane.tachPerDay,
    item.dueLandings === null ? Infinity : (item.dueLandings - plane.landings) / plane.landingsPerDay,
  );
}

/**
 * How many days before its limit the shop does an item. In one round of five it is late: parts, people, or nobody looked;
 * less so where the aircraft may not fly meanwhile.
 */
function leadOf(seed: number, plane: Plane, item: Item): number {
  const luck = hashOf('lead', seed, item.id, item.round) / 2 ** 32;
  if (luck >= 1 / 5) return 0.3 + ((luck * 97) % 1) * 1.7;
  return -Math.min(item.kind.grounds ? 3 : 28, (0.05 + luck * 1.6) * intervalDays(plane, item));
}

function intervalDays(plane: Plane, { kind }: Item): number {
  return Math.min(
    kind.days ?? Infinity,
    kind.months === undefined ? Infinity : kind.months * 30.4,
    kind.hours === undefined ? Infinity : (kind.hours * 10) / plane.tachPerDay,
    kind.landings === undefined ? Infinity : kind.landings / plane.landingsPerDay,
  );
}

/** The items that are done when the aircraft is in the shop now: those near their limit, but for what has to wait. */
export function itemsDue(seed: number, plane: Plane, now: number): Item[] {
  return plane.items.filter((item) => {
    const left = daysLeft(plane, item, now);
    const lead = leadOf(seed, plane, item);
    const isStuck = item.kind.grounds === true && left <= 0;
    return isStuck || left <= (lead > 0 ? Math.max(lead, 2) : lead);
  });
}

/** Items that need no block, done on the ramp this morning. */
export function quickItemsDue(seed: number, plane: Plane, now: number): Item[] {
  return plane.items.filter((item) => item.kind.quick && daysLeft(plane, item, now) <= leadOf(seed, plane, item));
}

/** Keeps the unfit on the ground today, and gives maintenance blocks to those that will need one within days. */
export function planMaintenance(plan: Plan): void {
  for (const plane of plan.state.planes) {
    if (isUnfit(plane, plan.midnight)) plan.unfit.add(plane.id);
    if (!hasBlock(plan, plane, plan.midnight)) planBlock(plan, plane);
  }
}

/** Whether the aircraft has a maintenance block that ends after this instant. */
export function hasBlock({ state, later }: Plan, plane: Plane, after: number): boolean {
  const isAhead = state.ahead.some(
    (span) => span.displayType === 1 && span.aircraftId === plane.id && span.end > after,
  );
  return isAhead || later.some((block) => block.plane === plane && block.end > after);
}

function isUnfit(plane: Plane, now: number): boolean {
  const expired = plane.items.some((item) => item.kind.grounds && daysLeft(plane, item, now) <= 0);
  return expired || plane.squawks.some((squawk) => squawk.grounds);
}

const daysAhead = 6;

function planBlock(plan: Plan, plane: Plane): void {
  const { seed } = plan.state.school;
  const waits = plane.items
    .filter((item) => !item.kind.quick)
    .map((item) => daysLeft(plane, item, plan.midnight) - leadOf(seed, plane, item));
  const wait = Math.min(...waits);
  if (wait > daysAhead) return;
  const inDays = Math.max(1, Math.round(wait));
  const due = itemsDue(seed, plane, plan.midnight + (inDays + 1) * day);
  const shopDays = Math.max(0, ...due.map((item) => item.kind.shopDays));
  bookBlock(plan, plane, inDays, shopDays, 'Scheduled Maintenance');
}

/** A block from a morning on: until 11 o'clock, or through so many days until 5 in the afternoon. */
export function bookBlock(
  plan: Plan,
  plane: Plane,
  inDays: number,
  shopDays: number,
  activity: 'Scheduled Maintenance' | 'Unscheduled Maintenance',
): void {
  const start = atMinute(plan, inDays * 1440 + 8 * 60);
  const end = shopDays === 0 ? start + 3 * 3600 : atMinute(plan, (inDays + shopDays - 1) * 1440 + 17 * 60);
  plan.later.push({ start, end, displayType: 1, activity, plane });
  take(plan.planes, plane.id, start, end);
}
