import { queryOptions } from '@tanstack/react-query';
import { briefAddress, type BriefSheet, briefShape } from '#contract/gateway/brief.ts';
import type { Day } from '#domain/time/time.ts';
import { asking, readAs } from '#web/data/client.ts';
import type { Lack } from '#web/data/readings.ts';
import { waitOf } from '#web/data/replica.ts';

/** The morning brief of a day, at one location by its id or at all; its sheet is null until the day's reservations are read. */
export function briefQuery(day: Day, location: string | null) {
  return queryOptions({
    queryKey: ['replica', 'brief', day, location] as const,
    queryFn: asking(briefAddress(day, location), (body): { sheet: BriefSheet | null; lack: Lack | null } => {
      const { sheet, resumesAt } = readAs(briefShape, body);
      return { sheet, lack: sheet === null ? { isAll: true, failure: waitOf(resumesAt) } : null };
    }),
  });
}
