import { secondsInDay, secondsInHour } from '#domain/units.ts';
import { markBooked, atMinute, type Plan } from './plan.ts';
import { hashOf, type Random } from '#operator/school/random.ts';
import type { Item, Aircraft } from '#operator/school/state/roster.ts';
import type { SchoolState } from '#operator/school/state/state.ts';
import { monthEnd } from '#operator/school/zone.ts';

/** How many days an item is likely to last from `now` on, on the axis that ends first; negative once it has expired. */
function daysLeft(aircraft: Aircraft, item: Item, now: number): number {
  return Math.min(
    item.dueAt === null ? Infinity : (item.dueAt - now) / secondsInDay,
    item.dueTach === null ? Infinity : (item.dueTach - aircraft.tach) / aircraft.tachPerDay,
    item.dueLandings === null ? Infinity : (item.dueLandings - aircraft.landings) / aircraft.landingsPerDay,
  );
}

/**
 * How many days before its limit the shop does an item. One time in five it is late, but less so if the aircraft may
 * not fly until then.
 */
function leadOf(seed: number, aircraft: Aircraft, item: Item): number {
  const luck = hashOf('lead', seed, item.id, item.round) / 2 ** 32;
  if (luck >= 1 / 5) return 0.3 + ((luck * 97) % 1) * 1.7;
  return -Math.min(item.kind.grounds ? 3 : 28, (0.05 + luck * 1.6) * intervalDays(aircraft, item));
}

function intervalDays(aircraft: Aircraft, { kind }: Item): number {
  return Math.min(
    kind.days ?? Infinity,
    kind.months === undefined ? Infinity : kind.months * 30.4,
    kind.hours === undefined ? Infinity : (kind.hours * 10) / aircraft.tachPerDay,
    kind.landings === undefined ? Infinity : kind.landings / aircraft.landingsPerDay,
  );
}

/** The items that are done when the aircraft is in the shop now: those near their limit, except those that have to wait. */
export function itemsDue(seed: number, aircraft: Aircraft, now: number): Item[] {
  return aircraft.items.filter((item) => {
    const left = daysLeft(aircraft, item, now);
    const lead = leadOf(seed, aircraft, item);
    const isStuck = item.kind.grounds === true && left <= 0;
    return isStuck || left <= (lead > 0 ? Math.max(lead, 2) : lead);
  });
}

/** Items that need no block, done on the ramp this morning. */
export function quickItemsDue(seed: number, aircraft: Aircraft, now: number): Item[] {
  return aircraft.items.filter(
    (item) => item.kind.quick && daysLeft(aircraft, item, now) <= leadOf(seed, aircraft, item),
  );
}

/** Keeps grounded aircraft on the ground today, and gives maintenance blocks to those that will need one within days. */
export function planMaintenance(plan: Plan): void {
  for (const aircraft of plan.state.fleet) {
    if (isGrounded(aircraft, plan.midnight)) plan.grounded.add(aircraft.id);
    if (!hasBlock(plan, aircraft, plan.midnight)) planBlock(plan, aircraft);
  }
}

/** Whether the aircraft has a maintenance block that ends after this instant. */
export function hasBlock({ state, later }: Plan, aircraft: Aircraft, after: number): boolean {
  const isAhead = state.ahead.some(
    (span) => span.displayType === 1 && span.aircraftId === aircraft.id && span.end > after,
  );
  return isAhead || later.some((block) => block.aircraft === aircraft && block.end > after);
}

function isGrounded(aircraft: Aircraft, now: number): boolean {
  const expired = aircraft.items.some((item) => item.kind.grounds && daysLeft(aircraft, item, now) <= 0);
  return expired || aircraft.squawks.some((squawk) => squawk.grounds);
}

const daysAhead = 6;

function planBlock(plan: Plan, aircraft: Aircraft): void {
  const { seed } = plan.state.school;
  const waits = aircraft.items
    .filter((item) => !item.kind.quick)
    .map((item) => daysLeft(aircraft, item, plan.midnight) - leadOf(seed, aircraft, item));
  const wait = Math.min(...waits);
  if (wait > daysAhead) return;
  const inDays = Math.max(1, Math.round(wait));
  const due = itemsDue(seed, aircraft, plan.midnight + (inDays + 1) * secondsInDay);
  const shopDays = Math.max(0, ...due.map((item) => item.kind.shopDays));
  bookBlock(plan, aircraft, inDays, shopDays, 'Scheduled Maintenance');
}

/** A block from a morning on: until 11 o'clock, or for this many days until 5 in the afternoon. */
export function bookBlock(
  plan: Plan,
  aircraft: Aircraft,
  inDays: number,
  shopDays: number,
  activity: 'Scheduled Maintenance' | 'Unscheduled Maintenance',
): void {
  const start = atMinute(plan, inDays * 1440 + 8 * 60);
  const end = shopDays === 0 ? start + 3 * secondsInHour : atMinute(plan, (inDays + shopDays - 1) * 1440 + 17 * 60);
  plan.later.push({ start, end, displayType: 1, activity, aircraft });
  markBooked(plan.fleet, aircraft.id, start, end);
}

/** A visit of an aircraft to the shop, with what is done; quick work on the ramp has no reservation. */
export type Visit = {
  readonly aircraft: Aircraft;
  readonly opened: number;
  readonly closed: number;
  readonly reservationId: number | null;
  readonly items: readonly Item[];
  readonly squawks: Aircraft['squawks'];
};

