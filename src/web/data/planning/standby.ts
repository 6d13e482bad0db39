import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { maxLogEntries } from '#contract/gateway/log.ts';
import { freeingKinds, offeredUntil } from '#domain/log/freed.ts';
import type { PlanningIndex } from '#domain/planning/planningIndex.ts';
import { takersOf, teachingIn } from '#domain/planning/standby.ts';
import { freedSlots } from '#domain/planning/standbySlots.ts';
import { isTimed } from '#domain/reservations/reservations.ts';
import { lessonDays } from '#domain/thresholds.ts';
import { addDays, dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { logPageQuery } from '#web/data/log.ts';
import { readingOf } from '#web/data/readings.ts';
import { forecastInterval, forecastQuery } from '#web/data/replica.ts';

const question = { kinds: freeingKinds, limit: maxLogEntries } as const;

/**
 * The freed slots of the next days from the gateway's log, and who could use each, from the lessons that the local copy
 * holds. Null until all sources have been read once. It costs no call.
 */
export function useStandby(school: Config, index: PlanningIndex | null, place: string | null, now: Instant) {
  const today = dayOf(now, school.timeZone);
  const past = useMemo(() => {
    const days = Math.min(lessonDays, school.copyDays.back);
    return daySpan(addDays(today, -days), school.timeZone, days);
  }, [school, today]);
  const logged = logPageQuery(question);
  const log = useQuery(logged);
  const lessonsQuery = forecastQuery(school, past);
  const lessons = useQuery(lessonsQuery);
  const [answer, held] = [log.data?.value, lessons.data?.value];
  const slots = useMemo(() => {
    if (!index || !answer) return null;
    const until = offeredUntil(index.now, school.timeZone);
    return freedSlots({ index, entries: answer.entries, until, place });
  }, [index, answer, place, school]);
  const teaching = useMemo(() => {
    if (!index || !held) return null;
    const since = Math.max(past.start, ...held.missing.map(({ end }) => end));
    return teachingIn([...held.reservations.filter(isTimed), ...index.schedule.reservations], index, since);
  }, [index, held, past]);
  const takers = useMemo(() => (index && teaching ? takersOf(teaching, index) : null), [index, teaching]);
  return {
    slots,
    /** Null until the lessons have been read. */
    takers,
    /** Since when lessons are known; null until they have been read. */
    lessonsSince: teaching?.since ?? null,
    entries: answer?.entries ?? [],
    /** Since when changes are known; null until the log has been read. */
    changesSince: answer ? sinceOf(answer) : null,
    log: readingOf('log', log),
    lessons: readingOf('history', lessons, forecastInterval),
    queryKeys: [logged.queryKey, lessonsQuery.queryKey],
  };
}

/** If the log has more entries than one answer, only the newest are looked at. */
function sinceOf({ from, next, entries }: { from: string; next: number | null; entries: readonly { at: string }[] }) {
  return Date.parse(next === null ? from : (entries.at(-1)?.at ?? from));
}
