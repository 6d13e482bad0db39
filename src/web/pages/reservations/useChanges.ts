import { useEffect, useRef, useState } from 'react';
import type { TimedBooking } from '#domain/bookings.ts';
import { type Change, differences, liveChanges, settleMissing } from '#domain/schedule/changes.ts';
import type { Instant, Span } from '#domain/time.ts';
import { findMissing } from '#web/queries/missingReservations.ts';
import { useSchool } from '#web/ui/school.tsx';

/** How long a change stays marked, in milliseconds. */
const lifetime = 5 * 60_000;
/** If more than this are missing at once, the service has a mishap; each is looked for by a call of its own. */
const mostMissing = 10;

type Look = { readonly span: Span; readonly bookings: readonly TimedBooking[] };

/**
 * What changed in a span while somebody looked at it. What a refresh no longer brings is looked for once more before it is
 * called gone; where that fails nothing is said, and the next refresh asks again. `asOf` is null while bookings are lacking.
 */
export function useChanges(span: Span, bookings: readonly TimedBooking[], asOf: Instant | null, now: Instant) {
  const school = useSchool();
  const last = useRef<Look | null>(null);
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useEffect(() => {
    if (asOf === null) return;
    const before = last.current;
    last.current = { span, bookings };
    if (!before || before.bookings === bookings || !isSameSpan(before.span, span)) return;
    const seenAt = Date.now();
    const found = differences(before.bookings, bookings, seenAt);
    const add = (more: readonly Change[]) =>
      setChanges((known) => liveChanges([...known, ...more], Date.now(), lifetime));
    if (found.changes.length > 0) add(found.changes);
    const missing = found.missing.slice(0, mostMissing);
    if (missing.length === 0) return;
    findMissing(school, missing).then(
      (there) => add(settleMissing(missing, there, seenAt)),
      () => {
        const look = last.current;
        if (look && isSameSpan(look.span, span)) last.current = { span, bookings: [...missing, ...look.bookings] };
      },
    );
  }, [school, span, bookings, asOf]);
  return liveChanges(changes, now, lifetime);
}

function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
