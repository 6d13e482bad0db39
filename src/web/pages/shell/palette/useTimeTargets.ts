import { useMemo } from 'react';
import { dayText } from '#domain/time/clock.ts';
import { type Moment, readMoment } from '#domain/palette/moment.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import type { PaletteTarget } from './usePaletteTargets.ts';

const usualWords = ['today', 'tomorrow', 'yesterday'] as const;

/** The day and hour that the text names, and the days that are always at hand: each opens the reservations there. */
export function useTimeTargets(text: string): { named: PaletteTarget[]; usual: PaletteTarget[] } {
  const now = useMinute();
  const clock = useClock();
  return useMemo(() => {
    const targetOf = (words: string, label?: string) => {
      const moment = readMoment(words, now, clock);
      return moment ? [momentTarget(moment, label)] : [];
    };
    const usual = usualWords.flatMap((word) => targetOf(word, word.charAt(0).toUpperCase() + word.slice(1)));
    return { named: targetOf(text), usual };
  }, [text, now, clock]);
}

function momentTarget({ day, at }: Moment, label?: string): PaletteTarget {
  const search = new URLSearchParams(at === null ? { date: day } : { date: day, at });
  const written = `${dayText(day)} ${day.slice(0, 4)}${at === null ? '' : ` ${at}L`}`;
  return {
    id: `reservations ${search.toString()}`,
    path: `/reservations?${search.toString()}`,
    group: 'Reservations',
    label: label ?? written,
    hint: label === undefined ? 'Reservations' : written,
    words: 'reservations',
  };
}
