import { isRecord, memberLabel } from '#domain/answers/unknownMembers.ts';
import { type PageSize, setPage, setPageSize } from '#domain/lists/listState.ts';
import { personalMembers, withoutPersonalData } from '#domain/people/personalData.ts';
import {
  type ColumnKind,
  inferColumns,
  isGuid,
  isNone,
  type RecordRow,
  shownText,
  sortValue,
  type Writing,
} from '#domain/records/records.ts';

/** A value in a table cell. */
export type Cell = {
  /** Empty for none. */
  readonly text: string;
  /** The whole text, where the cell shows only its beginning. */
  readonly whole: string | null;
  readonly isId: boolean;
};

/** A guid nobody reads: its beginning. Longer text than this is cut off by its column. */
const longest = 40;

export function cellOf(value: unknown, writing: Writing): Cell {
  const text = shownText(value, writing);
  if (isGuid(value)) return { text: `${text.slice(0, 8)}…`, whole: text, isId: true };
  return { text, whole: text.length > longest ? text : null, isId: false };
}

/** A column of a list whose members the specification does not show. */
export type TableColumn = {
  readonly id: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** What a row is sorted by. */
  readonly sortOf: (row: RecordRow) => number | string;
  readonly cellOf: (row: RecordRow) => Cell;
};

/** The columns that the data has, and how their cells are written. */
export function tableColumns(rows: readonly RecordRow[], writing: Writing): TableColumn[] {
  return inferColumns(rows).map(({ name, label, kind }) => ({
    id: name,
    label: label || 'no name',
    kind,
    sortOf: (row) => sortValue(memberOf(row, name), kind, shownText(memberOf(row, name), writing)),
    cellOf: (row) => cellOf(memberOf(row, name), writing),
  }));
}

function memberOf({ value }: RecordRow, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** `25 of 143`, or `12 in all`. */
export function countText(shown: number, totalItems: number): string {
  return shown === totalItems ? `${totalItems} in all` : `${shown} of ${totalItems}`;
}

/** The same rows without what is personal in their records. */
export function rowsWithoutPersonalData(rows: readonly RecordRow[]): RecordRow[] {
  return rows.map((row) => ({ ...row, value: withoutPersonalData(row.value) }));
}

/** Which kinds of personal data the rows hold, in words. */
export function personalMembersOf(rows: readonly RecordRow[]): string[] {
  return personalMembers(rows.map(({ value }) => value));
}

/** Any value made ready for drawing: members by name, lists by number. */
export type RecordNode =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** A guid, or JSON of what lies too deep. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly RecordNode[] }
  | { readonly kind: 'members'; readonly members: readonly MemberNode[] };

type MemberNode = { readonly name: string; readonly label: string; readonly node: RecordNode };

/** Deeper than this a value is written as JSON. */
const deepest = 6;

export function recordNode(value: unknown, writing: Writing, level = 0): RecordNode {
  if (isNone(value)) return { kind: 'none' };
  if (isGuid(value)) return { kind: 'code', text: value };
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: shownText(value, writing) };
  if (level >= deepest) return { kind: 'code', text: JSON.stringify(value) };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => recordNode(item, writing, level + 1)) };
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    label: memberLabel(name) || 'no name',
    node: recordNode(member, writing, level + 1),
  }));
  return { kind: 'members', members };
}

type ListAsked = {
  readonly query: { readonly offset?: number | undefined };
  readonly pageSize: PageSize;
  readonly usualSize: PageSize;
};

/** The address of a list as it stands (page and page size), with these parameters more. */
export function listAddress(
  path: string,
  { query, pageSize, usualSize }: ListAsked,
  more: { readonly [name: string]: string } = {},
): string {
  const params = { ...setPageSize(pageSize, usualSize), ...setPage(query.offset ?? 0) };
  const kept = Object.entries(params).flatMap(([name, text]) => (text === null ? [] : [[name, text]]));
  const search = new URLSearchParams([...kept, ...Object.entries(more)]).toString();
  return search === '' ? path : `${path}?${search}`;
}
