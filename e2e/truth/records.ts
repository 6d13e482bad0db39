import type { FreeForm } from '#contract/objects.ts';
import { guidOf } from '#operator/school/random.ts';
import { type Day, type Instant, wallText } from '#domain/time/time.ts';
import { type Checkout, dayLength, type Limit, type Person, type Aircraft, type Reminder } from './school.ts';
import {
  endOfLimit,
  isActiveAt,
  isFlown,
  limitAt,
  aircraftOf,
  type Reservation,
  shownMeters,
  type Status,
  type Version,
  versionAt,
  type World,
} from './world.ts';
import { hasUnclearStatus, squawkForm, unclearStatus } from './oddities.ts';

/** What the service sends about a school at an instant: its records in the shapes of the specification, without the truth. */

const life = { inactive: { id: 0, name: 'inactive' }, active: { id: 1, name: 'active' } } as const;

const statuses: { readonly [Of in Status]: { readonly id: number; readonly name: string } } = {
  reserved: { id: 0, name: 'Reserved' },
  out: { id: 1, name: 'Checked Out' },
  done: { id: 2, name: 'Completed' },
  cancelled: { id: 3, name: 'Cancelled' },
  'no-show': { id: 4, name: 'No-Show' },
};

/** Whether the service shows the flight with a status that nobody documents. */
export function isUnclear({ school }: Pick<World, 'school'>, { plan, status }: Version, { id }: Reservation): boolean {
  const isAircraft = plan.aircraft !== null && school.fleet[plan.aircraft]?.isSimulator !== true;
  return status === 'out' && isAircraft && isFlown(plan) && hasUnclearStatus(school, id);
}

const types = {
  rental: { displayTypeId: 0, name: 'Rental' },
  dual: { displayTypeId: 0, name: 'Dual Flight Training' },
  group: { displayTypeId: 0, name: 'Rental' },
  solo: { displayTypeId: 0, name: 'Solo' },
  ground: { displayTypeId: 0, name: 'Ground Instruction' },
  shop: { displayTypeId: 1, name: 'Maintenance' },
  off: { displayTypeId: 10, name: 'Instructor Time Off' },
} as const;

function makeAndModel(seed: number, model: string) {
  return {
    make: { makeId: guidOf(seed, 'make', 1), name: 'Sample' },
    model: { modelId: guidOf(seed, `model ${model}`, 1), name: model },
  };
}

/** Section 2.2. */
export function aircraftRecord({ school }: World, aircraft: Aircraft): FreeForm {
  return {
    aircraftId: aircraft.id,
    tailNumber: aircraft.tail,
    ...makeAndModel(school.seed, aircraft.model),
    isSimulator: aircraft.isSimulator,
    status: aircraft.isStored ? life.inactive : life.active,
  };
}

/** Section 2.6, as of an instant; null before it is booked. */
export function reservationRecord(world: World, made: Reservation, at: Instant): FreeForm | null {
  const version = versionAt(made, at);
  if (!version) return null;
  const { plan, status } = version;
  const { seed } = world.school;
  const aircraft = aircraftOf(world, plan);
  const type = types[plan.kind];
  const named = ({ id, firstName, lastName }: Person) => ({ userId: id, firstName, lastName });
  const ids = aircraft && { aircraftId: aircraft.id, tailNumber: aircraft.tail, ...makeAndModel(seed, aircraft.model) };
  return {
    reservationId: made.id,
    operatorId: 1001,
    recurringSeries: null,
    startTime: new Date(plan.start).toISOString(),
    endTime: new Date(plan.end).toISOString(),
    displayName: null,
    reservationType: { reservationTypeId: guidOf(seed, `type ${plan.kind}`, 1), ...type },
    activityType: {
      activityTypeId: guidOf(seed, `activity ${plan.activity}`, 1),
      name: plan.activity,
      displayTypeId: type.displayTypeId,
      trackTrainingMismatch: false,
    },
    aircraft: ids && {
      ...ids,
      trackCycles: null,
      trackOilFuel: null,
      hasHobbs: true,
      isComplex: false,
      location: null,
      isSimulator: aircraft?.isSimulator,
      categoryClass: { id: 'ASEL', category: 'Airplane', class: 'ASEL', isSimulator: aircraft?.isSimulator },
    },
    aircraftOption:
      plan.kind === 'group'
        ? { aircraft: null, schedulingGroup: { name: 'Any 172' }, v3Simulator: null }
        : ids && { aircraft: { ...ids, bookingAlert: null }, schedulingGroup: null, v3Simulator: null },
    pilots: plan.pilot ? [{ ...named(plan.pilot), imageUrl: null, phone: null, locations: [] }] : [],
    instructor: plan.instructor && named(plan.instructor),
    training: { scheduled: null, sessions: [] },
    reservationStatus: isUnclear(world, version, made) ? unclearStatus(world.school, made.id) : statuses[status],
  };
}

const reminderStatus = [
  { id: 1, name: 'OK' },
  { id: 2, name: 'Warning' },
  { id: 3, name: 'Expired' },
] as const;

/** The remainders at which the service warns. */
const warning = { hours: 10, days: 14 * dayLength, landings: 50 } as const;

