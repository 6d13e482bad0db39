import { squawkFor } from './complaints.ts';
import type { Random } from '#server/operator/school/random.ts';
import type { SchoolState } from '#server/operator/school/state/state.ts';
import type { Item, Plane } from '#server/operator/school/state/stateFleet.ts';
import { monthEnd } from '#server/operator/school/zone.ts';

/** A visit of an aircraft to the shop, with what is done; quick work on the ramp has no reservation. */
export type Visit = {
  readonly plane: Plane;
  readonly opened: number;
  readonly closed: number;
  readonly reservationId: number | null;
  readonly items: readonly Item[];
  readonly squawks: Plane['squawks'];
};

/** Does the work: writes its order, items and logs, complies the reminders, resolves the squawks. */
export function doWork(state: SchoolState, visit: Visit, random: Random): void {
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
    comply(state, visit.plane, item, doneAt);
  }
  for (const squawk of visit.squawks) {
    const doneAt = nextDone();
    const { action } = squawkFor(squawk.description);
    const task = { reminder_id: null, squawk_id: squawk.id, description: squawk.description, note: action };
    recordTask(state, { ...task, workOrder, opened: visit.opened, doneAt }, random);
    state.records.resolveSquawk(squawk.id, doneAt, action, workOrder);
  }
  const resolved = new Set(visit.squawks);
  visit.plane.squawks = visit.plane.squawks.filter((squawk) => !resolved.has(squawk));
}

function openOrder(state: SchoolState, { plane, opened, closed, reservationId }: Visit): number {
  const id = state.ids.workOrder++;
  const meters = { hobbs_tenths: plane.hobbs, tach_tenths: plane.tach, landings: plane.landings };
  const span = { opened_at: opened, closed_at: closed, reservation_id: reservationId };
  state.records.workOrder({ id, aircraft_id: plane.id, ...span, ...meters });
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

/** Sets an item's limits a full interval further; date limits fall on the end of a day, those by months on a month's last. */
function comply(state: SchoolState, plane: Plane, item: Item, at: number): void {
  const { kind } = item;
  const today = state.clock.dayAt(at);
  const lastDay = kind.months === undefined ? today + (kind.days ?? 0) : monthEnd(today, kind.months);
  item.round += 1;
  item.dueTach = kind.hours === undefined ? null : plane.tach + kind.hours * 10;
  item.dueAt = kind.months || kind.days ? state.clock.midnight(lastDay + 1) - 1 : null;
  item.dueLandings = kind.landings === undefined ? null : plane.landings + kind.landings;
  state.records.compliance({
    reminder_id: item.id,
    at,
    due_tach_tenths: item.dueTach,
    due_at: item.dueAt,
    due_landings: item.dueLandings,
    permanent: 0,
  });
}
