import { callClasses } from '#contract/gateway/callClass.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import type { LongWork, WorkFigures } from './turns.ts';
import type { Metrics, QueueState } from './counters.ts';
import type { Figure, Sample } from './figures.ts';

/** Every figure of `/metrics`, a table for each part, with the state that the part reports. */

const figure =
  (type: Figure<never>['type']) =>
  <State>(name: string, help: string, of: Figure<State>['of']): Figure<State> => ({ name, type, help, of });
const gauge = figure('gauge');
const total = figure('counter');
const summary = figure('summary');

const isTrue = (value: boolean) => (value ? 1 : 0);
const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
const summed = (labels: Sample[0], ms: number, count: number): readonly Sample[] => [
  [labels, ms / 1000, 'sum'],
  [labels, count, 'count'],
];
const counted = (label: string, counts: ReadonlyMap<string, number>) =>
  Array.from(counts, ([name, count]): Sample => [{ [label]: name }, count]);

/** Calls to the flight service. `limit`: what it allows in 60 seconds; null for no limit. */
export type ServiceFigures = { readonly limit: number | null; readonly queue: QueueState; readonly metrics: Metrics };

const byClass = (value: (name: (typeof callClasses)[number]) => number) =>
  callClasses.map((name): Sample => [{ class: name }, value(name)]);
const ofLimit = (limit: number | null, value: (limit: number) => number): readonly Sample[] =>
  limit === null ? [] : [[{}, value(limit)]];

export const serviceTable: readonly Figure<ServiceFigures>[] = [
  total('upstream_calls_total', 'Calls to the flight service, by their status or failure.', ({ metrics }) =>
    counted('result', metrics.calls),
  ),
  total(
    'upstream_failures_total',
    'Calls to the flight service without a good answer.',
    ({ metrics }) => metrics.failures,
  ),
  total(
    'upstream_too_many_requests_total',
    'Answers of the flight service with status 429.',
    ({ metrics }) => metrics.calls.get('429') ?? 0,
  ),
  total('pauses_total', 'Pauses of all calls.', ({ metrics }) => metrics.pauses),
  total('cache_hits_total', 'Requests answered from the store, fresh.', ({ metrics }) => metrics.hits),
  total('cache_stale_total', 'Requests answered from the store, stale.', ({ metrics }) => metrics.stale),
  total('cache_misses_total', 'Requests that waited for their own call.', ({ metrics }) => metrics.misses),
  total('coalesced_total', 'Requests that shared a running call.', ({ metrics }) => metrics.coalesced),
  total(
    'repeated_failures_total',
    'Requests answered with the failure of a moment before.',
    ({ metrics }) => metrics.repeated,
  ),
  gauge('allowance', 'Calls that the flight service allows in 60 seconds.', ({ limit }) => ofLimit(limit, Number)),
  gauge('allowance_left', 'Calls that may still start now.', ({ limit, queue }) =>
    ofLimit(limit, (max) => Math.max(0, max - queue.used)),
  ),
  gauge(
    'allowance_used',
    'Calls of the last 60 seconds, which count against the allowance.',
    ({ queue }) => queue.used,
  ),
  gauge('calls_running', 'Running calls.', ({ queue }) => queue.running),
  gauge('pause_seconds', 'Remaining time of a pause.', ({ queue }) => seconds(queue.pausedMs ?? 0)),
  gauge('queue_length', 'Calls in the queue.', ({ queue }) => byClass((name) => queue.queue[name])),
  summary('queue_wait_seconds', 'How long calls waited in the queue.', ({ queue: { waits } }) =>
    callClasses.flatMap((name) => summed({ class: name }, waits[name].ms, waits[name].count)),
  ),
];

/** The local copy, what keeps it fresh, and where it is stored. */
export type CopyFigures = {
  readonly sets: readonly SetFigures[];
  /** Reservations of past days that are in memory for figures. */
  readonly kept: number;
  readonly planner: PlannerFigures;
  readonly events: EventFigures;
  readonly storage: { readonly isDurable: boolean; readonly hasTrouble: boolean };
};

