import { callClasses } from '#contract/gateway/callClass.ts';
import type { Line } from './line.ts';
import type { Tally } from './tally.ts';

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
