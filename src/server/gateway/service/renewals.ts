import { bodyOf } from '#server/gateway/http/body.ts';
import type { Clock } from '#server/gateway/allowance/clock.ts';
import { type Failed, failedBy, failedWithout, isDefinite } from './failed.ts';
import { createFlights, type Flights } from './flights.ts';
import type { Line } from '#server/gateway/observability/line.ts';
import type { PacedFetch } from '#server/gateway/allowance/paced.ts';
import type { Copy, Store } from './store.ts';
import type { Troubles } from './troubles.ts';
import type { UpstreamFailure } from './upstream.ts';

export type RenewalParts = {
  readonly fetch: PacedFetch;
  readonly line: Pick<Line, 'ticket' | 'hasten' | 'leave'>;
  readonly store: Store;
  readonly troubles: Troubles;
  /** For ages. */
  readonly clock: Clock;
};

/** How a call ended. */
type Outcome = { readonly copy: Copy; readonly failed?: undefined } | { readonly failed: Failed };

export type Renewals = Flights<Outcome> & {
  /** Notes that somebody has given up waiting for the call that is under way for this address. */
  readonly markSlow: (address: string) => void;
  readonly isSlow: (address: string) => boolean;
};

/** Fetches answers into the store. Only a good one takes the place of another; what goes wrong is remembered beside it. */
export function createRenewals({ fetch, line, store, troubles, clock }: RenewalParts): Renewals {
  const slow = new Set<string>();

  function succeed(address: string, copy: Copy): Outcome {
    store.put(address, copy);
    troubles.clear(address);
    return { copy };
  }

  function fail(address: string, failed: Failed): Outcome {
    if (!failed.isOurs) troubles.add(address, failed, clock());
    if (isDefinite(failed)) store.drop(address);
    return { failed };
  }

  const flights = createFlights<Outcome>(line, async ({ id, address }, ticket) => {
    try {
      const answer = await fetch({ id, address }, ticket);
      if (answer.status >= 400) return fail(address, failedBy(answer));
      const body = bodyOf(answer.body, store.get(address)?.body);
      return succeed(address, { body, askedAt: answer.askedAt, answeredAt: clock() });
    } catch (error) {
      return fail(address, failedWithout(error as UpstreamFailure));
    } finally {
      slow.delete(address);
    }
  });
  const isSlow = (address: string) => slow.has(address);
  // Without a call under way the mark would stay.
  const markSlow = (address: string) => void (flights.has(address) && slow.add(address));
  return { ...flights, markSlow, isSlow };
}
