import { operationIds } from '#contract/operations.ts';
import { durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Settings } from '#server/settings.ts';
import { allowanceVerdict } from './allowance.ts';
import { AllowanceSpent, connectTo, type ConnectionOptions, spacing } from './connection.ts';
import { type Journal, printable, startJournal } from './finding.ts';
import { checkOperations } from './operations.ts';
import { checkFilters, checkPages, checkReportOffset, checkUnknownParameter, checkWholeList } from './probes.ts';
import { type Recommended, settingsLines } from './recommended.ts';
import { checkTimes } from './times.ts';

export type CheckOptions = Pick<ConnectionOptions, 'upstream' | 'fetch' | 'wait'> & {
  readonly settings: Settings;
  readonly now: Instant;
  readonly print: (line: string) => void;
};

/** One an operation; then a whole list, a second page of two lists, two of a report, two filters, a wrong name, the times. */
const mostCalls = operationIds.length + 9;

/** Probes the upstream and prints what it finds, never the key. True when nothing failed. */
export async function checkConnection({ settings, upstream, now, ...options }: CheckOptions): Promise<boolean> {
  const print = (line: string) => options.print(printable(line, upstream.key));
  const journal = startJournal(print);
  const { operatorId, rateLimit } = settings;
  const connection = connectTo({ ...options, upstream, operatorId, rateLimit });
  const pause = spacing(rateLimit);
  print(`Operator ${operatorId} at ${upstream.bases.core}: at most ${mostCalls} calls, ${pause / 1000} s between two,`);
  print(`so that half of the allowance is left for others; at least ${durationText((mostCalls - 1) * pause)} in all.`);
  print('');
  const recommended = await probe(connection, journal, settings, now);
  journal.note('call allowance', allowanceVerdict(connection.limitHeaders, rateLimit));
  conclude(print, journal, connection.calls());
  for (const line of settingsLines(settings, upstream, recommended)) print(line);
  return !journal.hasFailed();
}

/** Everything that takes calls, as far as the allowance goes. */
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
    journal.fail('the check stops here', error.failure);
  }
  return { zonelessTimes, reportOffset };
}

function conclude(print: (line: string) => void, journal: Journal, calls: number): void {
  print('');
  print(`${calls} calls used.`);
  for (const line of journal.advice()) print(`- ${line}`);
  print('');
  const proviso = journal.hasFailed() ? 'As far as could be told, the' : 'The';
  print(`${proviso} settings should read so (all others stay as they are):`);
}
