import type { Weather } from '#contract/gateway/weather.ts';
import type { BehindAnswer } from '#contract/gateway/behind.ts';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { lifeOf } from '#contract/statuses.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { type Instructor, isPlaceholder } from '#domain/duty/duties.ts';
import { fliesAircraft, flyingHours } from '#domain/calendar/dayLoad.ts';
import { assessFleet, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { countedWord, countGroups } from '#domain/readiness/fleetLists.ts';
import { notChecked } from '#domain/readiness/checkLine.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import {
  awaitedGroup,
  fullName,
  idKey,
  instructorOf,
  personKey,
  pilotsOf,
  type Reservation,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { laterDay, titleOf } from '#domain/reservations/reservationTitles.ts';
import { everywhere, type Narrowing } from '#domain/reservations/locations.ts';
import type { ReservationChange } from '#domain/reservations/changes.ts';
import { clockText, dayText } from '#domain/time/clock.ts';
import {
  addDays,
  type Day,
  dayOf,
  daySpan,
  type Instant,
  overlaps,
  readInstant,
  type Span,
} from '#domain/time/time.ts';
import { briefClock, type BriefDay, noneUnless, spanWithin, type Unread } from './briefDay.ts';
import { changeDraft } from './changes.ts';
import { conflictDraft } from './conflicts.ts';
import { firstWave, hoursDraft, groundedDraft } from './lists.ts';
import { type Draft, sheetOf } from './sheet.ts';
import { studentDrafts } from './students.ts';
import { weatherLines } from '#domain/weather/weatherWords.ts';
import { capitalized, counted, tenths } from '#domain/words.ts';

export type BriefSources = {
  /** A day in the operator's time zone. */
  readonly day: Day;
  /** The index of the present instant, with all reservations of the day. Its words use the day's `briefClock`. */
  readonly index: ReadinessIndex;
  /** The changes that the gateway has logged since `changesFrom`, in order of time. */
  readonly changes: readonly ReservationChange[];
  /** The log is complete from this instant. */
  readonly logFrom: Instant;
  /** What has not been read. */
  readonly unread: readonly Unread[];
  /** The location that the brief covers; all if omitted. People are from all locations. */
  readonly narrowing?: Narrowing;
  /** The weather; null or omitted if it is off. */
  readonly weather?: Weather | null;
  /** Students and why some fall behind; null or omitted if it is not shown. */
  readonly students?: BehindAnswer | null;
};

/** Time of the evening before from which changes are listed, in local time. */
const eveningHour = '18:00:00';

/** The instant since which a day's brief lists changes: 1800L of the evening before. For a future day, 1800L yesterday. */
export function changesFrom(day: Day, now: Instant, zone: string): Instant {
  const today = dayOf(now, zone);
  const evening = addDays(day < today ? day : today, -1);
  return readInstant(`${evening}T${eveningHour}`, { name: zone, zoneless: 'operator' }) ?? daySpan(evening, zone).end;
}

/** A day's morning brief on one page: the aircraft to fly, the first flights, and what may stop them. */
export function briefOf(sources: BriefSources): BriefSheet {
  const { day, index, changes, logFrom, unread, narrowing = everywhere, weather = null, students = null } = sources;
  const { now, zone } = index.sources;
  const span = daySpan(day, zone.name);
  const isHere = (of: Reservation | string) => narrowing.whereIs(of) !== 'elsewhere';
  const states = index.reservations.all.filter(({ reservation, state }) => {
    return overlaps(reservation, span) && state.kind !== 'void' && isHere(reservation);
  });
  const clock = briefClock(day, zone.name);
  const from = changesFrom(day, now, zone.name);
  const brief: BriefDay = {
    index,
    span,
    states,
    isHere,
    changes: { logged: changes, from, logFrom },
    clock,
    now,
    unread: [...unread, ...unreadIn(index)],
  };
  const { top, dense, done } = firstWave(brief);
  const hasLimits = index.sources.rules != null && weather?.airports.some(({ rules }) => rules.length > 0) === true;
  return sheetOf({
    title: `${dayText(day)} ${day.slice(0, 4)}${narrowing.chosen ? ` · ${narrowing.chosen.name}` : ''}`,
    done,
    isEmpty: index.sources.fleet?.length === 0 && states.length === 0,
    facts: factsOf(brief),
    lines: [
      { name: 'Aircraft now', text: fleetText(brief) },
      ...waitingLine(brief),
      { name: 'Sun', text: sunText(brief) },
      ...weatherOf(brief, weather, narrowing),
      { name: 'Not checked', text: capitalized(notChecked(hasLimits ? 'weather except for solos' : 'weather')) },
      ...unread.map(({ text }) => ({ name: 'Not loaded', text })),
    ],
    top,
    dense,
    columns: [
      [groundedDraft(brief), conflictDraft(brief)],
      [hoursDraft(brief), changeDraft(brief), offDraft(brief), ...studentDrafts(students, clock)],
    ],
  });
}

/** The sources that the index has not read; `BriefSources.unread` lists the others. */
function unreadIn({ sources: { fleet, reminders, squawks } }: ReadinessIndex): Unread[] {
  if (!fleet) return [{ of: 'fleet', text: 'the list of aircraft' }];
  const inService = fleet.filter(({ status }) => lifeOf(status) !== 'deleted');
  const isRead = ({ aircraftId }: (typeof inService)[number]) =>
    [reminders, squawks].every((records) => records.get(idKey(aircraftId))?.items != null);
  return inService.every(isRead) ? [] : [{ of: 'records', text: 'reminders and squawks' }];
}

/** The most flights named on one line. */
const maxNamed = 8;

/** The flights that have no aircraft yet; no line without any. */
function waitingLine({ states, clock }: BriefDay): BriefSheet['lines'] {
  const waiting = states
    .map(({ reservation }) => reservation)
    .filter((reservation) => fliesAircraft(reservation) && awaitedGroup(reservation) !== null);
  if (waiting.length === 0) return [];
  const named = waiting.slice(0, maxNamed).map((reservation) => {
    const group = awaitedGroup(reservation);
    return [clockText(reservation.start, clock), titleOf(reservation), group && `(${group})`].filter(Boolean).join(' ');
  });
  const more = waiting.length - named.length;
  const text = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return [{ name: 'No aircraft yet', text: `${counted(waiting.length, 'flight')}: ${text}` }];
}

/** Reports describe the present, so only today's brief has them. */
function weatherOf(
  { now, span, clock }: BriefDay,
  weather: Weather | null,
  { chosen }: Narrowing,
): BriefSheet['lines'] {
  const isToday = span.start <= now && now < span.end;
  return weather && isToday ? weatherLines(weather, { now, clock, place: chosen?.name ?? null }) : [];
}

function factsOf(brief: BriefDay): BriefSheet['facts'] {
  const { span, clock } = brief;
  const flights = brief.states.map(({ reservation }) => reservation).filter(fliesAircraft);
  const first = flights.find(({ start }) => start >= span.start);
  // A flight that left the day before and comes back on this day is a return, not a departure.
  const returning = flights.filter(({ start, end }) => start >= span.start || end <= span.end);
  const last = returning.reduce<TimedReservation | null>(
    (late, reservation) => (late && late.end >= reservation.end ? late : reservation),
    null,
  );
  const hours = flyingHours(
    flights.map((reservation) => ({ reservation })),
    span,
  );
  return [
    { name: 'Flights booked', value: String(flights.length) },
    { name: 'Hours booked', value: `${tenths.format(hours)} h` },
    { name: 'Instructors on', value: instructorsOn(brief) },
    { name: 'First departure', value: first ? clockText(first.start, clock) : 'None' },
    {
      name: 'Last return',
      value: last ? clockText(last.end, clock) + laterDay({ start: span.start, end: last.end }, clock) : 'None',
    },
  ];
}

/**
 * `9 of 14`: instructors who teach, fly along or hold a class that day, of all active instructors. Neither number
 * includes placeholders. Booked instructors who are not active do not count either; the conflicts list them.
 */
function instructorsOn({ states, index }: BriefDay): string {
  const teaching = states.filter(
    ({ reservation: { kind } }) => kind !== 'Instructor Time Off' && kind !== 'Maintenance',
  );
  const persons = teaching.filter(
    ({ reservation: { record } }) => record.instructor && !isPlaceholder(record.instructor),
  );
  // Matches by id, or by name if the reservation gives no id.
  const booked = new Set(
    persons.flatMap(({ reservation }) => instructorOf(reservation) ?? []).map((person) => idKey(personKey(person))),
  );
  const { instructors } = index.sources;
  if (!instructors) return `${booked.size}, list not loaded yet`;
  const isActive = (instructor: Instructor) =>
    lifeOf(instructor.instructorStatus) === 'active' && !isPlaceholder(instructor);
  const active = [...new Map(instructors.map((instructor) => [idKey(instructor.userId), instructor])).values()].filter(
    isActive,
  );
  const on = active.filter(
    (instructor) => booked.has(idKey(instructor.userId)) || booked.has(idKey(fullName(instructor))),
  );
  return `${on.length} of ${active.length}`;
}

/** `18 can go · 2 in the shop · 3 grounded`, counted as on the fleet page. */
function fleetText({ index, isHere }: BriefDay): string {
  const { fleet } = index.sources;
  if (!fleet) return 'Not known yet: the aircraft list has not loaded';
  const here = fleet.filter(({ aircraftId }) => isHere(aircraftId));
  const assessed = assessFleet(here, index, true);
  const counts = countGroups(assessed);
  const parts = fleetGroups
    .filter((group) => counts[group] > 0)
    .map((group) => `${counts[group]} ${countedWord(group, assessed)}`);
  return parts.join(' · ') || 'None';
}

/** `Civil twilight begins 0515L · sunrise 0545L · sunset 2005L · civil twilight ends 2035L`. */
function sunText({ index, span, clock }: BriefDay): string {
  const { position } = index.sources;
  if (!position) return 'Twilight not known: the field’s position is not set';
  const dark = darknessIn(span, clock.zone, position);
  const noon = (span.start + span.end) / 2;
  const dusks = dark.filter(({ kind }) => kind === 'twilight');
  const morning = dusks.find((part) => part.span.end <= noon)?.span;
  const evening = dusks.find((part) => part.span.start >= noon)?.span;
  const at = (instant: Instant) => clockText(instant, clock);
  const parts = [
    // Twilight that lasts from midnight has no beginning that day, and twilight that lasts to midnight has no end.
    morning && morning.start > span.start && `civil twilight begins ${at(morning.start)}`,
    morning && `sunrise ${at(morning.end)}`,
    evening && `sunset ${at(evening.start)}`,
    evening && evening.end < span.end && `civil twilight ends ${at(evening.end)}`,
  ].filter((text) => typeof text === 'string');
  const words = parts.join(' · ') || 'neither rises nor sets this day';
  return capitalized(words);
}

/** People with time off on the day, by name, one row per person. */
function offDraft(brief: BriefDay): Draft {
  const off = brief.states.map(({ reservation }) => reservation).filter(({ kind }) => kind === 'Instructor Time Off');
  const byPerson = Map.groupBy(off, (reservation) => {
    return (instructorOf(reservation) ?? pilotsOf(reservation)[0])?.name ?? titleOf(reservation);
  });
  const rows = Array.from(byPerson, ([name, ownReservations]): Draft['rows'][number] => {
    const times = new Set(
      ownReservations.map((reservation) =>
        isWorkingDay(reservation, brief) ? 'all day' : spanWithin(reservation, brief),
      ),
    );
    return { cells: [`${name}, ${[...(times.has('all day') ? ['all day'] : times)].join(', ')}`], level: null };
  });
  return {
    id: 'off',
    title: 'Off',
    note: null,
    columns: [{ kind: 'text', width: null }],
    perLine: 2,
    rows: rows.toSorted((a, b) => ((a.cells[0] ?? '') < (b.cells[0] ?? '') ? -1 : 1)),
    none: noneUnless('Nobody', brief, ['reservations']),
  };
}

/** From 0600L to 2200L, a school's usual flying hours. */
function isWorkingDay({ start, end }: Span, { span, clock }: BriefDay): boolean {
  const day = dayOf(span.start, clock.zone);
  const at = (time: string) => readInstant(`${day}T${time}`, { name: clock.zone, zoneless: 'operator' });
  return start <= (at('06:00:00') ?? span.start) && end >= (at('22:00:00') ?? span.end);
}
