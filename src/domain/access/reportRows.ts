import type { Role } from '#contract/access/roles.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import type { OperationId } from '#contract/operations.ts';
import { valueKind } from '#domain/reports/columns/values.ts';
import { type Expected, isHarmless, isMeaningful } from './meanings.ts';

/** A report's columns that a manager has opened to a role, by their paths: `totalDue`, `customer.balance`. */
export type OpenColumns = ReadonlySet<string>;
export const noColumns: OpenColumns = new Set();
/** The open columns of a report for a role: the same object until a manager opens or closes one. Held in memory. */
export type OpenTo = (id: OperationId, role: Role) => OpenColumns;

export type ColumnRule = {
  readonly expected: Expected;
  readonly open: OpenColumns;
  /** Called with each withheld value that is not blank. */
  readonly onWithheld: (path: string, value: unknown) => void;
};

const workReports: ReadonlySet<OperationId> = new Set([
  'reportAircraft',
  'reportLogbookEntries',
  'reportMaintenanceReminderStatus',
  'reportWorkItems',
  'reportWorkLogs',
  'reportWorkOrders',
]);

/** What a report may show a role; free text only in reports about aircraft and the work on them. */
export function expectedOf(id: OperationId, kept: 'harmless columns' | 'harmless columns and contact'): Expected {
  return { prose: workReports.has(id), contact: kept === 'harmless columns and contact' };
}

/**
 * The part of a report's row that a role may see. No document describes a row's members. A member of the row itself
 * stays only if its name and its value are known to be harmless, and a member at any depth if a manager has opened it.
 * All others are left out.
 */
export function harmlessRow(row: FreeForm, rule: ColumnRule): FreeForm {
  return membersOf(row, '', rule) ?? {};
}

/** Undefined if nothing is left of a record that had members. */
function membersOf(record: FreeForm, above: string, rule: ColumnRule): FreeForm | undefined {
  const givenNames = namesGivenIn(record);
  const kept: { [member: string]: unknown } = {};
  let count = 0;
  const entries = Object.entries(record);
  for (const [name, value] of entries) {
    if (name === '__proto__') continue;
    const hasNames = givenNames.length > 0 && pairValue.test(name);
    const names = hasNames ? givenNames : [name];
    const path = above + (names[0] ?? name);
    // A manager who opened the value of a pair has read its name: that text too is shown.
    const isNameOfOpen = pairNames.includes(name) && value === givenNames[0] && rule.open.has(above + value);
    const isOpen = isNameOfOpen || rule.open.has(path);
    const left = partOf(value, { names, path, isInner: above !== '', isOpen }, rule);
    if (left === undefined) continue;
    kept[name] = left;
    count++;
  }
  return count > 0 || entries.length === 0 ? kept : undefined;
}

/** A position in a row: the names that describe its value, its path, whether it is inside another member, and opened. */
type ColumnPath = {
  readonly names: readonly string[];
  readonly path: string;
  readonly isInner: boolean;
  readonly isOpen: boolean;
};

/** Undefined for a withheld value. */
function partOf(value: unknown, place: ColumnPath, rule: ColumnRule): unknown {
  const { names, path, isInner, isOpen } = place;
  if (Array.isArray(value)) {
    if (value.length === 0) {
      return !isInner && names.every((name) => isMeaningful(name, rule.expected)) ? value : undefined;
    }
    const left = value.flatMap((one) => {
      const part = partOf(one, place, rule);
      return part === undefined ? [] : [part];
    });
    return left.length > 0 ? left : undefined;
  }
  if (isRecord(value)) return membersOf(value, `${path}.`, rule);
  const isSeen = isOpen || (!isInner && names.every((name) => isHarmless(name, value, rule.expected)));
  if (isSeen) return value;
  if (valueKind(value) !== null) rule.onWithheld(path, value);
  return undefined;
}

/** Members that name the value beside them: `{"name": "Balance", "value": "120.00"}`. */
const pairNames = ['name', 'label', 'key', 'field', 'fieldName', 'caption', 'title'];
const pairValue = /^(?:value|values|text|data|number|answer|content)$/i;

function namesGivenIn(record: FreeForm): string[] {
  return pairNames.flatMap((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : null;
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
}
