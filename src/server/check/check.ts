import { operationIds, type Area, areaPaths } from '#contract/operations.ts';
import { durationText } from '#domain/time/clock.ts';
import { type Instant, addDays, dayOf, readInstant, type Zone, wallText } from '#domain/time/time.ts';
import type { Settings } from '#server/settings.ts';
import {
  AllowanceSpent,
  connectTo,
  type ConnectionOptions,
  spacing,
  type Upstream,
  type Connection,
} from './connection.ts';
import { type Journal, printable, startJournal, type Verdict } from './finding.ts';
import { checkOperations, nameOf } from './operations.ts';
import { checkFilters, checkPages, checkReportOffset, checkUnknownParameter, checkWholeList } from './probes.ts';
import { type Reservation, toBooking } from '#domain/reservations/bookings.ts';
import { readingVerdict } from './reading.ts';
import { zonelessVerdict, isZoneless } from './zoneless.ts';

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

/** What the headers of the answers say about the call allowance, beside the configured one (calls per 60 seconds). */
export function allowanceVerdict(headers: ReadonlyMap<string, string>, rateLimit: number): Verdict {
  if (headers.size === 0) {
    return { mark: 'ok', words: `no header tells it; API_RATE_LIMIT stays ${rateLimit}.` };
  }
  const seen = [...headers].map(([name, value]) => `${name}: ${value}`).join(', ');
  const told = [...headers].find(([name]) => name.endsWith('limit'))?.[1];
  const isLower = told !== undefined && Number.parseInt(told, 10) < rateLimit;
  return isLower
    ? { mark: 'differs', words: `${seen}; compare it with API_RATE_LIMIT=${rateLimit}, which is more.` }
    : { mark: 'ok', words: seen };
}

export type Recommended = Pick<Settings, 'zonelessTimes' | 'reportOffset'>;

/** The settings of the connection as they should read, in the form of `.env`, without the key. */
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
  const areas = Object.keys(areaPaths) as Area[];
  const shared = bases.core.slice(0, -areaPaths.core.length);
  if (areas.every((area) => bases[area] === shared + areaPaths[area])) return [`API_BASE_URL=${shared}`];
  return areas.map((area) => `API_${area.toUpperCase()}_URL=${bases[area]}`);
}

function changeable(name: string, was: string, should: string): string[] {
  return [...(was === should ? [] : [`# was ${was}`]), `${name}=${should}`];
}

const subject = nameOf('listReservations');

/** The most that one call may bring (section 8): some days of a school. */
const sampleSize = 250;

/** Judges times and zone by the reservations of the last two weeks; returns the value `ZONELESS_TIMES` should have. */
async function checkTimes(
  connection: Connection,
  zone: Zone,
  now: Instant,
  journal: Journal,
): Promise<Zone['zoneless']> {
  const since = `${addDays(dayOf(now, zone.name), -14)}T00:00:00`;
  const filters = { startTime: { operator: 'gte', values: [since] } } as const;
  const answer = await connection.ask('listReservations', { limit: sampleSize, filters });
  if (answer.failure) {
    journal.fail(`${subject}, startTime=gte:${since}`, answer.failure);
    return zone.zoneless;
  }
  const { records } = answer.page;
  journal.note(`${subject}, a large page`, readingVerdict('listReservations', answer, sampleSize));
  journal.note(`${subject}, startTime=gte:${since}`, sinceVerdict(records, since));
  const { zoneless, ...verdict } = zonelessVerdict(records, zone);
  journal.note('times without a zone', verdict);
  journal.note('hours of the bookings', bookingHoursVerdict(records, { ...zone, zoneless }));
  return zoneless;
}

/** A day of grace, because the zone in which a service reads the filter is not documented. */
function sinceVerdict(records: readonly Reservation[], since: string): Verdict {
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const earliest = readInstant(since, utc)! - 24 * 3_600_000;
  const starts = records.map((record) => toBooking(record, utc).start).filter((start) => start !== null);
  const early = starts.filter((start) => start < earliest).length;
  if (early > 0) return { mark: 'differs', words: `ignored: ${early} of ${starts.length} begin before.` };
  if (starts.length === 0) return { mark: 'unsure', words: 'no reservations came.' };
  return { mark: 'ok', words: `honoured: none of ${starts.length} begins before.` };
}

/** Fewer bookings than this say nothing of a school's day. */
const fewest = 20;
/** Above this share of starts at night, a clock that is hours off is likelier than a school that flies at night. */
const suspicious = 0.15;

/**
 * Whether the bookings for flying begin at hours at which schools fly, in the configured zone. A zone that is wrong by
 * many hours shows here; it is no more than a suspicion, and one that is wrong by an hour or two does not show.
 */
export function bookingHoursVerdict(reservations: readonly Reservation[], zone: Zone): Verdict {
  const hours = startHours(reservations, zone);
  if (hours.length < fewest) return { mark: 'unsure', words: `${hours.length} bookings are too few to tell.` };
  const night = `${percent(nightShare(hours))} of ${hours.length} bookings begin between 2300L and 0500L in ${zone.name}`;
  if (nightShare(hours) <= suspicious) return { mark: 'ok', words: `${night}.` };
  const evidence = `${night}, most at ${String(busiest(hours)).padStart(2, '0')}00L`;
  return { mark: 'differs', words: `${evidence}: OPERATOR_TIME_ZONE looks wrong.${otherReading(reservations, zone)}` };
}

/** The hours of the operator's wall clock at which Standard reservations begin; time off and upkeep may begin at any. */
function startHours(reservations: readonly Reservation[], zone: Zone): number[] {
  return reservations
    .map((reservation) => toBooking(reservation, zone))
    .flatMap(({ kind, start }) => (kind === 'Standard' && start !== null ? [start] : []))
    .map((start) => Number(wallText(start, zone.name).slice(11, 13)));
}

function otherReading(reservations: readonly Reservation[], zone: Zone): string {
  if (!reservations.some(({ startTime }) => startTime && isZoneless(startTime))) return '';
  const zoneless = zone.zoneless === 'utc' ? 'operator' : 'utc';
  const share = nightShare(startHours(reservations, { ...zone, zoneless }));
  return share <= suspicious ? ` With ZONELESS_TIMES=${zoneless} it would be ${percent(share)}.` : '';
}

function nightShare(hours: readonly number[]): number {
  return hours.filter((hour) => hour >= 23 || hour < 5).length / hours.length;
}

function busiest(hours: readonly number[]): number {
  const counts = Map.groupBy(hours, (hour) => hour);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
