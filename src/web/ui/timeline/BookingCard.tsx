import { useLayoutEffect, useRef } from 'react';
import { type Clock, durationText } from '#domain/time/clock.ts';
import { markWords, timesText, whoText } from '#domain/reservations/bookingTitles.ts';
import style from './BookingCard.module.css';
import type { Card } from './useCard.ts';

const gap = 6;

/** What a bar has no room for. The bar's own label says the same, so that this is for the eyes alone. */
export function BookingCard({ card, clock }: { card: Card; clock: Clock }) {
  const element = useRef<HTMLDivElement>(null);
  const { shown } = card;
  useLayoutEffect(() => {
    if (!shown || !element.current) return;
    const { x } = shown;
    const bar = shown.bar.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element.current;
    const left = Math.min(Math.max(x === null ? bar.left : x - 24, bar.left, gap), window.innerWidth - width - gap);
    const isBelow = bar.bottom + gap + height <= window.innerHeight;
    element.current.style.left = `${left}px`;
    element.current.style.top = `${isBelow ? bar.bottom + gap : Math.max(gap, bar.top - gap - height)}px`;
  }, [shown]);
  if (!shown) return null;
  const { booking, mark, rowLabel } = shown;
  const facts = [rowLabel, whoText(booking), booking.activity].filter(Boolean);
  return (
    <div
      ref={element}
      className={style['card']}
      aria-hidden="true"
      onPointerEnter={card.onStay}
      onPointerLeave={card.onLeave}
    >
      <b>{timesText(booking, clock)}</b>
      <span className={style['quiet']}>{durationText(booking.end - booking.start)}</span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className={style['quiet']}>
        {[booking.kind === 'unknown' ? 'Unknown type' : booking.kind, booking.type, booking.status].join(' · ')}
      </span>
      {markWords(mark).map((word) => (
        <b key={word}>{word}</b>
      ))}
    </div>
  );
}
