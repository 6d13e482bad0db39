import { secondsInHour, secondsInMinute } from '#domain/units.ts';
import { discrepancies, groundingDiscrepancies, bookBlock, hasBlock } from './maintenance.ts';
import type { Plan, Reservation } from './plan.ts';
import type { Aircraft } from '#operator/school/state/roster.ts';

/** When a reservation is checked out and in, and when it was really back; epoch seconds. */
export type ActualTimes = { readonly out: number; readonly in: number; readonly back: number };

/**
 * A little early or late. One in fifty is not closed out for hours or until the next morning, unless the aircraft's
 * next reservation (`next`, its start) needs it. An aircraft goes out only after it is checked in. `delay` is in seconds.
 */
export function actualTimesOf(
  plan: Plan,
  reservation: Reservation,
  next: number | undefined,
  delay: number,
): ActualTimes {
  const { random } = plan;
  const { aircraft } = reservation;
  const out = Math.max(
    reservation.start + random.between(-8, 15) * secondsInMinute + delay,
    (aircraft?.freeAt ?? 0) + secondsInMinute,
  );
  const min = out + Math.max(25 * secondsInMinute, Math.round((reservation.end - reservation.start) * 0.55));
  const back = Math.max(min, reservation.end + random.between(-25, 12) * secondsInMinute);
  if (!random.chance(0.02)) return { out, in: back, back };
  const evening = back > plan.midnight + 19 * secondsInHour;
  const closed = evening
    ? plan.state.clock.at(plan.day + 1, random.between(375, 405))
    : back + random.between(60, 300) * secondsInMinute;
  return { out, in: Math.max(back, Math.min(closed, (next ?? Infinity) + 10 * secondsInMinute)), back };
}

/** Flies a reservation: advances the aircraft's meters, writes the flight, and returns its Hobbs time in tenths of hours. */
export function fly(plan: Plan, id: number, reservation: Reservation, aircraft: Aircraft, actual: ActualTimes): number {
  const hobbs = hobbsOf(plan, reservation, actual);
  const tach = Math.max(1, Math.round(hobbs * (0.8 + plan.random.next() * 0.1)));
  const landings = aircraft.isSimulator ? 0 : landingsOf(plan, reservation);
  plan.state.records.flight({
    id,
    aircraft_id: aircraft.id,
    out_at: actual.out,
    in_at: actual.in,
    hobbs_out_tenths: aircraft.hobbs,
    hobbs_in_tenths: aircraft.hobbs + hobbs,
    tach_out_tenths: aircraft.tach,
    tach_in_tenths: aircraft.tach + tach,
    landings_out: aircraft.landings,
    landings_in: aircraft.landings + landings,
    destination: reservation.destination ?? null,
  });
  aircraft.hobbs += hobbs;
  aircraft.tach += tach;
  aircraft.landings += landings;
  aircraft.freeAt = actual.in;
  return hobbs;
}

/** Most of the time between out and in. Less for a cross-country, and only the way there and back for a night away. */
function hobbsOf({ random }: Plan, { destination }: Reservation, { out, back }: ActualTimes): number {
  const max = Math.floor((back - out) / 360);
  if (back - out > 12 * secondsInHour) return random.between(26, 46);
  const share = destination ? 0.5 + random.next() * 0.2 : 0.68 + random.next() * 0.16;
  return Math.max(3, Math.min(max, Math.round(max * share)));
}

function landingsOf({ random }: Plan, { destination, activity }: Reservation): number {
  if (destination) return random.between(2, 4);
  return activity === 'Dual Flight Training' || activity === 'Solo Flight Training'
    ? random.between(1, 9)
    : random.between(1, 4);
}

/**
 * Now and then the pilot writes something up. A grounding squawk is written up after the aircraft's last flight of the
 * day.
 */
export function writeUp(
  plan: Plan,
  reservation: Reservation,
  aircraft: Aircraft,
  actual: ActualTimes,
  next: number | undefined,
): void {
  const { random, state } = plan;
  if (aircraft.isSimulator || !reservation.client || !random.chance(1 / 55)) return;
  const grounds = next === undefined && random.chance(0.5);
  const { description } = random.pick(grounds ? groundingDiscrepancies : discrepancies);
  const id = state.ids.squawk++;
  const row = {
    id,
    aircraft_id: aircraft.id,
    reported_by_id: reservation.client.id,
    description,
    grounds: grounds ? 1 : 0,
  };
  state.records.squawk({ ...row, created_at: actual.in });
  aircraft.squawks.push({ id, grounds, description });
  if (!grounds || hasBlock(plan, aircraft, state.clock.midnight(plan.day + 1))) return;
  bookBlock(plan, aircraft, random.between(1, 3), random.between(0, 3), 'Unscheduled Maintenance');
}
