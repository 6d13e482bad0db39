import { useMemo } from 'react';
import type { Writing } from '#domain/records/values.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';

/** How the values of records are written here and now. */
export function useWriting(): Writing {
  const now = useMinute();
  const clock = useClock();
  const { timeZone, zonelessTimes } = useSchool();
  return useMemo(
    () => ({ now, clock, zone: { name: timeZone, zoneless: zonelessTimes } }),
    [now, clock, timeZone, zonelessTimes],
  );
}
