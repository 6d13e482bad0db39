import { millisecondsInMinute } from '#domain/units.ts';
import type { StartHours } from '#contract/gateway/connectionCheck.ts';
import { areaPaths, operationIds } from '#contract/operations.ts';
import { durationText } from '#domain/time/clock.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { UpstreamSettings } from '#server/upstream/upstream.ts';
import {
  AllowanceSpent,
  areas,
  type Connection,
  connectTo,
  type ConnectionOptions,
  directly,
  spacing,
} from './connection.ts';
import { type Journal, printable, startJournal, type Verdict } from './findings.ts';
import {
  checkOperations,
  checkFilters,
  checkPages,
  checkReportOffset,
  checkUnknownParameter,
  checkWholeList,
} from './probes.ts';
import { checkTimes } from './times.ts';

/** The settings of a connection that the check judges. */
export type CheckedSettings = {
  readonly operatorId: number;
  /** Calls per 60 seconds. */
  readonly rateLimit: number;
  readonly timeZone: string;
  readonly zonelessTimes: Zone['zoneless'];
  /** What `offset` counts on reports. */
  readonly reportOffset: 'page' | 'record';
};

export type CheckOptions = Pick<ConnectionOptions, 'upstream' | 'fetch' | 'wait'> & {
  readonly settings: CheckedSettings;
  readonly now: Instant;
  readonly print: (line: string) => void;
};

/**
 * The calls: one for each operation, a whole list, pages of two lists, two of a report, two filters, a wrong name, and
 * the times. If the local copy gave the first pages of the two lists, they are requested again.
 */
export const maxCalls = operationIds.length + 9;

/** Probes the upstream and prints what it finds, never the key. True when nothing failed. */
export async function checkConnection({ settings, upstream, now, ...options }: CheckOptions): Promise<boolean> {
  const print = (line: string) => options.print(printable(line, upstream.key));
  const journal = startJournal(({ subject, mark, words }) => print(`${mark.padEnd(8)}${subject}: ${words}`));
  const { operatorId, rateLimit } = settings;
  const connection = connectTo(operatorId, directly({ ...options, upstream, rateLimit }));
  const pause = spacing(rateLimit);
  print(`Operator ${operatorId} at ${upstream.bases.core}: at most ${maxCalls} calls, ${pause / 1000} s between two,`);
  print(
    `so that half of the allowance remains for other programs; at least ${durationText((maxCalls - 1) * pause)} in all.`,
  );
  print('');
  const { recommended, spent } = await probe(connection, journal, settings, now);
  if (spent) journal.fail('the check stopped here', spent.failure);
  noteService(connection, journal, rateLimit);
  conclude(print, journal, connection.calls());
  for (const line of settingsLines(settings, upstream, recommended)) print(line);
  return !journal.hasFailed();
}

/** What the service's answers show besides records: its allowance and its clock. */
export function noteService(connection: Connection, journal: Journal, rateLimit: number): void {
  journal.note('call allowance', allowanceVerdict(connection.limitHeaders, rateLimit));
  journal.note('clock of this machine', clockVerdict(connection.clockAhead()));
}

/** What the calls showed. `spent`: they ended early because the allowance was used up. */
export type Probed = {
  readonly recommended: Recommended;
  readonly hours: StartHours | null;
  readonly spent: AllowanceSpent | null;
};

/** Makes the calls, and stops early if the allowance is used up. */
export async function probe(
  connection: Connection,
  journal: Journal,
  settings: CheckedSettings,
  now: Instant,
): Promise<Probed> {
  let { zonelessTimes, reportOffset } = settings;
  let hours: StartHours | null = null;
  let spent: AllowanceSpent | null = null;
  try {
    const firstPages = await checkOperations(connection, journal);
    await checkWholeList(connection, firstPages, journal);
    await checkPages(connection, firstPages, journal);
    reportOffset = (await checkReportOffset(connection, firstPages, journal)) ?? reportOffset;
    await checkFilters(connection, firstPages, journal);
    await checkUnknownParameter(connection, firstPages, journal);
    if (firstPages.has('listReservations')) {
      const zone = { name: settings.timeZone, zoneless: zonelessTimes };
      ({ zoneless: zonelessTimes, hours } = await checkTimes(connection, zone, now, journal));
    }
  } catch (error) {
    if (!(error instanceof AllowanceSpent)) throw error;
    spent = error;
  }
  return { recommended: { zonelessTimes, reportOffset }, hours, spent };
}

function conclude(print: (line: string) => void, journal: Journal, calls: number): void {
  print('');
  print(`${calls} calls used.`);
  for (const line of journal.advice()) print(`- ${line}`);
  print('');
  const proviso = journal.hasFailed() ? 'As far as could be determined, the' : 'The';
  print(`${proviso} recommended settings (all others stay as they are):`);
}

/** The call allowance in the answers' headers, compared with the configured one (calls per 60 seconds). */
export function allowanceVerdict(headers: ReadonlyMap<string, string>, rateLimit: number): Verdict {
  if (headers.size === 0) {
    return { mark: 'ok', words: `no header states it; API_RATE_LIMIT stays ${rateLimit}.` };
  }
  const seen = [...headers].map(([name, value]) => `${name}: ${value}`).join(', ');
  const stated = [...headers].find(([name]) => name.endsWith('limit'))?.[1];
  const isLower = stated !== undefined && Number.parseInt(stated, 10) < rateLimit;
  return isLower
    ? { mark: 'differs', words: `${seen}; compare it with API_RATE_LIMIT=${rateLimit}, which is more.` }
    : { mark: 'ok', words: seen };
}

/** Times are shown to the minute, so a smaller difference does not matter. */
const clockTolerance = millisecondsInMinute;

/** Whether this machine's clock agrees with the service's; `ahead` in milliseconds, null if no answer showed its time. */
export function clockVerdict(ahead: number | null): Verdict {
  if (ahead === null) return { mark: 'unsure', words: 'the service’s answers do not show its time.' };
  if (Math.abs(ahead) <= clockTolerance) return { mark: 'ok', words: 'agrees with the service’s.' };
  const words = `is ${durationText(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the service’s: turn on time synchronisation (timedatectl set-ntp true).`;
  return { mark: 'differs', words };
}

export type Recommended = Pick<CheckedSettings, 'zonelessTimes' | 'reportOffset'>;

/** The recommended settings of the connection, in the form of `.env`, without the key. */
export function settingsLines(
  settings: CheckedSettings,
  upstream: UpstreamSettings,
  recommended: Recommended,
): string[] {
  const { operatorId, rateLimit, timeZone } = settings;
  return [
    ...addressLines(upstream.bases),
    '# API_SUBSCRIPTION_KEY stays as it is.',
    `API_OPERATOR_ID=${operatorId}`,
    `API_RATE_LIMIT=${rateLimit}`,
    `OPERATOR_TIME_ZONE=${timeZone}`,
    ...changeable('ZONELESS_TIMES', settings.zonelessTimes, recommended.zonelessTimes),
    ...changeable('REPORT_OFFSET', settings.reportOffset, recommended.reportOffset),
  ];
}

function addressLines(bases: UpstreamSettings['bases']): string[] {
  const shared = bases.core.slice(0, -areaPaths.core.length);
  if (areas.every((area) => bases[area] === shared + areaPaths[area])) return [`API_BASE_URL=${shared}`];
  return areas.map((area) => `API_${area.toUpperCase()}_URL=${bases[area]}`);
}

function changeable(name: string, was: string, should: string): string[] {
  return [...(was === should ? [] : [`# was ${was}`]), `${name}=${should}`];
}
