import type { Who } from '#contract/access/grants.ts';
import { type Withheld, withheldList } from '#contract/access/columns.ts';
import { type Role, rights, roles, withheldMember } from '#contract/access/roles.ts';
import { type Visible, type VisibleMembers, visibleTo, type VisibleTree } from '#contract/access/visible.ts';
import { squawkMember } from '#contract/squawkMembers.ts';
import { byName, type FreeForm, isRecord } from '#contract/objects.ts';
import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import { holdsMoney, isMoneyText } from './amounts.ts';
import { isMeaningful, shownPath } from './meanings.ts';
import { expectedOf, harmlessRow, noColumns, type OpenColumns } from './reportRows.ts';

/** The facts about a person that decide what they see of a record. */
export type Viewer = Pick<Who, 'role' | 'userId' | 'showsNames'>;

/** The names shown in one record: all, only instructors, or initials. */
type Names = 'all' | 'roster' | 'initials';

/** A list without its items (section 2.1). */
const envelope: VisibleTree = { totalItems: 'value', offset: 'value', limit: 'value' };

/** The operation whose records are narrowed, the viewer, and the report columns that a manager has opened to their role. */
type Narrowing = {
  readonly id: OperationId;
  readonly visible: Visible;
  readonly viewer: Viewer;
  readonly open: OpenColumns;
};

/**
 * What a viewer gets of an operation's answer. Each record keeps what `visibleTo` allows the role. A Paged list keeps its
 * figures and items. Some services send a bare array, which keeps its items too. An answer of any other form is emptied
 * but keeps its type, so that the tolerant readers can read it. A report lists the members left out. A manager gets the
 * answer unchanged.
 */
export function narrowedAnswer(id: OperationId, body: unknown, viewer: Viewer, open = noColumns): unknown {
  const visible = visibleTo(viewer.role, id);
  if (visible === 'all') return body;
  if (visible === null) return emptied(body);
  const narrowing = { id, visible, viewer, open };
  if (operations[id].answer === 'record') return isRecord(body) ? recordOf(body, narrowing) : emptied(body);
  if (columnsOf(visible)) return reportOf(Array.isArray(body) ? { items: body } : body, narrowing);
  if (Array.isArray(body)) return itemsOf(body, narrowing);
  if (!isRecord(body)) return emptied(body);
  const around = pick(body, envelope, 'all');
  return body['items'] === undefined ? around : { ...around, items: itemsOf(body['items'], narrowing) };
}

/** What a viewer gets of one record of an operation; emptied if the role may not request the operation. */
export function narrowedRecord(id: OperationId, record: unknown, viewer: Viewer): unknown {
  const visible = visibleTo(viewer.role, id);
  if (visible === 'all') return record;
  return visible === null || !isRecord(record)
    ? emptied(record)
    : recordOf(record, { id, visible, viewer, open: noColumns });
}

/** An operation's records in a list. An item that is not a record is emptied, because its content is unknown. */
export function narrowedRecords(id: OperationId, records: unknown, viewer: Viewer): unknown {
  const visible = visibleTo(viewer.role, id);
  if (visible === 'all') return records;
  return visible === null ? emptied(records) : itemsOf(records, { id, visible, viewer, open: noColumns });
}

/** For each role, the operations whose records show different names to different viewers. */
const personal = byName(roles, (role) => {
  const { names } = rights[role];
  return new Set(operationIds.filter((id) => names !== 'all' && namesPeople(visibleTo(role, id) ?? 'value')));
});

/** True if two viewers with the same role may get different answers. */
export function dependsOnViewer(id: OperationId, { role }: Pick<Viewer, 'role'>): boolean {
  return personal[role].has(id);
}

function namesPeople(visible: Visible): boolean {
  if (typeof visible === 'string') return false;
  return visible.is === 'person' || visible.is === 'people' || Object.values(visible.members).some(namesPeople);
}

/**
 * True if a role may select an operation's records by a parameter that only the service understands. Otherwise the role
 * could find out values it does not see. Free text is never allowed, because its content is unknown.
 */
export function mayChooseBy(id: OperationId, role: Role, name: string): boolean {
  const visible = visibleTo(role, id) ?? 'value';
  const columns = columnsOf(visible);
  if (columns) return isMeaningful(name, { ...expectedOf(id, columns), prose: false });
  if (typeof visible === 'string') return visible === 'all';
  return Object.hasOwn(visible.members, name) && visible.members[name] === 'value';
}

