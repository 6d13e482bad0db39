import { useMemo } from 'react';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { lateList } from '#domain/schedule/late.ts';
import type { Instant } from '#domain/time/time.ts';
import { useScheduleNow } from '#web/data/reservations.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Spoken } from '#web/components/controls/controls.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { lateCount, lateFigure, lateHere } from './model.ts';

/** The late items of all days that the gateway holds, whichever day is shown. */
export function useLate(now: Instant) {
  const { schedule, ...held } = useScheduleNow(useSchool(), now);
  const reservations = schedule?.reservations ?? null;
  const { isHere } = useLocationChoice();
  const refresh = useRefresh();
  const all = useMemo(() => reservations && lateList(reservationIndex(reservations, now)), [reservations, now]);
  return {
    /** What is known of the reservations that the list uses. */
    known: useKnowledge(held.reading, held.historyReading),
    /** Null until all the reservations it uses are loaded. */
    list: useMemo(() => all && lateHere(all, isHere), [all, isHere]),
    hasFlights: reservations?.length !== 0,
    reading: held.reading,
    beside: [held.historyReading],
    setAside: held.setAside,
    retry: () => refresh(...held.queryKeys),
  };
}

export type Late = ReturnType<typeof useLate>;

type LateButtonProps = {
  late: Pick<Late, 'list' | 'known' | 'hasFlights'>;
  /** True where only a figure has space. */
  isBrief: boolean;
  isPressed: boolean;
  onClick: () => void;
};

/** The number of late items; opens the late list. */
export function LateButton({ late: { list, known, hasFlights }, isBrief, isPressed, onClick }: LateButtonProps) {
  const { words, tone } = lateCount(list, known, hasFlights);
  const shown = isBrief ? <Spoken words={words}>{lateFigure(list, known)}</Spoken> : words;
  return (
    <Button isPressed={isPressed} onClick={onClick} {...(isBrief ? { tip: words } : {})}>
      {tone || isBrief ? (
        <StateMark shape="open" tone={tone ?? 'inactive'}>
          {shown}
        </StateMark>
      ) : (
        shown
      )}
    </Button>
  );
}
