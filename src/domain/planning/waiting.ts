import { awaitedGroup, isFlight } from '#domain/reservations/reservations.ts';
import { certaintyOf, standingOf } from '#domain/reservations/standing.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { PlanningIndex } from './planningIndex.ts';

/** The flights that wait for their aircraft and may take one that a plan counts on, in words; null without any. */
export function waitingNote({ schedule, now }: Pick<PlanningIndex, 'schedule' | 'now'>, span: Span): string | null {
  const waiting = schedule.reservations.filter(
    (one) =>
      overlaps(one, span) && isFlight(one) && awaitedGroup(one) !== null && certaintyOf(standingOf(one, now)) !== null,
  );
  if (waiting.length === 0) return null;
  const flights = counted(waiting.length, 'flight');
  return `${flights} of this time ${waiting.length === 1 ? 'has' : 'have'} no aircraft yet and may take one of these`;
}
