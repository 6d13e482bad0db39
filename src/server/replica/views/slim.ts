import * as z from 'zod/mini';
import { descriptionOf, type InWindows } from '#contract/members.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { reservationShape } from '#contract/shapes.ts';
import { givenTail } from '#contract/tolerant.ts';
import { groupName } from '#domain/reservations/reservations.ts';

/**
 * What windows keep of a value. `value`: a text, number or flag. `if true`: the same, but false is left out. `group`: a
 * scheduling group of any form, as its name. `record`: an object; `records`: a list of objects; `place`: a location, or a list
 * of locations.
 */
type Slim =
  | 'value'
  | 'if true'
  | 'group'
  | { readonly is: 'record' | 'records' | 'place'; readonly members: SlimMembers };
type SlimMembers = { readonly [member: string]: Slim };

/** What the shape says that bars, marks, cards, lists, calendar files and the checks behind them read. */
const reservation = membersOf(reservationShape);

function membersOf(schema: z.core.$ZodType): SlimMembers {
  const described = descriptionOf(schema);
  if (described === null || described === 'words') return {};
  const slim: { [member: string]: Slim } = {};
  for (const [name, member] of Object.entries(described.members)) {
    if (member.windows !== null) slim[name] = slimOf(member.schema, member.windows);
  }
  return slim;
}

function slimOf(schema: z.core.$ZodType, windows: InWindows): Slim {
  if (windows === 'if true' || windows === 'group') return windows;
  if (windows === 'name') return { is: 'record', members: { name: 'value' } };
  if (schema instanceof z.ZodMiniString) return 'value';
  const described = descriptionOf(schema);
  if (described !== null && described !== 'words') {
    return { is: described.is === 'place' ? 'place' : 'record', members: membersOf(schema) };
  }
  if (schema instanceof z.ZodMiniNullable) return slimOf(schema.def.innerType, windows);
  return schema instanceof z.ZodMiniArray ? { is: 'records', members: membersOf(schema.def.element) } : 'value';
}

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

function pick(value: FreeForm, members: SlimMembers): { [member: string]: unknown } {
  const picked: { [member: string]: unknown } = {};
  for (const name in members) {
    const kept = members[name];
    const member = value[name];
    if (kept === undefined || member === null || member === undefined) continue;
    const slim = slimMember(member, kept);
    if (slim !== undefined) picked[name] = slim;
  }
  return picked;
}

function slimMember(value: unknown, kept: Slim): unknown {
  switch (kept) {
    case 'value':
      return typeof value === 'object' ? emptied(value) : value;
    case 'if true':
      return value === false ? undefined : slimMember(value, 'value');
    case 'group':
      return slimGroup(value);
    default:
      if (kept.is === 'place') return slimPlace(value, kept.members);
      if (kept.is === 'records') return Array.isArray(value) ? slimItems(value, kept.members) : emptied(value);
      // A status or a type may be only its name, or its id.
      if (typeof value !== 'object' && 'name' in kept.members) return value;
      return isRecord(value) ? pick(value, kept.members) : emptied(value);
  }
}

function slimItems(items: readonly unknown[], members: SlimMembers): unknown {
  if (items.length === 0) return undefined;
  return items.map((item) => (isRecord(item) ? pick(item, members) : emptied(item)));
}

function slimPlace(value: unknown, members: SlimMembers): unknown {
  // A location may be only its name.
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!Array.isArray(value)) return isRecord(value) ? pick(value, members) : undefined;
  const known = value.filter(isRecord).map((item) => pick(item, members));
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
