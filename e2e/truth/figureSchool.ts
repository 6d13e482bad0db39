import type { FreeForm } from '#contract/objects.ts';
import { guidOf, randomOf } from '#operator/school/random.ts';
import { addDays, type Day, daySpan, type Instant, wallText } from '#domain/time/time.ts';

/** What really happened in a booking of an aircraft. Times in milliseconds; hours in tenths. */
export type TrueFlight = {
  readonly tail: string;
  readonly instructor: string;
  readonly student: string;
  readonly start: Instant;
  readonly end: Instant;
  /** `flown`: with its times and hours. `shop`: work was done, nobody flew. */
  readonly fate: 'flown' | 'cancelled' | 'no-show' | 'forgotten' | 'shop';
  readonly out: Instant;
  readonly back: Instant;
  readonly tenths: number;
  /** The cause that the desk enters when it cancels; null if it enters none. */
  readonly said: 'weather' | 'student' | null;
  /** The desk has not closed it: no report has its hours yet. */
  readonly isOpen: boolean;
};

/** A squawk that grounds, or does not; `end` null if it is still open. */
type TrueSquawk = {
  readonly tail: string;
  readonly grounds: boolean;
  readonly start: Instant;
  readonly end: Instant | null;
};

/** A school by its true events, and what its service writes of them. */
export type FigureSchool = {
  readonly now: Instant;
  readonly zone: string;
  readonly tails: readonly string[];
  readonly flights: readonly TrueFlight[];
  readonly squawks: readonly TrueSquawk[];
  readonly records: {
    readonly reservations: readonly FreeForm[];
    readonly flights: readonly unknown[];
    readonly squawks: readonly (FreeForm & { readonly aircraftId: string })[];
  };
  /** The odd rows that the service added, in whichever period. */
  readonly odd: {
    readonly void: number;
    readonly draft: number;
    readonly duplicate: number;
    readonly unreadable: number;
  };
};

const minute = 60_000;
const hour = 60 * minute;

export type FigureSchoolOptions = {
  readonly seed: number;
  readonly zone: string;
  readonly first: Day;
  readonly days: number;
};

/** Simulates some days. Nothing here knows how figures are counted. */
export function figureSchool({ seed, zone, first, days }: FigureSchoolOptions): FigureSchool {
  const random = randomOf(seed, 'figures');
  // A generator of its own: what is flown does not depend on repairs.
  const shopTimes = randomOf(seed, 'repairs');
  const tails = ['N101FL', 'N102FL', 'N103FL', 'N104FL'];
  const instructors = ['Ann Lee', 'Bo Ray', 'Cy Dow'];
  const students = Array.from({ length: 9 }, (_, index) => `Sam ${'ABCDEFGHI'[index]}`);
  const now = daySpan(addDays(first, days), zone).start;
  const flights: TrueFlight[] = [];
  const squawks: TrueSquawk[] = [];
  for (let count = 0; count < days; count++) {
    const midnight = daySpan(addDays(first, count), zone).start;
    for (const tail of tails) {
      let free = midnight + 7 * hour;
      while (free < midnight + 19 * hour) {
        const start = free + random.between(0, 8) * 15 * minute;
        const end = start + random.between(2, 6) * 30 * minute;
        const late = random.chance(0.3) ? random.between(10, 40) : random.between(-5, 12);
        const out = start + late * minute;
        const tenths = random.between(5, 28);
        const back = out + tenths * 6 * minute + random.between(0, 15) * minute;
        const [isCancelled, isForgotten] = [random.chance(0.12), random.chance(0.03)];
        const isShop = random.chance(0.04);
        const fate = isShop
          ? 'shop'
          : isCancelled
            ? random.pick(['cancelled', 'cancelled', 'no-show'] as const)
            : isForgotten
              ? 'forgotten'
              : 'flown';
        flights.push({
          tail,
          instructor: random.pick(instructors),
          student: random.pick(students),
          start,
          end,
          fate,
          out,
          back,
          tenths,
          said: fate === 'cancelled' ? random.pick(['weather', 'student', null]) : null,
          isOpen: random.chance(0.06),
        });
        // Now and then the next booking is too close to the last flight's return.
        free = random.chance(0.25) ? end : Math.max(end, fate === 'flown' ? back : end) + 15 * minute;
      }
      if (random.chance(0.1)) {
        const start = midnight + random.between(0, 23) * hour;
        const end = start + random.between(1, 90) * hour;
        const grounds = random.chance(0.5);
        squawks.push({ tail, grounds, start, end: end < now ? end : null });
        if (grounds && shopTimes.chance(0.7)) flights.push(repairOf(tail, start + shopTimes.between(1, 30) * 4 * hour));
      }
    }
  }
  return { now, zone, tails, flights, squawks, ...recordsOf(seed, zone, flights, squawks) };
}

