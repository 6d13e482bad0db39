import type { Who } from '#contract/access/grants.ts';
import { type Kept, rights, roles } from '#contract/access/roles.ts';
import { byName, type FreeForm, isRecord } from '#contract/objects.ts';
import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import { isMoney, isMoneyOrContact, isMoneyText } from './hiddenWords.ts';

/** Who looks at a record, as far as it decides what they see. */
export type Viewer = Pick<Who, 'role' | 'userId' | 'showsNames'>;

/** The names of one record: all; colleagues alone; first letters. */
type Names = 'all' | 'roster' | 'initials';

type Tree = { readonly [member: string]: Kept };

/** Of these the specification shows only null and empty lists; services that fill them name places by id and name. */
const place: Tree = { locationId: 'value', id: 'value', name: 'value' };
const places: Tree = { location: 'place', locations: 'place' };
const person: Tree = { userId: 'value', firstName: 'value', lastName: 'value', ...places };
/** A list without its items (section 2.1). */
const envelope: Tree = { totalItems: 'value', offset: 'value', limit: 'value' };

/**
 * What a viewer gets of an answer of an operation: of each record what `rights` keeps for the role, and of a list its numbers
 * and its items, whether it is a Paged list or the bare array that some services send. What has another form than documented is
 * emptied, so that the tolerant readers treat it as they treat the whole one. The same value for a manager.
 */
export function narrowedAnswer(id: OperationId, body: unknown, viewer: Viewer): unknown {
  const kept = keptOf(id, viewer);
  if (kept === 'all') return body;
  if (kept === null) return emptied(body);
  if (operations[id].answer === 'record') return narrowedBy(kept, body, viewer);
  if (Array.isArray(body)) return itemsOf(body, kept, viewer);
  if (!isRecord(body)) return emptied(body);
  const { items, ...rest } = body;
  const around = narrowedBy(typeof kept === 'string' ? kept : envelope, rest, viewer);
  return items === undefined ? around : { ...(isRecord(around) && around), items: itemsOf(items, kept, viewer) };
}

/** What a viewer gets of one record of an operation, wherever it stands; emptied where the role may not ask the operation. */
export function narrowedRecord(id: OperationId, record: unknown, viewer: Viewer): unknown {
  const kept = keptOf(id, viewer);
  return kept === null ? emptied(record) : narrowedBy(kept, record, viewer);
}

/** Records of an operation in a list; what is no record is emptied, because nobody knows what it holds. */
export function narrowedRecords(id: OperationId, records: unknown, viewer: Viewer): unknown {
  const kept = keptOf(id, viewer);
  return kept === null ? emptied(records) : itemsOf(records, kept, viewer);
}

/** Of each role, the operations in whose records some see other names than others. */
const personal = byName(roles, (role) => {
  const { names, operations: own } = rights[role];
  return new Set(operationIds.filter((id) => names !== 'all' && namesPeople(own[id] ?? 'value')));
});

/** Whether two viewers of one role may get different answers of an operation. */
export function dependsOnViewer(id: OperationId, { role }: Pick<Viewer, 'role'>): boolean {
  return personal[role].has(id);
}

function namesPeople(kept: Kept): boolean {
  return typeof kept === 'string' ? kept === 'person' || kept === 'people' : Object.values(kept).some(namesPeople);
}

function keptOf(id: OperationId, { role }: Viewer): Kept | null {
  return rights[role].operations[id] ?? null;
}

function itemsOf(items: unknown, kept: Kept, viewer: Viewer): unknown {
  if (kept === 'all') return items;
  if (!Array.isArray(items)) return emptied(items);
  return items.map((item) => (isRecord(item) ? narrowedBy(kept, item, viewer) : emptied(item)));
}

/** A value as `kept` says, for one viewer; the value itself stays as it is. */
export function narrowedBy(kept: Kept, value: unknown, viewer: Viewer): unknown {
  return narrow(value, kept, namesIn(value, viewer));
}

