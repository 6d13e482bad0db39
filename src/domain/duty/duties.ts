import { type Booking, isTimed, peopleOf, type TimedBooking } from '#domain/bookings.ts';

/**
 * What a booking is to one person in it. `flight` is flight instruction given; `other` is any booking in which the person
 * neither teaches nor attends a class or meeting: a rental, a check on the shop, a solo that is supervised.
 */
export const dutyKinds = ['flight', 'simulator', 'ground', 'class', 'meeting', 'off', 'other'] as const;
export type DutyKind = (typeof dutyKinds)[number];

export type Duty = { readonly kind: DutyKind; readonly booking: TimedBooking };

/** Ids of everyone in a booking, each once; one without an id cannot be told from others. */
export function idsIn(booking: Booking): string[] {
  return [...new Set(peopleOf(booking).flatMap(({ userId }) => userId ?? []))];
}

/** The duties of each person by id, each list in the order given. Linear in the bookings and their people. */
export function dutiesByPerson(bookings: readonly Booking[]): ReadonlyMap<string, readonly Duty[]> {
  const duties = new Map<string, Duty[]>();
  for (const booking of bookings.filter(isTimed)) {
    for (const userId of idsIn(booking)) {
      const known = duties.get(userId) ?? [];
      if (known.length === 0) duties.set(userId, known);
      known.push({ kind: dutyKind(booking, userId), booking });
    }
  }
  return duties;
}

const groundWords = /\bground\b/i;
const simulatorWords = /\b(sim|simulator|ftd|aatd|batd)\b/i;
const soloWords = /\bsolo\b/i;

/**
 * Decided by the display type (section 3), then by whether the person is the reservation's instructor, by its aircraft, and
 * by the words ground, simulator and solo in the names of type and activity, which are free text per school. Whatever is
 * in doubt counts as flight instruction, check rides too, because the figure serves a limit.
 */
export function dutyKind(booking: Booking, userId: string): DutyKind {
  if (booking.kind === 'Instructor Time Off') return 'off';
  if (booking.kind === 'Meeting') return 'meeting';
  if (booking.kind === 'Class') return 'class';
  if (booking.kind === 'Maintenance' || booking.record.instructor?.userId !== userId) return 'other';
  const names = `${booking.type} ${booking.activity}`;
  if (isSimulator(booking) || simulatorWords.test(names)) return 'simulator';
  if (booking.aircraftId === null || groundWords.test(names)) return 'ground';
  return soloWords.test(names) ? 'other' : 'flight';
}

function isSimulator({ record: { aircraft } }: Booking): boolean {
  return [aircraft?.isSimulator, aircraft?.isV3Simulator, aircraft?.categoryClass?.isSimulator].includes(true);
}
