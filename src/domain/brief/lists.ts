import type { BriefBlock } from '#contract/gateway/brief.ts';
import { lifeOf } from '#contract/statuses.ts';
import { fliesAircraft } from '#domain/calendar/dayLoad.ts';
import { aircraftConflicts } from '#domain/conflicts/aircraftConflicts.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { type Aircraft, byTail } from '#domain/fleet/fleet.ts';
import { hoursDown, isCounted } from '#domain/maintenance/reminders.ts';
import { bookedBefore, usageOf } from '#domain/maintenance/usage.ts';
import type { StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { checkLevels } from '#domain/readiness/checkLine.ts';
import { type Fitness, mayGo } from '#domain/readiness/fitness.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { isVisitAhead } from '#domain/readiness/shopVisit.ts';
import { certaintyOf, isVoid, standingText } from '#domain/readiness/standing.ts';
import { type Booking, idKey, isShopVisit, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { spanText, titleOf } from '#domain/reservations/bookingTitles.ts';
import {
  type BookingChange,
  type Change,
  changesWithin,
  changeText,
  lastingChanges,
  netChanges,
} from '#domain/reservations/changes.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import { addDays, dayOf, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import type { Draft } from './sheet.ts';

/** What every list of the brief is made from. */
export type BriefDay = {
  /** Of the present instant, with all reservations of the day. */
  readonly index: ReadinessIndex;
  readonly span: Span;
  /** Whether a reservation, or an aircraft by its id, is told of: not what is known to be at another location. */
  readonly isHere: (of: Booking | string) => boolean;
  /** What touches the day and is not void, in order of start. */
  readonly stood: readonly StoodBooking[];
  /** The changes from an instant on, in order of time, and since when the log of them is complete. */
  readonly changes: { readonly logged: readonly BookingChange[]; readonly from: Instant; readonly logFrom: Instant };
  /** The operator's own: paper hangs on one wall. */
  readonly clock: Clock;
  readonly now: Instant;
};

type Row = Draft['rows'][number];
type Column = BriefBlock['columns'][number];

const code = (width: number): Column => ({ kind: 'code', width });
const mark = (width: number): Column => ({ kind: 'mark', width });
const rest: Column = { kind: 'text', width: null };
/** Of `1400L` and of a tail number, in heights of a line, as all widths are. */
const time = code(3.2);
const tail = code(4.3);

const hour = 3_600_000;

/**
 * Paper is read on another day than it is made on, so that a day is written out where our words count from now: `tomorrow 0800L`
 * is `Wed 13 May 0800L`.
 */
function dated(words: string, { now, clock }: BriefDay): string {
  const today = dayOf(now, clock.zone);
  return words
    .replaceAll(/\btomorrow (?=\d{4}[LZ])/g, `${dayText(addDays(today, 1))} `)
    .replaceAll(/\byesterday (?=\d{4}[LZ])/g, `${dayText(addDays(today, -1))} `);
}

const levelWords = { stop: 'Stop', check: 'Check', 'not known': 'Not known', 'no findings': 'No findings' } as const;

/**
 * The first flight of each aircraft that day, by start, with what is worst in its check; where not all have room, those that
 * need a look come first, and in the dense form the others stand three abreast.
 */
export function firstWave(brief: BriefDay): { readonly top: readonly Draft[]; readonly dense: readonly Draft[] } {
  const rows = firstFlights(brief)
    .map((flight) => waveRow(flight, brief))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || byCells(a, b));
  const shared = { title: 'First wave', note: 'the first flight of each aircraft', order: byCells, more: moreByLevel };
  const columns = [time, tail, { kind: 'text', width: 11 } as const, mark(5.4), rest];
  const top: Draft = { ...shared, id: 'wave', columns, rows, none: 'No aircraft is booked to fly' };
  const found = rows.filter((row) => rankOf(row) < rankOf({ level: 'no findings' }));
  const fine = rows.filter((row) => !found.includes(row));
  return {
    top: [top],
    dense: [
      { ...top, rows: found, none: 'No findings against any of them', title: 'First wave: to look at' },
      {
        ...shared,
        id: 'wave-fine',
        note: null,
        title: 'First wave: no findings',
        columns: [time, tail, rest],
        rows: fine,
        perLine: 3,
        none: 'None',
      },
    ],
  };
}

/** By start: rentals, lessons and whatever else takes an aircraft into the air. */
function firstFlights({ stood, span }: BriefDay): StoodBooking[] {
  const first = new Map<string, StoodBooking>();
  for (const one of stood) {
    const { booking } = one;
    const key = booking.aircraftId === null ? (tailOf(booking) ?? booking.key) : idKey(booking.aircraftId);
    if (booking.start >= span.start && fliesAircraft(booking) && !first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

function waveRow({ booking, standing }: StoodBooking, { index, ...brief }: BriefDay): Row {
  const cells = [clockText(booking.start, brief.clock), tailOf(booking) ?? 'No tail', titleOf(booking)];
  const check = dispatchCheckOf(booking, index);
  if (!check) return { cells: [...cells, capitalized(standingText(standing)), ''], level: null };
  const { level, lines } = check;
  const told = level === 'no findings' ? [] : lines.filter((line) => line.level === level);
  const words = dated(told.map((line) => line.words).join('; '), { index, ...brief });
  return { cells: [...cells, levelWords[level], words], level };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is done asks for nothing, and comes last. */
function rankOf({ level }: Pick<Row, 'level'>): number {
  return level === null ? checkLevels.length : checkLevels.indexOf(level);
}

/** By the first two cells: a time and a tail. */
function byCells(a: Row, b: Row): number {
  const [left, right] = [a, b].map(({ cells }) => cells.slice(0, 2).join(' '));
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

/** `and 34 more: 5 check, 29 no findings`. */
function moreByLevel(left: readonly Row[]): string {
  const counts = checkLevels.flatMap((level) => {
    const count = left.filter((row) => row.level === level).length;
    return count > 0 ? `${count} ${level}` : [];
  });
  return `and ${left.length} more${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
}

/** Aircraft that cannot go, and why: grounded, expired, in the shop that day, or not known; inactive ones last. */
export function unfitDraft(brief: BriefDay): Draft {
  const { index, stood } = brief;
  const { fleet } = index.sources;
  const visits = Map.groupBy(
    stood.filter(({ booking, standing }) => isShopVisit(booking) && certaintyOf(standing) !== null),
    ({ booking }) => idKey(booking.aircraftId ?? ''),
  );
  const found = (fleet ?? [])
    .filter(({ status, aircraftId }) => lifeOf(status) !== 'deleted' && brief.isHere(aircraftId))
    .flatMap((aircraft) => {
      const id = idKey(aircraft.aircraftId);
      const fitness = index.aircraft.get(id)?.fitness ?? null;
      const visit = visits.get(id)?.[0]?.booking ?? null;
      const isUnfit = fitness !== null && !mayGo(fitness);
      return isUnfit || visit ? [{ aircraft, fitness: isUnfit ? fitness : null, visit }] : [];
    })
    .toSorted((a, b) => unfitRank(a) - unfitRank(b) || byTail(a.aircraft, b.aircraft));
  return {
    id: 'unfit',
    title: 'Not fit or in the shop',
    note: null,
    columns: [tail, mark(5.3), rest],
    rows: found.map((one) => unfitRow(one, brief)),
    none: fleet ? 'None' : 'The aircraft list has not been read yet',
  };
}

type Unfit = {
  readonly aircraft: Aircraft;
  /** Null where nothing but the shop keeps it. */
  readonly fitness: Fitness | null;
  readonly visit: TimedBooking | null;
};

function unfitRank({ aircraft, fitness }: Unfit): number {
  if (lifeOf(aircraft.status) === 'inactive') return 4;
  const ranks = { grounded: 0, expired: 1, 'limit near': 3, warning: 3, 'not known': 3, fit: 3 } as const;
  return fitness ? ranks[fitness.kind] : 2;
}

function unfitRow({ aircraft, fitness, visit }: Unfit, brief: BriefDay): Row {
  const kind = fitness && (mayStillBeWorse(fitness) ? 'not known' : fitness.kind);
  const evidence = fitness?.evidence.filter((one) => one.kind === kind).map(({ words }) => words) ?? [];
  const shop = visit && `in the shop ${spanWithin(visit, brief)}`;
  const words = dated([...new Set(evidence), ...(shop ? [shop] : [])].join('; '), brief);
  const name = kind === 'grounded' ? 'Grounded' : kind === 'expired' ? 'Expired' : kind ? 'Not known' : 'Shop';
  const level = kind === null ? 'check' : kind === 'not known' ? 'not known' : 'stop';
  return {
    cells: [tailText(aircraft), name, capitalized(words)],
    level: lifeOf(aircraft.status) === 'inactive' ? null : level,
  };
}

/** True where what was found does not ground it, and not everything was read. */
function mayStillBeWorse({ kind }: Fitness): boolean {
  return kind !== 'grounded' && kind !== 'expired';
}

function tailText({ tailNumber, aircraftId }: Aircraft): string {
  return tailNumber?.trim() || `…${aircraftId.slice(-4)}`;
}

/** As much of a span as lies in the day: `all day`, `until 1200L`, `0800–1700L`. */
export function spanWithin(booking: TimedBooking, { span, clock }: BriefDay): string {
  const [isBefore, isAfter] = [booking.start <= span.start, booking.end >= span.end];
  if (isBefore && isAfter) return 'all day';
  if (isBefore) return `until ${clockText(booking.end, clock)}`;
  return isAfter ? `from ${clockText(booking.start, clock)}` : spanText(booking, clock);
}

/** The share of what is left from which on the booked hours are told. */
const tellingShare = 0.5;

/**
 * Aircraft whose booked hours take half of what is left of a reminder, or more; what exceeds it first. Booked are hours of the
 * clock: all that is not on the meter by the end of the day, or until the next shop visit.
 */
export function hoursDraft(brief: BriefDay): Draft {
  const rows = [...brief.index.aircraft].flatMap(([id, { aircraft }]) => {
    const isFlying = aircraft && lifeOf(aircraft.status) === 'active' && aircraft.isSimulator !== true;
    const left = isFlying && brief.isHere(aircraft.aircraftId) ? leastLeft(id, brief) : null;
    if (!aircraft || !left) return [];
    const booked = bookedHours(id, brief);
    return booked < left.hours * tellingShare || booked === 0 ? [] : [{ aircraft, ...left, booked }];
  });
  return {
    id: 'hours',
    title: 'Hours left and booked',
    note: 'half of what is left, or more',
    columns: [tail, rest, { kind: 'figure', width: 4.5 }, mark(6.6)],
    rows: rows
      .toSorted((a, b) => a.hours - a.booked - (b.hours - b.booked) || byTail(a.aircraft, b.aircraft))
      .map(({ aircraft, name, hours, booked }) => ({
        cells: [tailText(aircraft), name, `${hoursDown(hours)} left`, `${booked.toFixed(1)} h booked`],
        level: booked > hours ? 'check' : null,
      })),
    none: 'None',
  };
}

/** The reminder by hours that has least left and has not passed; null without one. */
function leastLeft(id: string, { index }: BriefDay): { readonly name: string; readonly hours: number } | null {
  const items = index.sources.reminders.get(id)?.items ?? [];
  const left = items.filter(isCounted).flatMap(({ name, axes }) => {
    const hours = axes.find((axis) => axis.name === 'hours' && axis.limit !== null)?.remaining ?? 0;
    return hours > 0 ? [{ name, hours }] : [];
  });
  return left.toSorted((a, b) => a.hours - b.hours)[0] ?? null;
}

function bookedHours(id: string, { index, span, now }: BriefDay): number {
  const own = (index.bookings.byAircraft.get(id) ?? []).map(({ booking }) => booking);
  const usage = usageOf(own, now);
  const visit = usage.visits.find(({ start }) => start > now)?.start ?? span.end;
  return bookedBefore(usage, Math.min(span.end, visit)) / hour;
}

/** What every forecast of a limit ends with; on paper it is said once, in the heading. */
const ifFlown = ', if flown as booked and forecast';

/** The conflicts in which a reservation of the day has a part: definite ones first, each by start. */
export function conflictDraft(brief: BriefDay): Draft {
  const { span, clock, now } = brief;
  const rows = conflictsOf(brief).map((conflict): Row => {
    const { booking, certainty } = conflict;
    const words = conflictText(conflict, clock, now).replace(ifFlown, '');
    const isHere = booking.start >= span.start && booking.start < span.end;
    return {
      cells: [
        isHere ? clockText(booking.start, clock) : dayText(shownDay(booking.start, clock)).slice(0, 6),
        certainty === 'definite' ? 'Definite' : 'Possible',
        dated(`${titleOf(booking)}: ${words}`, brief),
      ],
      level: certainty === 'definite' ? 'stop' : 'check',
    };
  });
  const note = 'limits are forecasts, if flown as booked';
  return { id: 'conflicts', title: 'Conflicts', note, columns: [time, mark(4.8), rest], rows, none: 'None' };
}

function conflictsOf({ index, span, stood }: BriefDay): readonly Conflict[] {
  const { fleet, reminders, now } = index.sources;
  // The shop visits before the day say what may be settled by then.
  const visits = index.bookings.all.filter((one) => isVisitAhead(one.booking, now) && !stood.includes(one));
  const due = Array.from(reminders.values(), ({ items }) => items ?? []).flat();
  const ofAircraft = aircraftConflicts([...visits, ...stood], { fleet, due, horizons: index.horizons, now });
  const ofPairs = stood.flatMap(({ booking }) => index.conflicts.get(booking.key) ?? []);
  const all = new Map([...ofPairs, ...ofAircraft].map((conflict) => [conflict.key, conflict]));
  return [...all.values()]
    .filter(({ booking, other }) => overlaps(booking, span) || (other !== null && overlaps(other, span)))
    .toSorted((a, b) => byCertainty(a, b) || a.booking.start - b.booking.start || (a.key < b.key ? -1 : 1));
}

function byCertainty(a: Conflict, b: Conflict): number {
  return Number(a.certainty === 'possible') - Number(b.certainty === 'possible');
}

/** What became of the reservations of the day since the evening before, by start: new, gone, moved, with another aircraft or instructor, cancelled. */
export function changeDraft(brief: BriefDay): Draft {
  const { changes, span, clock, now } = brief;
  const all = changesWithin(netChanges(changes.logged), span);
  const lasting = new Set(lastingChanges(all, now));
  const told = all.filter(
    (change) => brief.isHere(change.booking) && (lasting.has(change) || isCancelling(change, now)),
  );
  const at = (instant: Instant) => `${dayText(shownDay(instant, clock))} ${clockText(instant, clock)}`;
  return {
    id: 'changes',
    title: `Changed since ${at(Math.max(changes.from, changes.logFrom))}`,
    note: changes.logFrom > changes.from ? 'when the log began' : null,
    columns: [time, tail, rest],
    rows: told.toSorted(byStart).map((change) => {
      const { start } = change.booking;
      return {
        cells: [
          start === null ? '' : clockText(start, clock),
          tailOf(change.booking) ?? '',
          dated(`${titleOf(change.booking)}: ${changeText(change, clock, now)}`, brief),
        ],
        level: null,
      };
    }),
    none: 'Nothing',
  };
}

/** A change of status alone tells where it cancels a reservation that is still to come, or brings it back. */
function isCancelling({ kind, booking, before }: Change, now: Instant): boolean {
  return kind === 'changed' && isVoid(booking) !== isVoid(before) && (booking.end ?? 0) > now;
}

function byStart({ booking: a }: Change, { booking: b }: Change): number {
  return (a.start ?? 0) - (b.start ?? 0) || (a.key < b.key ? -1 : 1);
}
