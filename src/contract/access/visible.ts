import * as z from 'zod/mini';
import { type Audience, descriptionOf, type Members } from '#contract/members.ts';
import { byName } from '#contract/objects.ts';
import { type Operation, type OperationId, operationIds, operations } from '#contract/operations.ts';
import { type freeFormShape, userShape } from '#contract/shapes.ts';
import { equipmentShape, operatorShape, squawkShape } from '#contract/undocumentedShapes.ts';
import { mayAsk, type Role, roles } from './roles.ts';

/**
 * What a role sees of a value; members that are not named are left out.
 * `all`: the value as it arrived.
 * `harmless columns`: for rows with undocumented members, the ones that `domain/access/meanings.ts` knows to be
 * harmless and the ones that a manager has opened.
 * `harmless columns and contact`: also the columns with a person's phone number or e-mail.
 * `value`: a text, a number or a flag, but no object or list.
 * `words`: a text, unless it holds an amount of money.
 */
export type Visible = 'all' | 'harmless columns' | 'harmless columns and contact' | 'value' | 'words' | VisibleMembers;

export type VisibleTree = { readonly [member: string]: Visible };

/**
 * The members that a role sees of an object.
 * `record`: an object, or each object in a list.
 * `place`: a location, or a list of locations.
 * `person`, `people`: names, as far as the role may see them. A name written as a single text is only for roles that
 * see full names.
 */
export type VisibleMembers = { readonly is: 'record' | 'place' | 'person' | 'people'; readonly members: VisibleTree };

/** Managers see every member, so no audience names them. */
const audiences: { readonly [Name in Audience]: readonly Role[] } = {
  everyone: roles,
  staff: ['dispatcher', 'maintenance'],
  dispatchers: ['dispatcher'],
  managers: [],
};

/** An operation outside the reports whose item the specification does not show. */
type FreeFormId = {
  [Id in OperationId]: (typeof operations)[Id] extends { area: 'reports' }
    ? never
    : (typeof operations)[Id]['item'] extends typeof freeFormShape
      ? Id
      : never;
}[OperationId];

/** What services send there. */
const sentBy: { readonly [Id in FreeFormId]: z.ZodMiniType } = {
  getOperator: operatorShape,
  listSquawks: squawkShape,
  listEquipment: equipmentShape,
  listUsers: userShape,
  getUser: userShape,
};

const visible = byName(roles, (role) => byName(operationIds, (id) => (mayAsk(role, id) ? visibleOf(role, id) : null)));

/**
 * What a role sees of an operation's records, on `/api` and in every other answer with these records; null if it may not
 * request the operation. The shapes say who sees a member (`members.ts`).
 */
export function visibleTo(role: Role, id: OperationId): Visible | null {
  return visible[role][id];
}

function visibleOf(role: Role, id: OperationId): Visible {
  if (role === 'manager') return 'all';
  const operation: Operation = operations[id];
  if (operation.area === 'reports') {
    return audiences.dispatchers.includes(role) ? 'harmless columns and contact' : 'harmless columns';
  }
  const undocumented: { readonly [Id in OperationId]?: z.ZodMiniType } = sentBy;
  return visibleIn(role, undocumented[id] ?? operation.item);
}

/** What a role sees of a value with this schema. An object that nobody has described shows nothing. */
export function visibleIn(role: Role, schema: z.core.$ZodType): Visible {
  const described = descriptionOf(schema);
  if (described === 'words') return 'words';
  if (described) return { is: described.is, members: membersFor(role, described.members) };
  if (schema instanceof z.ZodMiniNullable) return visibleIn(role, schema.def.innerType);
  if (!(schema instanceof z.ZodMiniArray)) return 'value';
  const item = visibleIn(role, schema.def.element);
  return typeof item !== 'string' && item.is === 'person' ? { ...item, is: 'people' } : item;
}

function membersFor(role: Role, members: Members): VisibleTree {
  const seen = Object.entries(members).filter(([, { audience }]) => audiences[audience].includes(role));
  return Object.fromEntries(seen.map(([name, { schema }]) => [name, visibleIn(role, schema)]));
}
