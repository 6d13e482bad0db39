import { areaPaths, operationIds } from '#contract/operations.ts';
import { durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Settings } from '#server/settings.ts';
import { AllowanceSpent, areas, connectTo, type ConnectionOptions, spacing, type Upstream } from './connection.ts';
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

export type CheckOptions = Pick<ConnectionOptions, 'upstream' | 'fetch' | 'wait'> & {
  readonly settings: Settings;
  readonly now: Instant;
  readonly print: (line: string) => void;
};

/** One per operation; then a whole list, second pages of two lists, two of a report, two filters, a wrong name, the times. */
const maxCalls = operationIds.length + 9;

/** Probes the upstream and prints what it finds, never the key. True when nothing failed. */
export async function checkConnection({ settings, upstream, now, ...options }: CheckOptions): Promise<boolean> {
  const print = (line: string) => options.print(printable(line, upstream.key));
  const journal = startJournal(print);
  const { operatorId, rateLimit } = settings;
  const connection = connectTo({ ...options, upstream, operatorId, rateLimit });
  const pause = spacing(rateLimit);
  print(`Operator ${operatorId} at ${upstream.bases.core}: at most ${maxCalls} calls, ${pause / 1000} s between two,`);
  print(
    `so that half of the allowance remains for other programs; at least ${durationText((maxCalls - 1) * pause)} in all.`,
  );
  print('');
  const recommended = await probe(connection, journal, settings, now);
  journal.note('call allowance', allowanceVerdict(connection.limitHeaders, rateLimit));
  conclude(print, journal, connection.calls());
  for (const line of settingsLines(settings, upstream, recommended)) print(line);
  return !journal.hasFailed();
}

/** Makes the calls, and stops early if the allowance is used up. */
async function probe(
  connection: ReturnType<typeof connectTo>,
  journal: Journal,
  settings: Settings,
  now: Instant,
): Promise<Recommended> {
  let { zonelessTimes, reportOffset } = settings;
  try {
    const firstPages = await checkOperations(connection, journal);
    await checkWholeList(connection, firstPages, journal);
    await checkPages(connection, firstPages, journal);
    reportOffset = (await checkReportOffset(connection, firstPages, journal)) ?? reportOffset;
    await checkFilters(connection, firstPages, journal);
    await checkUnknownParameter(connection, firstPages, journal);
    if (firstPages.has('listReservations')) {
      zonelessTimes = await checkTimes(connection, { name: settings.timeZone, zoneless: zonelessTimes }, now, journal);
    }
  } catch (error) {
    if (!(error instanceof AllowanceSpent)) throw error;
    journal.fail('the check stopped here', error.failure);
  }
  return { zonelessTimes, reportOffset };
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
  const told = [...headers].find(([name]) => name.endsWith('limit'))?.[1];
  const isLower = told !== undefined && Number.parseInt(told, 10) < rateLimit;
  return isLower
    ? { mark: 'differs', words: `${seen}; compare it with API_RATE_LIMIT=${rateLimit}, which is more.` }
    : { mark: 'ok', words: seen };
}

export type Recommended = Pick<Settings, 'zonelessTimes' | 'reportOffset'>;

/** The recommended settings of the connection, in the form of `.env`, without the key. */
export function settingsLines(settings: Settings, upstream: Upstream, recommended: Recommended): string[] {
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

function addressLines(bases: Upstream['bases']): string[] {
  const shared = bases.core.slice(0, -areaPaths.core.length);
  if (areas.every((area) => bases[area] === shared + areaPaths[area])) return [`API_BASE_URL=${shared}`];
  return areas.map((area) => `API_${area.toUpperCase()}_URL=${bases[area]}`);
}

function changeable(name: string, was: string, should: string): string[] {
  return [...(was === should ? [] : [`# was ${was}`]), `${name}=${should}`];
}
