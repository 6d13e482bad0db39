import { getPosition } from 'suncalc';
import { daySpan, type Instant } from '#domain/time/time.ts';
import { checkoutStands } from './checkouts.ts';
import { clockHours, type Entry, isLive, isOpenVisit, meets, type Snapshot, defaultShare } from './oracle.ts';
import { isInLongDay, isReallyOver as isBack } from './oraclePeople.ts';
import {
  doubtfulFacts,
  edge,
  hasOddMeter,
  hoursOpen,
  isLikelyOver,
  isReallyOver,
  isShownOver,
  aircraftTruth,
  type AircraftTruth,
  type ReminderTruth,
  remindersOf,
} from './oraclePlanes.ts';
import { patternWork } from './oddities.ts';
import { dayLength, fields, fuelDirective, hour, minute } from './school.ts';
import { forecastEnd, isBeyondIn } from './sky.ts';
import { endOfLimit, isActiveAt, isFlown, limitAt, metersAt, aircraftOf } from './world.ts';

/** The subject of a line of a check. */
export type Subject =
  | 'aircraft fit'
  | 'aircraft there'
  | 'double booking'
  | 'instructor'
  | 'checkout'
  | 'pilot'
  | 'daylight'
  | 'weather';

/** A real reason against a flight. */
type Cause = {
  /** The subjects of the lines that may report it. */
  readonly subjects: readonly Subject[];
  readonly what: string;
  /** `stop`: by the records the flight cannot go as booked. `look`: a person must look at it. */
  readonly needs: 'stop' | 'look';
  readonly isKnowable: boolean;
};

export type FlightTruth = {
  readonly entry: Entry;
  readonly causes: readonly Cause[];
  /** Subjects on which the records themselves are wrong. */
  readonly saidFalsely: ReadonlySet<Subject>;
  /** A caution was useful: the flight was late, moved to another aircraft, or within an hour of a limit. */
  readonly isTouched: boolean;
};

/** The length of a turnaround. */
const turn = 15 * minute;

/** The truth about a departure still ahead. */
function flightTruth(snapshot: Snapshot, entry: Entry, aircraft: AircraftTruth, until: Instant): FlightTruth {
  const fit = fitCauses(snapshot, entry, aircraft);
  const there = thereCauses(snapshot, entry, aircraft);
  const causes = [...fit.causes, ...there.causes, ...peopleCauses(snapshot, entry, until)];
  const saidFalsely = new Set<Subject>([
    ...(fit.isSaidFalsely ? (['aircraft fit'] as const) : []),
    ...(there.isSaidFalsely ? (['aircraft there', 'double booking'] as const) : []),
  ]);
  return { entry, causes, saidFalsely, isTouched: isTouched(snapshot, entry) };
}

function fitCauses(
  snapshot: Snapshot,
  { plan, made }: Entry,
  { aircraft, grounded, said, unread: open }: AircraftTruth,
) {
  const { now, byAircraft, world } = snapshot;
  const visits = (byAircraft.get(aircraft) ?? []).filter((entry) => {
    return entry.plan.kind === 'shop' && isLive(entry, now) && entry.plan.end <= plan.start;
  });
  const settled = new Set(visits.flatMap((visit) => visit.made.visit?.reminders ?? []));
  const isVisited = visits.length > 0;
  const state = grounded.filter(({ isLimit }) => isLimit !== true);
  const causes: Cause[] = state.map(({ what, isKnowable }) => ({
    subjects: ['aircraft fit'],
    what,
    // No name of a visit shows that it is for a squawk that grounds.
    needs: 'stop',
    isKnowable,
  }));
  for (const { what, isKnowable } of doubtfulFacts(snapshot, aircraft))
    causes.push({ subjects: ['aircraft fit'], what, needs: 'look', isKnowable });
  for (const truth of remindersOf(snapshot, aircraft)) {
    if (settled.has(truth.reminder.id)) continue;
    const cause = limitCause(snapshot, { plan, made, aircraft, truth, open, isVisited });
    if (cause) causes.push(cause);
  }
  const { zone } = world.school;
  const isDatePast = (end: Instant | null) => end !== null && end <= plan.end;
  // An item reset by the shop stays in the records until somebody enters it, and no record shows that a visit under another name
  // resets it.
  const isLimitSaid = remindersOf(snapshot, aircraft).some((truth) => {
    const { limit, shown, reminder } = truth;
    const isSaid =
      isDatePast(endOfLimit(shown, zone)) || isSurelyOver(snapshot, { plan, made, aircraft, truth, open, isVisited });
    return (shown !== limit || settled.has(reminder.id)) && isSaid;
  });
  return { causes, isSaidFalsely: said.grounded || isLimitSaid };
}

