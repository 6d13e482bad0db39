import { isFlight, isTimed, toBooking } from '#domain/reservations/bookings.ts';
import { standingOf } from '#domain/readiness/standing.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { isReadable } from './daySources.ts';
import { keyOf, type ReplicaStatus, summary, toldFailure, toldResumption, type View } from './status.ts';

type Row = ReturnType<ReplicaStorage['overlapping']>[number];
type Unclosed = { readonly end: Instant; readonly slim: string };

/**
 * Flights that ended before an instant and were not closed out: aircraft that are not back, and reservations that were
 * never checked out. Over all days that the copy holds, so that none is lost at midnight. Of a day the reservations are
 * looked at again only where it has changed.
 */
export function createUnclosed(storage: ReplicaStorage): (before: Instant, status: ReplicaStatus) => View {
  const known = new Map<Instant, { readonly revision: number; readonly found: readonly Unclosed[] }>();

  return (before, status) => {
    const cells = status.heldBefore(before);
    const running = status.parts('reservations');
    const { ageMs, ttlMs, detail, failure } = summary(cells);
    const isMissing = cells.some((cell) => cell.ageMs === null);
    const resumesAt = isMissing ? toldResumption(status.resumesAt) : null;
    const body = () => {
      for (const from of known.keys()) if (!cells.some((cell) => cell.from === from)) known.delete(from);
      const found = cells.flatMap(({ from, to, revision }) => {
        const last = known.get(from);
        if (last?.revision === revision) return last.found;
        const rows = storage.overlapping(from, to).filter(({ start }) => start >= from);
        const unclosed = unclosedOf(rows, status.zone);
        known.set(from, { revision, found: unclosed });
        return unclosed;
      });
      const earlier = status.running().flatMap(({ id, start, end, slim }) => {
        return start === null || end === null ? [] : [{ id, start, end, slim }];
      });
      const items = [...unclosedOf(earlier, status.zone), ...found].filter(({ end }) => end <= before);
      const rest = { untimed: [], skipped: [], shortfall: null, missing: [], failure: toldFailure(failure), resumesAt };
      return `{"items":[${items.map(({ slim }) => slim).join(',')}],${JSON.stringify(rest).slice(1)}`;
    };
    return { key: `${keyOf(cells)} ${keyOf(running)} ${resumesAt}`, ageMs, ttlMs, detail, headers: {}, body };
  };
}

function unclosedOf(rows: readonly Row[], zone: Zone): readonly Unclosed[] {
  return rows.filter(({ slim, end }) => {
    const record: unknown = JSON.parse(slim);
    if (!isReadable(record)) return false;
    const booking = toBooking(record, zone);
    if (!isTimed(booking) || !isFlight(booking)) return false;
    // At any time after its end: what is not closed then never was.
    const { kind } = standingOf(booking, end + 1);
    return kind === 'not back' || kind === 'never checked out';
  });
}