type Columns = Extract<Visible, `harmless columns${string}`>;

function columnsOf(visible: Visible): Columns | null {
  return visible === 'harmless columns' || visible === 'harmless columns and contact' ? visible : null;
}

/** True if the role's view of the operation depends on the columns' meanings. */
export function hasColumns(id: OperationId, role: Role): boolean {
  return columnsOf(visibleTo(role, id) ?? 'value') !== null;
}

function itemsOf(items: unknown, narrowing: Narrowing): unknown {
  if (!Array.isArray(items)) return emptied(items);
  return items.map((item) => (isRecord(item) ? recordOf(item, narrowing) : emptied(item)));
}

/** A record narrowed to what is visible, with a list of what was left out; the original is not changed. */
function recordOf(record: FreeForm, { id, visible, viewer, open }: Narrowing): FreeForm {
  const columns = columnsOf(visible);
  if (columns) return harmlessRow(record, { expected: expectedOf(id, columns), open, onWithheld: () => undefined });
  if (typeof visible === 'string') return {};
  const names = namesIn(record, viewer);
  const narrowed = { ...(id === 'listSquawks' && groundingIn(record, names)), ...pick(record, visible.members, names) };
  const withheld = rights[viewer.role].seesWhatIsWithheld ? withheldFrom(record, narrowed) : [];
  return withheld.length > 0 ? { ...narrowed, [withheldMember]: withheld } : narrowed;
}

const named: Visible = { is: 'record', members: { id: 'value', name: 'value' } };

/**
 * The members of a squawk that may say whether it grounds the aircraft. Services name them in several ways, and every
 * role that sees squawks needs them: without them the aircraft would seem fit.
 */
function groundingIn(record: FreeForm, names: Names): FreeForm {
  return pick(
    record,
    Object.fromEntries(Object.keys(record).flatMap((name) => (squawkMember(name) ? [[name, named]] : []))),
    names,
  );
}

/** A report with a list of the columns left out of its rows, each once. */
function reportOf(body: unknown, { id, visible, viewer, open }: Narrowing): unknown {
  const columns = columnsOf(visible);
  if (!isRecord(body) || !columns) return emptied(body);
  const around = pick(body, envelope, 'all');
  const { items } = body;
  if (!Array.isArray(items)) return items === undefined ? around : { ...around, items: emptied(items) };
  const paths = new Set<string>();
  const rule = {
    expected: expectedOf(id, columns),
    open,
    onWithheld: (path: string) => void paths.add(shownPath(path)),
  };
  const rows = items.map((item) => (isRecord(item) ? harmlessRow(item, rule) : emptied(item)));
  const withheld: Withheld = withheldList(paths);
  return { ...around, items: rows, ...(rights[viewer.role].seesWhatIsWithheld && paths.size > 0 && { withheld }) };
}

type Bounds = { readonly maxColumns: number; readonly maxSamples: number };

/** The columns withheld from a role in a report's rows, with sample values of each; includes opened columns. */
export function withheldColumns(
  id: OperationId,
  role: Role,
  rows: readonly unknown[],
  { maxColumns, maxSamples }: Bounds,
): ReadonlyMap<string, readonly unknown[]> {
  const columns = columnsOf(visibleTo(role, id) ?? 'value');
  const found = new Map<string, unknown[]>();
  if (!columns) return found;
  const onWithheld = (path: string, value: unknown) => {
    const known = found.get(path);
    if (known) {
      if (known.length < maxSamples && !known.includes(value)) known.push(value);
    } else if (found.size < maxColumns) found.set(path, [value]);
  };
  const rule = { expected: expectedOf(id, columns), open: noColumns, onWithheld };
  for (const row of rows) if (isRecord(row)) harmlessRow(row, rule);
  return found;
}

/** Paths of the members that have a value in the whole record and none in the narrowed one, each once. */
function withheldFrom(whole: FreeForm, left: unknown, above = ''): string[] {
  const paths = Object.entries(whole).flatMap(([name, value]) => {
    if (name === '__proto__' || name === withheldMember || isNothing(value)) return [];
    const part = isRecord(left) && Object.hasOwn(left, name) ? left[name] : undefined;
    const path = above + name;
    if (part === undefined || (isNothing(part) && !isRecord(value))) return [shownPath(path)];
    if (isRecord(value)) return withheldFrom(value, part, `${path}.`);
    if (!Array.isArray(value)) return [];
    return value.flatMap((one, at) =>
      isRecord(one) ? withheldFrom(one, Array.isArray(part) ? part[at] : undefined, `${path}.`) : [],
    );
  });
  return [...new Set(paths)];
}

