/** A panel: its title, and its queries with the legend of each line (`{{label}}` is replaced). */
export type Panel = {
  readonly title: string;
  readonly kind?: 'stat';
  readonly unit?: string;
  readonly queries: readonly (readonly [expression: string, legend: string])[];
};
type Row = { readonly title: string; readonly panels: readonly Panel[] };

/** The series chosen at the top of the dashboard. */
const own = '{job="$job",instance=~"$instance"}';
const series = (name: string) => `flightline_${name}${own}`;
const rate = (name: string) => `rate(${series(name)}[$__rate_interval])`;

const lastHour = (name: string) => `increase(${series(name)}[1h])`;

/** What the dashboard shows, row by row. */
export const rows: readonly Row[] = [
  {
    title: 'At a glance',
    panels: [
      { title: 'Version', kind: 'stat', queries: [[series('build_info'), '{{version}}, Node {{node}}']] },
      {
        title: 'Running since',
        kind: 'stat',
        unit: 'dateTimeFromNow',
        queries: [[`${series('process_start_time_seconds')} * 1000`, '{{instance}}']],
      },
      {
        title: 'Furthest behind',
        kind: 'stat',
        queries: [[`max(${series('copy_lateness_ratio')})`, 'times its expected age']],
      },
      { title: 'Parts never read', kind: 'stat', queries: [[`sum(${series('copy_parts_unread')})`, 'parts']] },
      { title: 'Calls left', kind: 'stat', queries: [[series('allowance_left'), '{{instance}}']] },
      {
        title: 'Trouble with storage',
        kind: 'stat',
        queries: [
          [series('storage_trouble'), 'trouble {{instance}}'],
          [series('storage_durable'), 'kept on disk {{instance}}'],
        ],
      },
    ],
  },
  {
    title: 'The copy and its planner',
    panels: [
      { title: 'Age as a multiple of what is expected', queries: [[series('copy_lateness_ratio'), '{{set}}']] },
      { title: 'Age of the oldest part', unit: 's', queries: [[series('copy_age_seconds'), '{{set}}']] },
      { title: 'Target ages', unit: 's', queries: [[series('copy_target_age_seconds'), '{{set}}']] },
      {
        title: 'Parts, and those never read',
        queries: [
          [`sum by (instance) (${series('copy_parts')})`, 'all {{instance}}'],
          [series('copy_parts_unread'), '{{set}}'],
        ],
      },
      {
        title: 'Refreshes per minute',
        queries: [
          [`60 * ${rate('planner_refreshes_total')}`, '{{result}}'],
          [series('planner_refreshes_running'), 'running now'],
        ],
      },
      {
        title: 'Planner',
        queries: [
          [series('planner_stretch'), 'stretch {{instance}}'],
          [series('planner_running'), 'runs {{instance}}'],
          [series('planner_next_seconds'), 'next look in s {{instance}}'],
        ],
      },
    ],
  },
  {
    title: 'Calls to the flight service',
    panels: [
      { title: 'Calls per minute', queries: [[`60 * ${rate('upstream_calls_total')}`, '{{result}}']] },
      {
        title: 'Failures and refusals per minute',
        queries: [
          [`60 * ${rate('upstream_failures_total')}`, 'failed'],
          [`60 * ${rate('upstream_too_many_requests_total')}`, 'status 429'],
          [`60 * ${rate('pauses_total')}`, 'pauses'],
        ],
      },
      {
        title: 'Allowance',
        queries: [
          [series('allowance'), 'allowed'],
          [series('allowance_used'), 'used'],
          [series('calls_running'), 'running'],
          [series('pause_seconds'), 'pause in s'],
        ],
      },
      { title: 'Queue', queries: [[series('queue_length'), '{{class}}']] },
      {
        title: 'Wait for a turn',
        unit: 's',
        queries: [[`${rate('queue_wait_seconds_sum')} / ${rate('queue_wait_seconds_count')}`, '{{class}}']],
      },
      {
        title: 'Answers of the store per second',
        queries: [
          [rate('cache_hits_total'), 'fresh'],
          [rate('cache_stale_total'), 'stale'],
          [rate('cache_misses_total'), 'waited'],
          [rate('coalesced_total'), 'shared a call'],
          [rate('repeated_failures_total'), 'repeated failures'],
        ],
      },
    ],
  },
  {
    title: 'People',
    panels: [
      { title: 'Open screens', queries: [[series('event_streams'), '{{instance}}']] },
      {
        title: 'Events per second',
        queries: [
          [rate('event_messages_total'), 'sent'],
          [rate('event_streams_cut_total'), 'slow readers cut'],
        ],
      },
      {
        title: 'Who may sign in, who is signed in',
        queries: [
          [series('access_sessions'), 'sessions'],
          [series('access_grants'), '{{kind}}'],
        ],
      },
      {
        title: 'Sign-ins in an hour',
        queries: [
          [lastHour('access_sign_ins_total'), 'signed in'],
          [lastHour('access_sign_outs_total'), 'signed out'],
        ],
      },
      { title: 'Refusals in an hour', queries: [[lastHour('access_refusals_total'), '{{why}}']] },
    ],
  },
  {
    title: 'Alerts and weather',
    panels: [
      {
        title: 'Messages',
        queries: [
          [series('alert_messages_waiting'), 'waiting'],
          [series('alert_messages_retrying'), 'of these tried in vain'],
          [series('alert_messages_given_up'), 'given up in 90 days'],
          [series('alert_messages_sent'), 'sent in 90 days'],
        ],
      },
      {
        title: 'Ages',
        unit: 's',
        queries: [
          [series('alert_evaluation_age_seconds'), 'last look for alerts'],
          [series('alert_oldest_waiting_seconds'), 'oldest waiting message'],
          [series('weather_age_seconds'), 'weather'],
        ],
      },
      { title: 'Length of a look', unit: 's', queries: [[series('alert_evaluation_seconds'), '{{instance}}']] },
      {
        title: 'Weather',
        queries: [
          [lastHour('weather_calls_total'), 'calls in an hour'],
          [lastHour('weather_failures_total'), 'failures in an hour'],
          [series('weather_reports_unreadable'), 'unreadable reports'],
        ],
      },
    ],
  },
  {
    title: 'Process and disk',
    panels: [
      {
        title: 'Event loop: how late a timer is',
        unit: 's',
        queries: [
          [`${rate('event_loop_delay_seconds_sum')} / ${rate('event_loop_delay_seconds_count')}`, 'on average'],
          [series('event_loop_delay_worst_seconds'), 'worst of a minute'],
        ],
      },
      {
        title: 'Share of the time',
        unit: 'percentunit',
        queries: [
          [rate('event_loop_busy_seconds_total'), 'event loop busy'],
          [rate('process_cpu_seconds_total'), 'processor'],
        ],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [
          [series('process_resident_memory_bytes'), 'process'],
          [series('process_heap_bytes'), 'objects'],
        ],
      },
      {
        title: 'Disk',
        unit: 'bytes',
        queries: [
          [series('storage_bytes'), 'data'],
          [series('storage_free_bytes'), 'free'],
        ],
      },
    ],
  },
  {
    title: 'Shared database (several gateways)',
    panels: [
      {
        title: 'Gateways',
        queries: [
          [series('database_gateways'), 'seen by {{instance}}'],
          [series('database_connected'), 'connected {{instance}}'],
          [series('database_planner'), 'planner {{instance}}'],
        ],
      },
      { title: 'Term of the planner', queries: [[series('database_term'), '{{instance}}']] },
      { title: 'Statements per second', queries: [[rate('database_statements_total'), '{{result}}']] },
      {
        title: 'Time of a statement',
        unit: 's',
        queries: [[`${rate('database_statement_seconds_total')} / ${rate('database_statements_total')}`, '{{result}}']],
      },
      {
        title: 'Shared allowance per minute',
        queries: [
          [`60 * ${rate('database_calls_taken_total')}`, 'taken'],
          [`60 * ${rate('database_calls_refused_total')}`, 'refused'],
        ],
      },
    ],
  },
];