type LimitInput = Pick<Entry, 'plan' | 'made'> & {
  readonly aircraft: number;
  readonly truth: ReminderTruth;
  readonly open: readonly Entry[];
  readonly isVisited: boolean;
};

function limitCause(snapshot: Snapshot, input: LimitInput): Cause | null {
  const { world, now } = snapshot;
  const { zone } = world.school;
  const { plan, truth, open, isVisited } = input;
  const { limit, shown, reminder } = truth;
  const cause = (what: string, needs: Cause['needs'], isKnowable: boolean): Cause => ({
    subjects: ['aircraft fit'],
    what: `${reminder.name} ${what}`,
    // Nor for an airworthiness directive.
    needs: (isVisited && reminder.name !== fuelDirective) || reminder.onlyFor !== null ? 'look' : needs,
    isKnowable,
  });
  // That its hours are not known is a cause of its own.
  if (limit.hours !== null && hasOddMeter(snapshot, input.aircraft)) return null;
  const isEntered = limit === shown;
  const end = endOfLimit(limit, zone);
  if (end !== null && end <= plan.start) return cause('passes before it', isEntered ? 'stop' : 'look', isEntered);
  if (end !== null && end < plan.end) return cause('passes in it', isEntered ? 'stop' : 'look', isEntered);
  if (isReallyOver(truth, now, zone)) {
    const isShown = isShownOver(truth, now, zone);
    return cause('has passed', isShown ? 'stop' : 'look', isShown || isLikelyOver(truth, open, now));
  }
  // Like a date, whatever the shop or the flight's people do later.
  if (isEntered && isSurelyOver(snapshot, input)) return cause('is used up in it', 'stop', true);
  // A limit that the shop resets before the flight does not affect it.
  if (limitAt(world, reminder, plan.start, 'really') !== limit) return null;
  const { hours, landings } = metersAfter(snapshot, input);
  const isCrossed =
    (limit.hours !== null && hours > limit.hours + edge) || (limit.landings !== null && landings > limit.landings);
  return isCrossed ? cause('is crossed by its end', 'look', isEntered && isBookedOver(snapshot, input)) : null;
}

/** Whether this flight alone uses up what the unclosed flights leave, if half of the clock time is flown. */
function isSurelyOver({ now }: Snapshot, { plan, truth, open }: LimitInput): boolean {
  const { shown, shownMeters } = truth;
  const others = open.filter((entry) => entry.plan !== plan);
  const clock = hoursOpen(others, now) + clockHours(plan.end - plan.start);
  return shown.hours !== null && shown.hours - shownMeters.hours < (clock - edge) / 2;
}

/** The real meters at the end of the flight. */
function metersAfter({ world }: Snapshot, { plan, made, aircraft }: Pick<LimitInput, 'plan' | 'made' | 'aircraft'>) {
  if (made.real?.aircraft === aircraft) return metersAt(world, aircraft, made.real.in);
  const { hours, landings } = metersAt(world, aircraft, plan.start);
  const clock = clockHours(plan.end - plan.start);
  return { hours: hours + clock * defaultShare, landings: landings + clock };
}

/** Whether all bookings until then could use up what is left, even at one meter hour per clock hour. */
function isBookedOver(snapshot: Snapshot, { plan, aircraft, truth, open }: LimitInput): boolean {
  const { now, byAircraft } = snapshot;
  const ahead = (byAircraft.get(aircraft) ?? []).filter((entry) => {
    return isFlown(entry.plan) && isLive(entry, now) && entry.status === 'reserved' && entry.plan.start <= plan.start;
  });
  const booked = ahead.reduce((sum, entry) => sum + clockHours(entry.plan.end - entry.plan.start), 0);
  const out = open.reduce((sum, entry) => sum + clockHours(entry.plan.end - entry.plan.start), 0);
  const clock = booked + Math.max(out, hoursOpen(open, now));
  const { shown, shownMeters } = truth;
  return (
    (shown.hours !== null && shown.hours - shownMeters.hours < clock) ||
    (shown.landings !== null &&
      shown.landings - shownMeters.landings < Math.max(clock * 2, landingsOf([...ahead, ...open])))
  );
}

