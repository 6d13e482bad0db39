import { secondsInHour } from '#domain/units.ts';
import { isFree, bookedSeconds, atMinute, book, type Reservation, type Plan } from './plan.ts';
import { hashOf, type Random } from '#operator/school/random.ts';
import { destinations, type ActivityName } from '#operator/school/initial/catalog.ts';
import type { Aircraft, Client } from '#operator/school/state/roster.ts';
import { weekdayOf } from '#operator/school/zone.ts';

type Hours = { readonly start: number; readonly end: number };

/** Books clients until the day's demand is met or there is no room. */
export function bookClients(plan: Plan): void {
  const { clients, school } = plan.state;
  const groups = {
    students: clients.filter((client) => client.enrollment !== null),
    renters: clients.filter((client) => client.enrollment === null),
  };
  const demand = demandOn(plan.day, school.reservationsPerDay, plan.random);
  // If all aircraft are booked, the school turns people away.
  for (let turnedAway = 0; plan.reservations.length < demand && turnedAway < demand;) {
    const kind = pickKind(plan.random);
    if (!bookClient(plan, kind, groups[kind.who])) turnedAway += 1;
  }
}

function bookClient(plan: Plan, kind: ReservationKind, clients: readonly Client[]): boolean {
  if (clients.length === 0) return false;
  const client = findClient(plan, clients);
  for (let attempt = 0; attempt < 6; attempt++) {
    const start = atMinute(plan, pickStart(plan.random, kind));
    const reservation = reservationFor(plan, kind, client, { start, end: start + plan.random.pick(kind.minutes) * 60 });
    if (!reservation) continue;
    book(plan, reservation);
    return true;
  }
  return false;
}

/** A client without another reservation today, if a few random draws find one. */
function findClient(plan: Plan, clients: readonly Client[]): Client {
  let client = plan.random.pick(clients);
  for (let look = 0; look < 3 && plan.people.has(client.id); look++) client = plan.random.pick(clients);
  return client;
}

/** The reservation, when client, aircraft and instructor are all free in these hours. */
function reservationFor(plan: Plan, kind: ReservationKind, client: Client, hours: Hours): Reservation | null {
  if (!isFree(plan.people, client.id, hours.start, hours.end)) return null;
  const aircraft = kind.uses === 'room' ? undefined : findAircraft(plan, kind, client, hours);
  const instructorId = kind.dual ? findInstructor(plan, client, hours) : undefined;
  if (aircraft === null || instructorId === null) return null;
  return {
    ...hours,
    displayType: 0,
    activity: kind.activity,
    client,
    ...(aircraft && { aircraft }),
    ...(instructorId !== undefined && { instructorId }),
    ...(kind.away && { destination: plan.random.pick(destinations) }),
    ...companion(plan, kind, client, hours),
  };
}

function findAircraft(plan: Plan, kind: ReservationKind, client: Client, { start, end }: Hours): Aircraft | null {
  const fleet = kind.uses === 'simulator' ? client.simulators : client.fleet;
  const first = plan.random.between(0, fleet.length);
  const isFit = (aircraft: Aircraft) => !plan.grounded.has(aircraft.id) && isFree(plan.fleet, aircraft.id, start, end);
  return [...fleet.slice(first), ...fleet.slice(0, first)].find(isFit) ?? null;
}

/** A student's own instructor, otherwise one at the same location. */
function findInstructor(plan: Plan, client: Client, { start, end }: Hours): number | null {
  const onDuty = plan.onDuty.get(client.locationId) ?? [];
  const ownInstructor = client.enrollment?.instructorId;
  const isThere = (id: number): boolean =>
    isFree(plan.people, id, start, end) && bookedSeconds(plan.people, id) + end - start <= longestDay(plan, id);
  if (ownInstructor !== undefined && onDuty.includes(ownInstructor) && isThere(ownInstructor)) return ownInstructor;
  const first = plan.random.between(0, onDuty.length);
  return [...onDuty.slice(first), ...onDuty.slice(0, first)].find(isThere) ?? null;
}

/** The most seconds that an instructor works in a day. One instructor in six takes on too much. */
function longestDay(plan: Plan, instructorId: number): number {
  const isEager = hashOf('long days', plan.state.school.seed, instructorId) % 6 === 0;
  return (isEager ? 11 : 9) * secondsInHour;
}

/** Now and then two renters share an aircraft. */
function companion(plan: Plan, kind: ReservationKind, client: Client, { start, end }: Hours): { copilotId?: number } {
  if (kind.activity !== 'Rental' || !plan.random.chance(0.12)) return {};
  const other = plan.random.pick(plan.state.clients);
  const fits = other.id !== client.id && isFree(plan.people, other.id, start, end);
  return fits ? { copilotId: other.id } : {};
}

