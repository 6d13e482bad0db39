import { type Booking, bookingsOf } from '#domain/figures/bookings.ts';
import { packedBookings, SharedGroups, unpackedBookings } from '#domain/figures/packed.ts';
import type { Steps } from '#domain/steps.ts';
import { addDays, addMonths, type Day, dayOf, daySpan, isDay, type Span, type Zone } from '#domain/time/time.ts';
import { parsed } from '#server/http/body.ts';
import type { ReplicaStorage } from './storage/storage.ts';
import { timedOf } from './views/daySources.ts';

/** A cell that leaves the copy, with the wall time of its last reading. */
type LeavingCell = { readonly from: number; readonly to: number; readonly asOf: number };

const prefix = 'figures ';
/** Two years and a quarter: a year, the year before it, and the days of a long period before that. */
const keptFor = 820;
/** Bookings in memory at most, some 100 MB; a large school has 135,000 in this time. Days before them are not known. */
const maxBookings = 250_000;

/** The bookings of finished days that the copy no longer holds, as far as it has held them; for figures. */
export type KeptDays = {
  /** Reads what the file has, in steps, a day each; nothing if it was read before. */
  readonly read: (today: Day) => Steps<void>;
  /** Those that were read or kept since the start. */
  readonly days: () => ReadonlyMap<Day, readonly Booking[]>;
  /** How many bookings are in memory. */
  readonly count: () => number;
  /** Differs if days were kept since. */
  readonly revision: () => number;
  /** Keeps the bookings of days that were read after they ended; called before the copy forgets them. */
  readonly keep: (cells: readonly LeavingCell[]) => void;
};

/** For a copy that keeps none. */
export const noKeptDays: KeptDays = {
  *read() {
    // There is nothing to read.
  },
  days: () => new Map(),
  count: () => 0,
  revision: () => 0,
  keep: () => undefined,
};

/**
 * Kept as notes of the copy's file, one for each day, so that forgetting a person also finds them there; such a day is deleted, and
 * then not known. Read once; kept in memory from then on.
 */
export function keptDaysIn(
  storage: Pick<ReplicaStorage, 'overlapping' | 'remember' | 'forget' | 'memories'>,
  zone: Zone,
  most = maxBookings,
): KeptDays {
  const known = new Map<Day, readonly Booking[]>();
  const shared = new SharedGroups();
  let [isRead, revision] = [false, 0];
  const count = () => [...known.values()].reduce((sum, bookings) => sum + bookings.length, 0);
  return {
    days: () => known,
    count,
    revision: () => revision,
    *read(today) {
      if (isRead) return;
      const first = addDays(today, -keptFor).slice(0, 7);
      // The newest first, so that the oldest are left out if there are too many.
      for (let month = today.slice(0, 7); month >= first; month = addMonths(month, -1)) {
        yield;
        for (const { key, value } of storage.memories(prefix + month).toReversed()) {
          const day = key.slice(prefix.length);
          if (!isDay(day) || known.has(day) || count() >= most) continue;
          yield;
          const bookings = unpackedBookings(parsed(value), shared);
          if (bookings) known.set(day, bookings);
        }
      }
      isRead = true;
    },
    keep: (cells) => {
      for (const { from, to, asOf } of cells) {
        // A cell may have several days, and a part of a day is none.
        for (let day = dayOf(from, zone.name); ; day = addDays(day, 1)) {
          const span = daySpan(day, zone.name);
          if (span.end > to) break;
          if (span.start < from || asOf < span.end) continue;
          const old = addDays(day, -keptFor);
          const bookings = bookingsIn(storage, span, zone).map((one) => ({ ...one, of: shared.all(one.of) }));
          storage.remember(prefix + day, JSON.stringify(packedBookings(bookings)));
          storage.forget(prefix + old);
          known.set(day, bookings);
          known.delete(old);
          while (count() > most) known.delete([...known.keys()].toSorted()[0] ?? day);
          revision++;
        }
      }
    },
  };
}

/** The bookings that start in a span, as the copy holds them. */
function bookingsIn(storage: Pick<ReplicaStorage, 'overlapping'>, span: Span, zone: Zone): readonly Booking[] {
  const rows = storage.overlapping(span.start, span.end).filter(({ start }) => start >= span.start);
  return bookingsOf(rows.flatMap((row) => timedOf(row, zone) ?? [])).rows;
}