function namesIn(record: unknown, { role, userId, showsNames }: Viewer): Names {
  const { names } = rights[role];
  if (names === 'own') return isRecord(record) && isOwn(record, userId) ? 'all' : 'roster';
  // A link for a display says whether it shows names.
  return names === 'initials' && showsNames ? 'all' : names;
}

/** Whether somebody instructs or flies in a reservation; ids in any letter case are the same id. */
function isOwn({ instructor, pilots }: FreeForm, userId: string | null): boolean {
  const own = userId?.trim().toLowerCase();
  if (!own) return false;
  const isSame = (one: unknown) => {
    const id = isRecord(one) && Object.hasOwn(one, 'userId') ? one['userId'] : null;
    return (typeof id === 'string' || typeof id === 'number') && String(id).trim().toLowerCase() === own;
  };
  return isSame(instructor) || (Array.isArray(pilots) && pilots.some(isSame));
}

function narrow(value: unknown, kept: Kept, names: Names): unknown {
  switch (kept) {
    case 'all':
      return value;
    case 'no money':
      return without(value, isMoney);
    case 'no money or contact':
      return without(value, isMoneyOrContact);
    case 'value':
      return typeof value === 'object' ? emptied(value) : value;
    case 'place':
      return placeIn(value);
    case 'person':
      return personIn(value, names);
    case 'people':
      if (!Array.isArray(value) || names === 'roster') return emptied(value);
      return value.map((one) => personIn(one, names)).map((one) => (one === undefined ? '' : one));
    default:
      return isRecord(value) ? pick(value, kept, names) : emptied(value);
  }
}

/** The members of a tree; those that come out as undefined are left out. */
function pick(record: FreeForm, tree: Tree, names: Names): FreeForm {
  const picked: { [member: string]: unknown } = {};
  for (const [name, kept] of Object.entries(tree)) {
    if (!Object.hasOwn(record, name)) continue;
    const member = narrow(record[name], kept, names);
    if (member !== undefined) picked[name] = member;
  }
  return picked;
}

/** A location may be written as its name alone. */
function placeIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? [] : placeIn(one)));
  if (typeof value === 'string') return value;
  return isRecord(value) ? pick(value, place, 'all') : emptied(value);
}

/** Undefined for a text that the viewer may not see, and for what is no name, such as a number. */
function personIn(value: unknown, names: Names): unknown {
  if (!isRecord(value) && typeof value === 'object') return emptied(value);
  if (!isRecord(value)) return names === 'all' && typeof value === 'string' ? value : undefined;
  if (names !== 'initials') return pick(value, person, names);
  const letters = ['firstName', 'lastName'].flatMap((name) => {
    const written = Object.hasOwn(value, name) ? value[name] : undefined;
    return written === undefined ? [] : [[name, initialOf(written)] as const];
  });
  return { ...Object.fromEntries(letters), ...pick(value, places, names) };
}

/** A whole letter, also of a name outside the Latin alphabet. */
function initialOf(name: unknown): unknown {
  return typeof name === 'string' ? (Array.from(name.trim())[0] ?? '') : emptied(name);
}

/** Members that name what stands beside them: `{"name": "Balance", "value": "120.00"}`. */
const pairNames = ['name', 'label', 'key', 'field', 'fieldName', 'caption', 'title'];
const pairValue = /^(?:value|values|text|data|number|answer|content)$/i;

/** Without members of hidden names, and without texts that are amounts of money, at any depth. */
function without(value: unknown, isHidden: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isMoneyText(one)).map((one) => without(one, isHidden));
  if (!isRecord(value)) return isMoneyText(value) ? '' : value;
  const isHiddenPair = pairNames.some((name) => {
    const told = Object.hasOwn(value, name) ? value[name] : null;
    return typeof told === 'string' && isHidden(told);
  });
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      name !== '__proto__' && !isHidden(name) && !isMoneyText(member) && !(isHiddenPair && pairValue.test(name)),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, isHidden)]));
}

/** A value of the same kind that says nothing. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : value === null ? null : '';
}
