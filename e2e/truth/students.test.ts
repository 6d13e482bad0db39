import { expect, test } from 'vitest';
import { behindPath, type BehindAnswer, behindShape } from '#contract/gateway/behind.ts';
import { guidOf, randomOf } from '#operator/school/random.ts';
import { createViews } from '#server/replica/views/views.ts';
import { sampleNow, sampleReplica } from '#e2e/servers/sampleOperator.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** The days that the made-up school's copy holds: from Friday 30 October, three weeks before now, to the middle of December. */
const [first, days] = ['2026-10-30', 45] as const;

/** What really happened with a person: the oracle counts from this alone. */
type Life = {
  readonly id: string;
  readonly trains: boolean;
  /** Hours before now at which a flight ended; how it went. */
  readonly flown: readonly { readonly ago: number; readonly passed: boolean; readonly isClosed: boolean }[];
  /** Days from now at which a flight is booked; whether it was called off. */
  readonly booked: readonly { readonly ahead: number; readonly isCancelled: boolean }[];
  /** Days until the checkout ends. */
  readonly checkout: number;
};

const passes = ['Passed', 'Completed', 'Satisfactory'];
const fails = ['Incomplete', 'Not satisfactory', 'Did not pass'];

function livesOf(seed: number): Life[] {
  const random = randomOf(seed, 'students');
  return Array.from({ length: 40 }, (_, index) => ({
    id: guidOf(seed, 'student', index),
    trains: random.chance(0.75),
    flown: Array.from({ length: random.between(0, 4) }, () => ({
      ago: random.between(2, 20 * 24),
      passed: random.chance(0.5),
      isClosed: random.chance(0.7),
    })),
    booked: Array.from({ length: random.between(index % 2, 2) }, () => ({
      ahead: random.between(1, 20),
      isCancelled: random.chance(0.4),
    })),
    checkout: random.between(-20, 90),
  }));
}

/** What the service would say of these lives. */
function copyOf(lives: readonly Life[], seed: number) {
  const random = randomOf(seed, 'records');
  const replica = sampleReplica();
  let count = 0;
  const flight = (life: Life, start: number, status: object, outcome?: string) => ({
    reservationId: guidOf(seed, 'flight', count++),
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + hour).toISOString(),
    reservationType: { displayTypeId: 0, name: life.trains ? 'Dual Flight Training' : 'Rental' },
    aircraft: { aircraftId: guidOf(seed, 'aircraft', 1), tailNumber: 'N512SP' },
    pilots: [{ userId: life.id, firstName: 'Sam', lastName: life.id.slice(0, 4) }],
    instructor: { userId: 'i1', firstName: 'Ida', lastName: 'Lee' },
    reservationStatus: status,
    ...(life.trains &&
      outcome !== undefined && {
        training: { sessions: [{ lesson: { name: 'Stalls' }, trainingSessionStatus: { id: 9, name: outcome } }] },
      }),
  });
  const reserved = { id: 0, name: 'Reserved' };
  const reservations = lives.flatMap((life) => [
    ...life.flown.map(({ ago, passed, isClosed }) => {
      const words = passed ? passes : fails;
      const closed = isClosed ? { id: 2, name: 'Completed' } : reserved;
      return flight(life, sampleNow - ago * hour - hour, closed, words[random.between(0, words.length - 1)]);
    }),
    ...life.booked.map(({ ahead, isCancelled }) =>
      flight(life, sampleNow + ahead * day, isCancelled ? { id: 5, name: 'Cancelled' } : reserved),
    ),
  ]);
  replica.putReservations(first, days, reservations);
  replica.put(
    'users',
    'userId',
    lives.map(({ id, checkout }) => ({
      userId: id,
      firstName: 'Sam',
      lastName: id.slice(0, 4),
      aircraftCheckouts: [
        {
          make: { name: 'Cessna' },
          model: { name: '172S' },
          expires: true,
          expirationDate: new Date(sampleNow + checkout * day).toISOString().slice(0, 10),
          revoked: false,
        },
      ],
    })),
  );
  return replica;
}

/** What is true of a student, from the life alone; null for somebody who is none, or of whom the days held show nothing. */
function truth({ trains, flown, booked, checkout }: Life): string[] | null {
  const standing = booked.filter(({ isCancelled }) => !isCancelled);
  if (!trains || (flown.length === 0 && standing.length === 0)) return null;
  let unfinished = 0;
  for (const { passed, isClosed } of flown.toSorted((a, b) => b.ago - a.ago)) {
    if (isClosed) unfinished = passed ? 0 : unfinished + 1;
  }
  return [
    ...(unfinished >= 2 ? ['unfinished'] : []),
    // The date of a checkout is of the school's zone; its edges are left to the tests of checkouts.
    ...(checkout >= 0 && checkout <= 30 ? ['checkout'] : []),
    ...(flown.some(({ ago }) => ago < 14 * 24) ? [] : ['no lesson']),
    ...(standing.length === 0 ? ['no booking'] : []),
  ];
}

function said(lives: readonly Life[], seed: number): BehindAnswer {
  const replica = copyOf(lives, seed);
  const window = { start: Date.parse(`${first}T06:00:00Z`), end: Date.parse(`${first}T07:00:00Z`) + (days - 1) * day };
  const answer = createViews(replica.storage)(behindPath, new URLSearchParams(), replica.status({ window }));
  return behindShape.parse(JSON.parse(answer?.view?.body() ?? ''));
}

test.each([1, 2, 3, 4, 5])('students that fall behind are those, and for those reasons, of school %s', (seed) => {
  const isEdge = ({ checkout, flown }: Life) =>
    [-1, 0, 29, 30, 31].includes(checkout) || new Set(flown.map(({ ago }) => ago)).size < flown.length;
  const lives = livesOf(seed).filter((life) => !isEdge(life));
  const { students, gaps } = said(lives, seed);
  expect(gaps).toEqual([]);
  const found = Object.fromEntries(students.map(({ userId, reasons }) => [userId, reasons.map(({ kind }) => kind)]));
  const expected = Object.fromEntries(
    lives.flatMap((life) => {
      const reasons = truth(life);
      return reasons ? [[life.id.toLowerCase(), reasons]] : [];
    }),
  );
  expect(found).toEqual(expected);
  const kinds = new Set(Object.values(expected).flat());
  expect([...kinds].toSorted()).toEqual(['checkout', 'no booking', 'no lesson', 'unfinished']);
});