function axisOf(left: number, warns: number) {
  const level = left <= 0 ? 2 : left <= warns ? 1 : 0;
  return { level, typeStatus: reminderStatus[level], message: '' };
}

/** Section 2.3, with the meters and limits entered so far. */
export function reminderRecord(world: World, aircraft: number, reminder: Reminder, at: Instant): FreeForm {
  const { zone } = world.school;
  const limit = limitAt(world, reminder, at, 'shown');
  const meters = shownMeters(world, aircraft, at);
  const end = endOfLimit(limit, zone);
  const [currentHours, expirationHours] = shownHours(world, aircraft, { meter: meters.hours, limit: limit.hours }, at);
  const hours = expirationHours === null ? null : axisOf(expirationHours - currentHours, warning.hours);
  const date = end === null ? null : axisOf(end - at, warning.days);
  const cycles = limit.landings === null ? null : axisOf(limit.landings - meters.landings, warning.landings);
  const level = Math.max(...[hours, date, cycles].map((axis) => axis?.level ?? 0));
  const statusOf = ({ typeStatus, message }: ReturnType<typeof axisOf>) => ({ typeStatus, message });
  return {
    maintenanceReminderId: reminder.id,
    name: reminder.name,
    status: reminderStatus[level],
    permanentlyComplied: false,
    timeOptions: hours && { ...statusOf(hours), currentHours, expirationHours },
    dateOptions: date && {
      ...statusOf(date),
      currentDate: wallText(at, zone),
      expirationDate: dateText(limit, reminder),
    },
    cycleOptions: cycles && { ...statusOf(cycles), currentCycles: meters.landings, expirationCycles: limit.landings },
  };
}

/** A new meter begins again, and somebody writes the limits anew only later. */
function shownHours(
  { school }: World,
  aircraft: number,
  { meter, limit }: { readonly meter: number; readonly limit: number | null },
  at: Instant,
): readonly [current: number, expiration: number | null] {
  const change = school.fleet[aircraft]?.meterChange ?? null;
  const less = (value: number, from: Instant) => Math.round((value - (at >= from ? (change?.by ?? 0) : 0)) * 10) / 10;
  if (change === null) return [meter, limit];
  return [less(meter, change.at), limit === null ? null : less(limit, change.corrected)];
}

/** Services write the last day as its midnight or as its last second. */
function dateText({ lastDay }: Pick<Limit, 'lastDay'>, { id }: Reminder): string | null {
  return lastDay === null ? null : `${lastDay}T${id < '8' ? '00:00:00' : '23:59:59'}`;
}

/** The squawks of one aircraft, newest first, with the members of live services. */
export function squawkRecords({ school, squawks }: World, aircraft: number, at: Instant): FreeForm[] {
  const ownSquawks = squawks.filter((squawk) => squawk.aircraft === aircraft && squawk.opened <= at);
  return ownSquawks.toReversed().map((squawk) => ({
    squawkId: squawk.id,
    aircraftId: school.fleet[aircraft]?.id,
    description: squawk.words,
    created: wallText(squawk.opened, school.zone),
    ...squawkForm(school, squawk, at),
  }));
}

/** Section 2.5. */
export function instructorRecord(person: Person, at: Instant): FreeForm {
  const { id, firstName, lastName } = person;
  return { userId: id, firstName, lastName, instructorStatus: isActiveAt(person, at) ? life.active : life.inactive };
}

/** Section 2.4 as in a list, without checkouts. */
export function userRecord(person: Person, at: Instant): FreeForm {
  const { id, firstName, lastName } = person;
  const status = isActiveAt(person, at) ? { id: 1, name: 'Active' } : { id: 0, name: 'Inactive' };
  return { userId: id, firstName, lastName, externalId: `x-${id.slice(0, 6)}`, status };
}

/** Section 2.4 as for a single person. */
export function wholeUserRecord({ school }: World, person: Person, at: Instant): FreeForm {
  const checkouts = person.checkouts.filter(({ given }) => given <= at);
  return {
    ...userRecord(person, at),
    aircraftCheckouts: checkouts.map((checkout) => checkoutRecord(school, checkout, at)),
  };
}

function checkoutRecord({ seed, zone }: World['school'], checkout: Checkout, at: Instant): FreeForm {
  return {
    ...makeAndModel(seed, checkout.model),
    dateGiven: wallText(checkout.given, zone),
    expires: checkout.lastDay !== null,
    expirationDate: checkout.lastDay === null ? null : `${checkout.lastDay}T00:00:00`,
    revoked: checkout.revokedFrom !== null && checkout.revokedFrom <= at,
  };
}

/** The days with reservations that differ between `from` and `to`, by their starts. */
export function changedDays(world: World, from: Instant, to: Instant, dayOf: (at: Instant) => Day): ReadonlySet<Day> {
  const days = new Set<Day>();
  for (const { versions } of world.reservations) {
    versions.forEach((version, place) => {
      if (version.at <= from || version.at > to) return;
      days.add(dayOf(version.plan.start));
      const before = versions[place - 1];
      if (before) days.add(dayOf(before.plan.start));
    });
  }
  return days;
}
