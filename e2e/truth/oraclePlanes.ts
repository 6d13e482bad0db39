import type { Instant } from '#domain/time/time.ts';
import { isUnreadable } from './oddities.ts';
import {
  clockHours,
  type Entry,
  isOpenVisit,
  openFlights,
  type Snapshot,
  unreadFlights,
  defaultShare,
} from './oracle.ts';
import { dayLength, type Limit, type Reminder } from './school.ts';
import { endOfLimit, isFlown, limitAt, metersAt, type RealFlight, shownMeters } from './world.ts';

/** A true fact, and whether the records could show it. */
type Fact = { readonly what: string; readonly isKnowable: boolean; readonly isLimit?: boolean };

/** The truth about one aircraft. */
export type AircraftTruth = {
  readonly aircraft: number;
  /** The flight that it is really on, with its reservation. */
  readonly airborne: { readonly flight: RealFlight; readonly entry: Entry; readonly isOver: boolean } | null;
  /** The real reasons why it cannot fly; none for an available aircraft. */
  readonly against: readonly Fact[];
  /** The real reasons why it must not fly, whatever it is doing. */
  readonly grounded: readonly Fact[];
  /** What the records say against it, whether true or not. */
  readonly said: { readonly grounded: boolean; readonly busy: boolean; readonly doubt: boolean };
  /** Flights that may still be out by the records, and flights whose hours the records do not show yet. */
  readonly open: readonly Entry[];
  /** The booked start of its present flight has passed. */
  readonly isBegun: boolean;
  readonly unread: readonly Entry[];
};

/** The truth about one aircraft at the instant of a snapshot. */
export function aircraftTruth(snapshot: Snapshot, aircraft: number): AircraftTruth {
  const { world, now } = snapshot;
  const open = openFlights(snapshot, aircraft);
  const unread = unreadFlights(snapshot, aircraft);
  const airborne = airborneAt(snapshot, aircraft);
  const visit = (world.visits[aircraft] ?? []).find(({ start, end }) => start <= now && now < end);
  const ownEntries = snapshot.byAircraft.get(aircraft) ?? [];
  const isCurrent = ({ plan, status }: Entry) => status === 'reserved' && plan.start <= now && now < plan.end;
  const isShopOpen = ownEntries.some((entry) => isOpenVisit(entry) && entry.plan.start <= now);
  const isShopShown = isShopOpen || ownEntries.some((entry) => entry.plan.kind === 'shop' && isCurrent(entry));
  const grounded = groundedFacts(snapshot, aircraft, unread);
  const against: Fact[] = [
    ...grounded,
    ...(airborne ? [{ what: 'in the air', isKnowable: isSeenOut(airborne.entry, now) }] : []),
    ...(visit ? [{ what: 'in the shop', isKnowable: isShopShown }] : []),
    ...doubtfulFacts(snapshot, aircraft),
  ];
  const ended = ownEntries.some(({ plan }) => plan.kind === 'shop' && plan.end <= now && now - plan.end <= dayLength);
  const doubt =
    ended ||
    hasGoneBack(snapshot, aircraft) ||
    groundingOf(snapshot, aircraft).some(
      (reminder) => hoursOpen(unread, now) > 0 && isLikelyOver(reminder, unread, now),
    );
  return {
    aircraft,
    airborne,
    against,
    grounded,
    said: {
      grounded: saidGrounded(snapshot, aircraft, unread),
      busy:
        open.length > 0 ||
        isShopOpen ||
        ownEntries.some(isCurrent) ||
        ownEntries.some((entry) => entry.status === 'out' && isFlown(entry.plan) && entry.plan.end > now),
      doubt,
    },
    open,
    isBegun: airborne !== null && airborne.entry.plan.start <= now,
    unread,
  };
}

/** An unclear status tells nothing before the booked start. */
function isSeenOut({ status, isUnclear, plan }: Entry, now: Instant): boolean {
  return status === 'out' && (!isUnclear || plan.start <= now);
}

/** Whether the last step of the shown meter was backward, or the meter was changed: nobody can tell which reading is right. */
function hasGoneBack({ world, now }: Snapshot, aircraft: number): boolean {
  const first = world.school.fleet[aircraft]?.hours ?? 0;
  const shown = (world.meters[aircraft] ?? []).filter(({ at }) => at <= now).map(({ hours }) => hours);
  const change = world.school.fleet[aircraft]?.meterChange ?? null;
  if (change !== null && change.at <= now) return true;
  const readings = [first, ...shown].filter((hours, place, all) => hours !== all[place - 1]);
  return (readings.at(-1) ?? 0) < (readings.at(-2) ?? 0);
}

function airborneAt({ world, now, madeOf, byAircraft }: Snapshot, aircraft: number): AircraftTruth['airborne'] {
  const flight = world.flights[aircraft]?.find((realFlight) => realFlight.out <= now && now < realFlight.in);
  const made = flight && madeOf.get(flight);
  const entry = made && byAircraft.get(aircraft)?.find((candidate) => candidate.made === made);
  return flight && entry ? { flight, entry, isOver: now >= entry.plan.end } : null;
}

/** A reminder with the limit in force, the limit that the service shows, and the meters of both. */
export type ReminderTruth = {
  readonly reminder: Reminder;
  readonly limit: Limit;
  readonly shown: Limit;
  readonly meters: { readonly hours: number; readonly landings: number };
  readonly shownMeters: { readonly hours: number; readonly landings: number };
};

