import { isRecord } from '#contract/objects.ts';
import { memberLabel, textOf } from '#domain/answers/members.ts';
import { type PageSize, setPage, setPageSize } from '#domain/lists/listState.ts';
import { personalMembers, withoutPersonalData } from '#domain/people/personalData.ts';
import { type RecordRow, titleMembers, titleOf } from '#domain/records/rows.ts';
import { isDateTime, isGuid, isNone, shownText, type Writing } from './recordModel.ts';
import { numberText } from '#domain/words.ts';

/** The kind that all values of a column share, ignoring empty ones. */
export type ColumnKind = 'number' | 'date' | 'id' | 'text';

export type RecordColumn = { readonly name: string; readonly label: string; readonly kind: ColumnKind };

const kinds: readonly (readonly [ColumnKind, (value: unknown) => boolean])[] = [
  ['number', (value) => typeof value === 'number'],
  ['date', isDateTime],
  ['id', isGuid],
];

/**
 * The columns of a list whose payload is not in the specification: every member of every record, in the order first seen.
 * Members shown in the titles are left out; guids come last.
 */
export function inferColumns(rows: readonly RecordRow[]): RecordColumn[] {
  const values = new Map<string, unknown[]>();
  for (const { value } of rows) {
    if (!isRecord(value)) continue;
    const inTitle = titleMembers(value);
    for (const [name, member] of Object.entries(value)) {
      if (inTitle.includes(name)) continue;
      const found = values.get(name);
      if (found) found.push(member);
      else values.set(name, [member]);
    }
  }
  const columns = Array.from(values, ([name, found]) => ({ name, label: memberLabel(name), kind: kindOf(found) }));
  return [...columns.filter(({ kind }) => kind !== 'id'), ...columns.filter(({ kind }) => kind === 'id')];
}

function kindOf(values: readonly unknown[]): ColumnKind {
  const given = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (given.every(isNone)) return given.some(isDateTime) ? 'date' : 'text';
  return kinds.find(([, test]) => given.every(test))?.[0] ?? 'text';
}

/** The sort value of a column: numbers as numbers, date-times as written, the rest as text; empty values last. */
export function sortValue(value: unknown, kind: ColumnKind, text: string): number | string {
  if (kind === 'number') return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  if (kind === 'date') return isNone(value) ? '~' : String(value);
  return text || '~';
}

/** A value in a table cell. */
export type Cell = {
  /** Empty for none. */
  readonly text: string;
  /** The whole text, if the cell shows only its start. */
  readonly whole: string | null;
  readonly isId: boolean;
};

/** Guids are cut to their start. The column cuts off longer text. */
const longest = 40;

export function cellOf(value: unknown, writing: Writing): Cell {
  const text = shownText(value, writing);
  if (isGuid(value)) return { text: `${text.slice(0, 8)}…`, whole: text, isId: true };
  return { text, whole: text.length > longest ? text : null, isId: false };
}

/** A column of a list whose members are not in the specification. */
export type TableColumn = {
  readonly id: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** The sort value of a row. */
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
  const all = numberText(totalItems);
  return shown === totalItems ? `${all} in all` : `${numberText(shown)} of ${all}`;
}

/** The number of rows on a page, as far as the list's size is known. */
export function rowsOn(page: number, size: PageSize, totalItems: number): number {
  if (size === 'all') return totalItems;
  return Math.max(0, Math.min(size, totalItems - page * size));
}

/** The same rows without personal data. */
export function rowsWithoutPersonalData(rows: readonly RecordRow[]): RecordRow[] {
  return rows.map((row) => ({ ...row, value: withoutPersonalData(row.value) }));
}

/** Which kinds of personal data the rows hold, in words. */
export function personalMembersOf(rows: readonly RecordRow[]): string[] {
  return personalMembers(rows.map(({ value }) => value));
}

type ListPlace = {
  readonly query: { readonly offset?: number | undefined };
  readonly pageSize: PageSize;
  readonly defaultSize: PageSize;
};

/** The current address of a list (page and page size), with these parameters added. */
export function listAddress(
  path: string,
  { query, pageSize, defaultSize }: ListPlace,
  more: { readonly [name: string]: string } = {},
): string {
  const params = { ...setPageSize(pageSize, defaultSize), ...setPage(query.offset ?? 0) };
  const kept = Object.entries(params).flatMap(([name, text]) => (text === null ? [] : [[name, text]]));
  const search = new URLSearchParams([...kept, ...Object.entries(more)]).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** What people want to know about an item besides its name; null if no member says it. */
export type Purpose = {
  /** In the service's own words. */
  readonly status: string | null;
  /** Where it is: the aircraft, the person who has it, and the place. */
  readonly where: string | null;
  readonly type: string | null;
  readonly serial: string | null;
  /** The day by which something is due, such as an inspection or a calibration, as the service sends it. */
  readonly due: string | null;
};

/** Members by what they describe, in the order of display. */
const memberNames = {
  status: ['status', 'equipmentStatus', 'state', 'condition'],
  where: ['aircraft', 'tailNumber', 'assignedTo', 'user', 'location', 'place', 'hangar', 'room'],
  type: ['type', 'equipmentType', 'kind', 'category'],
  serial: ['serialNumber', 'serial'],
  due: [
    'dueDate',
    'nextDueDate',
    'inspectionDueDate',
    'nextInspectionDate',
    'calibrationDueDate',
    'expirationDate',
    'expiryDate',
    'expiresOn',
  ],
} as const satisfies { readonly [Name in keyof Purpose]: readonly string[] };

/** Reads an item of an undocumented shape, by the usual names of such members. */
export function purposeOf(value: unknown): Purpose {
  const record = isRecord(value) ? value : {};
  const title = titleMembers(record);
  const valuesOf = (members: readonly string[]) =>
    members.flatMap((name) => (title.includes(name) ? [] : (nameIn(record[name]) ?? [])));
  return {
    // A number alone means nothing.
    status: valuesOf(memberNames.status).find((text) => !/^\d+$/.test(text)) ?? null,
    where: [...new Set(valuesOf(memberNames.where))].join(' · ') || null,
    type: valuesOf(memberNames.type)[0] ?? null,
    serial: valuesOf(memberNames.serial)[0] ?? null,
    due: valuesOf(memberNames.due).find((text) => !isNone(text)) ?? null,
  };
}

/** The name of a member: the member itself if it is text, otherwise the name in it. */
function nameIn(value: unknown): string | null {
  if (isRecord(value)) return textOf(value, 'tailNumber') ?? titleOf(value);
  return textOf({ value }, 'value');
}
