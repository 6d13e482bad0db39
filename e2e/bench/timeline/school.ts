/** The week of a school, always the same for a size, in memory only. Instants in milliseconds. */
export type School = {
  readonly start: number;
  readonly end: number;
  readonly aircraft: readonly string[];
  readonly reservations: readonly SchoolReservation[];
};

export type SchoolReservation = {
  readonly number: number;
  /** The index in the list of aircraft. */
  readonly aircraft: number;
  readonly start: number;
  readonly end: number;
  readonly instructor: Person | null;
  readonly pilot: Person;
  readonly isMaintenance: boolean;
};

export type Person = { readonly id: string; readonly name: string };

const hour = 3_600_000;
export const day = 24 * hour;
const daysOfWeek = 7;
/** Monday 11 May 2026, midnight in Denver: a week without a clock change. */
const monday = Date.UTC(2026, 4, 11, 6);
const names = ['Garcia', 'Lee', 'Chen', 'Patel', 'Kim', 'Lopez', 'Ng', 'Okafor', 'Silva', 'Novak', 'Weber', 'Rossi'];

/**
 * Reservations of one to two hours between 0600 and 2000, some overlapping; one in a hundred is maintenance of more than a day. A
 * school has as many instructors as aircraft, and four times as many pilots.
 */
export function schoolOf(aircraft: number, reservations: number): School {
  const perDay = reservations / aircraft / daysOfWeek;
  return {
    start: monday,
    end: monday + daysOfWeek * day,
    aircraft: Array.from({ length: aircraft }, (_, index) => `N${100 + index}SP`),
    reservations: Array.from({ length: reservations }, (_, number) => {
      const turn = Math.floor(number / aircraft);
      const isMaintenance = spread(number, 100) === 0;
      const opens = monday + (turn % daysOfWeek) * day + 6 * hour;
      const share = (Math.floor(turn / daysOfWeek) + spread(number, 50) / 100) / Math.max(1, perDay);
      const start = opens + Math.floor(share * 52) * (hour / 4);
      return {
        number,
        aircraft: number % aircraft,
        start,
        end: start + (isMaintenance ? 26 * hour : hour + (spread(number + 7, 5) * hour) / 4),
        instructor: spread(number + 3, 4) === 0 ? null : personOf('instructor', number + 7 * turn, aircraft),
        pilot: personOf('pilot', number + 13 * turn, 4 * aircraft),
        isMaintenance,
      };
    }),
  };
}

/** The text of a bar. */
export function words({ pilot, instructor, isMaintenance }: SchoolReservation): string {
  if (isMaintenance) return '100-hour inspection';
  return instructor === null ? `${pilot.name} · Solo` : `${pilot.name} / ${instructor.name} · Dual`;
}

function personOf(role: string, number: number, of: number): Person {
  const place = number % of;
  return { id: `${role} ${place}`, name: names[spread(place, names.length)]! };
}

/** Numbers below a limit, without an obvious pattern. */
function spread(number: number, below: number): number {
  let mixed = Math.imul(number + 1, 2_654_435_761);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
}
