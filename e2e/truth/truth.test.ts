import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { runAlerts } from './alerts.ts';
import { runHours } from './hours.ts';
import { statements } from './judge.ts';
import { aimsOf, joined } from './report.ts';
import { instantsOf, type RunOptions, runSchool, type Tamper } from './run.ts';
import { simulate } from './simulate.ts';
import { metersAt, versionAt } from './world.ts';

const defaults: RunOptions = {
  seed: 1,
  zone: 'America/Denver',
  size: 'small',
  first: '2026-10-31',
  days: 1,
  every: 120,
  examples: 2,
};

/** Changes the reservations of the answers at an address. */
function changing(path: string, change: (records: readonly FreeForm[]) => readonly unknown[]): Tamper {
  return (address, text) => {
    if (!address.startsWith(path)) return text;
    const body: unknown = JSON.parse(text);
    return JSON.stringify({ ...(isRecord(body) && body), items: change(isRecord(body) ? listOf(body['items']) : []) });
  };
}

/** Changes every reminder of every aircraft. */
function everyReminder(change: (record: FreeForm) => FreeForm): Tamper {
  return (address, text) => {
    const body: unknown = address === '/replica/reminders' ? JSON.parse(text) : null;
    if (!isRecord(body) || !Array.isArray(body['aircraft'])) return text;
    const aircraft = body['aircraft']
      .filter(isRecord)
      .map((one) => ({ ...one, items: listOf(one['items']).map(change) }));
    return JSON.stringify({ ...body, aircraft });
  };
}

const listOf = (items: unknown) => (Array.isArray(items) ? items.filter(isRecord) : []);

const statusIs = (record: FreeForm, id: number) =>
  isRecord(record['reservationStatus']) && record['reservationStatus']['id'] === id;

const fellShort = (tally: Parameters<typeof aimsOf>[0]) =>
  aimsOf(tally)
    .filter(({ isMet }) => !isMet)
    .map(({ name }) => name);

describe('what screens say of three schools', () => {
  test('is true, also while the clock changes', async () => {
    const defaultLife = joined([
      await runSchool({ ...defaults, seed: 4, days: 2 }),
      await runSchool({ ...defaults, seed: 6, zone: 'Asia/Kolkata', first: '2026-05-12' }),
    ]);
    expect(fellShort(defaultLife), JSON.stringify(defaultLife, null, 1)).toEqual([]);
    const oddLife = await runSchool({
      ...defaults,
      seed: 2,
      zone: 'Asia/Kolkata',
      isOdd: true,
      size: 'usual',
      first: '2026-05-11',
      every: 180,
    });
    // A day has too few cautions to judge their share.
    const isJudged = (aim: string) => !aim.startsWith('idle');
    expect(fellShort(oddLife).filter(isJudged), JSON.stringify(oddLife, null, 1)).toEqual([]);
    const whole = joined([defaultLife, oddLife]);
    // There are statements of every kind, so silence cannot pass as truth.
    for (const statement of statements) expect(whole.cells[statement]?.true, statement).toBeGreaterThan(0);
  });
});

describe('alerts', () => {
  test.each([
    { size: 'small', first: '2026-10-31', every: 5, days: 2, seed: 2 },
    { size: 'usual', first: '2026-05-12', every: 10, days: 1, seed: 3 },
  ] as const)('are sent once each as expected, and no others: $size, $first', async (given) => {
    const { missing, surplus, repeated, expected, sent } = await runAlerts({ ...defaults, ...given });
    expect({ missing, surplus, repeated }).toEqual({ missing: [], surplus: [], repeated: [] });
    expect(expected).toBeGreaterThan(20);
    expect(sent['began']).toBe(1);
  });
});

/** Deliberate errors must be noticed. */
describe('the harness notices', () => {
  const broken = (tamper: Tamper, more: Partial<RunOptions> = {}) =>
    runSchool({ ...defaults, ...more }, undefined, tamper);

  test('a history that ends at midnight: aircraft that came back are said not to be', async () => {
    const cut = changing('/replica/history', (records) => records.filter((record) => !statusIs(record, 2)));
    const tally = await broken(cut, { size: 'usual', every: 360, seed: 3 });
    expect(tally.cells['not back']?.['false alarm']).toBeGreaterThan(0);
    expect(fellShort(tally)).toContain('contradictions between screens: 0');
  });

  test('no-shows that count as flown', async () => {
    const out = { id: 1, name: 'Checked Out' };
    const flown = changing('/replica/', (records) =>
      records.map((record) => {
        const isOver = Date.parse(String(record['endTime'])) <= Date.now();
        return statusIs(record, 0) && isOver ? { ...record, reservationStatus: out } : record;
      }),
    );
    const tally = await broken(flown, { every: 180 });
    expect(tally.cells['not back']?.['false alarm']).toBeGreaterThan(0);
    expect(fellShort(tally)).toContain('false “not back”: 0');
  });

  test('meters that are read wrongly: flights are stopped without a reason', async () => {
    const ahead = everyReminder((record) => {
      const { timeOptions } = record;
      if (!isRecord(timeOptions)) return record;
      return { ...record, timeOptions: { ...timeOptions, currentHours: Number(timeOptions['currentHours']) + 150 } };
    });
    const tally = await broken(ahead, { every: 360 });
    expect(tally.cells['grounded']?.['false alarm']).toBeGreaterThan(0);
    expect(tally.cells['stop']?.['false alarm']).toBeGreaterThan(0);
  });

  test('dates that do not arrive, and squawks that do not ground: grounded aircraft are said to be available', async () => {
    const dateless = everyReminder((record) => ({
      ...record,
      dateOptions: null,
      status: { id: 1, name: 'OK' },
    }));
    const tally = await broken(
      (address, text) => dateless(address, text).replaceAll('"groundAircraft":true', '"groundAircraft":false'),
      { size: 'usual', every: 720, seed: 3 },
    );
    expect(tally.cells['grounded']?.missed).toBeGreaterThan(0);
    expect(tally.cells['available']?.['false alarm']).toBeGreaterThan(0);
    expect(tally.cells['stop']?.missed).toBeGreaterThan(0);
    expect(tally.cells['no findings']?.missed).toBeGreaterThan(0);
  });

  test('lessons of the day before that are left out', async () => {
    const cut = changing('/replica/history', () => []);
    const tally = await broken(cut, { size: 'usual', every: 720, seed: 2 });
    expect(tally.cells['instructor’s hours']?.missed).toBeGreaterThan(0);
  });
});

