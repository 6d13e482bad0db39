import type { LogEntry } from '#contract/gateway/log.ts';
import type { PageAddress } from '#contract/pages.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import { entryWords } from '#domain/log/words.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { shortSpanText } from '#domain/reservations/reservationTitles.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import { dayOf, type Instant, type Span, wallText } from '#domain/time/time.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { counted, tenths } from '#domain/words.ts';
import { reasonWords } from './downText.ts';
import type { Candidate, LeftOut, Student, Takers } from './standby.ts';
import type { FreedSlot, Unoffered } from './standbySlots.ts';

/** The timeline of aircraft at the start of a time. */
export function timelineLink({ start }: Span, zone: string): PageAddress {
  const at = wallText(start, zone).slice(11, 16).replace(':', '');
  return `/reservations?view=timeline&date=${dayOf(start, zone)}&at=${at}`;
}

/** `Wed 13 May 1200–1400L`. */
export function slotText(span: Span, clock: Clock): string {
  return `${dayText(shownDay(span.start, clock))} ${shortSpanText(span, clock)}`;
}

/** `2.0 h`. */
export function lengthText({ start, end }: Span): string {
  return `${tenths.format((end - start) / millisecondsInHour)} h`;
}

/** `N512SP, Cessna 172S`. */
export function planeText({ room: { aircraft } }: FreedSlot): string {
  return [aircraft.tailNumber ?? 'no tail number', ...planeModel(aircraft)].join(', ');
}

/** The model of an aircraft, unless its name is that of its model, as of simulators. */
export function planeModel(aircraft: Aircraft): string[] {
  const model = modelText(aircraft);
  return model === '' || model === aircraft.tailNumber ? [] : [model];
}

/** What freed it: `was 1000L to 1200L, now Cancelled · Dual Flight Training · Ana Garcia, Kim Lee`. */
export function freedText(entry: LogEntry, clock: Clock): string {
  const { words, about, who } = entryWords(entry, clock);
  return [words, about, who].filter(Boolean).join(' · ');
}

/** `seen Tue 12 May 1105L`. */
export function seenText({ at }: LogEntry, now: Instant, clock: Clock): string {
  return `seen ${whenText(Date.parse(at), now, clock)}`;
}

/** Since when the student waits: `Thu 30 Apr`; `before Tue 28 Apr` if no lesson is known. */
export function waitText({ student: { last } }: Candidate, since: Instant, clock: Clock): string {
  return last === null ? `before ${dayText(shownDay(since, clock))}` : dayText(shownDay(last, clock));
}

/** How long that is: `12 days`, `since today`; null if no lesson is known. */
export function daysText({ days }: Candidate): string | null {
  return days === null ? null : days === 0 ? 'today' : counted(days, 'day');
}

/** `5 lessons, last Thu 30 Apr`; `no lesson yet, one is booked`. */
export function taughtText({ taught, lastTaught }: Candidate, clock: Clock): string {
  if (taught === 0) return 'no lesson known, one is booked';
  return `${counted(taught, 'lesson')}${lastTaught === null ? '' : `, last ${dayText(shownDay(lastTaught, clock))}`}`;
}

const checkoutWords = {
  valid: 'checkout valid',
  'expires soon': 'checkout expires',
  undated: 'checkout expires, no date given',
  'not loaded': 'checkout not known',
  'not read': 'checkout not known',
  none: 'no checkout, so only with the instructor',
  'none at all': 'no checkout, so only with the instructor',
  expired: 'checkout expired',
  revoked: 'checkout revoked',
} as const;

/** What the records say of the student's checkout for the aircraft. */
export function checkoutText({ checkout }: Candidate, { room }: FreedSlot, now: Instant, zone: string): string {
  if (room.aircraft.isSimulator === true) return 'simulator, needs no checkout';
  if (checkout === null) return 'checkout not known';
  const { state, expires } = checkout;
  return state === 'expires soon' && expires !== null
    ? `${checkoutWords[state]} ${dateText(expires, now, zone)}`
    : checkoutWords[state];
}

