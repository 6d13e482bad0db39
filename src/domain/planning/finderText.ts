import { millisecondsInHour, minutesInHour } from '#domain/units.ts';
import { hoursDown, hoursLeftText } from '#domain/maintenance/reminders.ts';
import { type Clock, clockText, dayText, shownDay, unmarkedClockText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { counted, tenths } from '#domain/words.ts';
import { reasonWords } from './downText.ts';
import { type Found, maxWindows, type Miss } from './finder.ts';
import type { AircraftOffer, FoundWindow, InstructorOffer, Slot } from './finderWindows.ts';
import type { HeatDay } from './heat.ts';
import type { Lessons } from './history.ts';
import { clockOf, type FindRequest, defaultHours } from './request.ts';
import type { DueBefore } from './trial.ts';

/** `Wed 13 May 1200–1400L`. */
export function slotTime({ start, end }: Span, clock: Clock): string {
  return `${dayText(shownDay(start, clock))} ${unmarkedClockText(start, clock)}–${clockText(end, clock)}`;
}

/** Why this aircraft: `23.4 h left · at KAPA · checkout valid · Squawks not loaded yet`. */
export function aircraftText({ room, at, checkout }: AircraftOffer): string {
  const left = room.hoursLeft === null ? 'no limit in hours' : hoursLeftText(room.hoursLeft);
  return [left, at && `at ${at}`, checkout && `checkout ${checkout.state}`, ...room.unknown]
    .filter(Boolean)
    .join(' · ');
}

/** Why this instructor: `5.5 h of flight instruction left · 3 lessons with this student, last Mon 11 May`. */
export function instructorText({ lessons, left, at }: InstructorOffer, clock: Clock): string {
  const legal = Number.isFinite(left) ? `${hoursDown(left / millisecondsInHour)} of flight instruction left` : null;
  return [legal, at && `at ${at} that day`, lessons && lessonsText(lessons, clock)].filter(Boolean).join(' · ');
}

function lessonsText({ count, last }: Lessons, clock: Clock): string {
  if (count === 0) return 'no lesson with this student';
  return `${counted(count, 'lesson')} with this student${last === null ? '' : `, last ${dayText(shownDay(last, clock))}`}`;
}

type Names = { readonly student: string | null; readonly instructor: string | null };

/** The request as a sentence: `172, 2.0 h, from Wed 13 May, 1200 to 1800, for Ana Garcia with Kim Lee, by day`. */
export function requestText(request: FindRequest, { student, instructor }: Names): string {
  const { model, features, categoryClass, length, day, hours, mayBeNight } = request;
  const { from, to } = hours ?? defaultHours;
  const withWhom = {
    any: 'with any instructor',
    none: 'without an instructor',
    one: `with ${instructor ?? 'one instructor'}`,
  };
  return [
    [model, categoryClass, ...features].filter(Boolean).join(', ') || 'any aircraft',
    `${tenths.format(length / minutesInHour)} h`,
    day === null ? 'from now on' : `from ${dayText(day)} on`,
    `${clockOf(from)} to ${clockOf(to)}`,
    ...(request.student === null ? [] : [`for ${student ?? 'one student'}`]),
    withWhom[request.instructor.kind],
    mayBeNight ? 'also at night' : 'by day',
    ...(request.prefersHistory ? ['instructors who have taught the student first'] : []),
  ].join(', ');
}

/**
 * Why some aircraft are never offered: `Not offered: 3 booked then; N516SP without enough hours`; null if all are
 * offered.
 */
export function unofferedText({ unoffered }: Pick<Found, 'unoffered'>): string | null {
  if (unoffered.length === 0) return null;
  const reasons = Array.from(
    Map.groupBy(unoffered, ({ reason }) => reason),
    ([reason, own]) => {
      const tails = own.map(({ aircraft }) => aircraft.tailNumber ?? 'no tail number');
      return `${own.length > maxNamed ? own.length : tails.join(', ')} ${reasonWords[reason]}`;
    },
  );
  return `Not offered: ${reasons.join('; ')}.`;
}

/** With more aircraft than this for one reason, only their number is given. */
const maxNamed = 4;

/** How many possibilities there are, in a sentence; without any, what is missing. */
export function foundSummary({ windows, obstacle, searched, misses }: Found, clock: Clock): string {
  if (obstacle !== null) return obstacle;
  const until = dayText(shownDay(searched.end - 1, clock));
  if (windows.length === 0) return `No time is possible until ${until}: ${missesText(misses)}.`;
  return windows.length === maxWindows
    ? `The next ${windows.length} possible times.`
    : `${counted(windows.length, 'possible time')} until ${until}.`;
}

const missWords: Readonly<Record<Miss, string>> = {
  night: 'it is night',
  student: 'the student is booked',
  instructors: 'no instructor is free',
  aircraft: 'no aircraft can take it',
  apart: 'aircraft and instructor are at different locations',
};

/** `no aircraft can take it at 300 of 412 starts, no instructor is free at 112`, the most frequent first. */
function missesText(misses: Found['misses']): string {
  const [first, ...others] = [...misses].toSorted(([, a], [, b]) => b - a);
  if (!first) return 'no flight of this length fits into these hours';
  const [miss, count] = first;
  if (others.length === 0) return missWords[miss];
  const total = others.reduce((sum, [, own]) => sum + own, count);
  return [
    `${missWords[miss]} at ${count} of ${total} starts`,
    ...others.map(([other, own]) => `${missWords[other]} at ${own}`),
  ].join(', ');
}

/** Whether any aircraft was tried: if people are never free, nothing is known of aircraft. */
export function hasTried({ windows, misses }: Pick<Found, 'windows' | 'misses'>): boolean {
  return windows.length > 0 || misses.has('aircraft') || misses.has('apart');
}

/** `4 of 15 aircraft can take it`: how many of those that match the request are ever offered. */
export function offeredCount({ aircraftCount, unoffered }: Pick<Found, 'aircraftCount' | 'unoffered'>): number {
  return aircraftCount - unoffered.length;
}

type FoundReport = {
  /** What comes due on the aircraft of a start before its end. */
  readonly dueOf: (slot: Slot) => readonly DueBefore[];
  readonly words: string;
  readonly found: Found;
  readonly now: Instant;
  readonly clock: Clock;
};

/** The answer as plain text to copy or send. */
export function foundText({ words, found, dueOf, now, clock }: FoundReport): string {
  const lines = found.windows.map(({ slots, ...window }) => {
    const [first] = slots;
    const [aircraft] = first.aircraft;
    const starts = slots.length === 1 ? [] : [startsText(slots, clock)];
    return [
      slotTime(window, clock),
      aircraft?.room.aircraft.tailNumber ?? '',
      ...starts,
      ...(first.instructors.length > 0 ? [withText(slots)] : []),
      ...(slots.some(({ isPartlyNight }) => isPartlyNight) ? ['partly at night'] : []),
      ...dueOf(slots.at(-1) ?? first).map((due) => due.words),
    ].join('  ');
  });
  return [
    `${words}; as of ${dayText(shownDay(now, clock))} ${clockText(now, clock)}`,
    foundSummary(found, clock),
    ...lines,
    ...found.notes,
    'Times are proposals. Nothing is booked.',
  ].join('\n');
}

/** `start 1000 to 1130L`. */
function startsText(slots: FoundWindow['slots'], clock: Clock): string {
  return `start ${unmarkedClockText(slots[0].start, clock)} to ${clockText((slots.at(-1) ?? slots[0]).start, clock)}`;
}

/** The first instructor of each start, once each. */
function withText(slots: FoundWindow['slots']): string {
  return [...new Set(slots.flatMap(({ instructors }) => instructors[0]?.instructor.name ?? []))].join(' or ');
}

/** One day of a model in words: `Thu 14 May: 2 to 4 free; none free 0900–1100`. */
export function heatDayText({ day, hours }: HeatDay, clock: Clock): string {
  const figures = hours.map(({ free }) => free);
  const [min, max] = [Math.min(...figures), Math.max(...figures)];
  if (max === 0) return `${dayText(day)}: none free`;
  const range = min === max ? `${max} free all day` : `${min} to ${max} free`;
  const first = hours.find(({ free }) => free === max);
  return min === max || !first
    ? `${dayText(day)}: ${range}`
    : `${dayText(day)}: ${range}, most from ${clockText(first.start, clock)}`;
}
