import type { Booking, Plan } from './plan.ts';
import type { Fate } from './flights.ts';
import type { Client } from '#server/operator/school/state/statePeople.ts';

const instructorHourlyCents = 7_500;

/** Writes the invoice for what was flown (Hobbs, tenths) and taught, and what the client pays or is credited then. */
export function bill(plan: Plan, id: number, booking: Booking, fate: Fate, hobbs: number): void {
  const { client, plane } = booking;
  if (!client) return;
  const taught = booking.instructorId === undefined ? 0 : taughtTenths(fate, hobbs);
  // Rates are whole dollars, so that tenths of an hour cost whole cents.
  const aircraftCents = plane ? (hobbs * plane.hourlyCents) / 10 : 0;
  const instructorCents = (taught * instructorHourlyCents) / 10;
  plan.state.records.invoice({
    id,
    person_id: client.id,
    at: fate.in,
    aircraft_tenths: plane ? hobbs : 0,
    aircraft_cents: aircraftCents,
    instructor_tenths: taught,
    instructor_cents: instructorCents,
  });
  client.balanceCents -= aircraftCents + instructorCents;
  settleAccount(plan, booking, client, fate.in);
}

/** Ground lessons by the clock; flights by Hobbs and three tenths for briefing. */
function taughtTenths(fate: Fate, hobbs: number): number {
  return hobbs === 0 ? Math.round((fate.back - fate.out) / 360) : hobbs + 3;
}

function settleAccount(plan: Plan, booking: Booking, client: Client, at: number): void {
  const { random } = plan;
  const soon = at + random.between(1, 30) * 3600;
  if (booking.destination && random.chance(0.5))
    memo(plan, client, soon, random.between(4_000, 16_000), 'Fuel reimbursement');
  if (random.chance(1 / 300)) memo(plan, client, soon, 5_000, 'Goodwill credit');
  if (random.chance(1 / 250)) memo(plan, client, soon, -7_500, 'Late cancellation fee');
  if (client.balanceCents > -20_000) return;
  const reason = random.pick(['Payment by card', 'Payment by card', 'Payment by bank transfer', 'Payment by check']);
  memo(
    plan,
    client,
    soon,
    Math.ceil(-client.balanceCents / 50_000) * 50_000 + random.pick([0, 50_000, 100_000]),
    reason,
  );
}

function memo(plan: Plan, client: Client, at: number, cents: number, reason: string): void {
  plan.state.records.memo({ person_id: client.id, at, cents, reason });
  client.balanceCents += cents;
}
