import { useEffect, useState, useSyncExternalStore } from 'react';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import type { Instant } from '#domain/time/time.ts';

/** Wakes its listener at each full step of the clock, so that all of a kind tick together. */
function everyStep(step: number, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        listener();
        wait();
      },
      step - (Date.now() % step) + 1,
    );
  };
  wait();
  return () => clearTimeout(timer);
}

const bySecond = (listener: () => void) => everyStep(millisecondsInSecond, listener);
const byMinute = (listener: () => void) => everyStep(millisecondsInMinute, listener);
const floorNow = (step: number) => Math.floor(Date.now() / step) * step;

/** The present instant to the second; renders each second. For clocks and ages only. */
export function useSecond(): Instant {
  return useSyncExternalStore(bySecond, () => floorNow(millisecondsInSecond));
}

/** The present instant to the minute; renders each minute. For what aircraft are doing. */
export function useMinute(): Instant {
  return useSyncExternalStore(byMinute, () => floorNow(millisecondsInMinute));
}

/** Whether that time has passed since this appeared. */
export function useIsPast(milliseconds: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isPast;
}

/** Milliseconds that a screen waits for what only adds to it, so that nothing on it need change places. */
const patience = 3 * millisecondsInSecond;

/**
 * Whether something may be drawn that needs `isPossible` and had better wait for `isReady`, three seconds at most. What was once
 * drawn stays, also while another question is asked.
 */
export function useOnceReady(isReady: boolean, isPossible = true): boolean {
  const isPast = useIsPast(patience);
  const [wasDrawn, setDrawn] = useState(false);
  const isDrawn = wasDrawn || (isPossible && (isReady || isPast));
  if (isDrawn && !wasDrawn) setDrawn(true);
  return isDrawn;
}
