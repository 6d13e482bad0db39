import type { Caller } from '#server/gateway/rights/caller.ts';
import { narrowedState } from '#server/gateway/rights/narrow.ts';
import { callClasses } from '#contract/gateway/callClass.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import type { CallQueue, Clock } from '#server/gateway/allowance/queue.ts';
import { bodyOf, jsonReply, type Reply } from '#server/gateway/http/reply.ts';

type Failure = { readonly at: Date; readonly status: number | null; readonly words: string };

/** Counters since the start, and the latest events, for `/state` and `/metrics`. */
export type Metrics = {
  /** Calls to the flight service, by the status of their answer or the kind of their failure. */
  readonly calls: Map<string, number>;
  /** Requests answered from the store, fresh. */
  hits: number;
  /** Requests answered from the store, stale. */
  stale: number;
  /** Requests that waited for their own call. */
  misses: number;
  /** Requests that shared a running call. */
  coalesced: number;
  /** Requests answered with a failure of a moment ago. */
  repeated: number;
  pauses: number;
  lastCall: { readonly at: Date; readonly status: number | null; readonly failure: string | null } | null;
  lastAnswerAt: Date | null;
  lastFailure: Failure | null;
};

export function newMetrics(): Metrics {
  const counts = { hits: 0, stale: 0, misses: 0, coalesced: 0, repeated: 0, pauses: 0 };
  return { calls: new Map(), ...counts, lastCall: null, lastAnswerAt: null, lastFailure: null };
}

type QueueState = ReturnType<CallQueue['state']>;

type Sample = readonly [labels: { readonly [name: string]: string }, value: number];

/** Alerts now. Ages in milliseconds; null if nothing has been looked at yet. */
export type AlertFigures = {
  readonly evaluationAgeMs: number | null;
  readonly evaluationMs: number;
  readonly waiting: number;
  readonly sent: number;
  readonly dead: number;
};

/** The weather since the start; the age is null until the weather service has answered. */
export type WeatherFigures = {
  readonly ageMs: number | null;
  readonly calls: number;
  readonly failures: number;
  /** Reports in the present answer that could not be read. */
  readonly unreadable: number;
};

const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [[{}, value]]);
const total = (name: string, help: string, value: number) => metric(name, 'counter', help, [[{}, value]]);

function alertText({ evaluationAgeMs, evaluationMs, waiting, sent, dead }: AlertFigures): string {
  const age = evaluationAgeMs === null ? Number.NaN : evaluationAgeMs / 1000;
  return [
    gauge('alert_evaluation_age_seconds', 'Time since the last evaluation of alerts; NaN before the first.', age),
    gauge('alert_evaluation_seconds', 'How long the last evaluation of alerts took.', evaluationMs / 1000),
    gauge('alert_messages_waiting', 'Messages that are waiting for a try.', waiting),
    gauge('alert_messages_sent', 'Messages sent in the last 90 days.', sent),
    gauge('alert_messages_given_up', 'Messages refused or given up in the last 90 days.', dead),
  ].join('');
}

function weatherText({ ageMs, calls, failures, unreadable }: WeatherFigures): string {
  const age = ageMs === null ? Number.NaN : ageMs / 1000;
  return [
    gauge('weather_age_seconds', 'Time since the weather service last answered; NaN before the first answer.', age),
    total('weather_calls_total', 'Calls to the weather service.', calls),
    total('weather_failures_total', 'Calls to the weather service that gave no reports.', failures),
    gauge('weather_reports_unreadable', 'Weather reports that could not be read and are shown as text.', unreadable),
  ].join('');
}

const byClass = (value: (name: (typeof callClasses)[number]) => number) =>
  callClasses.map((name): Sample => [{ class: name }, value(name)]);

