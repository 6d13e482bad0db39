import { person } from './sampleSchedule.ts';
import { zone } from './sampleMaintenance.ts';
import { type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { sources } from './sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { AttentionItem } from '#domain/overview/attention.ts';
import { attentionOf, type AttentionSources } from '#domain/overview/findAttention.ts';

/** For tests: what needs attention in the sample school. It is Tuesday 12 May, 1105L. */
export function attention(
  reservations: readonly TimedReservation[],
  more: Partial<ReadinessSources> = {},
  rest: Partial<AttentionSources> = {},
): AttentionItem[] {
  return attentionOf({
    index: readinessIndex(sources(reservations, more)),
    limits: null,
    reservations: null,
    connection: null,
    ...rest,
  });
}

export const brief = (items: readonly AttentionItem[]) =>
  items.map(({ kind, subject, words }) => [kind, subject, words]);

export const crew = { pilots: [person('Sam Garcia')], instructor: person('Kim Lee') };

const active = { id: 1, name: 'active' };
export const people = {
  instructors: ['Kim Lee', 'Ana Ruiz'].map((name) => ({ ...person(name), userId: name, instructorStatus: active })),
  users: ['Sam Garcia', 'Ana Cruz', 'Bo Diaz'].map((name) => ({
    ...person(name),
    status: active,
    aircraftCheckouts: [],
  })),
};

export function squawk(given: object): Squawk {
  return toSquawk({ squawkId: 's1', description: 'Left brake soft', ...given }, 0, zone);
}
