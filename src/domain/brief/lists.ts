import { millisecondsInHour } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import { fliesAircraft } from '#domain/calendar/dayLoad.ts';
import { type Aircraft, byTail } from '#domain/fleet/fleet.ts';
import { dateText, type DueItem, hoursDown, isGroundingItem } from '#domain/maintenance/reminders.ts';
import { bookedBefore, usageOf } from '#domain/schedule/usage.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { checkLevels, levelWords } from '#domain/readiness/checkLine.ts';
import { type Fitness, isGrounded, mayGo } from '#domain/readiness/fitness.ts';
import { certaintyOf, isStillAway, openVisitWords, stateAt, stateText } from '#domain/reservations/state.ts';
import { awaitedGroup, idKey, isShopVisit, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { titleOf } from '#domain/reservations/reservationTitles.ts';
import { clockText, lateText } from '#domain/time/clock.ts';
import { type BriefDay, mark, noneUnless, rest, type Row, spanWithin, tail, time } from './briefDay.ts';
import type { Draft, Page } from './sheet.ts';
import { tellingShare } from '#domain/thresholds.ts';
import { capitalized, tenths } from '#domain/words.ts';

/**
 * Each aircraft's first flight that day, by start, with the worst finding of its check. Those that are done need no action
 * and are only counted on paper: `done` has them. If not all fit, flights with findings come first, and the dense form puts the others three to a line.
 */
export function firstWave(brief: BriefDay): Pick<Page, 'top' | 'dense' | 'done'> {
  const flights = firstFlights(brief).map((flight) => waveRow(flight, brief));
  const rows = flights.filter(({ level }) => level !== null).toSorted((a, b) => rankOf(a) - rankOf(b) || byCells(a, b));
  const over = flights.filter(({ level }) => level === null).toSorted(byCells);
  const done = over.length;
  const noteOf = (words: string | null) => [words, done > 0 && `${done} done`].filter(Boolean).join(', ') || null;
  const shared = { title: 'First wave', order: byCells, more: moreByLevel };
  const top: Draft = {
    ...shared,
    id: 'wave',
    note: noteOf('the first flight of each aircraft'),
    columns: [time, tail, { kind: 'text', width: 11 }, mark(6.9), rest],
    rows,
    none: done > 0 ? 'Nothing more' : noneUnless('No aircraft is booked to fly', brief, ['reservations']),
  };
  const found = rows.filter(({ level }) => level !== 'no findings');
  return {
    done: over.map(({ cells }) => cells.filter((cell) => cell !== '')),
    top: [top],
    dense: [
      {
        ...top,
        rows: found,
        none: noneUnless('No findings against any of them', brief, ['reservations']),
        title: 'First wave: findings',
      },
      {
        ...shared,
        id: 'wave-fine',
        note: null,
        title: 'First wave: no findings',
        columns: [time, tail, rest],
        rows: rows.filter(({ level }) => level === 'no findings'),
        perLine: 3,
        none: 'None',
      },
    ],
  };
}

/** The first flights by start: rentals, lessons and all other flights. */
function firstFlights({ states, span }: BriefDay): ReservationWithState[] {
  const first = new Map<string, ReservationWithState>();
  for (const entry of states) {
    const { reservation } = entry;
    const key =
      reservation.aircraftId === null ? (tailOf(reservation) ?? reservation.key) : idKey(reservation.aircraftId);
    if (reservation.start >= span.start && fliesAircraft(reservation) && !first.has(key)) first.set(key, entry);
  }
  return [...first.values()];
}

function waveRow({ reservation, state }: ReservationWithState, { index, ...brief }: BriefDay): Row {
  const noTail = awaitedGroup(reservation) === null ? 'No tail' : 'None yet';
  const cells = [clockText(reservation.start, brief.clock), tailOf(reservation) ?? noTail, titleOf(reservation)];
  const check = dispatchCheckOf(reservation, index);
  if (!check) return { cells: [...cells, capitalized(stateText(state)), ''], level: null };
  const { level, lines } = check;
  const worst = level === 'no findings' ? [] : lines.filter((line) => line.level === level);
  const words = worst.map((line) => line.words).join('; ');
  if (!isStillAway(state) || state.step === 0) return { cells: [...cells, levelWords[level], words], level };
  // The check applies before a flight. For a flight that has left, “not back” comes first.
  const late = [lateText(state.late), words].filter(Boolean).join('; ');
  return { cells: [...cells, capitalized(state.kind), late], level: level === 'stop' ? 'stop' : 'check' };
}

function rankOf({ level }: Pick<Row, 'level'>): number {
  return level === null ? checkLevels.length : checkLevels.indexOf(level);
}

/** Sorts by the first two cells: a time and a tail number. */
function byCells(a: Row, b: Row): number {
  const [left, right] = [a, b].map(({ cells }) => cells.slice(0, 2).join(' '));
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

/** `and 34 more: 5 caution, 29 no findings`. */
function moreByLevel(left: readonly Row[]): string {
  const counts = checkLevels.flatMap((level) => {
    const count = left.filter((row) => row.level === level).length;
    return count > 0 ? `${count} ${levelWords[level].toLowerCase()}` : [];
  });
  return `and ${left.length} more${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
}

/** Aircraft that cannot go, and why: grounded, in the shop that day, or not known; inactive ones last. */
export function groundedDraft(brief: BriefDay): Draft {
  const { index, states } = brief;
  const { fleet } = index.sources;
  const visits = Map.groupBy(
    states.filter(({ reservation, state }) => isShopVisit(reservation) && certaintyOf(state) !== null),
    ({ reservation }) => idKey(reservation.aircraftId ?? ''),
  );
  const found = (fleet ?? [])
    .filter(({ status, aircraftId }) => lifeOf(status) !== 'deleted' && brief.isHere(aircraftId))
    .flatMap((aircraft) => {
      const id = idKey(aircraft.aircraftId);
      const fitness = index.aircraft.get(id)?.fitness ?? null;
      const doing = index.aircraft.get(id)?.now.doing;
      // A visit of an earlier day that the service shows as open is not over.
      const open = doing?.kind === 'in the shop' && doing.open ? doing.reservation : null;
      const visit = visits.get(id)?.[0]?.reservation ?? open;
      const cannotGo = fitness !== null && !mayGo(fitness);
      const passed = passedBefore(id, brief);
      const one = { aircraft, fitness: cannotGo ? fitness : null, passed, visit };
      return cannotGo || visit || passed.length > 0 ? [one] : [];
    })
    .toSorted((a, b) => groundedRank(a) - groundedRank(b) || byTail(a.aircraft, b.aircraft));
  return {
    id: 'grounded',
    title: 'Grounded, in the shop or inactive',
    note: null,
    columns: [tail, mark(6.3), rest],
    rows: found.map((one) => groundedRow(one, brief)),
    none: noneUnless('None', brief, ['fleet', 'reservations']),
  };
}

type Grounded = {
  readonly aircraft: Aircraft;
  /** Null if a shop visit is the only reason. */
  readonly fitness: Fitness | null;
  /** The limits that pass before a future day, in words. */
  readonly passed: readonly string[];
  readonly visit: TimedReservation | null;
};

/** Date limits that pass between now and the brief's day: fitness is as of now, so it does not have them. */
function passedBefore(id: string, { index, span, now, clock }: BriefDay): string[] {
  const items = index.sources.reminders.get(id)?.items ?? [];
  return items.filter(isGroundingItem).flatMap(({ name, axes }) => {
    const limit = axes.find((axis) => axis.name === 'date')?.limit ?? null;
    const isPassed = limit !== null && now <= limit && limit < span.start;
    return isPassed ? [`${name}: limit ${dateText(limit, now, clock.zone)}`] : [];
  });
}

function groundedRank(one: Grounded): number {
  if (lifeOf(one.aircraft.status) === 'inactive') return 4;
  const ranks = { grounded: 0, 'not known': 3 } as const;
  const kind = groundedKind(one);
  return kind ? ranks[kind] : 2;
}

/** Null if a shop visit is the only reason. Unread records may be worse than those read. */
function groundedKind({ fitness, passed }: Grounded): 'grounded' | 'not known' | null {
  if ((fitness && isGrounded(fitness)) || passed.length > 0) return 'grounded';
  return fitness && 'not known';
}

function groundedRow(one: Grounded, brief: BriefDay): Row {
  const { aircraft, fitness, passed, visit } = one;
  const kind = groundedKind(one);
  // An aircraft is “not known” also because of a limit that may have passed.
  const isReason = (found: Fitness['evidence'][number]) =>
    found.kind === kind || (kind === 'not known' && found.mayHavePassed);
  const evidence = fitness?.evidence.filter(isReason).map(({ words }) => words) ?? [];
  const state = visit && stateAt(visit, brief.index.sources.now);
  const open = state?.kind === 'in the shop' ? openVisitWords(state) : null;
  const shop = visit && (open ?? `in the shop ${spanWithin(visit, brief)}`);
  const words = [...new Set([...evidence, ...(kind === 'grounded' ? passed : [])]), ...(shop ? [shop] : [])].join('; ');
  const name = kind === 'grounded' ? 'Grounded' : kind ? 'Not known' : 'Shop';
  const level = kind === null ? 'check' : kind === 'not known' ? 'not known' : 'stop';
  const isInactive = lifeOf(aircraft.status) === 'inactive';
  return {
    cells: [tailText(aircraft), isInactive ? 'Inactive' : name, capitalized(words)],
    level: isInactive ? null : level,
  };
}

function tailText({ tailNumber, aircraftId }: Aircraft): string {
  return tailNumber?.trim() || `…${aircraftId.slice(-4)}`;
}

/**
 * Aircraft whose booked hours use half or more of a reminder's remaining hours; those that exceed it first. Booked
 * hours are all clock hours until the end of the day that are not on the meter yet. They count in full, as for the
 * dispatch check's earliest date.
 */
export function hoursDraft(brief: BriefDay): Draft {
  const rows = [...brief.index.aircraft].flatMap(([id, { aircraft, limits }]) => {
    const isFlying = aircraft && lifeOf(aircraft.status) === 'active' && aircraft.isSimulator !== true;
    const left = isFlying && brief.isHere(aircraft.aircraftId) ? minLeft(id, brief) : null;
    if (!aircraft || !left) return [];
    const booked = bookedHours(id, brief);
    const isOver = limits.some(({ item, axis, at }) => item === left.item && axis === 'hours' && at < brief.span.end);
    return booked < left.hours * tellingShare || booked === 0 ? [] : [{ aircraft, ...left, booked, isOver }];
  });
  return {
    id: 'hours',
    title: 'Hours left and booked',
    note: 'at least half of the hours left are booked',
    columns: [tail, rest, { kind: 'figure', width: 4.5 }, mark(6.6)],
    rows: rows
      .toSorted((a, b) => a.hours - a.booked - (b.hours - b.booked) || byTail(a.aircraft, b.aircraft))
      .map(({ aircraft, item, hours, booked, isOver }) => ({
        cells: [tailText(aircraft), item.name, `${hoursDown(hours)} left`, `${tenths.format(booked)} h booked`],
        level: isOver ? 'check' : null,
      })),
    none: noneUnless('None', brief, ['fleet', 'records', 'reservations', 'other days']),
  };
}

/** The hours reminder with the least left that has not passed; null without one. */
function minLeft(id: string, { index }: BriefDay): { readonly item: DueItem; readonly hours: number } | null {
  const items = index.sources.reminders.get(id)?.items ?? [];
  const left = items.filter(isGroundingItem).flatMap((item) => {
    const hours = item.axes.find((axis) => axis.name === 'hours' && axis.limit !== null)?.remaining ?? 0;
    return hours > 0 ? [{ item, hours }] : [];
  });
  return left.toSorted((a, b) => a.hours - b.hours)[0] ?? null;
}

function bookedHours(id: string, { index, span, now }: BriefDay): number {
  const ownReservations = (index.reservations.byAircraft.get(id) ?? []).map(({ reservation }) => reservation);
  return bookedBefore(usageOf(ownReservations, now, 'possible'), span.end) / millisecondsInHour;
}
