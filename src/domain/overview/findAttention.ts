import { lifeOf } from '#contract/statuses.ts';
import type { Conflict, PairConflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { instructorName } from '#domain/duty/duties.ts';
import { bookedText } from '#domain/duty/dutyDay.ts';
import { aircraftLink, instructorLink, reservationLink } from '#domain/lists/links.ts';
import { type StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import type { CheckLine } from '#domain/readiness/checkLine.ts';
import { atRiskText } from '#domain/readiness/late.ts';
import { type Limit, limitWords } from '#domain/readiness/limits.ts';
import type { AircraftRecords, ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { certaintyOf, standingText } from '#domain/readiness/standing.ts';
import { idKey, isFlight, peopleText, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/bookingTitles.ts';
import { whenText } from '#domain/time/clock.ts';
import { type AttentionItem, connectionItem, type ConnectionTrouble } from './attention.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';

export type AttentionSources = {
  /** Today and tomorrow, and what nobody has closed of the days before. */
  readonly index: ReadinessIndex;
  /** By `idKey` of the aircraft's id, from the bookings of the next days; null while those have not been read. */
  readonly limits: ReadonlyMap<string, readonly Limit[]> | null;
  readonly connection: ConnectionTrouble | null;
};

const hour = 3_600_000;
/** How far ahead a limit is told that has no shop visit, in days. */
const limitDays = 7;

/** The days whose bookings limits and duties rest on: from yesterday, because hours are counted over 24, to the last limit. */
export function attentionSpan(today: Day, zone: string): Span {
  return daySpan(addDays(today, -1), zone, limitDays + 2);
}

/**
 * Everything that needs attention, the worst first: what is not back, what speaks against flights of today and tomorrow, limits
 * that fall within seven days and have no shop visit, instructors with too many hours, and the connection. Each matter stands
 * once: flights of an aircraft that must not fly stand behind the aircraft, and two that clash are one item.
 */
export function attentionOf(sources: AttentionSources): AttentionItem[] {
  const { index, connection } = sources;
  const flights = flightsAhead(index);
  const stops = stopsOf(flights, index);
  const unfit = unfitItems(index, flights);
  const grounded = new Set(unfit.map(({ aircraftId }) => aircraftId));
  const found = [
    ...(connection ? [connectionItem(connection)] : []),
    ...notBackItems(index),
    ...unfit.map(({ item }) => item),
    ...conflictItems(index),
    ...stops.flatMap((stop) => stopItems(stop, index)),
    ...hoursItems(index),
    ...limitItems(
      sources,
      stops.filter(({ booking }) => !grounded.has(idKey(booking.aircraftId ?? ''))),
    ),
  ];
  return found.toSorted(byRank);
}

function byRank(a: AttentionItem, b: AttentionItem): number {
  return b.rank - a.rank || (a.at ?? 0) - (b.at ?? 0) || (a.key < b.key ? -1 : 1);
}

/** The end of tomorrow: what is further ahead can wait. */
function horizonOf({ sources: { now, zone } }: ReadinessIndex): Instant {
  return daySpan(addDays(dayOf(now, zone.name), 1), zone.name).end;
}

/** Flights of today and tomorrow that nobody has checked out yet and that can still be held on the ground, by start. */
function flightsAhead(index: ReadinessIndex): TimedBooking[] {
  const end = horizonOf(index);
  const isAhead = ({ standing }: StoodBooking) =>
    standing.kind === 'planned' || standing.kind === 'not out yet' || standing.kind === 'unclear';
  return index.bookings.all
    .filter((one) => isFlight(one.booking) && isAhead(one) && one.booking.start < end)
    .map(({ booking }) => booking);
}

/** A flight to which the dispatch check says “stop”, and the lines that do. */
type Stop = { readonly booking: TimedBooking; readonly lines: readonly CheckLine[] };

function stopsOf(flights: readonly TimedBooking[], index: ReadinessIndex): Stop[] {
  return flights.flatMap((booking) => {
    const lines = dispatchCheckOf(booking, index)?.lines.filter(({ level }) => level === 'stop') ?? [];
    return lines.length > 0 ? [{ booking, lines }] : [];
  });
}

/** The nearer the flight, the worse what speaks against it: within two hours, today, tomorrow. */
function urgency(start: Instant, { sources: { now, zone } }: ReadinessIndex): number {
  if (start - now <= 2 * hour) return 80;
  return dayOf(start, zone.name) === dayOf(now, zone.name) ? 70 : 50;
}

/** By the steps of attention: up to 15 min, 30 min, 1 h, longer. */
const notBackRanks = [60, 72, 82, 92] as const;

function notBackItems(index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  return index.late.notBack.map(({ booking, standing, atRisk }): AttentionItem => {
    const due = `due ${whenText(booking.end, now, clock)}`;
    const step = standing.kind === 'not back' ? standing.step : 0;
    return {
      key: `not back ${booking.key}`,
      kind: 'not back',
      subject: tailOf(booking) ?? 'no tail number',
      words: [standingText(standing), due, peopleText(booking)].filter(Boolean).join(', '),
      since: booking.end,
      at: null,
      rank: notBackRanks[step],
      severity: step,
      of: booking,
      link: reservationLink(booking, zone.name),
      behind: atRisk.map((risk) => ({
        key: risk.booking.key,
        words: atRiskText(risk, now, clock),
        link: reservationLink(risk.booking, zone.name),
      })),
    };
  });
}

type UnfitItem = { readonly aircraftId: string; readonly item: AttentionItem };

/** Aircraft that must not fly: those that a squawk grounds, booked or not, and those that are booked and not fit otherwise. */
function unfitItems(index: ReadinessIndex, flights: readonly TimedBooking[]): UnfitItem[] {
  const booked = Map.groupBy(flights, ({ aircraftId }) => (aircraftId === null ? '' : idKey(aircraftId)));
  return [...index.aircraft].flatMap(([id, records]) => {
    const item = unfitItem(id, records, booked.get(id) ?? [], index);
    return item ? [{ aircraftId: id, item }] : [];
  });
}

function unfitItem(
  id: string,
  { aircraft, fitness, now: present }: AircraftRecords,
  booked: readonly TimedBooking[],
  index: ReadinessIndex,
): AttentionItem | null {
  if (!aircraft || !fitness || lifeOf(aircraft.status) === 'deleted') return null;
  if (fitness.kind !== 'grounded' && fitness.kind !== 'expired') return null;
  const squawk = fitness.evidence.find((one) => one.squawk !== null)?.squawk ?? null;
  const out = present.doing.kind === 'flying' || present.doing.kind === 'not back' ? present.doing.booking : null;
  const behind = [...(out ? [out] : []), ...booked];
  if (!squawk && behind.length === 0) return null;
  const worst = fitness.evidence.filter(({ kind }) => kind === fitness.kind).map(({ words }) => words);
  const [first] = behind;
  const rank = out ? 88 : first ? urgency(first.start, index) + 4 : 30;
  return {
    key: `${squawk ? 'squawk' : 'not fit'} ${id}`,
    kind: squawk ? 'grounding squawk' : 'not fit, booked',
    subject: aircraft.tailNumber ?? 'no tail number',
    words: `${worst.join('; ')}${out ? '; out now' : ''}`,
    since: squawk?.created ?? null,
    at: first?.start ?? null,
    rank,
    severity: Math.min(50, worst.length) + (out ? 50 : 0),
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: behind.map((booking) => briefly(booking, index)),
  };
}

const lateReasons: ReadonlySet<Conflict['reason']> = new Set(['aircraft not back', 'person not back']);

/** What cannot both be; one that waits for something late stands behind that. */
function isClash(conflict: Conflict): conflict is PairConflict {
  return conflict.other !== null && conflict.certainty === 'definite' && !lateReasons.has(conflict.reason);
}

/** Two bookings of one aircraft or person at one time, today or tomorrow, each pair once. */
function conflictItems(index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const end = horizonOf(index);
  const all = new Map(Array.from(index.conflicts.values()).flatMap((own) => own.map((one) => [one.key, one] as const)));
  return [...all.values()]
    .filter(isClash)
    .filter(({ booking, other }) => Math.min(booking.start, other.start) < end)
    .map((conflict): AttentionItem => {
      const { key, booking, other, subject } = conflict;
      const at = Math.max(booking.start, other.start);
      return {
        key: `conflict ${key}`,
        kind: 'conflict',
        subject,
        words: `${whenText(booking.start, now, clock)} ${subject === tailOf(booking) ? titleOf(booking) : tailAndTitle(booking)}: ${conflictText(conflict, clock, now)}`,
        since: null,
        at,
        rank: urgency(at, index),
        severity: 1,
        of: booking,
        link: reservationLink(booking, zone.name),
        behind: [
          {
            key: other.key,
            words: `${whenText(other.start, now, clock)} ${tailAndTitle(other)}`,
            link: reservationLink(other, zone.name),
          },
        ],
      };
    });
}

/** What the dispatch check says “stop” to, besides what stands as a conflict, as late, or with the aircraft. */
function stopItems({ booking, lines: stops }: Stop, index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const conflicts = index.conflicts.get(booking.key) ?? [];
  const isBehind = index.late.notBack.some(({ atRisk }) => atRisk.some((risk) => risk.booking.key === booking.key));
  const told = new Set(
    conflicts
      .filter((one) => isClash(one) || (isBehind && lateReasons.has(one.reason)))
      .map((one) => conflictText(one, clock, now, booking)),
  );
  const lines = stops
    .filter(({ subject }) => subject !== 'aircraft fit')
    .map(({ subject, words }) => ({ subject, words: words.split('; ').filter((one) => !told.has(one)) }))
    .filter(({ words }) => words.length > 0);
  if (lines.length === 0) return [];
  const isCheckout = lines.every(({ subject }) => subject === 'checkout');
  const what = `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`;
  return [
    {
      key: `${isCheckout ? 'checkout' : 'stop'} ${booking.key}`,
      kind: isCheckout ? 'checkout' : 'stop',
      subject: tailOf(booking) ?? 'no aircraft',
      words: `${what}: ${lines.flatMap(({ words }) => words).join('; ')}`,
      since: null,
      at: booking.start,
      rank: urgency(booking.start, index) - (isCheckout ? 3 : 0),
      severity: lines.length,
      of: booking,
      link: reservationLink(booking, zone.name),
      behind: [],
    },
  ];
}

/** Instructors with more flight instruction booked in some 24 hours than 14 CFR 61.195(a) allows, of which some is still ahead. */
function hoursItems(index: ReadinessIndex): AttentionItem[] {
  const { now, clock } = index.sources;
  const end = horizonOf(index);
  return [...index.overHours].flatMap(([id, windows]): AttentionItem[] => {
    const own = (index.bookings.byPerson.get(id) ?? []).filter(({ standing }) => certaintyOf(standing) !== null);
    const ahead = windows.filter(
      ({ window }) => window.start < end && own.some(({ booking }) => booking.end > now && booking.start < window.end),
    );
    const worst = ahead.toSorted((a, b) => b.booked - a.booked || a.window.start - b.window.start)[0];
    const record = index.instructors?.get(id);
    const named = own[0]?.booking.record.instructor;
    if (!worst || worst.window.end <= now) return [];
    const { window, booked } = worst;
    const from = `from ${whenText(window.start, now, clock)}`;
    return [
      {
        key: `hours ${id}`,
        kind: 'instructor hours',
        subject: record ? instructorName(record) : [named?.firstName, named?.lastName].filter(Boolean).join(' ') || id,
        words: `${bookedText(booked)} of flight instruction booked in 24 h ${from} (14 CFR 61.195(a): 8 h)`,
        since: null,
        at: window.end,
        rank: window.start <= now ? 46 : 42,
        severity: Math.min(100, Math.ceil(booked / hour)),
        of: null,
        link: instructorLink(record?.userId ?? id),
        behind: [],
      },
    ];
  });
}

/** Limits that fall within seven days and have no shop visit, one item for each aircraft, with the flights that come after one. */
function limitItems({ index, limits }: AttentionSources, stops: readonly Stop[]): AttentionItem[] {
  const after = stops.filter(({ lines }) => lines.some(({ subject }) => subject === 'aircraft fit'));
  const byAircraft = Map.groupBy(after, ({ booking }) => idKey(booking.aircraftId ?? ''));
  return [...index.aircraft].flatMap(([id, { aircraft }]) => {
    const isActive = aircraft !== null && lifeOf(aircraft.status) === 'active';
    const near = isActive ? nearLimits(limits?.get(id) ?? [], index) : [];
    const own = byAircraft.get(id) ?? [];
    return aircraft && near.length + own.length > 0 ? [limitItem(id, aircraft, near, own, index)] : [];
  });
}

/** One of each reminder, the first first. */
function nearLimits(limits: readonly Limit[], { sources: { now } }: ReadinessIndex): Limit[] {
  const isNear = ({ at, visits }: Limit) =>
    at >= now && at - now <= limitDays * 24 * hour && !visits.some(({ isFor, isInTime }) => isFor && isInTime);
  const near = limits.filter(isNear);
  return near.filter(({ item }, place) => near.findIndex((other) => other.item.key === item.key) === place);
}

function limitItem(
  id: string,
  aircraft: Aircraft,
  near: readonly Limit[],
  stops: readonly Stop[],
  index: ReadinessIndex,
): AttentionItem {
  const { now, clock } = index.sources;
  const [first] = stops;
  const [soonest] = near;
  const told = soonest
    ? `${limitWords(soonest, now, clock)}${soonest.certainty === 'possible' ? ', if flown as booked' : ''}; ${visitWords(soonest, index)}`
    : (first?.lines.find(({ subject }) => subject === 'aircraft fit')?.words ?? '');
  const more = near.length > 1 ? `; ${near.length - 1} more within ${limitDays} days` : '';
  const days = soonest ? Math.ceil((soonest.at - now) / (24 * hour)) : 0;
  return {
    key: `limit ${id}`,
    kind: first ? 'stop' : 'limit near',
    subject: aircraft.tailNumber ?? 'no tail number',
    words: told + more,
    since: null,
    at: first?.booking.start ?? soonest?.at ?? null,
    rank: first ? urgency(first.booking.start, index) - 1 : 40 - days,
    severity: Math.min(50, near.length) + (first ? 50 : 0),
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: stops.map(({ booking }) => briefly(booking, index)),
  };
}

/** Why the shop visits that are booked do not help. */
function visitWords({ visits }: Limit, { sources: { now, clock } }: ReadinessIndex): string {
  const when = ({ booking }: Limit['visits'][number]) => whenText(booking.start, now, clock);
  const unnamed = visits.find(({ isInTime }) => isInTime);
  if (unnamed) return `shop visit ${when(unnamed)}, purpose not known`;
  const late = visits.find(({ isFor }) => isFor);
  return late ? `shop visit ${when(late)} comes after it` : 'no shop visit before it';
}

/** A flight behind an aircraft that must not fly it: `1400L Garcia / Lee`. */
function briefly(
  booking: TimedBooking,
  { sources: { now, clock, zone } }: ReadinessIndex,
): AttentionItem['behind'][number] {
  return {
    key: booking.key,
    words: `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`,
    link: reservationLink(booking, zone.name),
  };
}
