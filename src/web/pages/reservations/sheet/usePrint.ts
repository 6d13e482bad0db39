import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Printed } from '#web/pages/reservations/scheduleModel.ts';
import type { Calendar } from '#web/pages/reservations/useSchedule.ts';

/** What is printed: the choice of a button; otherwise the timeline if it is on screen, and the day in other views. */
export function usePrint(view: Calendar['view']['value']) {
  const [chosen, setChosen] = useState<Printed | null>(null);
  useEffect(() => {
    const onEnd = () => setChosen(null);
    window.addEventListener('afterprint', onEnd);
    return () => window.removeEventListener('afterprint', onEnd);
  }, []);
  return {
    what: chosen ?? (view === 'timeline' ? 'timeline' : 'day'),
    start: (what: Printed) => {
      flushSync(() => setChosen(what));
      window.print();
    },
  };
}