/** Why the student: `3 lessons on this type · free all the time · next lesson Thu 14 May 0900L`. */
export function reasonText({ free, onType, student: { next } }: Candidate, slot: FreedSlot, clock: Clock): string {
  const isAll = free.start === slot.start && free.end === slot.end;
  return [
    onType === 0 ? 'first lesson on this type is booked' : `${counted(onType, 'lesson')} on this type`,
    isAll ? 'both free all the time' : `both free ${shortSpanText(free, clock)}`,
    next === null ? 'no lesson booked' : `next lesson ${dayText(shownDay(next, clock))} ${clockText(next, clock)}`,
  ].join(' · ');
}

const leftOutWords: Readonly<Record<LeftOut, string>> = {
  booked: 'booked then',
  instructor: 'without a free instructor of theirs',
  checkout: 'with an expired or revoked checkout',
  inactive: 'not active, or not in the list of people',
  'gave it up': 'who had this time',
};

/** With more students than this for one reason, only their number is given. */
const maxNamed = 4;

/** Who else flies this type, and why not: `5 booked then; Ana Garcia with an expired or revoked checkout`; null for nobody. */
export function leftOutText({ leftOut }: Takers, nameOf: (student: Student) => string): string | null {
  if (leftOut.size === 0) return null;
  const order = Object.keys(leftOutWords);
  return [...leftOut]
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([why, students]) => {
      const isCounted = students.length > maxNamed || why === 'booked' || why === 'instructor';
      return `${isCounted ? students.length : students.map(nameOf).join(', ')} ${leftOutWords[why]}`;
    })
    .join('; ');
}

/** `2 booked then, 1 grounded`; null if all freed times are offered. */
export function unofferedText(unoffered: ReadonlyMap<number, Unoffered>): string | null {
  const counts = Map.groupBy(unoffered.values(), (reason) => reason);
  const words = Array.from(counts, ([reason, own]) => `${own.length} ${unofferedWords(reason)}`).toSorted();
  return words.length === 0 ? null : words.join(', ');
}

/** Why one freed time is not offered: `booked again`, `grounded`. */
export function unofferedWords(reason: Unoffered): string {
  if (reason === 'short') return 'with less than an hour left';
  if (reason === 'not listed') return 'not in the aircraft list';
  return reason === 'booked' ? 'booked again' : reasonWords[reason];
}

type Report = {
  readonly slot: FreedSlot;
  readonly takers: Takers;
  readonly since: Instant;
  readonly nameOf: (student: Student) => string;
  readonly notes: readonly string[];
  readonly now: Instant;
  readonly clock: Clock;
};

/** The list as plain text to copy. */
export function standbyText({ slot, takers, since, nameOf, notes, now, clock }: Report): string {
  const lines = takers.candidates.map((candidate, place) =>
    [
      `${place + 1}. ${nameOf(candidate.student)}`,
      `last lesson ${waitText(candidate, since, clock)}${candidate.days === null ? '' : ` (${daysText(candidate)})`}`,
      `with ${candidate.instructor.name}`,
      `${slot.room.aircraft.tailNumber ?? 'no tail number'}, ${checkoutText(candidate, slot, now, clock.zone)}`,
      reasonText(candidate, slot, clock),
    ].join('  '),
  );
  const left = leftOutText(takers, nameOf);
  return [
    `Standby for ${slotText(slot, clock)} (${lengthText(slot)}), ${planeText(slot)}; as of ${dayText(shownDay(now, clock))} ${clockText(now, clock)}`,
    `Freed: ${freedText(slot.entry, clock)}`,
    lines.length === 0 ? 'Nobody found.' : `${counted(lines.length, 'student')}, the longest wait first:`,
    ...lines,
    ...(left === null ? [] : [`Left out: ${left}.`]),
    ...notes,
    'Nothing is booked and nobody has been told.',
  ].join('\n');
}
