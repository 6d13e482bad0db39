import { performance } from 'node:perf_hooks';
import { millisecondsInMinute } from '#domain/units.ts';
import { type FigureGroup, figureGroup } from './figures.ts';
import { type ProcessFigures, processTable } from './figureTables.ts';

/** How often a timer measures the event loop: work of this length or more delays it. */
const everyMs = 100;

export type ProcessWatch = { readonly figures: FigureGroup; readonly close: () => void };

/**
 * Watches this process until it is closed. The event loop is measured by how late a timer is; Node's own histogram
 * misses the first long delay after a reset, and without resets it cannot tell the last minute from the last month.
 */
export function watchProcess(version: string): ProcessWatch {
  const delay = delayMeter(() => performance.now());
  const read = (): ProcessFigures => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      version,
      startedAt: performance.timeOrigin,
      processorMs: (user + system) / 1000,
      residentBytes: rss,
      heapBytes: heapUsed,
      delay: delay.read(),
      busyMs: performance.eventLoopUtilization().active,
    };
  };
  return { figures: figureGroup(processTable, read), close: delay.close };
}

function delayMeter(clock: () => number) {
  let [ms, count] = [0, 0];
  /** The worst of the present minute and of the one before: a reader sees at least one whole minute. */
  let worst = { since: clock(), now: 0, before: 0 };
  let dueAt = clock() + everyMs;
  const measure = () => {
    const now = clock();
    const late = Math.max(0, now - dueAt);
    dueAt = now + everyMs;
    ms += late;
    count++;
    if (now - worst.since >= millisecondsInMinute) worst = { since: now, now: 0, before: worst.now };
    worst.now = Math.max(worst.now, late);
  };
  const timer = setInterval(measure, everyMs).unref();
  return {
    read: () => ({ ms, count, worstMs: Math.max(worst.now, worst.before) }),
    close: () => clearInterval(timer),
  };
}
