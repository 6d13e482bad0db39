import { millisecondsInMinute } from '#domain/units.ts';
import type { Reply } from './reply.ts';
import type { Subject } from './route.ts';
import type { Log } from '#server/observability/log.ts';

/** Lines of one status per minute; more are only counted. Forty screens cause fewer in an outage. */
const maxInMinute = 300;

/**
 * Writes a line for an answer that a screen shows as an error. So the reference on the screen leads to a line even if
 * the service was not called, or another request called it. Lines are limited, so that nobody can fill a disk.
 */
export function errorLines(log: Log, clock: () => number) {
  const counts = new Map<number, { began: number; count: number; leftOut: number }>();
  return ({ status, headers }: Reply, { path, operation }: Subject): void => {
    const now = clock();
    const known = counts.get(status) ?? { began: now, count: 0, leftOut: 0 };
    if (now - known.began >= millisecondsInMinute) Object.assign(known, { began: now, count: 0 });
    counts.set(status, known);
    if (++known.count > maxInMinute) {
      known.leftOut++;
      return;
    }
    const leftOut = known.leftOut > 0 ? { leftOut: known.leftOut } : {};
    known.leftOut = 0;
    const cache = headers?.['cache-status'];
    log.warn(
      { status, path, ...(operation && { operation }), ...(cache && { cache }), ...leftOut },
      'An error was sent.',
    );
  };
}