const weekly: ReservationKind = {
  activity: 'Dual Flight Training',
  weight: 0,
  uses: 'aircraft',
  who: 'students',
  dual: true,
  minutes: [120],
};

/** One student in five has a weekly slot for half a year, as a recurring series. */
export function bookSeries(plan: Plan): void {
  const term = Math.floor(plan.day / 182);
  const weekday = weekdayOf(plan.day);
  for (const client of plan.state.clients) {
    const luck = hashOf('weekly slot', plan.state.school.seed, client.id, term);
    if (client.enrollment === null || luck % 5 !== 0 || (luck >>> 8) % 7 !== weekday) continue;
    const start = atMinute(plan, (14 + ((luck >>> 16) % 20)) * 30);
    const reservation = reservationFor(plan, weekly, client, { start, end: start + 7200 });
    if (reservation) book(plan, { ...reservation, series: term * 100_000 + client.id });
  }
}

/** A kind of reservation that clients make. */
type ReservationKind = {
  readonly activity: ActivityName;
  /** Its share of the sum of all weights. */
  readonly weight: number;
  readonly uses: 'aircraft' | 'simulator' | 'room';
  readonly who: 'students' | 'renters';
  readonly dual: boolean;
  /** Possible lengths in minutes. */
  readonly minutes: readonly number[];
  /** Minutes of the day between which it starts; otherwise it starts at the day's usual hours. */
  readonly between?: readonly [earliest: number, latest: number];
  /** Flies to another airport. */
  readonly away?: true;
};

const dual = { activity: 'Dual Flight Training', uses: 'aircraft', who: 'students', dual: true } as const;
const rental = { activity: 'Rental', uses: 'aircraft', who: 'renters', dual: false } as const;

const reservationKinds: readonly ReservationKind[] = [
  { ...dual, weight: 36, minutes: [120, 120, 120, 120, 150] },
  { ...dual, weight: 3, minutes: [120, 150], between: [1140, 1260] },
  { ...dual, weight: 4, minutes: [240, 270, 300], between: [420, 720], away: true },
  { activity: 'Solo Flight Training', weight: 8, uses: 'aircraft', who: 'students', dual: false, minutes: [90, 120] },
  { ...rental, weight: 16, minutes: [120, 120, 180] },
  { ...rental, weight: 5, minutes: [300, 360, 420], between: [420, 660], away: true },
  // Flies out in the evening and comes back after midnight.
  { ...rental, weight: 0.7, minutes: [240, 300, 330], between: [1230, 1320], away: true },
  // Stays away for the night.
  { ...rental, weight: 0.7, minutes: [1140, 1200, 1260], between: [840, 1020], away: true },
  { activity: 'Simulator Training', weight: 8, uses: 'simulator', who: 'students', dual: true, minutes: [90, 120] },
  { activity: 'Ground Training', weight: 9, uses: 'room', who: 'students', dual: true, minutes: [60, 60, 90] },
  { activity: 'Introductory Flight', weight: 4, uses: 'aircraft', who: 'renters', dual: true, minutes: [60] },
  { activity: 'Check Ride', weight: 1.2, uses: 'aircraft', who: 'students', dual: true, minutes: [210, 240] },
];

const totalWeight = reservationKinds.reduce((sum, kind) => sum + kind.weight, 0);

/** One of the kinds, each as often as its weight says. */
function pickKind(random: Random): ReservationKind {
  let left = random.next() * totalWeight;
  return reservationKinds.find((kind) => (left -= kind.weight) < 0) ?? weekly;
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

/** The minute of the day at which a reservation of this kind starts: mostly on the hour, otherwise on the half hour. */
function pickStart(random: Random, kind: ReservationKind): number {
  if (!kind.between) return random.pick(starts) + (random.chance(0.2) ? 30 : 0);
  const [earliest, latest] = kind.between;
  return random.between(earliest / 30, latest / 30) * 30;
}

/** How busy each weekday is, from Sunday on; they average one. */
const weekRhythm = [1.14, 0.83, 0.94, 0.97, 0.98, 0.99, 1.15];

/** How many reservations the day gets: by weekday and season, and few on the one day in twelve with bad weather. */
function demandOn(day: number, average: number, random: Random): number {
  const season = 1 + 0.1 * Math.cos((2 * Math.PI * (day - 190)) / 365.25);
  const weather = random.chance(1 / 12) ? 0.55 : 1.04;
  const mood = 0.92 + random.next() * 0.16;
  return Math.round(average * (weekRhythm[weekdayOf(day)] ?? 1) * season * weather * mood);
}