export type SetFigures = {
  readonly set: ReplicaSet;
  /** Its parts, and how many of them have never been read. */
  readonly parts: number;
  readonly unread: number;
  /** The age of its oldest part whose age matters; null while none has been read. */
  readonly oldestMs: number | null;
  readonly targetMs: number;
  /** The age of the part that is furthest behind, as a multiple of its expected age; 0 while none has been read. */
  readonly lateness: number;
};

export type PlannerFigures = {
  /** Whether this gateway refreshes the copy. */
  readonly isRunning: boolean;
  /** The factor by which target ages are stretched now. */
  readonly stretch: number;
  readonly running: number;
  /** Refreshes since the start: `done`, or one word for why they failed. */
  readonly results: ReadonlyMap<string, number>;
  /** Milliseconds until the planner looks again; null while it only waits for a refresh to end. */
  readonly nextMs: number | null;
};

export type EventFigures = {
  readonly open: number;
  /** Events written to streams, and streams ended because their client did not read. */
  readonly sent: number;
  readonly cut: number;
};

const bySet = ({ sets }: CopyFigures, value: (figures: SetFigures) => number | null) =>
  sets.map((set): Sample => [{ set: set.set }, value(set) ?? Number.NaN]);

export const copyTable: readonly Figure<CopyFigures>[] = [
  gauge('copy_age_seconds', 'Age of the oldest part of a set; NaN while none has been read.', (copy) =>
    bySet(copy, ({ oldestMs }) => seconds(oldestMs)),
  ),
  gauge('copy_target_age_seconds', 'Age at which a set is refreshed if the allowance suffices.', (copy) =>
    bySet(copy, ({ targetMs }) => seconds(targetMs)),
  ),
  gauge(
    'copy_lateness_ratio',
    'Age of the part of a set that is furthest behind, as a multiple of the age expected of it now.',
    (copy) => bySet(copy, ({ lateness }) => lateness),
  ),
  gauge('copy_parts', 'Parts of a set.', (copy) => bySet(copy, ({ parts }) => parts)),
  gauge('copy_parts_unread', 'Parts of a set that have never been read.', (copy) =>
    bySet(copy, ({ unread }) => unread),
  ),
  gauge('kept_reservations', 'Reservations of past days that are in memory for figures.', ({ kept }) => kept),
  gauge('planner_running', '1 if this gateway refreshes the copy.', ({ planner }) => isTrue(planner.isRunning)),
  gauge('planner_stretch', 'Factor by which target ages are stretched now.', ({ planner }) => planner.stretch),
  gauge('planner_refreshes_running', 'Refreshes under way.', ({ planner }) => planner.running),
  total('planner_refreshes_total', 'Refreshes of parts: done, or why they failed.', ({ planner }) =>
    counted('result', planner.results),
  ),
  gauge(
    'planner_next_seconds',
    'Time until the planner looks again, unless something changes first; NaN while it waits for a refresh.',
    ({ planner }) => seconds(planner.nextMs),
  ),
  gauge('event_streams', 'Open streams of events.', ({ events }) => events.open),
  total('event_messages_total', 'Events written to streams.', ({ events }) => events.sent),
  total('event_streams_cut_total', 'Streams ended because their client did not read.', ({ events }) => events.cut),
  gauge('storage_durable', '1 if the copy survives a restart, 0 if it is only in memory.', ({ storage }) =>
    isTrue(storage.isDurable),
  ),
  gauge(
    'storage_trouble',
    '1 if something is wrong with the stored data; /setup and the log say what.',
    ({ storage }) => isTrue(storage.hasTrouble),
  ),
];

/** The data directory and its disk. */
export type DiskFigures = { readonly bytes: number; readonly freeBytes: number };

