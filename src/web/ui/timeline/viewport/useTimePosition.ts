import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { instantAt, type TimeScale, xOf } from '#domain/timeline/timeScale.ts';
import { dayOf, type Instant, readInstant } from '#domain/time/time.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** An instant that stays where it is on the screen, `x` pixels from the left edge of the times. */
export type Hold = { readonly at: Instant; readonly x: number };

const restful = 300;
const coarse = 5 * 60_000;

type Position = {
  scroller: Scroller;
  scale: TimeScale;
  room: number;
  zone: string;
  at: Instant | null;
  onAt: (at: Instant) => void;
};

/**
 * Keeps the scroller where the reader, the address or a change of zoom puts it in time. Gives back how to say what shall
 * stay in place at the next change of zoom; otherwise that is the left edge.
 */
export function useTimePosition({ scroller, scale, room, zone, at, onAt }: Position) {
  const left = useRef<Instant | null>(null);
  const told = useRef<Instant | null>(null);
  const held = useRef<Hold | null>(null);
  const before = useRef<{ scale: TimeScale; at: Instant | null } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (room === 0) return;
    const last = before.current;
    before.current = { scale, at };
    const isOtherSpan = last?.scale.span.start !== scale.span.start || last.scale.span.end !== scale.span.end;
    const isAsked = at !== last?.at && (at === null || told.current === null || Math.abs(at - told.current) > coarse);
    const hold = held.current ?? { at: left.current ?? scale.span.start, x: 0 };
    held.current = null;
    const isKept = !isOtherSpan && !isAsked;
    const seen = last && !isAsked && left.current !== null ? left.current - last.scale.span.start : null;
    const wish = isKept ? xOf(scale, hold.at) - hold.x : xOf(scale, startOf(scale, room, zone, at, seen));
    const x = Math.min(Math.max(0, wish), scale.width - room);
    if (!isKept && (at === null || seen === null)) left.current = instantAt(scale, x);
    scroller.current!.scrollTo({ left: x });
  }, [scroller, scale, room, zone, at]);
  const tell = useEffectEvent(() => {
    told.current = Math.round(instantAt(scale, scroller.current!.scrollLeft) / coarse) * coarse;
    onAt(told.current);
  });
  useEffect(() => {
    const element = scroller.current!;
    const moved = () => {
      const now = instantAt(scale, element.scrollLeft);
      if (left.current === null || Math.abs(now - left.current) * scale.pxPerMs < 2) return;
      left.current = now;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => tell(), restful);
    };
    moved();
    element.addEventListener('scroll', moved, { passive: true });
    return () => element.removeEventListener('scroll', moved);
  }, [scroller, scale]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((hold: Hold) => {
    held.current = hold;
  }, []);
}

/**
 * Where the days begin to be seen. What is asked for; on other days than asked for, the hours that were `seen` before;
 * and when nothing is asked, a little before now, or six in the morning on a span without now.
 */
function startOf(scale: TimeScale, room: number, zone: string, at: Instant | null, seen: number | null): Instant {
  const { start, end } = scale.span;
  if (at !== null) return seen === null ? at : start + seen;
  const now = Date.now();
  if (start <= now && now < end) return now - room / 5 / scale.pxPerMs;
  return readInstant(`${dayOf(start, zone)}T06:00:00`, { name: zone, zoneless: 'operator' }) ?? start;
}
