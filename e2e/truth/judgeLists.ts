import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import type { Judged, Statement, Verdict } from './judge.ts';
import { clockHours, isLive, meets, type Snapshot, defaultShare } from './oracle.ts';
import { clashes, hoursTruth, instructorsOn } from './oraclePeople.ts';
import { hasOddMeter, remindersOf, type ReminderTruth } from './oraclePlanes.ts';
import { dayLength } from './school.ts';
import type { Said } from './screens.ts';
import { endOfLimit, isFlown, metersAt } from './world.ts';

const pairReasons = {
  'aircraft twice': 'plane',
  'maintenance block': 'plane',
  'person twice': 'person',
  'time off': 'person',
} as const;

function isPairReason(reason: string): reason is keyof typeof pairReasons {
  return Object.hasOwn(pairReasons, reason);
}

/** Pairs of reservations that cannot both take place, by plan, while both are ahead or under way. */
export function judgeConflicts({ index, now }: Said, snapshot: Snapshot): Judged[] {
  const said = new Map<string, string>();
  const nearEnd = index.sources.schedule.nearEnd;
  for (const ownConflicts of index.conflicts.values()) {
    for (const { reason, reservation, other, certainty, subject } of ownConflicts) {
      if (!isPairReason(reason) || !other || certainty !== 'definite' || reservation.end <= now || other.end <= now)
        continue;
      said.set(`${pairReasons[reason]} ${[reservation.key, other.key].toSorted().join(' ')}`, `${reason}: ${subject}`);
    }
  }
  const real = clashes(snapshot);
  const isNear = (key: string) =>
    key
      .split(' ')
      .slice(1)
      .every((id) => index.reservations.byKey.has(id));
  const judged = Array.from(said, ([key, words]): Judged => {
    const clash = real.get(key);
    return of('conflict', clash?.isReal ? 'true' : clash ? 'not knowable' : 'false alarm', key, words);
  });
  const missed = [...real.values()].filter(({ key, isReal }) => isReal && !said.has(key) && isNear(key));
  return [
    ...judged,
    ...missed.map(({ key }) => of('conflict', 'missed', key, `until ${new Date(nearEnd).toISOString()}`)),
  ];
}

function of(
  statement: Statement,
  verdict: Verdict,
  about: string,
  words: string,
  isSaid = verdict !== 'missed',
): Judged {
  return { statement, verdict, isSaid, about, words };
}

/** Instructors with too much instruction in any 24 hours, by the list of what needs attention. */
export function judgeHours({ attention }: Said, snapshot: Snapshot, until: Instant): Judged[] {
  const items = attention.page.filter(({ kind }) => kind === 'instructor hours');
  const said = new Map(items.map(({ key, words }) => [key.replace('hours ', ''), words]));
  return hoursTruth(snapshot, until).flatMap(({ instructor, isOver, isBookedOver }): Judged[] => {
    const words = said.get(instructor);
    const tell = (verdict: Verdict) => [
      of(
        'instructor’s hours',
        verdict,
        instructor,
        `${words ?? 'nothing said'}; really ${isOver ? 'over' : 'within'}, booked ${isBookedOver ? 'over' : 'within'}`,
        words !== undefined,
      ),
    ];
    if (words !== undefined) return tell(isOver ? 'true' : isBookedOver ? 'not knowable' : 'false alarm');
    if (!isOver) return [];
    return tell(isBookedOver ? 'missed' : 'not knowable');
  });
}

/**
 * The screens report limits within seven days. A report is true if the limit is reached in twice that time; a limit reached
 * within three days must be reported.
 */
const nearDays = 14;
const soonDays = 3;

