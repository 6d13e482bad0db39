import { useMemo } from 'react';
import { type Quarter, quarters } from '#domain/duty/quarters.ts';
import { type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { useUrlText } from '#web/ui/page/urlState.ts';

export type FreeAt = {
  readonly quarters: readonly Quarter[];
  /** The instant that is looked at: the one asked for, else now, else the middle of a day that is not today. */
  readonly at: Instant;
  readonly isAsked: boolean;
  readonly ask: (quarter: Quarter | null) => void;
  readonly problem: string | null;
};

/** When somebody is wanted, in the address: `free=1500` by the operator's wall clock. */
export function useFreeAt(date: Day): FreeAt {
  const zone = useSchool().timeZone;
  const now = useMinute();
  const text = useUrlText('free');
  const all = useMemo(() => quarters(date, zone), [date, zone]);
  const asked = all.find((quarter) => quarter.text === text.value);
  const isGood = text.value === '' || asked !== undefined;
  const usual = dayOf(now, zone) === date ? now : all[all.length >> 1]!.at;
  return {
    quarters: all,
    at: asked?.at ?? usual,
    isAsked: asked !== undefined,
    ask: (quarter) => void text.set(quarter?.text ?? ''),
    problem: isGood ? null : `“${text.value}” is not a quarter hour of this day such as 1500; showing no time.`,
  };
}
