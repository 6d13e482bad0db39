import { daySpan, type Instant } from '#domain/time/time.ts';
import type { Person } from './school.ts';

/** Whether a person may really take this model at an instant: a checkout is valid through its last day, unless it is revoked. */
export function checkoutStands(
  { checkouts }: Pick<Person, 'checkouts'>,
  model: string,
  at: Instant,
  zone: string,
): boolean {
  return checkouts.some((one) => {
    const isOver = one.lastDay !== null && at >= daySpan(one.lastDay, zone).end;
    const isRevoked = one.revokedFrom !== null && at >= one.revokedFrom;
    return one.model === model && one.given <= at && !isOver && !isRevoked;
  });
}
