import type { FreeForm } from '#contract/objects.ts';

/** The member that identifies rows: named like an id, present in every row and unique. Null if there is none. */
export function idMemberOf(rows: readonly FreeForm[]): string | null {
  const names = Object.keys(rows[0] ?? {}).filter((name) => /(?:id|guid|number)$/i.test(name));
  return names.find((name) => isUnique(rows, name)) ?? null;
}

function isUnique(rows: readonly FreeForm[], name: string): boolean {
  const seen = new Set(rows.map((row) => row[name]).filter(isIdValue));
  return seen.size === rows.length;
}

function isIdValue(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** How the page at offset 1 relates to the page at offset 0. */
export type PageRelation = 'new' | 'same' | 'shifted';

/** `shifted` by one row: offset counts records. `same`: offset is ignored. The majority of rows decides, because records can change between two calls. */
export function pageRelation(first: readonly FreeForm[], second: readonly FreeForm[]): PageRelation {
  const [before, after] = [rowsAsJson(first), rowsAsJson(second)];
  if (after.length < before.length - 1 || after.length === 0) return 'new';
  if (after.length === before.length && isMostly(before, after)) return 'same';
  return isMostly(before.slice(1), after) ? 'shifted' : 'new';
}

const rowsAsJson = (rows: readonly FreeForm[]) => rows.map((row) => JSON.stringify(row));

function isMostly(expected: readonly string[], given: readonly string[]): boolean {
  return 2 * expected.filter((text, index) => text === given[index]).length > expected.length;
}

/** The pages loaded so far, to recognise a row or a page that is sent again. */
export type SeenRows = {
  /** Null if rows have no id that is unique over all pages. */
  readonly idMember: string | null;
  readonly pages: readonly SeenPage[];
};

type SeenPage = { readonly rows: readonly FreeForm[]; readonly byId: ReadonlyMap<unknown, FreeForm> };

export const noRowsSeen: SeenRows = { idMember: null, pages: [] };

export type PageComparison = {
  readonly seen: SeenRows;
  /** The page's new rows. */
  readonly rows: readonly FreeForm[];
  /** Rows received before with the same contents. */
  readonly repeated: number;
  /** Rows whose id was received before with different contents; both are kept. */
  readonly changed: number;
};

/**
 * Finds the new rows of a page. A row is dropped if its unique id was received before with the same contents. Otherwise
 * only a whole repeated page is dropped. Equal rows without an id may both be right (two landings, two fees) and are
 * kept.
 */
export function comparePage(before: SeenRows, page: readonly FreeForm[]): PageComparison {
  if (before.pages.some(({ rows }) => isSamePage(rows, page))) {
    return { seen: before, rows: [], repeated: page.length, changed: 0 };
  }
  const idMember = before.pages.length === 0 ? idMemberOf(page) : keptId(before, page);
  const byId = new Map<unknown, FreeForm>(idMember === null ? [] : page.map((row) => [row[idMember], row]));
  const seen = { idMember, pages: [...before.pages, { rows: page, byId }] };
  const repeated = new Set<FreeForm>();
  let changed = 0;
  for (const [id, row] of byId) {
    const earlier = before.pages.map((known) => known.byId.get(id)).filter((form) => form !== undefined);
    if (earlier.some((other) => isSameRow(other, row))) repeated.add(row);
    else if (earlier.length > 0) changed++;
  }
  const rows = repeated.size === 0 ? page : page.filter((row) => !repeated.has(row));
  return { seen, rows, repeated: repeated.size, changed };
}

/** The id member stays valid only while it is unique within every page. */
function keptId({ idMember }: SeenRows, page: readonly FreeForm[]): string | null {
  return idMember !== null && isUnique(page, idMember) ? idMember : null;
}

function isSamePage(a: readonly FreeForm[], b: readonly FreeForm[]): boolean {
  return a.length === b.length && b.length > 0 && a.every((row, index) => isSameRow(row, b[index]));
}

function isSameRow(a: FreeForm, b: FreeForm | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
