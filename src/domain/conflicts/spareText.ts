import { type Clock, whenText } from '#domain/time/clock.ts';
import { hoursDown } from '#domain/maintenance/reminderWords.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Spare } from './spares.ts';

/**
 * Why an aircraft is offered, and what nobody has looked at: `same model · 23.4 h left · 6.0 h booked before · 2.0 h after ·
 * at KPUB · checkout not checked`.
 */
export function spareText(spare: Spare, clock: Clock, now: Instant): string {
  const { likeness, hoursBooked, hoursAfter, notBack, location, checkout } = spare;
  const parts = [
    likeness,
    leftText(spare),
    `${hoursBooked.toFixed(1)} h booked before`,
    hoursAfter > 0 ? `${hoursAfter.toFixed(1)} h after` : null,
    notBack && `not back at ${whenText(notBack.end, now, clock)}`,
    location && `at ${location}`,
    checkout ? `checkout ${checkout.state}` : 'checkout not checked',
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function leftText({ isUpkeepKnown, hoursLeft }: Spare): string {
  if (!isUpkeepKnown) return 'maintenance not known';
  return hoursLeft === null ? 'no hours limit' : `${hoursDown(hoursLeft)} left`;
}
