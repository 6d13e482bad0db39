import type { CallResult } from '#server/gateway/service/call.ts';
import { callClasses } from '#contract/gateway/callClass.ts';
import type { Line, Clock } from '#server/gateway/allowance/queue.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import type { Config } from '#contract/gateway/config.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import { bodyOf, jsonReply, type Reply } from '#server/gateway/http/reply.ts';

type Happening = { readonly at: Date; readonly status: number | null; readonly words: string };

/** What is counted and remembered since the start, for `/state` and `/metrics`. */
export type Tally = {
  /** Calls to the flight service, by the status of their answer or the kind of their failure. */
  readonly calls: Map<string, number>;
  /** Requests answered from the store, fresh. */
  hits: number;
  /** Requests answered from the store with something older. */
  stale: number;
  /** Requests that waited for a call of their own. */
  misses: number;
  /** Requests that waited for a call that was under way already. */
  coalesced: number;
  /** Requests answered with what went wrong a moment before. */
  repeated: number;
  pauses: number;
  lastCall: { readonly at: Date; readonly status: number | null; readonly failure: string | null } | null;
  lastAnswerAt: Date | null;
  lastFailure: Happening | null;
};

export function newTally(): Tally {
  const counts = { hits: 0, stale: 0, misses: 0, coalesced: 0, repeated: 0, pauses: 0 };
  return { calls: new Map(), ...counts, lastCall: null, lastAnswerAt: null, lastFailure: null };
}

/** Takes in how a call went. */
export function countCall(tally: Tally, { status, result, words }: CallResult, at: Date): void {
  tally.calls.set(result, (tally.calls.get(result) ?? 0) + 1);
  tally.lastCall = { at, status, failure: status === null ? result : null };
  if (words === null) tally.lastAnswerAt = at;
  else tally.lastFailure = { at, status, words };
}

type Sample = readonly [labels: { readonly [name: string]: string }, value: number];

/** What `/metrics` answers: the text format 0.0.4 of Prometheus. */
export function metricsText(limit: number, line: ReturnType<Line['state']>, tally: Tally): string {
  const total = (name: string, help: string, value: number) => metric(name, 'counter', help, [[{}, value]]);
  const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [[{}, value]]);
  const byClass = (value: (name: (typeof callClasses)[number]) => number) =>
    callClasses.map((name): Sample => [{ class: name }, value(name)]);
  return [
    metric(
      'upstream_calls_total',
      'counter',
      'Calls to the flight service, by the status of their answer or the kind of their failure.',
      Array.from(tally.calls, ([result, count]) => [{ result }, count]),
    ),
    total('upstream_too_many_requests_total', 'Answers 429 of the flight service.', tally.calls.get('429') ?? 0),
    total('pauses_total', 'Pauses for all calls that followed.', tally.pauses),
    total('cache_hits_total', 'Requests answered from the store, fresh.', tally.hits),
    total('cache_stale_total', 'Requests answered from the store with something older.', tally.stale),
    total('cache_misses_total', 'Requests that waited for a call of their own.', tally.misses),
    total('coalesced_total', 'Requests that waited for a call that was under way already.', tally.coalesced),
    total('repeated_failures_total', 'Requests answered with what went wrong a moment before.', tally.repeated),
    gauge('allowance', 'Calls that the flight service allows in 60 seconds.', limit),
    gauge('allowance_used', 'Calls that count against it now.', line.used),
    gauge('allowance_left', 'Calls that may still go out now.', Math.max(0, limit - line.used)),
    gauge('calls_running', 'Calls under way.', line.running),
    gauge('pause_seconds', 'What is left of a pause.', (line.pausedMs ?? 0) / 1000),
    metric(
      'queue_length',
      'gauge',
      'Calls that wait for their turn.',
      byClass((name) => line.queue[name]),
    ),
    metric(
      'queue_wait_seconds_sum',
      'counter',
      'How long calls have waited.',
      byClass((name) => line.waits[name].ms / 1000),
    ),
    metric(
      'queue_wait_seconds_count',
      'counter',
      'Calls that have had their turn.',
      byClass((name) => line.waits[name].count),
    ),
  ].join('');
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const full = `flightline_${name}`;
  const lines = samples.map(([labels, value]) => {
    const written = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${full}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

type LineState = ReturnType<Line['state']>;

/** What `/state` answers. */
export function gatewayState(
  limit: number,
  line: LineState,
  tally: Tally,
  replica: ReplicaState | null,
  now: Date,
): GatewayState {
  const { calls, coalesced, hits, stale, lastAnswerAt, lastFailure } = tally;
  return {
    at: now.toISOString(),
    allowance: { limit, used: line.used },
    running: line.running,
    queue: line.queue,
    pausedUntil: line.pausedMs === null ? null : new Date(now.getTime() + line.pausedMs).toISOString(),
    lastAnswerAt: lastAnswerAt?.toISOString() ?? null,
    lastFailure: lastFailure && { ...lastFailure, at: lastFailure.at.toISOString() },
    counts: {
      calls: Array.from(calls.values()).reduce((sum, count) => sum + count, 0),
      coalesced,
      hits,
      stale,
      tooManyRequests: calls.get('429') ?? 0,
    },
    replica,
  };
}

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