export const diskTable: readonly Figure<DiskFigures>[] = [
  gauge('storage_bytes', 'Size of the data directory.', ({ bytes }) => bytes),
  gauge('storage_free_bytes', 'Free space on the disk of the data directory.', ({ freeBytes }) => freeBytes),
];

/** Who may sign in, who is signed in, and the audit since the start. */
export type AccessFigures = {
  readonly sessions: number;
  /** What is handed out, by its kind: tokens, programs, links of boards, ... */
  readonly grants: ReadonlyMap<string, number>;
  readonly signIns: number;
  readonly signOuts: number;
  /** The number of refusals by reason. */
  readonly refusals: ReadonlyMap<string, number>;
};

export const accessTable: readonly Figure<AccessFigures>[] = [
  gauge('access_sessions', 'Sessions of browsers.', ({ sessions }) => sessions),
  gauge('access_grants', 'Valid tokens, links and persons, by their kind.', ({ grants }) => counted('kind', grants)),
  total('access_sign_ins_total', 'Sign-ins.', ({ signIns }) => signIns),
  total('access_sign_outs_total', 'Sign-outs by people.', ({ signOuts }) => signOuts),
  total('access_refusals_total', 'Refused requests and sign-ins, by the reason in the audit.', ({ refusals }) =>
    counted('why', refusals),
  ),
];

/** Work over all records, by its kind. */
export const workTable: readonly Figure<ReadonlyMap<LongWork, WorkFigures>>[] = [
  gauge('work_seconds', 'Processor time of the last look at all records, view of them, and answer stored.', (works) =>
    byWork(works, ({ lastMs }) => lastMs / 1000),
  ),
  gauge('work_longest_turn_seconds', 'The longest time for which such work let nothing else run.', (works) =>
    byWork(works, ({ longestMs }) => longestMs / 1000),
  ),
  total('work_over_budget_total', 'How often such work let nothing else run for longer than half a second.', (works) =>
    byWork(works, ({ overBudget }) => overBudget),
  ),
];

function byWork(works: ReadonlyMap<LongWork, WorkFigures>, of: (figures: WorkFigures) => number): readonly Sample[] {
  return Array.from(works, ([work, figures]): Sample => [{ work }, of(figures)]);
}

/** Alerts now. Ages in milliseconds; null if nothing has been evaluated yet, or nothing waits. */
export type AlertFigures = {
  readonly evaluationAgeMs: number | null;
  readonly evaluationMs: number;
  /** Messages without an outcome, and how many of them have failed at least once. */
  readonly waiting: number;
  readonly retrying: number;
  readonly oldestWaitingMs: number | null;
  readonly sent: number;
  readonly dead: number;
};

export const alertTable: readonly Figure<AlertFigures>[] = [
  gauge(
    'alert_evaluation_age_seconds',
    'Time since the last evaluation of alerts; NaN before the first.',
    ({ evaluationAgeMs }) => seconds(evaluationAgeMs),
  ),
  gauge('alert_evaluation_seconds', 'How long the last evaluation of alerts took.', ({ evaluationMs }) =>
    seconds(evaluationMs),
  ),
  gauge('alert_messages_waiting', 'Messages that are waiting for a try.', ({ waiting }) => waiting),
  gauge('alert_messages_retrying', 'Messages that are waiting because a try failed.', ({ retrying }) => retrying),
  gauge(
    'alert_oldest_waiting_seconds',
    'Age of the oldest message that is waiting; 0 if none is.',
    ({ oldestWaitingMs }) => seconds(oldestWaitingMs ?? 0),
  ),
  gauge('alert_messages_sent', 'Messages sent in the last 90 days.', ({ sent }) => sent),
  gauge('alert_messages_given_up', 'Messages refused or given up in the last 90 days.', ({ dead }) => dead),
];

/** The weather since the start; the age is null until the weather service has answered. */
export type WeatherFigures = {
  readonly ageMs: number | null;
  readonly calls: number;
  readonly failures: number;
  /** Reports in the present answer that could not be read. */
  readonly unreadable: number;
};