/** Records the work of a visit: its order, items and logs, the reminders complied with and the squawks resolved. */
export function recordVisit(state: SchoolState, visit: Visit, random: Random): void {
  const jobs = visit.items.length + visit.squawks.length;
  const { mechanics } = state.staff;
  if (jobs === 0 || mechanics.length === 0) return;
  const workOrder = openOrder(state, visit);
  let done = 0;
  const nextDone = (): number => visit.opened + Math.round(((visit.closed - visit.opened) * ++done) / jobs);
  for (const item of visit.items) {
    const doneAt = nextDone();
    const task = {
      reminder_id: item.id,
      squawk_id: null,
      description: item.kind.name,
      note: `Complied with ${item.kind.name}`,
    };
    recordTask(state, { ...task, workOrder, opened: visit.opened, doneAt }, random);
    comply(state, visit.aircraft, item, doneAt);
  }
  for (const squawk of visit.squawks) {
    const doneAt = nextDone();
    const { action } = squawkFor(squawk.description);
    const task = { reminder_id: null, squawk_id: squawk.id, description: squawk.description, note: action };
    recordTask(state, { ...task, workOrder, opened: visit.opened, doneAt }, random);
    state.records.resolveSquawk(squawk.id, doneAt, action, workOrder);
  }
  const resolved = new Set(visit.squawks);
  visit.aircraft.squawks = visit.aircraft.squawks.filter((squawk) => !resolved.has(squawk));
}

function openOrder(state: SchoolState, { aircraft, opened, closed, reservationId }: Visit): number {
  const id = state.ids.workOrder++;
  const meters = { hobbs_tenths: aircraft.hobbs, tach_tenths: aircraft.tach, landings: aircraft.landings };
  const span = { opened_at: opened, closed_at: closed, reservation_id: reservationId };
  state.records.workOrder({ id, aircraft_id: aircraft.id, ...span, ...meters });
  return id;
}

type Task = {
  readonly workOrder: number;
  readonly reminder_id: number | null;
  readonly squawk_id: number | null;
  readonly description: string;
  readonly note: string;
  readonly opened: number;
  readonly doneAt: number;
};

function recordTask(state: SchoolState, task: Task, random: Random): void {
  const { workOrder, opened, doneAt, note, ...rest } = task;
  const id = state.ids.workItem++;
  const mechanic = random.pick(state.staff.mechanics);
  state.records.workItem({
    id,
    work_order_id: workOrder,
    mechanic_id: mechanic,
    created_at: opened,
    done_at: doneAt,
    ...rest,
  });
  const log = { work_item_id: id, at: doneAt };
  state.records.workLog({ ...log, mechanic_id: mechanic, labour_tenths: random.between(3, 45), note });
  if (!random.chance(0.3)) return;
  const second = random.pick(state.staff.mechanics);
  state.records.workLog({
    ...log,
    mechanic_id: second,
    labour_tenths: random.between(2, 10),
    note: 'Inspected and signed off',
  });
}

/**
 * Sets an item's limits a full interval later. A date limit is the end of a day; if the interval is in months, it is
 * the last day of a month.
 */
function comply(state: SchoolState, aircraft: Aircraft, item: Item, at: number): void {
  const { kind } = item;
  const today = state.clock.dayAt(at);
  const lastDay = kind.months === undefined ? today + (kind.days ?? 0) : monthEnd(today, kind.months);
  item.round += 1;
  item.dueTach = kind.hours === undefined ? null : aircraft.tach + kind.hours * 10;
  item.dueAt = kind.months || kind.days ? state.clock.midnight(lastDay + 1) - 1 : null;
  item.dueLandings = kind.landings === undefined ? null : aircraft.landings + kind.landings;
  state.records.compliance({
    reminder_id: item.id,
    at,
    due_tach_tenths: item.dueTach,
    due_at: item.dueAt,
    due_landings: item.dueLandings,
    permanent: 0,
  });
}

/** A squawk as pilots write it up, and the corrective action. */
type Discrepancy = { readonly description: string; readonly action: string };

export const discrepancies: readonly Discrepancy[] = [
  { description: 'Landing light inoperative', action: 'Replaced landing light, operational check good' },
  { description: 'Nose wheel shimmy on landing', action: 'Serviced shimmy damper' },
  { description: 'Left main tire worn', action: 'Replaced left main tire' },
  { description: 'COM 2 weak transmission', action: 'Cleaned antenna connector, radio check good' },
  { description: 'Pilot door latch hard to close', action: 'Adjusted and lubricated door latch' },
  { description: 'Directional gyro precesses more than usual', action: 'Replaced directional gyro' },
  { description: 'Seat track lock worn, copilot side', action: 'Replaced seat track lock' },
  { description: 'Strobe intermittent, right wing', action: 'Repaired strobe wiring' },
  { description: 'Fuel gauge reads low, left tank', action: 'Cleaned sender contacts' },
  { description: 'Cabin heat does not shut off', action: 'Adjusted heater control cable' },
];

export const groundingDiscrepancies: readonly Discrepancy[] = [
  { description: 'Magneto drop over 175 RPM on run-up', action: 'Replaced fouled plugs, run-up good' },
  { description: 'Brake pedal soft, left side', action: 'Replaced brake linings, bled system' },
  { description: 'Alternator fails in flight', action: 'Replaced alternator' },
  { description: 'Oil leak at front of engine', action: 'Replaced propeller shaft seal' },
  { description: 'Propeller nick found on preflight', action: 'Dressed propeller blade' },
  { description: 'Hard landing, inspection required', action: 'Hard landing inspection, no damage found' },
];

const byDescription = new Map(
  [...discrepancies, ...groundingDiscrepancies].map((discrepancy) => [discrepancy.description, discrepancy]),
);

/** The discrepancy of a stored squawk. Throws `RangeError` on an unknown description. */
function squawkFor(description: string): Discrepancy {
  const known = byDescription.get(description);
  if (!known) throw new RangeError(`No discrepancy is described as "${description}".`);
  return known;
}
