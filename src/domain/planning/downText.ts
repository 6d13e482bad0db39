import { hoursLeftText } from '#domain/maintenance/reminders.ts';
import { type DispatchCheck } from '#domain/readiness/check.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { shortSpanText, titleOf, whoText } from '#domain/reservations/reservationTitles.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { DownPlan, Option, PlannedMove, Refused } from './down.ts';
import type { Reason } from './room.ts';

/** `Tue 12 May 1300–1500L`. */
export function departureText(span: Span, clock: Clock): string {
  return `${dayText(shownDay(span.start, clock))} ${shortSpanText(span, clock)}`;
}

/** Why an aircraft is proposed: `same model · 23.4 h left · at KPUB · Squawks not loaded yet`. */
export function optionText({ room, likeness, elsewhere, unknown, checkout }: Option): string {
  const left = room.hoursLeft === null ? 'no limit in hours' : hoursLeftText(room.hoursLeft);
  return [likeness, left, elsewhere && `at ${elsewhere}`, checkout, ...unknown.filter((words) => words !== checkout)]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

/** `booked then`, `grounded`, `without enough hours`. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  booked: 'booked then',
  grounded: 'grounded',
  'not back': 'not back',
  'may be out': 'may be out',
  'in the shop': 'in the shop',
  late: 'late now',
  limit: 'at a limit',
  hours: 'without enough hours',
  elsewhere: 'at another location',
  checkout: 'without a checkout',
};

/** With more aircraft than this for one reason, only their number is given. */
const maxNamed = 3;

/** Why no aircraft takes a reservation: `5 booked then; N3 at another location (KPUB)`. */
export function refusalText({ options, refused, stop }: Pick<PlannedMove, 'options' | 'refused' | 'stop'>): string {
  if (stop !== null) return `${levelWords.stop} on any aircraft: ${stop}`;
  if (options.length === 0 && refused.length === 0)
    return 'No other aircraft of the model, or of its category and class';
  const taken = options.length > 0 ? [`${options.map(tailOfOption).join(', ')} taken by other moves`] : [];
  const reasons = Map.groupBy(refused, ({ reason }) => reason);
  return [...taken, ...Array.from(reasons, ([reason, own]) => ofReason(reason, own))].join('; ');
}

function ofReason(reason: Reason, own: readonly Refused[]): string {
  const word = reasonWords[reason];
  if (own.length > maxNamed || reason === 'booked') return `${own.length} ${word}`;
  return own
    .map(({ aircraft, words }) => `${aircraft.tailNumber ?? 'no tail'} ${word}${words ? ` (${words})` : ''}`)
    .join(', ');
}

function tailOfOption({ room }: Option): string {
  return room.aircraft.tailNumber ?? 'no tail number';
}

/** `6 of 9 reservations move to 3 aircraft; 2 have no other aircraft; 1 is “Do not dispatch” on any.` */
export function planSummary({ moves, spareCount }: Pick<DownPlan, 'moves' | 'spareCount'>): string {
  if (moves.length === 0) return 'No reservations to move.';
  const moved = moves.filter(({ to }) => to !== null).length;
  const stopped = moves.filter(({ stop }) => stop !== null).length;
  const left = moves.length - moved - stopped;
  const all = counted(moves.length, 'reservation');
  const stays = [
    left > 0 && moved > 0 && `${left} ${left === 1 ? 'has' : 'have'} no other aircraft`,
    stopped > 0 && `${stopped} ${stopped === 1 ? 'is' : 'are'} “${levelWords.stop}” on any`,
  ].filter((part) => part !== false);
  if (moved === 0) return `${[`None of ${all} can move to another aircraft`, ...stays].join('; ')}.`;
  const to = `to ${spareCount} other aircraft`;
  if (stays.length === 0) return `${moves.length === 1 ? 'The reservation moves' : `All ${all} move`} ${to}.`;
  return `${[`${moved} of ${all} ${moved === 1 ? 'moves' : 'move'} ${to}`, ...stays].join('; ')}.`;
}

/** What the search has not proven; null if the plan is the best one. */
export function proofText({ assignment, mayPlaceMore, spareCount }: DownPlan): string | null {
  if (assignment.isProven) return null;
  if (mayPlaceMore > 0) return `Not proven to be the best plan: ${mayPlaceMore} more might move.`;
  return `Not proven to be the best plan: fewer than ${spareCount} aircraft might do.`;
}

export type PlanReport = {
  readonly tail: string;
  readonly until: Instant;
  readonly plan: DownPlan;
  readonly checks: ReadonlyMap<string, DispatchCheck | null>;
  /** What is not known about the whole plan. */
  readonly notes: readonly string[];
  /** Telephone numbers by the key of the reservation, once somebody has requested them. */
  readonly phones: ReadonlyMap<string, string>;
  readonly now: Instant;
  readonly clock: Clock;
};

/** A part of a plain text, if it has entries; each may have several lines. */
export function section(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : ['', `${title} (${entries.length})`, ...entries];
}

/** The plan as plain text to copy or send. */
export function planText({ tail, until, plan, checks, notes, phones, now, clock }: PlanReport): string {
  const moved = plan.moves.filter(({ to }) => to !== null);
  const left = plan.moves.filter(({ to }) => to === null);
  const moves = moved.map(({ reservation, to }) =>
    [
      departureText(reservation, clock),
      titleOf(reservation),
      `to ${to ? tailOfOption(to) : ''}`,
      to && optionText(to),
      levelWords[checks.get(reservation.key)?.level ?? 'not known'],
    ].join('  '),
  );
  const calls = left.map((move) => {
    const { reservation } = move;
    const phone = phones.get(reservation.key);
    return [departureText(reservation, clock), whoText(reservation), ...(phone ? [phone] : []), refusalText(move)].join(
      '  ',
    );
  });
  return [
    `${tail} down until ${whenText(until, now, clock)}, as of ${dayText(shownDay(now, clock))} ${clockText(now, clock)}`,
    planSummary(plan),
    ...section('Move', moves),
    ...section('Call', calls),
    ...section(
      'Under way, not moved',
      plan.underWay.map((reservation) => `${departureText(reservation, clock)}  ${whoText(reservation)}`),
    ),
    ...section('Not known', notes),
    '',
    'Moves are proposals. Nothing is changed at the service.',
  ].join('\n');
}