/** Landings of bookings: pattern work makes at least six in a clock hour, other flights are not known to. */
function landingsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { plan }) => {
    return sum + clockHours(plan.end - plan.start) * (plan.activity === patternWork ? 6 : 2);
  }, 0);
}

function thereCauses(snapshot: Snapshot, entry: Entry, { airborne, open }: AircraftTruth) {
  const { now, byAircraft } = snapshot;
  const { plan, made } = entry;
  const ownEntries = (byAircraft.get(plan.aircraft ?? -1) ?? []).filter((one) => one.made !== made);
  const causes: Cause[] = [];
  const late =
    airborne?.isOver && airborne.entry.made !== made && airborne.entry.plan.start <= plan.start ? airborne : null;
  if (late) {
    const by = now - late.entry.plan.end;
    const { isUnclear } = late.entry;
    const isReported = isUnclear || by > 10 * minute || plan.start - now <= hour;
    const isStop = !isUnclear && plan.start < now + turn;
    if (isReported)
      causes.push({
        subjects: ['aircraft there', 'double booking'],
        what: 'its aircraft is not back',
        needs: isStop ? 'stop' : 'look',
        isKnowable: late.entry.status === 'out' && open.includes(late.entry),
      });
  }
  for (const other of ownEntries.filter((one) => isLive(one, now) && meets(one.plan, plan))) {
    if (other.plan.kind === 'shop')
      causes.push({ subjects: ['aircraft there'], what: 'in the shop then', needs: 'stop', isKnowable: true });
    else if (isFlown(other.plan) && !isBack(other, now))
      causes.push({
        subjects: ['double booking', 'aircraft there'],
        what: 'its aircraft is booked twice',
        needs: other.isUnclear ? 'look' : 'stop',
        isKnowable: true,
      });
  }
  // What nobody has closed is out, or in the shop, by the records, until something closed later shows otherwise.
  const visits = ownEntries.filter((one) => isOpenVisit(one) && one.plan.end <= now && one.plan.start <= plan.start);
  const isDone = ({ made: { visit } }: Entry) => visit === null || visit.end <= now;
  const isSaidFalsely = open.some((one) => one.made !== made && isBack(one, now)) || visits.some(isDone);
  if (visits.some((visit) => !isDone(visit)))
    causes.push({
      subjects: ['aircraft there'],
      what: 'still in the shop',
      needs: plan.start < now + turn ? 'stop' : 'look',
      isKnowable: true,
    });
  return { causes, isSaidFalsely };
}

function peopleCauses(snapshot: Snapshot, entry: Entry, until: Instant): Cause[] {
  const { now, byPerson, world } = snapshot;
  const { plan, made } = entry;
  const causes: Cause[] = [];
  const add = (subjects: readonly Subject[], what: string, needs: Cause['needs'] = 'stop', isKnowable = true) =>
    causes.push({ subjects, what, needs, isKnowable });
  for (const person of [plan.pilot, plan.instructor]) {
    const others = (person ? (byPerson.get(person.id) ?? []) : []).filter((one) => one.made !== made);
    for (const other of others.filter((one) => isLive(one, now) && meets(one.plan, plan))) {
      if (other.plan.kind === 'shop' || isBack(other, now)) continue;
      if (other.plan.kind === 'off') add(['instructor', 'double booking'], 'its instructor is off');
      else add(['double booking'], `${person?.lastName} is booked twice`, other.isUnclear ? 'look' : 'stop');
    }
  }
  if (plan.instructor && !isActiveAt(plan.instructor, now)) add(['instructor'], 'its instructor has left');
  if (plan.pilot && !isActiveAt(plan.pilot, now)) add(['pilot'], 'its pilot has left');
  const long = isInLongDay(snapshot, entry, until);
  if (long.really) add(['instructor'], 'over 8 h of instruction in 24', 'look', long.booked);
  const own = checkoutCause(snapshot, entry);
  if (own) add(['checkout'], own.what, own.needs);
  if (isBeyondSoloLimits(snapshot, entry)) add(['weather'], 'weather beyond the solo limits', 'look');
  if (plan.kind === 'solo' && [plan.start, plan.end].some((at) => isDark(at, world.school.zone)))
    add(['daylight'], 'a solo by night', 'look');
  return causes;
}

