import { setTimeout as sleep } from 'node:timers/promises';
import type { CallClass } from '#contract/gateway/callClass.ts';
import { UpstreamFailure } from './upstream.ts';
import type { ByClass } from './allowance.ts';

/** A call's place in an allowance that several gateways share. */
export type CallPermit = {
  /** Whether a call may still start under it. Check right before the call. */
  readonly isValid: () => boolean;
  /** Gives the permit back: the call has ended, or never started. */
  readonly release: () => void;
};

/** Takes a permit, or returns the milliseconds until there may be one. Rejects if no permit is possible. */
export type TakePermit = (callClass: CallClass) => Promise<CallPermit | number>;

/** Makes calls under permits. A call waits for its permit as long as its class may, and then rejects as `busy`. */
export function permittedCalls(take: TakePermit, maxWaitMs: ByClass, clock: () => number) {
  return async <Result>(callClass: CallClass, call: () => Promise<Result>): Promise<Result> => {
    const until = clock() + maxWaitMs[callClass];
    for (;;) {
      const permit = await take(callClass).catch((error: unknown) => {
        throw new UpstreamFailure('unshared', error);
      });
      if (typeof permit === 'number') {
        if (clock() + permit > until) throw new UpstreamFailure('busy', undefined, Math.ceil(permit / 1000));
        await sleep(permit, undefined, { ref: false });
        continue;
      }
      try {
        if (permit.isValid()) return await call();
      } finally {
        permit.release();
      }
    }
  };
}
