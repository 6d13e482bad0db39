import { allRead } from './sampleKnown.ts';
import type { Page } from '#contract/answers.ts';
import type { Instructor } from '#domain/duty/duties.ts';
import { clock, hour, lessonAt, now, zone } from './sampleDuties.ts';
import type { Reservation } from '#domain/reservations/reservations.ts';
import { daySpan } from '#domain/time/time.ts';
import type { ReservationWindow } from '#web/queries/replica.ts';
import { type RosterQuestion, rosterModel } from '#web/pages/instructors/roster/rosterModel.ts';

/** For tests: it is Tuesday 12 May 2026, 1105L in Denver. */
export const date = '2026-05-12';
export const midnight = daySpan(date, zone.name).start;

export const instructor = (userId: string, more: Partial<Instructor> = {}): Instructor => ({
  userId,
  firstName: 'Ana',
  lastName: userId,
  instructorStatus: { id: 1, name: 'active' },
  ...more,
});
const pageOf = (records: readonly Instructor[], more: Partial<Page<Instructor>> = {}): Page<Instructor> => ({
  records,
  setAside: [],
  totalItems: records.length,
  offset: 0,
  limit: null,
  ...more,
});
export const windowOf = (
  reservations: readonly Reservation[],
  more: Partial<ReservationWindow> = {},
): ReservationWindow => ({
  reservations,
  untimed: [],
  setAside: [],
  unread: [],
  shortfall: null,
  missing: [],
  lack: null,
  ...more,
});
/** A lesson between two hours of the day. */
export const taught = (userId: string, from: number, to: number, more: object = {}) =>
  lessonAt(midnight + from * hour, midnight + to * hour, {
    instructor: { userId },
    reservationId: `${userId} ${from}`,
    ...more,
  });

type Given = {
  people?: readonly Instructor[];
  page?: Partial<Page<Instructor>>;
  window?: ReservationWindow | undefined;
  earlier?: readonly Reservation[] | undefined;
  isLastPage?: boolean;
  question?: Partial<RosterQuestion>;
  query?: object;
  mode?: 'L' | 'Z';
  known?: typeof allRead;
};

export function shown({
  people = [instructor('Reed')],
  page = {},
  isLastPage = false,
  question,
  query = {},
  known = allRead,
  ...given
}: Given) {
  return rosterModel(
    {
      instructors: pageOf(people, page),
      isLastPage,
      query,
      window: 'window' in given ? given.window : windowOf([]),
      earlier: 'earlier' in given ? given.earlier : [],
      location: null,
      known: { list: allRead, duties: known },
    },
    { date, at: now, search: '', doing: 'any', ...question },
    { now, clock: { ...clock, mode: given.mode ?? 'L' } },
  );
}