/** `/metrics`, in the Prometheus text format 0.0.4. */
function metricsText(limit: number | null, { queue, waits, ...state }: QueueState, metrics: Metrics): string {
  const results = Array.from(metrics.calls, ([result, count]): Sample => [{ result }, count]);
  const refused = metrics.calls.get('429') ?? 0;
  const queued = byClass((name) => queue[name]);
  const waited = byClass((name) => waits[name].ms / 1000);
  const left = byClass((name) => waits[name].count);
  return [
    metric('upstream_calls_total', 'counter', 'Calls to the flight service, by their status or failure.', results),
    total('upstream_too_many_requests_total', 'Answers of the flight service with status 429.', refused),
    total('pauses_total', 'Pauses of all calls.', metrics.pauses),
    total('cache_hits_total', 'Requests answered from the store, fresh.', metrics.hits),
    total('cache_stale_total', 'Requests answered from the store, stale.', metrics.stale),
    total('cache_misses_total', 'Requests that waited for their own call.', metrics.misses),
    total('coalesced_total', 'Requests that shared a running call.', metrics.coalesced),
    total('repeated_failures_total', 'Requests answered with the failure of a moment before.', metrics.repeated),
    ...(limit === null
      ? []
      : [
          gauge('allowance', 'Calls that the flight service allows in 60 seconds.', limit),
          gauge('allowance_left', 'Calls that may still start now.', Math.max(0, limit - state.used)),
        ]),
    gauge('allowance_used', 'Calls of the last 60 seconds, which count against the allowance.', state.used),
    gauge('calls_running', 'Running calls.', state.running),
    gauge('pause_seconds', 'Remaining time of a pause.', (state.pausedMs ?? 0) / 1000),
    metric('queue_length', 'gauge', 'Calls in the queue.', queued),
    metric('queue_wait_seconds_sum', 'counter', 'How long calls waited in the queue.', waited),
    metric('queue_wait_seconds_count', 'counter', 'Calls that have left the queue.', left),
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

/** `/state`. */
function gatewayState(
  limit: number | null,
  queue: QueueState,
  metrics: Metrics,
  replica: ReplicaState | null,
  now: Date,
): GatewayState {
  const { calls, coalesced, hits, stale, lastAnswerAt, lastFailure } = metrics;
  return {
    at: now.toISOString(),
    allowance: { limit, used: queue.used },
    running: queue.running,
    queue: queue.queue,
    pausedUntil: queue.pausedMs === null ? null : new Date(now.getTime() + queue.pausedMs).toISOString(),
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

export type EndpointParts = {
  readonly config: Config;
  readonly queue: Pick<CallQueue, 'state'>;
  readonly metrics: Metrics;
  /** The state of the local copy; null if there is none. */
  readonly replica: () => ReplicaState | null;
  /** Null if there are no alerts. */
  readonly alerts?: () => AlertFigures | null;
  /** Null if the weather is off. */
  readonly weather?: () => WeatherFigures | null;
  readonly wall: Clock;
  /** Whether new requests are accepted. */
  readonly isReady: () => boolean;
};

type Endpoints = ReadonlyMap<string, (caller: Caller) => Reply>;

/** The gateway's own endpoints, by path. */
export function gatewayEndpoints(parts: EndpointParts): Endpoints {
  const { config, queue, metrics, replica, alerts, weather, wall, isReady } = parts;
  const limit = config.rateLimit;
  const moreText = () => {
    const [told, reports] = [alerts?.(), weather?.()];
    return (told ? alertText(told) : '') + (reports ? weatherText(reports) : '');
  };
  const constant = (value: unknown) => {
    const reply = jsonReply(200, value);
    return () => reply;
  };
  return new Map<string, (caller: Caller) => Reply>([
    ['/config', ({ who }) => jsonReply(200, { ...config, who })],
    ['/openapi.json', constant(openApiDocument())],
    [
      '/health',
      // Readiness does not depend on the flight service; stored answers are useful without it.
      () =>
        jsonReply(isReady() ? 200 : 503, { live: true, ready: isReady(), upstream: { lastCall: metrics.lastCall } }),
    ],
    [
      '/metrics',
      () => ({
        status: 200,
        body: bodyOf(Buffer.from(metricsText(limit, queue.state(), metrics) + moreText())),
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      }),
    ],
    [
      '/state',
      ({ who }) => {
        const state = gatewayState(limit, queue.state(), metrics, replica(), new Date(wall()));
        return jsonReply(200, narrowedState(state, who));
      },
    ],
  ]);
}
