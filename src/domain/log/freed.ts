import type { LogEntry, LogKind, LogPlan } from '#contract/gateway/log.ts';
import type { PageAddress } from '#contract/pages.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { shortestFreed, standbyDays } from '#domain/thresholds.ts';
import { dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { millisecondsInHour } from '#domain/units.ts';

/** The kinds of entries that may free time of an aircraft. */
export const freeingKinds: readonly LogKind[] = ['gone', 'moved', 'aircraft-swapped'];

/** Time that a change took from a reservation's aircraft. */
export type Freed = Span & { readonly aircraftId: string };

/**
 * The times of an aircraft that an entry freed and that still have an hour ahead of now: all of a reservation that was
 * cancelled or deleted, or went to another aircraft; what a moved or shortened one no longer needs. None if it had no
 * aircraft or no readable times. Whether the aircraft is still free then is another question (`freedSlots`).
 */
export function freedBy({ kinds, facts }: Pick<LogEntry, 'kinds' | 'facts'>, now: Instant): Freed[] {
  if (facts.of !== 'reservation' || !kinds.some((kind) => freeingKinds.includes(kind))) return [];
  const before = heldBy(facts.before);
  if (!before) return [];
  const after = kinds.includes('gone') ? null : heldBy(facts.after);
  const isSameAircraft = after !== null && idKey(after.aircraftId) === idKey(before.aircraftId);
  return partsOutside(before, isSameAircraft ? [after] : [])
    .map(({ start, end }) => ({ start: Math.max(start, now), end, aircraftId: before.aircraftId }))
    .filter(({ start, end }) => end - start >= shortestFreed * millisecondsInHour);
}

/** The time of the aircraft that a plan holds. */
function heldBy(plan: LogPlan | null): Freed | null {
  if (plan === null || plan.aircraftId === null || plan.start === null || plan.end === null) return null;
  return { start: Date.parse(plan.start), end: Date.parse(plan.end), aircraftId: plan.aircraftId };
}

/** The parts of a span outside these spans, which are in order of start and of end. Linear in the spans. */
export function partsOutside({ start, end }: Span, spans: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let from = start;
  for (const span of spans) {
    if (span.end <= from) continue;
    if (span.start >= end) break;
    if (span.start > from) parts.push({ start: from, end: span.start });
    from = span.end;
  }
  if (from < end) parts.push({ start: from, end });
  return parts;
}

/** The end of the days whose freed times are offered to others. */
export function offeredUntil(now: Instant, zone: string): Instant {
  return daySpan(dayOf(now, zone), zone, standbyDays).end;
}

/** Who could use a freed time: by the key of a slot, or by the number of the entry that freed it. */
export function standbyLink(slot: string | number): PageAddress {
  return `/plan/standby?slot=${slot}`;
}
