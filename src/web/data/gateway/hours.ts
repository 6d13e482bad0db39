import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Config } from '#contract/gateway/config.ts';
import { hoursAddress, hoursShape } from '#contract/gateway/hours.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import type { Instant } from '#domain/time/time.ts';
import { asking, readAs } from '#web/data/client.ts';
import { readAhead } from '#web/data/policy.ts';
import { nearSpan } from '#web/data/reservations.ts';

/** Meter hours per booked hour, as measured before today: what the forecasts of today use. */
export function hoursQuery(school: Config, now: Instant) {
  const before = nearSpan(school, now).start;
  return queryOptions({
    queryKey: ['replica', 'hours', before] as const,
    queryFn: asking(hoursAddress(before), (body) => isolatedTexts(readAs(hoursShape, body))),
  });
}

/** Loads the measured hours before they are drawn. Never rejects. */
export async function readHours(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await readAhead(client, hoursQuery(school, now));
}
