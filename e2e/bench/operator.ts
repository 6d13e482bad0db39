import { operatorApp } from '#operator/app.ts';
import { openSchool } from '#operator/school/open.ts';
import { openDatabase } from '#operator/database.ts';
import { zoneClock } from '#operator/school/zone.ts';
import { type Outcome, quantile } from './outcome.ts';

const now = new Date('2026-11-20T18:05:00Z');
const zone = 'America/Denver';
const perDay = 90;
const samples = 400;
const day = 86_400_000;

type School = { readonly days: number; readonly reservations: number; ask(path: string): Promise<string> };
type Paged = { readonly totalItems: number };

/**
 * The embedded operator at growing sizes: the same number of reservations a day, over more and more days. Each call runs in this
 * process, from the request to the text of the answer, without a socket.
 *
 * @param sizes numbers of reservations, the smallest first; default 10,000, 100,000 and 1,000,000
 */
export async function operatorBench(sizes: readonly string[]): Promise<Outcome> {
  const table = [
    ['reservations', 'generated', 'peak memory', ...Object.keys(questions).flatMap((name) => [name, 'p99', 'ratio'])],
  ];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const smallest = new Map<string, number>();
  for (const size of sizes.length > 0 ? sizes.map(Number) : [10_000, 100_000, 1_000_000]) {
    const { school, seconds } = await generate(size);
    const megabytes = process.resourceUsage().maxRSS / 1024;
    Object.assign(figures, { [`generation at ${size}, s`]: seconds, [`peak memory at ${size}, MB`]: megabytes });
    const row = [school.reservations.toLocaleString('en'), `${seconds.toFixed(1)} s`, `${megabytes.toFixed(0)} MB`];
    for (const [name, question] of Object.entries(questions)) {
      const times = await measure(school, question);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      const first = smallest.get(name) ?? p50;
      smallest.set(name, first);
      Object.assign(figures, { [`${name} at ${size}, p50 ms`]: p50, [`${name} at ${size}, p99 ms`]: p99 });
      ratios[`${name} at ${size}`] = p50 / first;
      row.push(`${p50.toFixed(2)} ms`, `${p99.toFixed(2)} ms`, (p50 / first).toFixed(2));
    }
    table.push(row);
  }
  return { table, figures, ratios };
}

/** The addresses of the n-th of many requests: spread over the whole school, so that no page is requested twice in a row. */
const questions: { readonly [name: string]: (school: School, index: number) => string } = {
  'one-day window': ({ days }, index) => {
    const start = now.getTime() + ((index * 7919) % (2 * days)) * day - days * day;
    const text = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
    const window = `startTime=lt:${text(start + day)}T00:00:00&endTime=gt:${text(start)}T00:00:00`;
    return `/scheduling/v1.0/operators/1001/reservations?limit=250&${window}`;
  },
  'deep page': ({ reservations }, index) => {
    const last = Math.floor(reservations / 50) - 1;
    return `/scheduling/v1.0/operators/1001/reservations?limit=50&offset=${last - (index % 10)}`;
  },
  'report page': (_, index) => `/reports/v1.0/operators/1001/flights?limit=100&offset=${index % 10}`,
};

async function generate(size: number): Promise<{ school: School; seconds: number }> {
  const database = openDatabase();
  const days = Math.round(size / perDay / 2);
  const sizes = { aircraft: 24, reservationsPerDay: perDay, days };
  const start = performance.now();
  const school = openSchool(database, { seed: 1, operatorId: 1001, zone, ...sizes, now: now.getTime() / 1000 });
  const seconds = (performance.now() - start) / 1000;
  const app = operatorApp({ database, school, clock: zoneClock(zone), keys: ['key'], rateLimit: 0, now: () => now });
  const ask = async (path: string): Promise<string> => {
    const answer = await app.request(path, { headers: { 'x-subscription-key': 'key' } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  const first = JSON.parse(await ask('/scheduling/v1.0/operators/1001/reservations?limit=1')) as Paged;
  return { school: { days, reservations: first.totalItems, ask }, seconds };
}

/** Milliseconds of each call, after some warm-up calls. */
async function measure(school: School, question: (school: School, index: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let index = -50; index < samples; index++) {
    const path = question(school, Math.abs(index));
    const start = performance.now();
    await school.ask(path);
    if (index >= 0) times.push(performance.now() - start);
  }
  return times;
}
