import { useId } from 'react';
import { clockText } from '#domain/time/clock.ts';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import type { FreeAt } from './useRoster.ts';

/** "Who is free at 1500L", by a slider over the quarter hours of the day. */
export function FreeAtSlider({ freeAt, free }: { freeAt: FreeAt; free: number }) {
  const clock = useClock();
  const id = useId();
  const { quarters, at, isAsked, ask } = freeAt;
  const index = quarters.findLastIndex((quarter) => quarter.at <= at);
  const said = clockText(at, clock);
  return (
    <div className={style['freeAt']} role="group" aria-label="Who is free">
      <label htmlFor={id}>
        Who is free at <output htmlFor={id}>{said}</output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={quarters.length - 1}
        value={index}
        aria-valuetext={`${said}, ${free} free`}
        onChange={(event) => ask(quarters[Number(event.target.value)] ?? null)}
      />
      <span className={style['freeCount']}>
        <b>{free}</b> free
      </span>
      <IconButton icon="close" label="Clear time" disabled={!isAsked} onClick={() => ask(null)} />
    </div>
  );
}
