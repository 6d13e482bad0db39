import { daySpan, type Instant } from '#domain/time/time.ts';
import type { Person } from './school.ts';

/** Whether a person may really take this model at an instant: a checkout is valid through its last day, unless it is revoked. */
export function checkoutStands(
  { checkouts }: Pick<Person, 'checkouts'>,
  model: string,
  at: Instant,
  zone: string,
): boolean {
  return checkouts.some((checkout) => {
    const isOver = checkout.lastDay !== null && at >= daySpan(checkout.lastDay, zone).end;
    const isRevoked = checkout.revokedFrom !== null && at >= checkout.revokedFrom;
    return checkout.model === model && checkout.given <= at && !isOver && !isRevoked;
  });
}
