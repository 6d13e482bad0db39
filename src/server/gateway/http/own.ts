import type { Config } from '#contract/gateway/config.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { bodyOf } from './body.ts';
import type { Clock } from '#server/gateway/allowance/clock.ts';
import type { Line } from '#server/gateway/observability/line.ts';
import { metricsText } from '#server/gateway/observability/metrics.ts';
import { jsonReply, type Reply } from './reply.ts';
import { gatewayState } from '#server/gateway/observability/state.ts';
import type { Tally } from '#server/gateway/observability/tally.ts';

type Parts = {
  readonly config: Config;
  readonly line: Pick<Line, 'state'>;
  readonly tally: Tally;
  /** How the local copy stands; null where there is none. */
  readonly replica: () => ReplicaState | null;
  readonly wall: Clock;
  /** Whether new requests are welcome. */
  readonly isReady: () => boolean;
};

type Routes = { readonly [path: string]: (() => Reply) | undefined };

/** What the gateway tells of itself, by path. */
export function ownRoutes({ config, line, tally, replica, wall, isReady }: Parts): Routes {
  const limit = config.rateLimit;
  const constant = (value: unknown) => {
    const reply = jsonReply(200, value);
    return () => reply;
  };
  return {
    __proto__: null as never,
    '/config': constant(config),
    '/openapi.json': constant(openApiDocument()),
    // Ready does not ask for the flight service: without it the stored answers are still worth serving.
    '/health': () =>
      jsonReply(isReady() ? 200 : 503, { live: true, ready: isReady(), upstream: { lastCall: tally.lastCall } }),
    '/metrics': () => ({
      status: 200,
      body: bodyOf(Buffer.from(metricsText(limit, line.state(), tally))),
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    }),
    '/state': () => jsonReply(200, gatewayState(limit, line.state(), tally, replica(), new Date(wall()))),
  };
}
