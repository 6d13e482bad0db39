import { useEffect, useEffectEvent, useState } from 'react';
import {
  advanced,
  calledUp,
  heldOrReleased,
  placeOf,
  type Position,
  type Slide,
  stepped,
} from '#domain/board/rotation.ts';
import type { BoardScreen } from '#domain/board/settings.ts';
import { useSecond } from '#web/ui/page/now.ts';

/** The slide that is shown. It goes on by itself; space holds it, arrows step, digits call up a screen. */
export function useRotation(slides: readonly Slide[], first: BoardScreen) {
  const now = useSecond();
  const [position, setPosition] = useState<Position>(() => ({
    screen: first,
    page: 0,
    since: now,
    heldUntil: null,
  }));
  const current = advanced(slides, position, now);
  if (current !== position) setPosition(current);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Date.now();
    const next = steered(slides, current, event.key, at);
    if (!next) return;
    event.preventDefault();
    setPosition(next);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return { place: placeOf(slides, current), isHeld: current.heldUntil !== null, since: current.since };
}

function steered(slides: readonly Slide[], position: Position, key: string, now: number): Position | null {
  if (key === ' ') return heldOrReleased(position, now);
  if (key === 'ArrowRight' || key === 'ArrowDown') return stepped(slides, position, 1, now);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return stepped(slides, position, -1, now);
  return /^[1-9]$/.test(key) ? calledUp(slides, position, Number(key), now) : null;
}