export const weatherTable: readonly Figure<WeatherFigures>[] = [
  gauge(
    'weather_age_seconds',
    'Time since the weather service last answered; NaN before the first answer.',
    ({ ageMs }) => seconds(ageMs),
  ),
  total('weather_calls_total', 'Calls to the weather service.', ({ calls }) => calls),
  total('weather_failures_total', 'Calls to the weather service that gave no reports.', ({ failures }) => failures),
  gauge(
    'weather_reports_unreadable',
    'Weather reports that could not be read and are shown as text.',
    ({ unreadable }) => unreadable,
  ),
];

/** A database that several gateways share, the planner's lock, and their shared allowance. */
export type DatabaseFigures = {
  readonly isConnected: boolean;
  /** Whether this gateway holds the planner's lock, and the number of the term that began with it. */
  readonly isPlanner: boolean;
  readonly term: number;
  /** Statements since the start, by `ok` or one word for their failure. */
  readonly statements: ReadonlyMap<string, { readonly count: number; readonly seconds: number }>;
  /** Gateways that were seen a moment ago, this one included. */
  readonly gateways: number;
  /** Calls taken from the shared allowance since the start, and those that it refused. */
  readonly callsTaken: number;
  readonly callsRefused: number;
};

export const databaseTable: readonly Figure<DatabaseFigures>[] = [
  gauge('database_connected', '1 if the shared database answers.', ({ isConnected }) => isTrue(isConnected)),
  gauge('database_planner', '1 if this gateway holds the lock of the planner.', ({ isPlanner }) => isTrue(isPlanner)),
  gauge('database_term', 'Number of the planner’s present term.', ({ term }) => term),
  total('database_statements_total', 'Statements to the shared database, by their result.', ({ statements }) =>
    Array.from(statements, ([result, { count }]): Sample => [{ result }, count]),
  ),
  total(
    'database_statement_seconds_total',
    'Time that statements to the shared database took, by their result.',
    ({ statements }) => Array.from(statements, ([result, figures]): Sample => [{ result }, figures.seconds]),
  ),
  gauge('database_gateways', 'Gateways at the shared database, this one included.', ({ gateways }) => gateways),
  total('database_calls_taken_total', 'Calls taken from the shared allowance.', ({ callsTaken }) => callsTaken),
  total('database_calls_refused_total', 'Calls that the shared allowance refused.', ({ callsRefused }) => callsRefused),
];

/** This process. Times in milliseconds, memory in bytes. */
export type ProcessFigures = {
  readonly version: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly processorMs: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** How late timers were: the sum and number of all, and the worst of the last minute. */
  readonly delay: { readonly ms: number; readonly count: number; readonly worstMs: number };
  /** How long the event loop has worked since the start. */
  readonly busyMs: number;
};

export const processTable: readonly Figure<ProcessFigures>[] = [
  gauge('build_info', 'Always 1, with the versions of Flightline and Node.', ({ version }) => [
    [{ version, node: process.version }, 1],
  ]),
  gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', ({ startedAt }) =>
    seconds(startedAt),
  ),
  total('process_cpu_seconds_total', 'Processor time that was used.', ({ processorMs }) => seconds(processorMs)),
  gauge('process_resident_memory_bytes', 'Memory of the process.', ({ residentBytes }) => residentBytes),
  gauge('process_heap_bytes', 'Memory of objects in use.', ({ heapBytes }) => heapBytes),
  summary('event_loop_delay_seconds', 'How late the timers were that measure the event loop.', ({ delay }) =>
    summed({}, delay.ms, delay.count),
  ),
  gauge('event_loop_delay_worst_seconds', 'How late the latest of these timers was in the last minute.', ({ delay }) =>
    seconds(delay.worstMs),
  ),
  total('event_loop_busy_seconds_total', 'How long the event loop has worked.', ({ busyMs }) => seconds(busyMs)),
];
