import { describe, expect, it } from 'vitest';
import { failedBy, failedWithout, createTroubles, usualCoolOff } from './refresh.ts';
import { UpstreamFailure } from './upstream.ts';

const timeout = failedWithout(new UpstreamFailure('timeout'));

describe('an address that went wrong', () => {
  it('cools off twice as long each time in a row, up to a bound, and begins anew after a success', () => {
    const troubles = createTroubles(usualCoolOff);
    const coolOffs = Array.from({ length: 6 }, () => {
      troubles.add('/a', timeout, 100);
      return (troubles.get('/a')?.until ?? 0) - 100;
    });
    expect(coolOffs).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    troubles.clear('/a');
    troubles.add('/a', timeout, 0);
    expect(troubles.get('/a')).toMatchObject({ until: 1_000, count: 1 });
  });

  it('is left alone for as long as the service says, but not for hours', () => {
    const troubles = createTroubles(usualCoolOff);
    const told = (retryAfter: number) => failedBy({ status: 503, body: Buffer.from('[]'), retryAfter });
    troubles.add('/a', told(30), 0);
    troubles.add('/b', told(86_400), 0);
    expect([troubles.get('/a')?.until, troubles.get('/b')?.until]).toEqual([30_000, 120_000]);
  });
});
