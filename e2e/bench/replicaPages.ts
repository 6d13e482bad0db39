import { addressOf } from '#contract/addresses.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { monthDays } from '#domain/calendar/days.ts';
import { addDays, type Day, dayOf, daySpan, mondayOf } from '#domain/time/time.ts';
import { schoolZone } from './school.ts';
import type { PageRequest } from './screens.ts';

/** Requests as the pages of the dashboard make them. */

const operatorId = '1001';

/** A documented request, through the gateway. */
export function apiPath(id: OperationId, path: { readonly [name: string]: string } = {}, query: Query = {}): string {
  return `/api${addressOf(id, { operatorId, ...path }, query)}`;
}

export const today = (): Day => dayOf(Date.now(), schoolZone);

/** The slim reservations of so many days. */
export function windowPath(first: Day, days = 1): string {
  const { start, end } = daySpan(first, schoolZone, days);
  return `/replica/reservations?from=${new Date(start).toISOString()}&to=${new Date(end).toISOString()}`;
}

export function daysPath(first: Day, days: number): string {
  return `/replica/days?from=${first}&to=${addDays(first, days - 1)}`;
}

/** This month as in a calendar, in whole weeks. */
function monthPath(): string {
  const { first, count } = monthDays(today().slice(0, 7));
  return daysPath(first, count);
}

/** The requests of a screen with a day of reservations. */
export function dayPage(): PageRequest[] {
  return [
    { path: apiPath('listAircraft'), sets: ['aircraft'] },
    { path: '/replica/reminders', sets: ['reminders'] },
    { path: windowPath(today()), sets: ['reservations'] },
    { path: '/replica/people', sets: ['users', 'user'] },
  ];
}

/** One page of the tour, and its requests. */
export type Visit = { readonly page: string; readonly paths: readonly string[] };

export type TourIds = {
  readonly aircraftId: string;
  readonly instructorId: string;
  readonly reservationId: string;
  readonly personId: string;
};

const weeks = 7 * 4 + 1;

/** The requests of seventeen pages of a dispatcher's round. Each page also makes the requests of the frame around it. */
export function tourPages({ aircraftId, instructorId, reservationId, personId }: TourIds): Visit[] {
  const now = today();
  const aircraft = apiPath('listAircraft');
  const frame = ['/config', '/state', aircraft, '/replica/reminders', apiPath('getOperator')];
  /** The sources of findings: the due list and four weeks of flying. */
  const upkeep = [windowPath(addDays(now, -14), weeks)];
  const pages: { readonly [page: string]: readonly string[] } = {
    fleet: [windowPath(now, 2), apiPath('listAircraft', {}, { limit: 50 })],
    'one aircraft': [
      windowPath(now, 2),
      windowPath(now),
      apiPath('listMaintenanceReminders', { aircraftId }),
      apiPath('listSquawks', { aircraftId }),
      ...upkeep,
    ],
    maintenance: [...upkeep, changesPath('reminders')],
    'day timeline': [windowPath(now), ...upkeep, changesPath('reservations')],
    "tomorrow's timeline": [windowPath(addDays(now, 1)), ...upkeep],
    week: [windowPath(mondayOf(now), 7), ...upkeep],
    month: [windowPath(now), monthPath(), ...upkeep],
    'list of reservations': [apiPath('listReservations', {}, listOfToday(now))],
    'one reservation': [`/replica/reservation?id=${reservationId}`, windowPath(now)],
    instructors: [windowPath(addDays(now, -1), 2), apiPath('listInstructors', {}, { limit: 50 })],
    'one instructor': [
      windowPath(addDays(mondayOf(now), -1), 8),
      apiPath('listInstructors'),
      apiPath('listReservations', {}, listOfPerson(instructorId, now)),
      apiPath('listReservations', {}, timeOffOf(instructorId, now)),
    ],
    people: ['/replica/people', apiPath('listUsers', {}, { limit: 50 })],
    'one person': [apiPath('getUser', { userId: personId }), '/replica/people'],
    equipment: [apiPath('listEquipment', {}, { limit: 50 })],
    'one report': [apiPath('reportFlights', {}, { limit: 500 })],
    setup: [apiPath('getOperator'), '/state'],
    board: [windowPath(addDays(now, -1), 3), '/replica/squawks', ...upkeep],
  };
  return Object.entries(pages).map(([page, own]) => ({ page, paths: [...new Set([...frame, ...own])] }));
}

function changesPath(set: 'reminders' | 'reservations'): string {
  return `/replica/changes?since=${new Date(Date.now() - 86_400_000).toISOString()}&set=${set}&limit=500`;
}

/** Everything that overlaps today, as the list requests it. */
function listOfToday(day: Day): Query {
  return {
    limit: 50,
    filters: {
      startTime: { operator: 'lt', values: [`${addDays(day, 1)}T00:00:00`] },
      endTime: { operator: 'gt', values: [`${day}T00:00:00`] },
    },
  };
}

/** A person's reservations that are not over, as the page of an instructor requests them. */
function listOfPerson(userId: string, day: Day): Query {
  const endTime = { operator: 'gt', values: [`${day}T00:00:00`] } as const;
  return { limit: 25, filters: { endTime, userId: { operator: 'eq', values: [userId] } } };
}

/** Their time off, by its display type. */
function timeOffOf(userId: string, day: Day): Query {
  const { filters } = listOfPerson(userId, day);
  return { limit: 250, filters: { ...filters, displayTypeId: { operator: 'eq', values: ['10'] } } };
}
