import { useCallback, useSyncExternalStore } from 'react';
import { leastTrusted, type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';

/** How far what is drawn from these sources can be trusted now, whatever is lacking; renders only when that changes. */
export function useTrust(readings: readonly Reading[]): ReadingState {
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 1000);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(subscribe, () => {
    const now = Date.now();
    const worst = leastTrusted(readings, now);
    return worst ? readingState(worst, now) : 'fresh';
  });
}
