import { isRecord } from '#contract/objects.ts';
import { type Booking, bookingsOf } from '#domain/figures/bookings.ts';
import { addDays, type Day, dayOf, daySpan, isDay, type Span, type Zone } from '#domain/time/time.ts';
import { timedOf } from './views/daySources.ts';
import type { ReplicaStorage } from './storage/storage.ts';

/** A cell that leaves the copy, with the wall time of its last reading. */
type LeavingCell = { readonly from: number; readonly to: number; readonly asOf: number };

const prefix = 'figures ';
/** Two years and a quarter: a year, the year before it, and the days of a long period before that. */
const keptFor = 820;

/** The bookings of finished days that the copy no longer holds, as far as it has held them; for figures. */
export type KeptDays = {
  readonly days: () => ReadonlyMap<Day, readonly Booking[]>;
  /** Keeps the bookings of days that were read after they ended; called before the copy forgets them. */
  readonly keep: (cells: readonly LeavingCell[]) => void;
};

/** For a copy that keeps none. */
export const noKeptDays: KeptDays = { days: () => new Map(), keep: () => undefined };

/**
 * Kept as notes of the copy's file, one for each day, so that forgetting a person also finds them there. Read once; kept in
 * memory from then on.
 */
export function keptDaysIn(
  storage: Pick<ReplicaStorage, 'overlapping' | 'remember' | 'forget' | 'memories'>,
  zone: Zone,
): KeptDays {
  let known: Map<Day, readonly Booking[]> | null = null;
  const days = () => (known ??= readDays(storage.memories(prefix)));
  return {
    days,
    keep: (cells) => {
      for (const { from, to, asOf } of cells) {
        // A cell may have several days, and a part of a day is none.
        for (let day = dayOf(from, zone.name); ; day = addDays(day, 1)) {
          const span = daySpan(day, zone.name);
          if (span.end > to) break;
          if (span.start < from || asOf < span.end) continue;
          const bookings = bookingsIn(storage, span, zone);
          storage.remember(prefix + day, JSON.stringify(bookings));
          storage.forget(prefix + addDays(day, -keptFor));
          known?.set(day, bookings);
          known?.delete(addDays(day, -keptFor));
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

function readDays(notes: ReturnType<ReplicaStorage['memories']>): Map<Day, readonly Booking[]> {
  const days = new Map<Day, readonly Booking[]>();
  for (const { key, value } of notes) {
    const day = key.slice(prefix.length);
    const bookings: unknown = JSON.parse(value);
    if (isDay(day) && Array.isArray(bookings)) days.set(day, bookings.filter(isBooking));
  }
  return days;
}

/** This gateway wrote it; an older version may have written it otherwise. */
function isBooking(value: unknown): value is Booking {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['start'] === 'number' &&
    typeof value['end'] === 'number' &&
    isRecord(value['of']) &&
    Array.isArray(value['students']) &&
    typeof value['statusName'] === 'string'
  );
}
