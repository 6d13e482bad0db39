import { gzipSync } from 'node:zlib';
import { areaPaths } from '#contract/operations.ts';
import { type Day, daySpan, mondayOf } from '#domain/time/time.ts';
import { createCallQueue } from '#server/upstream/queue.ts';
import { silentLog } from '#server/observability/log.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import { Replica } from '#server/replica/replica.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import { createViews } from '#server/replica/views/views.ts';
import { type Part, quantile } from './outcome.ts';
import { daysPath, today, windowPath } from './replicaPages.ts';
import { schoolZone } from './school.ts';

const repeats = 15;
const minute = 60_000;
const forever = 1_000 * minute;
const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;

/**
 * How long this process takes to build the answers of a large school from its file, in processor milliseconds, and how large they
 * are. A month is requested again after five minutes, when forecasts are recomputed, and after a change of today.
 */
export async function largeViews(directory: string, service: string): Promise<Part> {
  const opened = open(directory, service);
  const first = mondayOf(today());
  const views = [
    { name: 'a day', path: windowPath(today()), days: 1, from: today(), bound: 10 },
    { name: 'a week', path: windowPath(first, 7), days: 7, from: first, bound: 40 },
    { name: 'a month of summaries', path: daysPath(first, 35), days: 35, from: first, bound: 20 },
  ];
  const part = { rows: [] as string[][], figures: {} as Record<string, number>, ratios: {} as Record<string, number> };
  for (const { name, path, days, from, bound } of views) {
    const initial = opened.answer(path);
    const occasions =
      days === 35
        ? { 'five minutes later': opened.later, 'after a change of today': opened.change }
        : { again: opened.change };
    for (const [occasion, prepare] of Object.entries(occasions)) {
      const own: { cpu: number; wall: number }[] = [];
      for (let repeat = 0; repeat < repeats; repeat++) {
        prepare();
        own.push(opened.answer(path));
      }
      const [cpu, wall] = [
        quantile(
          own.map((one) => one.cpu),
          0.5,
        ),
        quantile(
          own.map((one) => one.wall),
          0.5,
        ),
      ];
      part.rows.push([
        `${name}, ${occasion}`,
        `${cpu.toFixed(1)} ms`,
        `at most ${bound} ms; at first ${initial.cpu.toFixed(0)} ms`,
        (cpu / bound).toFixed(2),
      ]);
      part.figures[`${name}, ${occasion}, processor ms`] = cpu;
      part.figures[`${name}, ${occasion}, wall ms`] = wall;
      part.ratios[`${name}, ${occasion}, to its bound`] = cpu / bound;
    }
    part.figures[`${name}, at first, processor ms`] = initial.cpu;
    const whole = opened.whole(from, days);
    const [before, after] = [sizesOf(whole), sizesOf(initial.text)];
    part.rows.push([
      `bytes of ${name}`,
      kilobytes(after.raw),
      `whole records ${kilobytes(before.raw)}`,
      (after.raw / before.raw).toFixed(3),
    ]);
    part.rows.push([
      `bytes of ${name}, gzip`,
      kilobytes(after.packed),
      `whole records ${kilobytes(before.packed)}`,
      (after.packed / before.packed).toFixed(3),
    ]);
    Object.assign(part.figures, {
      [`${name}, bytes`]: after.raw,
      [`${name}, gzip bytes`]: after.packed,
      [`${name} as whole records, bytes`]: before.raw,
      [`${name} as whole records, gzip bytes`]: before.packed,
    });
    part.ratios[`bytes of ${name} to whole records`] = after.raw / before.raw;
  }
  opened.close();
  return part;
}

function sizesOf(text: string) {
  return { raw: Buffer.byteLength(text), packed: gzipSync(text, { level: 6 }).length };
}

/** The local copy from the file, with a connection to the service that never makes a call. */
function open(directory: string, service: string) {
  const bases = {
    core: service + areaPaths.core,
    scheduling: service + areaPaths.scheduling,
    reports: service + areaPaths.reports,
  };
  const owner = JSON.stringify([bases, 1001]);
  const { storage } = openStorage({ directory, service: owner, log: silentLog });
  if (storage.trouble() !== null) throw new Error(storage.trouble() ?? '');
  let shift = 0;
  const clock = () => performance.now() + shift;
  const queue = createCallQueue(defaultScheduling(1), clock);
  queue.pause(forever);
  const access = {
    fetch: () => Promise.reject(new Error('Nothing is asked for here.')),
    queue,
    clock,
    wall: () => Date.now() + shift,
    log: silentLog,
  };
  const position = { latitude: 38.8, longitude: -104.7 };
  const config = { operatorId: 1001, timeZone: schoolZone, zonelessTimes: 'operator', position } as const;
  const replica = new Replica({ service: access, storage, config, days: { back: 14, ahead: 42 }, idleStretch: 4 });
  replica.start();
  const views = createViews(storage);
  return {
    later: () => void (shift += 5 * minute),
    change: () => {
      const [cell] = replica.register.cellsIn(daySpan(today(), schoolZone));
      if (cell) cell.revision = replica.register.nextRevision();
    },
    answer(address: string) {
      const [path = '', query] = address.split('?');
      const start = { wall: performance.now(), cpu: process.threadCpuUsage() };
      const answer = views(path, new URLSearchParams(query), replica.status);
      if (!answer || answer.refusal) throw new Error(`There is no answer at ${address}.`);
      const text = answer.view.body();
      const { user, system } = process.threadCpuUsage(start.cpu);
      return { text, cpu: (user + system) / 1_000, wall: performance.now() - start.wall };
    },
    /** The same reservations as the service sends them. */
    whole(first: Day, days: number): string {
      const { start, end } = daySpan(first, schoolZone, days);
      const records = storage.selectReservations({ startBefore: end, endAfter: start });
      return `{"items":[${records.map(({ json }) => json).join(',')}]}`;
    },
    close() {
      replica.drain();
      replica.close();
      storage.close();
    },
  };
}