/** Those that every flight needs. */
function groundingOf(snapshot: Snapshot, aircraft: number): ReminderTruth[] {
  return remindersOf(snapshot, aircraft).filter(({ reminder }) => reminder.onlyFor === null);
}

export function remindersOf({ world, now }: Snapshot, aircraft: number): ReminderTruth[] {
  const meters = metersAt(world, aircraft, now);
  const shown = shownMeters(world, aircraft, now);
  return (world.school.fleet[aircraft]?.reminders ?? []).map((reminder) => ({
    reminder,
    limit: limitAt(world, reminder, now, 'really'),
    shown: limitAt(world, reminder, now, 'shown'),
    meters,
    shownMeters: shown,
  }));
}

/** A meter shows tenths, so a value within half a tenth of its limit is on neither side of it. */
export const edge = 0.05;

/** Whether the limit in force has really passed. */
export function isReallyOver({ limit, meters }: ReminderTruth, now: Instant, zone: string): boolean {
  const end = endOfLimit(limit, zone);
  return (
    (end !== null && now >= end) ||
    (limit.hours !== null && meters.hours > limit.hours + edge) ||
    (limit.landings !== null && meters.landings > limit.landings)
  );
}

/** Whether it has passed by the figures that the service shows. */
export function isShownOver({ shown, shownMeters: read }: ReminderTruth, now: Instant, zone: string): boolean {
  const end = endOfLimit(shown, zone);
  return (
    (end !== null && now >= end) ||
    (shown.hours !== null && read.hours >= shown.hours) ||
    (shown.landings !== null && read.landings >= shown.landings)
  );
}

/** The clock hours of open flights so far. */
export function hoursOpen(open: readonly Entry[], now: Instant): number {
  return open.reduce((sum, { plan }) => sum + clockHours(Math.min(now, plan.end) - plan.start), 0);
}

/** Whether unclosed flights, flown as usual, use up what is left; if so, the records can show it. */
export function isLikelyOver(
  truth: ReminderTruth,
  open: readonly Entry[],
  now: Instant,
  share = defaultShare,
): boolean {
  const { shown, shownMeters: read } = truth;
  const clock = hoursOpen(open, now);
  return (
    (shown.hours !== null && shown.hours - read.hours <= clock * share) ||
    (shown.landings !== null && shown.landings - read.landings <= clock * 2)
  );
}

function openSquawks({ world, now }: Snapshot, aircraft: number) {
  return world.squawks.filter(
    (squawk) =>
      squawk.aircraft === aircraft && squawk.opened <= now && (squawk.resolved === null || squawk.resolved > now),
  );
}

function isGroundedNow(snapshot: Snapshot, aircraft: number): boolean {
  return openSquawks(snapshot, aircraft).some(
    (squawk) => squawk.grounds && !isUnreadable(snapshot.world.school, squawk),
  );
}

/** What nobody can tell from the records, and must therefore not be taken as harmless. */
export function doubtfulFacts(snapshot: Snapshot, aircraft: number): Fact[] {
  const isDoubtful = openSquawks(snapshot, aircraft).some((squawk) => isUnreadable(snapshot.world.school, squawk));
  return [
    ...(isDoubtful ? [{ what: 'a squawk that may ground it', isKnowable: true }] : []),
    ...(hasOddMeter(snapshot, aircraft) ? [{ what: 'a meter that does not fit its limits', isKnowable: true }] : []),
  ];
}

/** Between the change of a meter and the correction of the limits, nothing shows how many hours are left. */
export function hasOddMeter({ world, now }: Snapshot, aircraft: number): boolean {
  const change = world.school.fleet[aircraft]?.meterChange ?? null;
  return change !== null && change.at <= now && now < change.corrected;
}

function groundedFacts(snapshot: Snapshot, aircraft: number, open: readonly Entry[]): Fact[] {
  const { world, now } = snapshot;
  const { zone } = world.school;
  const over = groundingOf(snapshot, aircraft).filter((reminder) => isReallyOver(reminder, now, zone));
  return [
    ...(world.school.fleet[aircraft]?.isStored ? [{ what: 'stored', isKnowable: true }] : []),
    ...(isGroundedNow(snapshot, aircraft) ? [{ what: 'grounded by a squawk', isKnowable: true }] : []),
    ...over.map((reminder) => ({
      what: `${reminder.reminder.name} passed`,
      isLimit: true,
      isKnowable:
        (isShownOver(reminder, now, zone) || isLikelyOver(reminder, open, now)) &&
        !(reminder.limit.hours !== null && hasOddMeter(snapshot, aircraft)),
    })),
  ];
}

/** Whether the records themselves say that it must not fly, or would with half the hours of open flights. */
function saidGrounded(snapshot: Snapshot, aircraft: number, open: readonly Entry[]): boolean {
  const { world, now } = snapshot;
  if (world.school.fleet[aircraft]?.isStored || isGroundedNow(snapshot, aircraft)) return true;
  return groundingOf(snapshot, aircraft).some((reminder) => {
    return isShownOver(reminder, now, world.school.zone) || (open.length > 0 && isLikelyOver(reminder, open, now, 0.5));
  });
}
