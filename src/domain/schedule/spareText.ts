import { type Clock, whenText } from '#domain/clock.ts';
import { hoursDown } from '#domain/reminderWords.ts';
import type { Instant } from '#domain/time.ts';
import type { Spare } from './spares.ts';

/** Why an aircraft is offered, and what nobody has looked at: `same model · 23.4 h left · 6.0 h booked before · checkout not checked`. */
export function spareText(spare: Spare, clock: Clock, now: Instant): string {
  const { likeness, hoursBooked, notBack } = spare;
  const parts = [
    likeness,
    leftText(spare),
    `${hoursBooked.toFixed(1)} h booked before`,
    notBack && `not closed out after ${whenText(notBack.end, now, clock)}`,
    'checkout not checked',
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function leftText({ isUpkeepKnown, hoursLeft }: Spare): string {
  if (!isUpkeepKnown) return 'maintenance not known';
  return hoursLeft === null ? 'no hours limit' : `${hoursDown(hoursLeft)} left`;
}
