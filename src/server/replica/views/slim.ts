import { type FreeForm, isRecord } from '#contract/objects.ts';
import { givenTail } from '#contract/tolerant.ts';
import { groupName } from '#domain/reservations/reservations.ts';

/**
 * Which members of a value are kept. `value`: text, number or flag. `if true`: a flag for which every view treats false like
 * absent. `people`: a list of persons. `place`: a location, or a list of them. `group`: a scheduling group of any form, as its
 * name. `lessons`: a list of training sessions.
 */
type Kept = 'value' | 'if true' | 'people' | 'place' | 'group' | 'lessons' | Shape;
type Shape = { readonly [member: string]: Kept };

const place: Shape = { locationId: 'value', id: 'value', name: 'value' };
/** The specification shows only null and empty lists here; services that fill them name places by id and name. */
const places: Shape = { location: 'place', locations: 'place' };

const person: Shape = { userId: 'value', firstName: 'value', lastName: 'value', ...places };

const lesson: Shape = { course: { name: 'value' }, lesson: { name: 'value' } };

/** The members of section 2.6 that bars, marks, cards, lists, calendar files and the checks behind them read. */
const reservation: Shape = {
  reservationId: 'value',
  startTime: 'value',
  endTime: 'value',
  // Not in the specification, but preferred if a service sends them.
  startTimeUtc: 'value',
  endTimeUtc: 'value',
  displayName: 'value',
  reservationType: { displayTypeId: 'value', name: 'value' },
  activityType: { name: 'value' },
  aircraft: {
    aircraftId: 'value',
    tailNumber: 'value',
    make: { name: 'value' },
    model: { modelId: 'value', name: 'value' },
    isSimulator: 'if true',
    isV3Simulator: 'if true',
    // A spare aircraft must match these, so false counts.
    isComplex: 'value',
    isHighPerformance: 'value',
    isTailWheel: 'value',
    hasHobbs: 'if true',
    hasHeaterHobbs: 'if true',
    hasAirtimeMeter: 'if true',
    categoryClass: { category: 'value', class: 'value', isSimulator: 'if true' },
    ...places,
  },
  aircraftOption: {
    aircraft: { aircraftId: 'value', tailNumber: 'value', make: { name: 'value' }, model: { name: 'value' } },
    schedulingGroup: 'group',
  },
  pilots: 'people',
  instructor: person,
  reservationStatus: { id: 'value', name: 'value' },
  // Names of lessons tell a student's solo.
  training: { sessions: 'lessons' },
  ...places,
};

/**
 * The part of a reservation of any form that windows of reservations need: about two fifths of it, and never a phone number,
 * an e-mail address or a picture. Null members and empty lists are left out. A member of the wrong kind keeps that kind
 * without content, so that the same readers leave it out and name it.
 */
export function slimReservation(record: FreeForm): FreeForm {
  const slim = pick(record, reservation);
  const { aircraft } = slim;
  // `aircraftOption` repeats the aircraft. It counts only if the reservation's own aircraft is missing.
  if (isRecord(aircraft) && aircraft['aircraftId'] !== undefined && givenTail(aircraft['tailNumber']) !== null) {
    delete slim['aircraftOption'];
  }
  return slim;
}

function pick(value: FreeForm, shape: Shape): { [member: string]: unknown } {
  const picked: { [member: string]: unknown } = {};
  for (const name in shape) {
    const kept = shape[name];
    const member = value[name];
    if (kept === undefined || member === null || member === undefined) continue;
    const slim = slimMember(member, kept);
    if (slim !== undefined) picked[name] = slim;
  }
  return picked;
}

function slimMember(value: unknown, kept: Kept): unknown {
  switch (kept) {
    case 'value':
      return typeof value === 'object' ? emptied(value) : value;
    case 'if true':
      return value === false ? undefined : slimMember(value, 'value');
    case 'people':
      return Array.isArray(value) ? slimItems(value, person) : emptied(value);
    case 'lessons':
      return Array.isArray(value) ? slimItems(value, lesson) : emptied(value);
    case 'place':
      return slimPlace(value);
    case 'group':
      return slimGroup(value);
    default:
      // A status or a type may be only its name, or its id.
      if (typeof value !== 'object' && 'name' in kept) return value;
      return isRecord(value) ? pick(value, kept) : emptied(value);
  }
}

function slimItems(items: readonly unknown[], shape: Shape): unknown {
  if (items.length === 0) return undefined;
  return items.map((one) => (isRecord(one) ? pick(one, shape) : emptied(one)));
}

function slimPlace(value: unknown): unknown {
  // A location may be only its name.
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!Array.isArray(value)) return isRecord(value) ? pick(value, place) : undefined;
  const known = value.filter(isRecord).map((item) => pick(item, place));
  return known.length > 0 ? known : undefined;
}

function slimGroup(value: unknown): unknown {
  const name = groupName(value);
  return name === null ? undefined : { name };
}

/** An empty value of the same kind. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : value === null ? null : '';
}