/** Null, undefined, an empty text, list or object. */
function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === undefined || value === '';
  return Object.keys(value).length === 0;
}

function namesIn(record: unknown, { role, userId, showsNames }: Viewer): Names {
  const { names } = rights[role];
  if (names === 'own') return isRecord(record) && isOwn(record, userId) ? 'all' : 'roster';
  // A display's link says whether it shows names.
  return names === 'initials' && showsNames ? 'all' : names;
}

/** True if the person instructs or flies in the reservation; ids match in any letter case. */
function isOwn({ instructor, pilots }: FreeForm, userId: string | null): boolean {
  const own = userId?.trim().toLowerCase();
  if (!own) return false;
  const isSame = (one: unknown) => {
    const id = isRecord(one) && Object.hasOwn(one, 'userId') ? one['userId'] : null;
    return (typeof id === 'string' || typeof id === 'number') && String(id).trim().toLowerCase() === own;
  };
  return isSame(instructor) || (Array.isArray(pilots) && pilots.some(isSame));
}

function narrow(value: unknown, visible: Visible, names: Names): unknown {
  switch (visible) {
    case 'all':
      return value;
    case 'harmless columns':
    case 'harmless columns and contact':
      // Only the rows of reports are kept in this way, and `harmlessRow` handles those.
      return emptied(value);
    case 'value':
      return typeof value === 'object' || isMoneyText(value) ? emptied(value) : value;
    case 'words':
      return typeof value === 'object' || (typeof value === 'string' && holdsMoney(value)) ? emptied(value) : value;
    default:
      return narrowMembers(value, visible, names);
  }
}

function narrowMembers(value: unknown, { is, members }: VisibleMembers, names: Names): unknown {
  if (is === 'record') return treeIn(value, members, names);
  if (is === 'place') return placeIn(value, members);
  if (is === 'person') return personIn(value, names, members);
  if (!Array.isArray(value) || names === 'roster') return emptied(value);
  return value.map((one) => personIn(one, names, members)).map((one) => (one === undefined ? '' : one));
}

/** An object, or a list of objects. A status, make or model may be written as its name or id alone. */
function treeIn(value: unknown, tree: VisibleTree, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? pick(one, tree, names) : emptied(one)));
  if (isRecord(value)) return pick(value, tree, names);
  const isNameOrId = typeof value === 'string' ? tree['name'] === 'value' : tree['id'] === 'value';
  return isNameOrId ? narrow(value, 'value', names) : emptied(value);
}

/** The members of a tree; those that come out as undefined are dropped. */
function pick(record: FreeForm, tree: VisibleTree, names: Names): FreeForm {
  const picked: { [member: string]: unknown } = {};
  for (const [name, visible] of Object.entries(tree)) {
    if (!Object.hasOwn(record, name)) continue;
    const member = narrow(record[name], visible, names);
    if (member !== undefined) picked[name] = member;
  }
  return picked;
}

/** A location may be written as its name alone. */
function placeIn(value: unknown, place: VisibleTree): unknown {
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? [] : placeIn(one, place)));
  if (typeof value === 'string') return value;
  return isRecord(value) ? pick(value, place, 'all') : emptied(value);
}

/** Undefined for a text that the viewer may not see, and for anything that is not a name, such as a number. */
function personIn(value: unknown, names: Names, tree: VisibleTree): unknown {
  if (!isRecord(value) && typeof value === 'object') return emptied(value);
  if (!isRecord(value)) return names === 'all' && typeof value === 'string' ? value : undefined;
  if (names !== 'initials') return pick(value, tree, names);
  const letters = ['firstName', 'lastName'].flatMap((name) => {
    const written = Object.hasOwn(value, name) ? value[name] : undefined;
    return written === undefined ? [] : [[name, initialOf(written)] as const];
  });
  const places = Object.entries(tree).filter(([, visible]) => typeof visible === 'object' && visible.is === 'place');
  return { ...Object.fromEntries(letters), ...pick(value, Object.fromEntries(places), names) };
}

/** A whole letter, also in names outside the Latin alphabet. */
function initialOf(name: unknown): unknown {
  return typeof name === 'string' ? (Array.from(name.trim())[0] ?? '') : emptied(name);
}

/** An empty value of the same type. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : value === null ? null : '';
}
