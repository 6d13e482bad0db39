import { useMemo } from 'react';
import { type Change, changesWithin, lastingChanges, liveChanges, netChanges } from '#domain/reservations/changes.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { markLifetime, useBookingChanges } from '#web/queries/changes.ts';
import { useSchool } from '#web/ui/page/school.tsx';

export type ScheduleChanges = {
  /** Of the last minutes, to be marked on the bookings. */
  readonly live: readonly Change[];
  /** Since the last look, also while no browser was open. */
  readonly unseen: readonly Change[];
  readonly dismiss: () => void;
};

/** What changed in a span, as the gateway has logged it. */
export function useChanges(span: Span, now: Instant): ScheduleChanges {
  const { changes: logged, lookedAt, lead, dismiss } = useBookingChanges(useSchool());
  return useMemo(() => {
    const since = (start: Instant) => changesWithin(netChanges(logged.filter(({ seenAt }) => seenAt > start)), span);
    const logNow = now + lead;
    const live = liveChanges(since(logNow - markLifetime), logNow, markLifetime);
    const later = lookedAt === null ? [] : since(lookedAt);
    const unseen = [...lastingChanges(later, now), ...liveChanges(later, logNow, markLifetime)];
    return { live, unseen: [...new Set(unseen)].toSorted((a, b) => a.seenAt - b.seenAt), dismiss };
  }, [logged, lookedAt, lead, dismiss, span, now]);
}
