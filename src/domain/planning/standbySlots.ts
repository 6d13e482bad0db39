import type { LogEntry } from '#contract/gateway/log.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { freedBy, partsOutside } from '#domain/log/freed.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { placeAt } from '#domain/schedule/reservationIndex.ts';
import { longestFreed, shortestFreed, usualLesson } from '#domain/thresholds.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, overlaps, type Span, zoneOffset } from '#domain/time/time.ts';
import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { defaultHours } from './request.ts';
import { placeBefore, refusalOf, type Room, type RoomRefusal, type Use } from './room.ts';

/** A time of an aircraft that a change freed and that it can still fly. */
export type FreedSlot = Span & {
  /** The number of the log's entry; for a further part of its time with its start: `41`, `41-1778698800`. */
  readonly key: string;
  /** The change that freed it. */
  readonly entry: LogEntry;
  readonly room: Room;
  /** The aircraft's location then; null if the records do not say. */
  readonly place: string | null;
  readonly isPartlyNight: boolean;
};

/** Why a freed time is not offered: for its aircraft, or because less than an hour of it is left. */
export type Unoffered = RoomRefusal | 'not listed' | 'short';

export type FreedSlots = {
  /** In order of start, then of tail number and key. */
  readonly slots: readonly FreedSlot[];
  /** The freed times that are not offered, by reason, and by the number of their entry. */
  readonly unoffered: ReadonlyMap<number, Unoffered>;
};

export type FreedSources = {
  readonly index: PlanningIndex;
  readonly entries: readonly LogEntry[];
  /** Freed times that begin later are not looked at. */
  readonly until: Instant;
  /** The location that is looked at; null for all. */
  readonly place: string | null;
};

/**
 * The freed times that lie ahead and that their aircraft can still fly, by the rules of the planning tools: not grounded,
 * within its limits, not late, not booked again. Time that several changes freed is offered once, for the newest of them. A
 * time longer than a day of flying is cut to the usual flying hours of each day. Linear in the entries, besides the sorting.
 */
export function freedSlots({ index, entries, until, place }: FreedSources): FreedSlots {
  const { now, rooms } = index;
  const zone = index.readiness.sources.zone.name;
  const end = Math.min(until, index.span.end);
  const nights = darknessIn({ start: now, end }, zone, index.readiness.sources.position).filter(
    ({ kind }) => kind === 'night',
  );
  const listed = new Set(index.fleet.map(({ aircraftId }) => idKey(aircraftId)));
  const offered = new Map<string, Span[]>();
  const unoffered = new Map<number, Unoffered>();
  const slots: FreedSlot[] = [];
  for (const entry of entries.toSorted((a, b) => b.seq - a.seq)) {
    let count = 0;
    for (const freed of freedBy(entry, now)) {
      if (freed.start >= end) continue;
      const ahead = { start: freed.start, end: Math.min(freed.end, end) };
      const room = rooms.of(freed.aircraftId);
      const id = idKey(freed.aircraftId);
      if (!listed.has(id)) {
        unoffered.set(entry.seq, 'not listed');
        continue;
      }
      const known = offered.get(id) ?? [];
      offered.set(id, known);
      const fresh = partsOutside(ahead, known).flatMap((part) => flyingParts(part, zone));
      // All of it was freed again later, and stands there.
      if (fresh.every(isShort)) continue;
      const found = fresh.flatMap((part) => partsFor(room, part));
      const there = found.filter((part) => place === null || (placeBefore(room, part.start) ?? place) === place);
      if (there.length === 0) unoffered.set(entry.seq, found.length > 0 ? 'elsewhere' : reasonFor(room, ahead));
      for (const part of there) {
        add(known, part);
        slots.push({
          ...part,
          key: count++ === 0 ? String(entry.seq) : `${entry.seq}-${part.start / 1000}`,
          entry,
          room,
          place: placeBefore(room, part.start),
          isPartlyNight: nights.some(({ span }) => overlaps(span, part)),
        });
      }
    }
  }
  for (const { entry } of slots) unoffered.delete(entry.seq);
  return { slots: slots.toSorted(byStart), unoffered };
}

function byStart(a: FreedSlot, b: FreedSlot): number {
  return a.start - b.start || (tailOf(a) < tailOf(b) ? -1 : Number(tailOf(a) > tailOf(b))) || (a.key < b.key ? -1 : 1);
}

function tailOf({ room }: FreedSlot): string {
  return room.aircraft.tailNumber ?? '';
}

/** Keeps the list in order of start; the parts never overlap. */
function add(spans: Span[], part: Span): void {
  spans.splice(
    placeAt(spans, part.start, ({ start }) => start),
    0,
    part,
  );
}

function isShort({ start, end }: Span): boolean {
  return end - start < shortestFreed * millisecondsInHour;
}

/** A time in which nothing would be flown for most of it, by its days' usual flying hours; any other as it is. */
function flyingParts(span: Span, zone: string): Span[] {
  if (span.end - span.start <= longestFreed * millisecondsInHour) return [span];
  const parts: Span[] = [];
  for (let day: Day = dayOf(span.start, zone); daySpan(day, zone).start < span.end; day = addDays(day, 1)) {
    const start = Math.max(span.start, atClock(day, defaultHours.from, zone));
    const end = Math.min(span.end, atClock(day, defaultHours.to, zone));
    if (start < end) parts.push({ start, end });
  }
  return parts;
}

/** A time of the day by the wall clock, which on a day with a clock change is not as many minutes after midnight. */
function atClock(day: Day, minutes: number, zone: string): Instant {
  const naive = daySpan(day, zone).start + minutes * millisecondsInMinute;
  return naive + zoneOffset(zone, daySpan(day, zone).start) - zoneOffset(zone, naive);
}

/** The parts of a time in which the aircraft can fly a lesson. */
function partsFor(room: Room, span: Span): Span[] {
  if (room.grounded !== null) return [];
  const limit = Math.min(room.recordedUntil, room.limits().firmUntil);
  const allowed = { start: Math.max(span.start, room.from), end: Math.min(span.end, limit) };
  if (allowed.end <= allowed.start) return [];
  return partsOutside(allowed, room.taken).filter((part) => !isShort(part) && canFly(room, part));
}

/** The least of a freed time that an instructor and a student need: all of it, or a lesson of a longer one. */
export function leastOf({ start, end }: Span): number {
  return Math.min(end - start, usualLesson * millisecondsInHour);
}

/** Whether the aircraft can take a lesson from the start of a time on. */
export function canFly(room: Room, span: Span): boolean {
  return refusalOf(room, lessonIn(room, span), true) === null;
}

function lessonIn({ aircraft }: Room, span: Span): Use {
  const end = span.start + leastOf(span);
  return { start: span.start, end, until: end, isFlown: aircraft.isSimulator !== true, place: null };
}

function reasonFor(room: Room, span: Span): Unoffered {
  const { aircraft } = room;
  const whole = { ...span, until: span.end, isFlown: aircraft.isSimulator !== true, place: null };
  return refusalOf(room, lessonIn(room, span), true) ?? refusalOf(room, whole, true) ?? 'short';
}
