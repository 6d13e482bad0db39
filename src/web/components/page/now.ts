import { replaceEqualDeep } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import type { Instant } from '#domain/time/time.ts';
import { deviceClockNote, now, onClockSet, sinceStart } from '#web/device/screenClock.ts';

/** Wakes all listeners at each full step of the clock, and when it is put right, by one timer: hundreds of cells ask for the minute. */
function everyStep(step: number): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout>;
  let stop: () => void;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(wake, step - (now() % step) + 1);
  };
  const wake = () => {
    wait();
    for (const listener of listeners) listener();
  };
  return (listener) => {
    // A new function for each subscription, because one listener may subscribe twice.
    const own = () => listener();
    if (listeners.size === 0) {
      wait();
      stop = onClockSet(wake);
    }
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      clearTimeout(timer);
      stop();
    };
  };
}

const bySecond = everyStep(millisecondsInSecond);
const byMinute = everyStep(millisecondsInMinute);
const floorNow = (step: number) => Math.floor(now() / step) * step;

/** The current instant to the second; renders each second. For clocks and ages only. */
export function useSecond(): Instant {
  return useSyncExternalStore(bySecond, () => floorNow(millisecondsInSecond));
}

/** The current instant to the minute, whatever moment the page shows; renders each minute. */
export function usePresentMinute(): Instant {
  return useSyncExternalStore(byMinute, () => floorNow(millisecondsInMinute));
}

/** That this device's clock is wrong, in words; null if it is not. */
export function useClockNote(): string | null {
  return useSyncExternalStore(byMinute, deviceClockNote);
}

/** A moment that a page shows in place of the present, and in words. */
export type ShownMoment = { readonly at: Instant; readonly isAhead: boolean; readonly words: string };

/** Null for the present. */
export const MomentContext = createContext<ShownMoment | null>(null);

/** What the address says of the moment; empty for nothing. Provided once: hundreds of links ask. */
export const MomentName = createContext('');

/** The instant that the page shows, to the minute: the present, unless another moment is chosen. For what aircraft are doing. */
export function useMinute(): Instant {
  const present = usePresentMinute();
  return use(MomentContext)?.at ?? present;
}

/** Whether this many milliseconds have passed since the component appeared. */
export function useIsPast(milliseconds: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isPast;
}

/** Whether this many milliseconds have passed since the dashboard was opened. */
export function useIsPastStart(milliseconds: number): boolean {
  const [isPast, setPast] = useState(() => sinceStart() >= milliseconds);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), milliseconds - sinceStart());
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isPast;
}

/** A value computed from the one drawn last, so that unchanged parts, or all of it, stay the same objects. */
export function useFromLast<Value>(first: Value, nextOf: (last: Value) => Value): Value {
  const [last, setLast] = useState(first);
  const next = nextOf(last);
  if (!Object.is(next, last)) setLast(next);
  return next;
}

/**
 * The value with the unchanged parts of the one drawn last, which stay the same objects and are not drawn again. Compared
 * once for each new value.
 */
export function useKept<Value>(next: Value, keep: (last: Value, next: Value) => Value = replaceEqualDeep): Value {
  const [last, setLast] = useState({ of: next, value: next });
  const value = useMemo(() => (Object.is(last.of, next) ? last.value : keep(last.value, next)), [last, next, keep]);
  if (!Object.is(value, last.value)) setLast({ of: next, value });
  return value;
}

/** Milliseconds that a screen waits for optional content, so that nothing has to move. */
const patience = 3 * millisecondsInSecond;

/**
 * Whether to draw something that needs `isPossible` and should wait for `isReady`, three seconds at most. Once drawn it
 * stays, even while another request is under way.
 */
export function useOnceReady(isReady: boolean, isPossible = true): boolean {
  const isPast = useIsPast(patience);
  return useFromLast(false, (wasDrawn) => wasDrawn || (isPossible && (isReady || isPast)));
}
