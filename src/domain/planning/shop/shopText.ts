import { millisecondsInHour } from '#domain/units.ts';
import { limitWords } from '#domain/maintenance/limits.ts';
import { dateText, hoursDown, remainingText } from '#domain/maintenance/reminders.ts';
import { visitWords } from '#domain/maintenance/shopVisit.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { shortSpanText, tailAndTitle, timesText } from '#domain/reservations/reservationTitles.ts';
import { section } from '#domain/planning/downText.ts';
import { type At, type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { thresholds } from '#domain/thresholds.ts';
import { counted, tenths } from '#domain/words.ts';
import type { BookedVisit, DayOfDelay, ProposedSlot, ShopJob, ShopLine } from './shopJobs.ts';
import { hoursLeftAt } from './shopJobs.ts';
import type { Slot } from './shopSlots.ts';
import type { ShopDay, ShopWeek } from './shopWeek.ts';

/** `4.0 h` from milliseconds. */
export function hoursText(milliseconds: number): string {
  return `${tenths.format(milliseconds / millisecondsInHour)} h`;
}

/** `2 bays, 0800 to 1700, Monday to Friday`. */
export function shopHoursText(): string {
  const { shopBays, shopOpens, shopCloses, shopDays } = thresholds();
  const at = (hour: number) => `${String(hour).padStart(2, '0')}00`;
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const days = shopDays === 1 ? 'Mondays' : `Monday to ${names[shopDays - 1] ?? ''}`;
  return `${counted(shopBays, 'bay')}, ${at(shopOpens)} to ${at(shopCloses)}, ${days}`;
}

/** The work of a visit: `100-hour, with Oil change and VOR check`. */
export function workText({ item, together }: Pick<ShopJob, 'item' | 'together'>): string {
  const others = together.map(({ name }) => name);
  const last = others.pop();
  if (last === undefined) return item.name;
  return `${item.name}, with ${others.length > 0 ? `${others.join(', ')} and ` : ''}${last}`;
}

/**
 * The time that a plan uses, and why: `9.0 h in the shop, the usual time (estimate)`, `6.0 h in the shop, median of 4 visits of the
 * school`, `4.0 h in the shop, as set`.
 */
export function takesText({ work, takes }: Pick<ShopJob, 'work' | 'takes'>): string {
  const time = `${hoursText(work)} in the shop`;
  if (takes === null || takes.basis === 'set') return `${time}, as set`;
  return takes.basis === 'visits'
    ? `${time}, median of ${counted(takes.visits, 'visit')} of the school`
    : `${time}, the usual time (estimate)`;
}

/** The same in a word or two, beside the work: `3.0 h (estimate)`, `6.0 h (4 visits)`, `4.0 h (set)`. */
export function shortTakes({ work, takes }: Pick<ShopJob, 'work' | 'takes'>): string {
  const basis = takes === null || takes.basis === 'set' ? 'set' : takes.basis;
  const words = basis === 'visits' ? counted(takes?.visits ?? 0, 'visit') : basis === 'set' ? 'set' : 'estimate';
  return `${hoursText(work)} (${words})`;
}

/**
 * When it comes due, and how certain that is: `100-hour: likely crosses its limit about Thu 14 May 1400L, 5.0 h left`.
 */
export function dueWords({ due }: Pick<ShopJob, 'due'>, { now, clock }: At): string {
  return limitWords(due, now, clock);
}

/**
 * When it comes due in short, beside the name of the work: what is left (`3.6 h left`, `10.5 h past due`, `expired`), and
 * when that is (`about tomorrow 0743L`, `limit Fri 15 May`); null if that time has passed.
 */
export function dueParts(
  { due }: Pick<ShopJob, 'due'>,
  { now, clock }: At,
): { readonly left: string; readonly when: string | null; readonly isPast: boolean } {
  const axis = due.item.axes.find(({ name, remaining }) => name === due.axis && remaining !== null);
  const isPast = due.at <= now;
  const left = axis ? remainingText(axis, clock) : 'expired';
  // A meter that has not reached its limit yet: flights since its reading may have.
  const isForecast = axis !== undefined && (axis.remaining ?? 0) > 0;
  return {
    left: due.item.onlyFor === null ? left : `${left}, ${due.item.onlyFor}`,
    when: isPast ? (isForecast ? 'likely passed' : null) : dueWhen(due, axis?.limit ?? due.at, { now, clock }),
    isPast,
  };
}

function dueWhen({ basis, certainty, at }: ShopJob['due'], limit: Instant, { now, clock }: At): string {
  if (basis === 'date') return `limit ${dateText(limit, now, clock.zone)}`;
  return `${certainty === 'definite' ? 'by' : 'about'} ${whenText(at, now, clock)}`;
}

/** `earliest tomorrow 0900L, latest Fri 15 May 1200L`; null if both are the limit itself. */
export function bandWords({ due, earliest, horizon }: ShopJob, { now, clock }: At): string | null {
  const parts = [
    ...(earliest < due.at && due.at > now ? [`earliest ${whenText(Math.max(now, earliest), now, clock)}`] : []),
    ...(due.axis === 'hours' && horizon.latest !== null && horizon.latest > due.at
      ? [`latest ${whenText(horizon.latest, now, clock)}`]
      : []),
  ];
  return parts.length > 0 ? parts.join(', ') : null;
}

/** `displaces nothing`, `displaces 2 reservations (4.0 h)`. */
function displacedText(slot: Pick<Slot, 'displaced' | 'hours'>): string {
  return `displaces ${displacedAmount(slot)}`;
}

/** `nothing`, `2 reservations (4.0 h)`. */
export function displacedAmount({ displaced, hours }: Pick<Slot, 'displaced' | 'hours'>): string {
  return displaced.length === 0 ? 'nothing' : amountText(displaced.length, hours);
}

export function amountText(count: number, hours: number): string {
  return `${counted(count, 'reservation')} (${tenths.format(hours)} h)`;
}

/** What else counts for or against a slot, besides what it displaces: `2.1 h unused`, `after the earliest crossing`. */
export function slotNotes(slot: ProposedSlot, job: ShopJob): string[] {
  if (slot.waiting) {
    const { count, hours } = slot.waiting;
    return [count === 0 ? 'nothing is booked until then' : `${amountText(count, hours)} cannot go until then`];
  }
  const left = hoursLeftAt(job, slot.start);
  return [
    ...(left === null || left <= 0 ? [] : [`${hoursDown(left)} unused`]),
    ...(slot.isSafe ? [] : ['after the earliest crossing']),
  ];
}

/** Whether a booked visit suits the work: `shop visit tomorrow 0800L (100-hour): in time`; what it lacks if it is too short. */
export function visitVerdict(visit: BookedVisit, { enough }: Pick<ShopJob, 'enough'>, at: At): string {
  const visitText = visitWords(visit, at.now, at.clock);
  if (!visit.isPlanned) return `${visitText}: does not count for this`;
  const time = !visit.isInTime ? 'after the limit' : visit.isSafe ? 'in time' : 'in time, after the earliest crossing';
  if (visit.isLongEnough) return `${visitText}: ${time}`;
  const until = visit.neededUntil === null ? '' : `, until ${whenText(visit.neededUntil, at.now, at.clock)}`;
  return `${visitText}: ${time}, ${hoursText(visit.work)} of the ${hoursText(enough)} needed${until}`;
}

/** What the first day without the work costs: `Thu 14 May`, `2 reservations (3.0 h)`; null if nothing is booked after the limit. */
export function firstDelay({
  delays,
}: Pick<ShopJob, 'delays'>): { readonly day: string; readonly amount: string } | null {
  const first = delays.find(({ reservations }) => reservations.length > 0);
  return first ? { day: dayText(first.day), amount: amountText(first.reservations.length, first.hours) } : null;
}

/** The same in a line: `Thu 14 May: 2 reservations (3.0 h)`. */
export function delayText(job: Pick<ShopJob, 'delays'>): string | null {
  const first = firstDelay(job);
  return first && `${first.day}: ${first.amount}`;
}

/** The sum over all known days. */
export function delaySum(delays: readonly DayOfDelay[]): string {
  const count = delays.reduce((sum, { reservations }) => sum + reservations.length, 0);
  return amountText(
    count,
    delays.reduce((sum, { hours }) => sum + hours, 0),
  );
}

/** The outcome of a line of the week: booked, a proposed time, or no room. */
export function lineText({ job, slot, late }: ShopLine, at: At): string {
  if (job.planned) return `Booked: ${timesText(job.planned.reservation, at.clock)}`;
  if (slot) return timesText(slot, at.clock);
  if (!late) return 'No room in the days that are known';
  return `No room before the limit; first ${timesText(late, at.clock)}`;
}

/** `N53TR Wed 13 May 1300–1500L Ana Garcia / Kim Lee`. */
export function reservationLine(reservation: TimedReservation, clock: Clock): string {
  return `${dayText(shownDay(reservation.start, clock))} ${shortSpanText(reservation, clock)} ${tailAndTitle(reservation)}`;
}

/** The week in figures: aircraft that come due, those booked in time or without room before the limit, visits without a bay. */
export function weekCounts({ lines, plan }: ShopWeek) {
  return {
    due: lines.length,
    booked: lines.filter(({ job }) => job.planned).length,
    without: lines.filter(({ job, slot }) => !job.planned && !slot).length,
    beyond: plan.visits.filter(({ bay }) => bay >= plan.bays).length,
  };
}

/** How many come due, and how many of them are booked: the week in a sentence. */
export function weekSummary(week: ShopWeek, until: Instant, { clock }: At): string {
  const { lines } = week;
  const end = dayText(shownDay(until - 1, clock));
  if (lines.length === 0) return `Nothing comes due by ${end}.`;
  const { booked, without, beyond } = weekCounts(week);
  const parts = [
    `${counted(lines.length, 'aircraft', 'aircraft')} ${lines.length === 1 ? 'comes' : 'come'} due by ${end}`,
    ...(booked > 0 ? [`${booked} booked in time`] : []),
    ...(without > 0 ? [`${without} without room before the limit`] : []),
    ...(beyond > 0 ? [`${counted(beyond, 'visit')} without a bay`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** Milliseconds of a day's shop time in the bays that nothing takes. */
export function dayFree({ capacity, booked, proposed, beyond }: Omit<ShopDay, 'due' | 'day' | 'shift'>): number {
  return Math.max(0, capacity - booked - proposed + beyond);
}

/** A day's hours in words: `21.0 h booked and 0.0 h proposed of 18.0 h; 3.0 h without a bay`. */
export function dayHoursText(day: ShopDay): string {
  const all = `${hoursText(day.booked)} booked and ${hoursText(day.proposed)} proposed of ${hoursText(day.capacity)}`;
  return day.beyond > 0 ? `${all}; ${hoursText(day.beyond)} without a bay` : `${all}; ${hoursText(dayFree(day))} free`;
}

type TextContext = At & {
  /** What is not known about the week. */
  readonly notes: readonly string[];
  readonly addressOf: (reservation: TimedReservation) => string;
};

function heading(title: string, { now, clock }: At): string {
  return `${title}, as of ${dayText(shownDay(now, clock))} ${clockText(now, clock)}`;
}

const proposals = ['', 'Times are proposals by forecast. Nothing is changed at the service.'];

/** The shop's week as plain text to copy or send. */
export function weekText(week: ShopWeek, until: Instant, context: TextContext): string {
  const lines = week.lines.flatMap((line, place) => {
    const { job } = line;
    const slot = line.slot ?? line.late;
    const delay = delayText(job);
    return [
      `${place + 1}. ${job.aircraft.tailNumber ?? 'no tail'}  ${workText(job)}  ${lineText(line, context)}`,
      `   ${[takesText(job), dueWords(job, context), bandWords(job, context), ...(slot ? [displacedText(slot), ...slotNotes(slot, job)] : []), delay && `late costs ${delay}`].filter(Boolean).join('; ')}`,
      ...(slot?.displaced ?? []).map(
        (reservation) => `   ${reservationLine(reservation, context.clock)}  ${context.addressOf(reservation)}`,
      ),
    ];
  });
  return [
    heading(`Shop week (${shopHoursText()})`, context),
    weekSummary(week, until, context),
    '',
    ...lines,
    ...section('Not known', context.notes),
    ...proposals,
  ].join('\n');
}

/** One aircraft's times as plain text. */
export function jobText(job: ShopJob, slots: readonly ProposedSlot[], context: TextContext): string {
  const tail = job.aircraft.tailNumber ?? 'no tail';
  return [
    heading(`${tail}: ${workText(job)}, ${hoursText(job.work)} of shop time`, context),
    [takesText(job), dueWords(job, context), bandWords(job, context)].filter(Boolean).join('; '),
    ...section(
      'Booked visits',
      job.visits.map((visit) => visitVerdict(visit, job, context)),
    ),
    ...section(
      'Times',
      slots.map((slot) =>
        [
          [timesText(slot, context.clock), displacedText(slot), ...slotNotes(slot, job)].join('; '),
          ...slot.displaced.map(
            (reservation) => `   ${reservationLine(reservation, context.clock)}  ${context.addressOf(reservation)}`,
          ),
        ].join('\n'),
      ),
    ),
    ...section(
      'Cannot go after the limit',
      job.delays
        .filter(({ reservations }) => reservations.length > 0)
        .map(({ day, reservations, hours }) => `${dayText(day)}: ${amountText(reservations.length, hours)}`),
    ),
    ...section('Not known', context.notes),
    ...proposals,
  ].join('\n');
}
