import type { CallClass } from '#contract/gateway/callClass.ts';
import type { Line } from '#server/gateway/observability/line.ts';
import type { Ticket } from '#server/gateway/allowance/scheduler.ts';
import type { UpstreamRequest } from './upstream.ts';

type Flight<Outcome> = {
  readonly ticket: Ticket;
  readonly outcome: Promise<Outcome>;
  waiting: number;
  /** Its outcome is wanted for the store, whoever waits. */
  isWanted: boolean;
};

/** Takes what is to be done when a client goes away before it has its answer. */
export type Leaving = (onLeave: () => void) => void;

export type Flights<Outcome> = {
  /** Whether a call for this address is under way or in line. */
  readonly has: (address: string) => boolean;
  /**
   * Waits for the call that is under way for this address, or begins one. The last who leaves takes the call out of the
   * line, if it has not started.
   */
  readonly join: (request: UpstreamRequest, callClass: CallClass, leaving: Leaving) => Promise<Outcome>;
  /** Has the call made, though nobody may wait for it. */
  readonly want: (request: UpstreamRequest, callClass: CallClass) => void;
};

/** Keeps equal questions to one call at a time. `fly` makes the call, and never rejects. */
export function createFlights<Outcome>(
  line: Pick<Line, 'ticket' | 'hasten' | 'leave'>,
  fly: (request: UpstreamRequest, ticket: Ticket) => Promise<Outcome>,
): Flights<Outcome> {
  const flights = new Map<string, Flight<Outcome>>();

  function board(request: UpstreamRequest, callClass: CallClass): Flight<Outcome> {
    const { address } = request;
    const known = flights.get(address);
    if (known) {
      line.hasten(known.ticket, callClass);
      return known;
    }
    const ticket = line.ticket(callClass);
    const outcome = fly(request, ticket).finally(() => {
      // Another may have taken the place of one that was dropped.
      if (flights.get(address)?.ticket === ticket) flights.delete(address);
    });
    const flight = { ticket, outcome, waiting: 0, isWanted: false };
    flights.set(address, flight);
    return flight;
  }

  function leave(address: string, flight: Flight<Outcome>): void {
    flight.waiting--;
    if (flight.waiting > 0 || flight.isWanted) return;
    if (line.leave(flight.ticket)) flights.delete(address);
  }

  return {
    has: (address) => flights.has(address),
    want(request, callClass) {
      board(request, callClass).isWanted = true;
    },
    join(request, callClass, leaving) {
      const flight = board(request, callClass);
      flight.waiting++;
      leaving(() => leave(request.address, flight));
      return flight.outcome;
    },
  };
}
