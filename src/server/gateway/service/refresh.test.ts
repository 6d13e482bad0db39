import { describe, expect, it } from 'vitest';
import { defaultBackoff, failureFromAnswer, recentFailures } from './refresh.ts';

const failure = failureFromAnswer({ status: 504, body: Buffer.from('[]'), retryAfter: null });

describe('an address whose call failed', () => {
  it('waits twice as long after each failure in a row, up to a limit, and starts again after a success', () => {
    const failures = recentFailures(defaultBackoff);
    const waits = Array.from({ length: 6 }, () => {
      failures.add('/a', failure, 100);
      return (failures.get('/a')?.until ?? 0) - 100;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    failures.clear('/a');
    failures.add('/a', failure, 0);
    expect(failures.get('/a')).toMatchObject({ until: 1_000, count: 1 });
  });

  it('is left alone for as long as the service says, but not for hours', () => {
    const failures = recentFailures(defaultBackoff);
    const told = (retryAfter: number) => failureFromAnswer({ status: 503, body: Buffer.from('[]'), retryAfter });
    failures.add('/a', told(30), 0);
    failures.add('/b', told(86_400), 0);
    expect([failures.get('/a')?.until, failures.get('/b')?.until]).toEqual([30_000, 120_000]);
  });
});
