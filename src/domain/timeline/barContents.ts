import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Clock } from '#domain/time/clock.ts';
import { barText, type BookingMark, firstName } from '#domain/reservations/bookingWords.ts';

type Sign = 'definite' | 'possible' | 'change';
type BarContents = {
  /** The type's icon at the left end. */
  readonly hasIcon: boolean;
  /** Null where not even a few letters have room. What is too long for its room is cut by whoever draws it. */
  readonly text: string | null;
  /** The small shapes at the right end, and whether the status has room behind them. */
  readonly signs: readonly Sign[];
  readonly hasStatus: boolean;
};

/** Pixels, as `BookingBar.module.css` has them; a letter is that of a usual 12 px face. */
const padding = 8;
const iconRoom = 17;
export const signRoom = 15;
const letterRoom = 6.8;
const fewLetters = 3;
const nameLetters = 8;

/**
 * What a bar of a width shows. A conflict goes before all else, an unusual type before the name, the name before what
 * changed, the status and the usual type's icon.
 */
export function barContents(
  booking: TimedBooking,
  mark: BookingMark | undefined,
  clock: Clock,
  width: number,
): BarContents {
  const first = firstName(booking);
  let room = width - padding;
  let kept = 0;
  const takes = (cost: number) => {
    const fits = room - cost >= kept;
    if (fits) room -= cost;
    return fits;
  };
  const conflict = mark?.conflict && takes(signRoom) ? [mark.conflict] : [];
  const isUsual = booking.kind === 'Standard';
  const hasUnusualIcon = !isUsual && takes(iconRoom);
  if (room >= fewLetters * letterRoom) kept = Math.min(first.length, nameLetters) * letterRoom;
  const change = mark?.change && takes(signRoom) ? (['change'] as const) : [];
  const hasStatus = takes(signRoom);
  const hasIcon = hasUnusualIcon || (isUsual && takes(iconRoom));
  const letters = Math.floor(room / letterRoom);
  const text = letters >= fewLetters ? barText(booking, clock, letters) : null;
  return { hasIcon, text, signs: [...conflict, ...change], hasStatus };
}