describe('the harness notices alerts', () => {
  test('that contradict the pages: pages that show no reservation as out', async () => {
    const early = changing('/replica/', (records) =>
      records.map((record) =>
        statusIs(record, 1) ? { ...record, reservationStatus: { id: 2, name: 'Completed' } } : record,
      ),
    );
    const tally = await runSchool({ ...defaults, size: 'usual', every: 120, seed: 3 }, undefined, early);
    expect(tally.contradictions['alert, not back']).toBeGreaterThan(0);
  });
});

describe('the simulated school', () => {
  const world = simulate({ ...defaults, size: 'usual' });

  test('is the same for the same seed, and no aircraft or person is in two places', () => {
    expect(JSON.stringify(simulate({ ...defaults, size: 'usual' }).flights)).toBe(JSON.stringify(world.flights));
    for (const ownRealFlights of world.flights) {
      ownRealFlights.forEach((flight, place) =>
        expect(flight.out).toBeGreaterThanOrEqual(ownRealFlights[place - 1]?.in ?? flight.out),
      );
    }
  });

  test('has meters that advance with each flight, and records that follow what people do', () => {
    const [flights = []] = world.flights;
    const [first] = flights;
    if (!first) throw new Error('Nothing was flown.');
    const before = metersAt(world, 0, first.out).hours;
    expect(metersAt(world, 0, first.in).hours - before).toBeCloseTo(first.hours, 6);
    for (const { versions } of world.reservations) {
      versions.forEach((version, place) => expect(version.at).toBeGreaterThan(versions[place - 1]?.at ?? 0));
      expect(versionAt({ versions }, (versions[0]?.at ?? 0) - 1)).toBeNull();
    }
  });

  test('has every kind of event', () => {
    const ends = world.reservations.map((made) => ({ ...made, last: made.versions.at(-1) }));
    const has = (is: (one: (typeof ends)[number]) => boolean) => expect(ends.some(is)).toBe(true);
    has(({ last }) => last?.status === 'no-show');
    has(({ last, real }) => last?.status === 'out' && real !== null);
    has(({ last, real }) => last?.status === 'reserved' && last.plan.kind === 'rental' && real === null);
    has(({ last, real }) => real !== null && last !== undefined && last.at - real.in > 3_600_000);
    has(({ versions }) => new Set(versions.map(({ plan }) => plan.aircraft)).size > 1);
    has(({ versions }) => new Set(versions.map(({ plan }) => plan.start)).size > 1);
    has(({ visit, last }) => visit !== null && last !== undefined && visit.end > last.plan.end);
    expect(world.squawks.some(({ opened, resolved }) => resolved !== null && resolved - opened < 3_600_000)).toBe(true);
  });
});

test('the gateway measures the hours flown per booked hour', () => {
  const run = runHours({ ...defaults, first: '2026-04-01', watched: 21, weeks: 1, every: 60 });
  expect(Math.abs(run.measured / run.really - 1)).toBeLessThan(0.03);
  expect(run.worst).toBeLessThan(0.06);
  // Each of the six aircraft is measured and forecast.
  expect([run.aircraft, run.forecasts]).toEqual([6, 6]);
  expect(run.flights).toBeGreaterThan(200);
  expect(run.held).toBeGreaterThanOrEqual(4);
});

test('the simulated instants include the minutes around midnight and around a clock change', () => {
  const instants = instantsOf({ ...defaults, first: '2026-11-01', days: 1 });
  const text = instants.map((at) => new Date(at).toISOString().slice(11, 16));
  // Midnight in Denver is 0600Z before the change at 0800Z, and 0700Z after it.
  expect(text).toEqual(expect.arrayContaining(['06:05', '07:40', '08:10', '08:50', '06:55']));
});

test('the oracle does not use the rules that it judges', () => {
  const folder = new URL('.', import.meta.url);
  const own = readdirSync(folder).filter((name) =>
    /^(oracle|checkouts|world|school|plans|course|simulate|oddities|sky)/.test(name),
  );
  expect(own.length).toBeGreaterThan(8);
  for (const name of own) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    expect(text, name).not.toMatch(/#web|#domain\/(?!time\/)/);
  }
});
