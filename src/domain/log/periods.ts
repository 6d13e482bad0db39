import { addDays, type Day, dayOf, daySpan, type Instant, readInstant } from '#domain/time/time.ts';

/** Times of the wall clock at which a shift begins, `06:00`, at least one. */
export type ShiftStarts = readonly string[];

/** The latest start of a shift at or before an instant, by the operator's wall clock: since then the present shift is at work. */
export function shiftStart(now: Instant, zone: string, starts: ShiftStarts): Instant {
  const today = dayOf(now, zone);
  const begun = [addDays(today, -1), today].flatMap((day) =>
    starts.map((start) => readInstant(`${day}T${start}:00`, { name: zone, zoneless: 'operator' })),
  );
  const last = begun.reduce<Instant | null>((latest, one) => {
    return one !== null && one <= now && (latest === null || one > latest) ? one : latest;
  }, null);
  return last ?? daySpan(today, zone).start;
}

/** So many entries of a shift stand on the overview. */
const mostOfShift = 8;

/** What the overview asks of the log: the latest entries since the present shift began. */
export function shiftLog(now: Instant, zone: string, starts: ShiftStarts) {
  return { from: new Date(shiftStart(now, zone, starts)).toISOString(), limit: mostOfShift };
}

/** Which part of the log is shown: all of it, since this person last looked, of a shift, or of a day. */
export const logPeriods = ['all', 'seen', 'shift', 'last-shift', 'day'] as const;
export type LogPeriod = (typeof logPeriods)[number];

type PeriodContext = {
  readonly now: Instant;
  readonly zone: string;
  readonly starts: ShiftStarts;
  readonly lookedAt: Instant;
  readonly day: Day;
};

/** From inclusive and to exclusive; null where that end is open. */
export function periodSpan(
  period: LogPeriod,
  { now, zone, starts, lookedAt, day }: PeriodContext,
): { readonly from: Instant | null; readonly to: Instant | null } {
  if (period === 'seen') return { from: lookedAt, to: null };
  if (period === 'day') {
    const { start, end } = daySpan(day, zone);
    return { from: start, to: end };
  }
  if (period === 'all') return { from: null, to: null };
  const begun = shiftStart(now, zone, starts);
  return period === 'shift' ? { from: begun, to: null } : { from: shiftStart(begun - 1, zone, starts), to: begun };
}
