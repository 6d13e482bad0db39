import type { Booking } from './bookings.ts';

/**
 * The next look at some bookings with every object of the previous look whose record says the same, and the previous list
 * itself where nothing changed: what is drawn from it is then not drawn again. Linear, and deep in the records alone.
 */
export function keepSame<One extends Booking>(previous: readonly One[], next: readonly One[]): readonly One[] {
  const before = new Map(previous.map((booking) => [booking.key, booking]));
  const kept = next.map((booking) => {
    const old = before.get(booking.key);
    return old && isUnchanged(old, booking) ? old : booking;
  });
  return isSameList(previous, kept) ? previous : kept;
}

/** The times as well, because the setting that reads them may have changed. */
function isUnchanged(a: Booking, b: Booking): boolean {
  return a.start === b.start && a.end === b.end && isDeepEqual(a.record, b.record);
}

/** True where both lists hold the very same objects in the same order. */
export function isSameList<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Of values as JSON has them: a member that is missing is not one that is null. */
function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && isDeepEqual(a[name as keyof typeof a], b[name as keyof typeof b]),
  );
}
