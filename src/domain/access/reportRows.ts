import type { Role } from '#contract/access/roles.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import type { OperationId } from '#contract/operations.ts';
import { valueKind } from '#domain/reports/columns/values.ts';
import { type Expected, isContainer, isHarmless } from './meanings.ts';

/** The columns of a data set that a manager has opened to a role, by their paths: `totalDue`, `customer.balance`. */
export type OpenColumns = ReadonlySet<string>;
export const noColumns: OpenColumns = new Set();
/** What is open of a report to a role: the same object until a manager opens or closes a column of it. A look-up in memory. */
export type OpenTo = (id: OperationId, role: Role) => OpenColumns;

export type ColumnRule = {
  readonly expected: Expected;
  readonly open: OpenColumns;
  /** Told of each value that is withheld, unless it says nothing. */
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

/** What is expected of a report by who sees it; free text alone where it is about aircraft and work on them. */
export function expectedOf(id: OperationId, kept: 'harmless columns' | 'harmless columns and contact'): Expected {
  return { prose: workReports.has(id), contact: kept === 'harmless columns and contact' };
}

/**
 * What of a row of a report may be seen by whom the rule is for. Nobody documents its members: each is left out, at any depth, unless
 * its name and its value are known to be harmless and so are the names above it, or a manager has opened it.
 */
export function harmlessRow(row: FreeForm, rule: ColumnRule): FreeForm {
  return membersOf(row, '', true, rule) ?? {};
}

/** Undefined where nothing is left of what was there. */
function membersOf(record: FreeForm, above: string, isKnown: boolean, rule: ColumnRule): FreeForm | undefined {
  const told = toldNames(record);
  const kept: { [member: string]: unknown } = {};
  let count = 0;
  const entries = Object.entries(record);
  for (const [name, value] of entries) {
    if (name === '__proto__') continue;
    const isTold = told.length > 0 && pairValue.test(name);
    const names = isTold ? told : [name];
    const left = partOf(value, { names, path: above + (names[0] ?? name), isKnown }, rule);
    if (left === undefined) continue;
    kept[name] = left;
    count++;
  }
  return count > 0 || entries.length === 0 ? kept : undefined;
}

/** A place in a row: what its value is called, and whether all that it stands in is known. */
type Place = { readonly names: readonly string[]; readonly path: string; readonly isKnown: boolean };

/** Undefined for what is withheld. */
function partOf(value: unknown, place: Place, rule: ColumnRule): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return place.isKnown && place.names.every(isContainer) ? value : undefined;
    const left = value.flatMap((one) => {
      const part = partOf(one, place, rule);
      return part === undefined ? [] : [part];
    });
    return left.length > 0 ? left : undefined;
  }
  const { names, path, isKnown } = place;
  if (isRecord(value)) return membersOf(value, `${path}.`, isKnown && names.every(isContainer), rule);
  const isSeen =
    (isKnown && names.every((name) => isHarmless(name, value, rule.expected))) ||
    (rule.open.size > 0 && rule.open.has(path));
  if (isSeen) return value;
  if (valueKind(value) !== null) rule.onWithheld(path, value);
  return undefined;
}

/** Members that name what stands beside them: `{"name": "Balance", "value": "120.00"}`. */
const pairNames = ['name', 'label', 'key', 'field', 'fieldName', 'caption', 'title'];
const pairValue = /^(?:value|values|text|data|number|answer|content)$/i;

function toldNames(record: FreeForm): string[] {
  return pairNames.flatMap((name) => {
    const told = Object.hasOwn(record, name) ? record[name] : null;
    return typeof told === 'string' && told.trim() !== '' ? [told] : [];
  });
}