/** Whether a solo meets weather beyond the limits in any part that is still ahead and that the forecast reaches. */
function isBeyondSoloLimits({ world, now }: Snapshot, { plan }: Entry): boolean {
  if (!world.school.isOdd || plan.kind !== 'solo' || plan.end > forecastEnd(now)) return false;
  return isBeyondIn(world.school, { start: Math.max(now, plan.start), end: plan.end });
}

function checkoutCause({ world, now }: Snapshot, { plan }: Entry): Pick<Cause, 'what' | 'needs'> | null {
  const { zone } = world.school;
  const model = aircraftOf(world, plan)?.model ?? '';
  if (plan.instructor || !plan.pilot) return null;
  const ownCheckouts = plan.pilot.checkouts.filter((checkout) => checkout.model === model && checkout.given <= now);
  const [first] = ownCheckouts;
  if (!first) return { what: 'no checkout', needs: 'look' };
  if (first.revokedFrom !== null && first.revokedFrom <= now) return { what: 'checkout revoked', needs: 'stop' };
  // Nobody knows yet that a checkout will be revoked by then.
  const stands = checkoutStands(
    { checkouts: ownCheckouts.map((checkout) => ({ ...checkout, revokedFrom: null })) },
    model,
    plan.start,
    zone,
  );
  if (!stands) return { what: 'checkout over', needs: plan.kind === 'solo' ? 'look' : 'stop' };
  const last = first.lastDay === null ? null : daySpan(first.lastDay, zone).end;
  return last !== null && last - plan.end < dayLength ? { what: 'checkout ends that day', needs: 'look' } : null;
}

/** The end of civil twilight with the library's refraction; two ways of calculating it may differ by the margin. */
const twilight = { depth: -5.5, margin: 0.5 };

function altitudeAt(at: Instant, zone: keyof typeof fields): number {
  const { latitude, longitude } = fields[zone];
  return getPosition(new Date(at), latitude, longitude).altitude;
}

function isDark(at: Instant, zone: keyof typeof fields): boolean {
  return altitudeAt(at, zone) < twilight.depth - twilight.margin;
}

/** Judged by what finally happened to it. */
function isTouched(snapshot: Snapshot, { plan, made }: Entry): boolean {
  const { world, now } = snapshot;
  const aircraft = plan.aircraft ?? 0;
  const after = metersAfter(snapshot, { plan, made, aircraft });
  const isNear = remindersOf(snapshot, aircraft).some(({ limit }) => {
    const end = endOfLimit(limit, world.school.zone);
    return (
      (limit.hours !== null && after.hours > limit.hours - 1) ||
      (limit.landings !== null && after.landings > limit.landings - 4) ||
      (end !== null && end < plan.end)
    );
  });
  const isLate = made.real !== null && made.real.out > plan.start + 10 * minute;
  const isDisturbed = made.versions.some((version) => {
    const isSoon = version.at > now && version.at > plan.start - hour;
    return isSoon && (version.status === 'cancelled' || version.plan.aircraft !== plan.aircraft);
  });
  const isSolo = plan.kind === 'solo' && [plan.start, plan.end].some((at) => isTwilight(at, world.school.zone));
  return isNear || isLate || isDisturbed || isSolo;
}

function isTwilight(at: Instant, zone: keyof typeof fields): boolean {
  return altitudeAt(at, zone) < twilight.depth + twilight.margin;
}

/** The truth about the departures still ahead up to an instant, by reservation id. */
export function flightTruths(snapshot: Snapshot, until: Instant): ReadonlyMap<string, FlightTruth> {
  const { now, byAircraft, world } = snapshot;
  const found = new Map<string, FlightTruth>();
  for (const [place, list] of byAircraft) {
    if (world.school.fleet[place]?.isSimulator) continue;
    const ahead = list.filter(({ plan, status }) => {
      return (
        status === 'reserved' &&
        isFlown(plan) &&
        plan.start > now - 10 * minute &&
        plan.start < until &&
        plan.end <= until
      );
    });
    if (ahead.length === 0) continue;
    const aircraft = aircraftTruth(snapshot, place);
    for (const entry of ahead) found.set(entry.made.id, flightTruth(snapshot, entry, aircraft, until));
  }
  return found;
}
