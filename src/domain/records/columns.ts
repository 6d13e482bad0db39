import { isRecord, memberLabel } from '#domain/answers/unknownMembers.ts';
import { type RecordRow, titleMembers } from './rows.ts';
import { isDateTime, isGuid, isNone } from './values.ts';

/** What all values of a column are, those that are none aside. */
export type ColumnKind = 'number' | 'date' | 'id' | 'text';

export type RecordColumn = { readonly name: string; readonly label: string; readonly kind: ColumnKind };

const kinds: readonly (readonly [ColumnKind, (value: unknown) => boolean])[] = [
  ['number', (value) => typeof value === 'number'],
  ['date', isDateTime],
  ['id', isGuid],
];

/**
 * The columns of a list whose payload the specification does not show: every member of every record in the order first
 * seen, without what the titles already say; guids, which nobody reads, stand last.
 */
export function inferColumns(rows: readonly RecordRow[]): RecordColumn[] {
  const values = new Map<string, unknown[]>();
  for (const { value } of rows) {
    if (!isRecord(value)) continue;
    const said = titleMembers(value);
    for (const [name, member] of Object.entries(value)) {
      if (said.includes(name)) continue;
      const found = values.get(name);
      if (found) found.push(member);
      else values.set(name, [member]);
    }
  }
  const columns = Array.from(values, ([name, found]) => ({ name, label: memberLabel(name), kind: kindOf(found) }));
  return [...columns.filter(({ kind }) => kind !== 'id'), ...columns.filter(({ kind }) => kind === 'id')];
}

function kindOf(values: readonly unknown[]): ColumnKind {
  const told = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (told.every(isNone)) return told.some(isDateTime) ? 'date' : 'text';
  return kinds.find(([, test]) => told.every(test))?.[0] ?? 'text';
}

/** What a column sorts by: numbers as numbers, date-times as they are written, all else as text; none last. */
export function sortValue(value: unknown, kind: ColumnKind, text: string): number | string {
  if (kind === 'number') return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  if (kind === 'date') return isNone(value) ? '~' : String(value);
  return text || '~';
}