/** Limits that come near, by the list of what needs attention; hindsight shows what was really flown. */
export function judgeLimits({ attention, rows }: Said, snapshot: Snapshot): Judged[] {
  const { world, now, byAircraft } = snapshot;
  return rows.flatMap((row): Judged[] => {
    const place = world.school.fleet.findIndex(({ id }) => id === row.aircraft.aircraftId);
    const aircraft = world.school.fleet[place];
    if (!aircraft || aircraft.isSimulator || aircraft.isStored || hasOddMeter(snapshot, place)) return [];
    const reminders = remindersOf(snapshot, place);
    const items = attention.page.filter(({ of: what, evidence }) => {
      const isItself = typeof what === 'string' && what.toLowerCase() === aircraft.id;
      return (
        isItself ||
        evidence.some(({ record, id }) => record === 'reminder' && reminders.some(({ reminder }) => reminder.id === id))
      );
    });
    const near = items.find(({ kind }) => kind === 'limit near');
    const judged: Judged[] = [];
    if (near) {
      const isReached = reminders.some((reminder) =>
        isReachedBy(reminder, now + nearDays * dayLength, snapshot, place),
      );
      const isOdd = reminders.some(
        ({ limit, shown, meters, shownMeters: read }) => limit !== shown || read.hours > meters.hours + 0.2,
      );
      judged.push(
        of(
          'limit near',
          isReached ? 'true' : isOdd ? 'not knowable' : 'false alarm',
          aircraft.id,
          `${aircraft.tail} ${near.words}`,
        ),
      );
    }
    const isVisited = (byAircraft.get(place) ?? []).some((entry) => entry.plan.kind === 'shop' && isLive(entry, now));
    const isReported = items.length > 0 || row.fitness.kind === 'limit near' || row.fitness.kind === 'grounded';
    const soon = reminders.find((reminder) => isReachedBy(reminder, now + soonDays * dayLength, snapshot, place));
    if (soon && !isVisited && !isReported) {
      const isKnowable = isBookedToReach(soon, snapshot, place);
      judged.push(
        of(
          'limit near',
          isKnowable ? 'missed' : 'not knowable',
          aircraft.id,
          `${aircraft.tail} ${soon.reminder.name}: nothing said`,
          false,
        ),
      );
    }
    return judged;
  });
}

function isReachedBy({ limit }: ReminderTruth, at: Instant, { world }: Snapshot, aircraft: number): boolean {
  const { hours, landings } = metersAt(world, aircraft, at);
  const end = endOfLimit(limit, world.school.zone);
  return (
    (end !== null && end <= at) ||
    (limit.hours !== null && hours >= limit.hours) ||
    (limit.landings !== null && landings >= limit.landings)
  );
}

/** Whether the flights booked by now, flown as usual, use up what the service shows as left. */
function isBookedToReach(
  { shown, shownMeters }: ReminderTruth,
  { now, byAircraft, world }: Snapshot,
  aircraft: number,
): boolean {
  const end = endOfLimit(shown, world.school.zone);
  if (end !== null && end - now <= soonDays * dayLength) return true;
  const until = now + soonDays * dayLength;
  const ahead = (byAircraft.get(aircraft) ?? []).filter(
    (entry) => isFlown(entry.plan) && isLive(entry, now) && entry.plan.end <= until,
  );
  const clock = ahead.reduce((sum, { plan }) => sum + clockHours(plan.end - Math.max(plan.start, now)), 0);
  return (
    (shown.hours !== null && shown.hours - shownMeters.hours < clock * defaultShare) ||
    (shown.landings !== null && shown.landings - shownMeters.landings < clock)
  );
}

/** Flights of a scheduling group that have no aircraft yet: each must say so. */
export function judgeGroups({ checks, now }: Said, { entries }: Snapshot, until: Instant): Judged[] {
  const waiting = entries.filter(
    ({ plan, status }) => plan.kind === 'group' && status === 'reserved' && plan.start > now && plan.start < until,
  );
  return waiting.map(({ made: { id } }) => {
    const words = checks.get(id)?.lines.map((line) => `${line.subject}: ${line.level}, ${line.words}`) ?? ['no check'];
    const isSaid = words.some((word) => word.startsWith('aircraft fit: check, No aircraft yet'));
    return of('no aircraft yet', isSaid ? 'true' : 'missed', id, words.join(' | '));
  });
}

/** The figures at the head of the brief of today. */
export function judgeBrief({ brief, now }: Said, snapshot: Snapshot): Judged[] {
  const { world, entries } = snapshot;
  const { zone, fleet } = world.school;
  const span = daySpan(dayOf(now, zone), zone);
  const flights = entries.filter(({ plan, status }) => {
    const isAircraft = plan.aircraft !== null && fleet[plan.aircraft]?.isSimulator !== true;
    return (
      ((isAircraft && isFlown(plan)) || plan.kind === 'group') &&
      status !== 'cancelled' &&
      status !== 'no-show' &&
      meets(plan, span)
    );
  });
  const on = instructorsOn(snapshot, span);
  const wanted = { 'Flights booked': String(flights.length), 'Instructors on': `${on.on} of ${on.of}` };
  return Object.entries(wanted).map(([name, value]) => {
    const shown = brief.facts.find((fact) => fact.name === name)?.value ?? 'nothing';
    return of(
      'counts of the brief',
      shown === value ? 'true' : 'false alarm',
      name,
      `${name}: ${shown}, really ${value}`,
    );
  });
}