/** A visit to the shop for a squawk, some hours or days after it. */
function repairOf(tail: string, start: Instant): TrueFlight {
  const end = start + 3 * hour;
  return {
    tail,
    instructor: '',
    student: '',
    start,
    end,
    fate: 'shop',
    out: start,
    back: end,
    tenths: 0,
    said: null,
    isOpen: false,
  };
}

const aircraftIdOf = (seed: number, tail: string) => guidOf(seed, 'aircraft', Number(tail.slice(1, 4)));

function statusOf({ fate, said, isOpen }: TrueFlight): readonly [id: number, name: string] {
  if (fate === 'cancelled') return [4, said === null ? 'Cancelled' : `Cancelled - ${said}`];
  if (fate === 'no-show') return [5, 'No Show'];
  if (fate === 'forgotten') return [0, 'Reserved'];
  return fate === 'flown' && isOpen ? [1, 'Checked Out'] : [2, 'Completed'];
}

function recordsOf(seed: number, zone: string, flights: readonly TrueFlight[], squawks: readonly TrueSquawk[]) {
  const random = randomOf(seed, 'odd rows');
  const local = (at: Instant) => wallText(at, zone);
  const reservations = flights.map((flight, index): FreeForm => {
    const { tail, instructor, student, start, end, fate } = flight;
    const [id, name] = statusOf(flight);
    const [firstName = '', lastName = ''] = student.split(' ');
    const [ownFirst = '', ownLast = ''] = instructor.split(' ');
    return {
      reservationId: guidOf(seed, 'reservation', index),
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      reservationType: { displayTypeId: fate === 'shop' ? 1 : 0, name: fate === 'shop' ? 'Maintenance' : 'Standard' },
      aircraft: { aircraftId: aircraftIdOf(seed, tail), tailNumber: tail, model: { name: '172S' } },
      pilots: fate === 'shop' ? [] : [{ userId: guidOf(seed, student, 0), firstName, lastName }],
      instructor:
        fate === 'shop' ? null : { userId: guidOf(seed, instructor, 0), firstName: ownFirst, lastName: ownLast },
      reservationStatus: { id, name },
    };
  });
  const odd = { void: 0, draft: 0, duplicate: 0, unreadable: 0 };
  const rows = flights.flatMap((flight, index): unknown[] => {
    if (flight.fate !== 'flown') return [];
    const row = {
      flightId: guidOf(seed, 'flight', index),
      reservationId: guidOf(seed, 'reservation', index),
      aircraftId: aircraftIdOf(seed, flight.tail),
      registrationTail: flight.tail,
      instructor: flight.instructor,
      checkedOutOn: local(flight.out),
      checkedInOn: flight.isOpen ? null : local(flight.back),
      flightHours: flight.isOpen ? null : flight.tenths / 10,
      status: flight.isOpen ? 'Checked Out' : 'Completed',
      lastUpdated: local(flight.isOpen ? flight.out : flight.back),
    };
    const more: unknown[] = [];
    const roll = random.between(0, 39);
    if (roll === 0) {
      odd.void++;
      more.push({ ...row, flightId: guidOf(seed, 'void', index), status: 'Void' });
    } else if (roll === 1) {
      odd.draft++;
      more.push({ ...row, flightId: guidOf(seed, 'draft', index), status: 'Draft' });
    } else if (roll < 4) {
      // As it was before it was closed: an old copy of the row, in another place of the list.
      odd.duplicate++;
      more.push({ ...row, checkedInOn: null, flightHours: null, lastUpdated: local(flight.out) });
    } else if (roll === 4) {
      odd.unreadable++;
      more.push(
        random.pick(['torn', 17, { ...row, flightId: guidOf(seed, 'torn', index), checkedOutOn: 'yesterday' }]),
      );
    }
    return random.chance(0.5) ? [row, ...more] : [...more, row];
  });
  const squawkRecords = squawks.map(({ tail, grounds, start, end }, index) => ({
    squawkId: guidOf(seed, 'squawk', index),
    aircraftId: aircraftIdOf(seed, tail),
    description: 'Something is wrong',
    // With a zone: an hour that the clock repeats is not told by its local time.
    created: new Date(start).toISOString(),
    resolvedDate: end === null ? null : new Date(end).toISOString(),
    groundAircraft: grounds,
  }));
  return { records: { reservations, flights: rows, squawks: squawkRecords }, odd };
}
