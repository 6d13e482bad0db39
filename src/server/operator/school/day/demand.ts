import type { ActivityName } from '#server/operator/school/founding/inventory.ts';
import type { Random } from '#server/operator/school/random.ts';
import { weekdayOf } from '#server/operator/school/zone.ts';

/** A kind of booking that clients make. */
export type Venture = {
  readonly activity: ActivityName;
  /** Out of the sum of all weights. */
  readonly weight: number;
  readonly uses: 'aircraft' | 'simulator' | 'room';
  readonly who: 'students' | 'renters';
  readonly dual: boolean;
  /** Lengths in minutes, one of which is taken. */
  readonly minutes: readonly number[];
  /** Minutes of the day between which it starts; without it, at the day's usual hours. */
  readonly between?: readonly [earliest: number, latest: number];
  /** Goes somewhere else. */
  readonly away?: true;
};

const dual = { activity: 'Dual Flight Training', uses: 'aircraft', who: 'students', dual: true } as const;
const rental = { activity: 'Rental', uses: 'aircraft', who: 'renters', dual: false } as const;

const ventures: readonly Venture[] = [
  { ...dual, weight: 36, minutes: [120, 120, 120, 120, 150] },
  { ...dual, weight: 3, minutes: [120, 150], between: [1140, 1260] },
  { ...dual, weight: 4, minutes: [240, 270, 300], between: [420, 720], away: true },
  { activity: 'Solo Flight Training', weight: 8, uses: 'aircraft', who: 'students', dual: false, minutes: [90, 120] },
  { ...rental, weight: 16, minutes: [120, 120, 180] },
  { ...rental, weight: 5, minutes: [300, 360, 420], between: [420, 660], away: true },
  // Out in the evening and back after midnight.
  { ...rental, weight: 0.7, minutes: [240, 300, 330], between: [1230, 1320], away: true },
  // Away for the night.
  { ...rental, weight: 0.7, minutes: [1140, 1200, 1260], between: [840, 1020], away: true },
  { activity: 'Simulator Training', weight: 8, uses: 'simulator', who: 'students', dual: true, minutes: [90, 120] },
  { activity: 'Ground Training', weight: 9, uses: 'room', who: 'students', dual: true, minutes: [60, 60, 90] },
  { activity: 'Introductory Flight', weight: 4, uses: 'aircraft', who: 'renters', dual: true, minutes: [60] },
  { activity: 'Check Ride', weight: 1.2, uses: 'aircraft', who: 'students', dual: true, minutes: [210, 240] },
];

const totalWeight = ventures.reduce((sum, venture) => sum + venture.weight, 0);

/** One of the kinds, each as often as its weight says. */
export function pickVenture(random: Random): Venture {
  let left = random.next() * totalWeight;
  return ventures.find((venture) => (left -= venture.weight) < 0) ?? (ventures[0] as Venture);
}

/** How busy each start is, by hour: most at the odd hours, where the two-hour blocks of a school begin. */
const busyness: readonly (readonly [hour: number, weight: number])[] = [
  [6, 2],
  [7, 16],
  [8, 8],
  [9, 20],
  [10, 8],
  [11, 14],
  [12, 4],
  [13, 15],
  [14, 6],
  [15, 13],
  [16, 5],
  [17, 9],
  [18, 3],
  [19, 3],
];
const starts = busyness.flatMap(([hour, weight]) => Array.from({ length: weight }, () => hour * 60));

/** The minute of the day at which a booking of this kind starts: on the hour mostly, else on the half. */
export function pickStart(random: Random, venture: Venture): number {
  if (!venture.between) return random.pick(starts) + (random.chance(0.2) ? 30 : 0);
  const [earliest, latest] = venture.between;
  return random.between(earliest / 30, latest / 30) * 30;
}

/** By weekday from Sunday; they average one. */
const weekRhythm = [1.14, 0.83, 0.94, 0.97, 0.98, 0.99, 1.15];

/** How many reservations the day is to have: by weekday and season, and few on the one day in twelve with bad weather. */
export function demandOn(day: number, usual: number, random: Random): number {
  const season = 1 + 0.1 * Math.cos((2 * Math.PI * (day - 190)) / 365.25);
  const weather = random.chance(1 / 12) ? 0.55 : 1.04;
  const mood = 0.92 + random.next() * 0.16;
  return Math.round(usual * (weekRhythm[weekdayOf(day)] ?? 1) * season * weather * mood);
}
