import type { CheckoutFinding } from '#domain/readiness/checkout.ts';
import type { Span } from '#domain/time/time.ts';
import { startStep } from './candidates.ts';
import type { Lessons } from './history.ts';
import type { InstructorTime } from './people.ts';
import type { Room } from './room.ts';

/** An aircraft that is free, fit and has enough hours left. */
export type AircraftOffer = {
  readonly room: Room;
  /** Its location then; null if the records do not say. */
  readonly at: string | null;
  /** The student's checkout for it; null if none is needed or people have not been read. */
  readonly checkout: CheckoutFinding | null;
};

export type InstructorOffer = {
  readonly instructor: InstructorTime;
  /** Milliseconds of flight instruction left; infinite on a simulator. */
  readonly left: number;
  readonly at: string | null;
  /** The lessons with the student until now; null if they are not known. */
  readonly lessons: Lessons | null;
};

/** One possible time, with everything that is free then; the first of each list is the proposal. */
export type Slot = Span & {
  readonly aircraft: readonly AircraftOffer[];
  readonly instructors: readonly InstructorOffer[];
  readonly isPartlyNight: boolean;
};

/** Starts one after another that offer the same aircraft first: the flight may be anywhere between its ends. */
export type FoundWindow = Span & { readonly slots: readonly [Slot, ...Slot[]] };

/** Whether the first instructor of a time has taught the student. */
export function isTaughtBefore({ instructors: [first] }: Slot): boolean {
  return (first?.lessons?.count ?? 0) > 0;
}

/** Whether a start belongs to the window of the start before it. If lessons count, a window is with or without them. */
export function joins(before: Slot, slot: Slot, prefersHistory: boolean): boolean {
  if (slot.start - before.start !== startStep || firstAircraft(before) !== firstAircraft(slot)) return false;
  return !prefersHistory || isTaughtBefore(before) === isTaughtBefore(slot);
}

function firstAircraft({ aircraft: [first] }: Slot): string | null {
  return first?.room.aircraft.aircraftId ?? null;
}

/** The possible starts as windows, in the order given. */
export function windowsOf(slots: readonly Slot[], prefersHistory: boolean): FoundWindow[] {
  const windows: [Slot, ...Slot[]][] = [];
  for (const slot of slots) {
    const last = windows.at(-1);
    const before = last?.at(-1);
    if (last && before && joins(before, slot, prefersHistory)) last.push(slot);
    else windows.push([slot]);
  }
  return windows.map((own) => ({ start: own[0].start, end: own.at(-1)?.end ?? own[0].end, slots: own }));
}
