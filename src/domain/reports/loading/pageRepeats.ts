import type { FreeForm } from '#domain/answers/freeForm.ts';

/**
 * A member whose values name rows: named like an id, there in every row and different in each; null where there is none.
 * An invoice's id on each of its lines is none.
 */
export function idMemberOf(rows: readonly FreeForm[]): string | null {
  const names = Object.keys(rows[0] ?? {}).filter((name) => /(?:id|guid|number)$/i.test(name));
  return names.find((name) => isUnique(rows, name)) ?? null;
}

function isUnique(rows: readonly FreeForm[], name: string): boolean {
  const seen = new Set(rows.map((row) => row[name]).filter(isName));
  return seen.size === rows.length;
}

function isName(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** How the rows of the page at offset 1 lie to those of the page at offset 0. */
export type PageRelation = 'new' | 'same' | 'shifted';

/**
 * `shifted` by one row means that offset counts records; `same` that it is ignored. Most of the rows decide, because a record
 * can change between two calls.
 */
export function pageRelation(first: readonly FreeForm[], second: readonly FreeForm[]): PageRelation {
  const [before, after] = [texts(first), texts(second)];
  if (after.length < before.length - 1 || after.length === 0) return 'new';
  if (after.length === before.length && isMostly(before, after)) return 'same';
  return isMostly(before.slice(1), after) ? 'shifted' : 'new';
}

const texts = (rows: readonly FreeForm[]) => rows.map((row) => JSON.stringify(row));

function isMostly(expected: readonly string[], given: readonly string[]): boolean {
  return 2 * expected.filter((text, index) => text === given[index]).length > expected.length;
}

/** The rows loaded so far, as far as is needed to know a row or a page that comes again. */
export type Seen = {
  /** Null where rows have no id that is unique over all pages. */
  readonly idMember: string | null;
  readonly pages: readonly SeenPage[];
};

type SeenPage = { readonly rows: readonly FreeForm[]; readonly byId: ReadonlyMap<unknown, FreeForm> };

export const nothingSeen: Seen = { idMember: null, pages: [] };

export type Told = {
  readonly seen: Seen;
  /** The page's rows that are new. */
  readonly rows: readonly FreeForm[];
  /** Rows that came before, just so. */
  readonly repeated: number;
  /** Rows whose id came before, with other contents: both are kept. */
  readonly changed: number;
};

/**
 * Tells what of a page is new. A row is dropped only with proof: its unique id came before with the very same contents, or
 * the whole page came before. Equal rows without an id can be right (two landings, two fees) and stay.
 */
export function tell(before: Seen, page: readonly FreeForm[]): Told {
  if (before.pages.some(({ rows }) => isSamePage(rows, page))) {
    return { seen: before, rows: [], repeated: page.length, changed: 0 };
  }
  const idMember = before.pages.length === 0 ? idMemberOf(page) : keptId(before, page);
  const byId = new Map<unknown, FreeForm>(idMember === null ? [] : page.map((row) => [row[idMember], row]));
  const seen = { idMember, pages: [...before.pages, { rows: page, byId }] };
  const repeated = new Set<FreeForm>();
  let changed = 0;
  for (const [id, row] of byId) {
    const earlier = before.pages.map((known) => known.byId.get(id)).filter((one) => one !== undefined);
    if (earlier.some((other) => isSameRow(other, row))) repeated.add(row);
    else if (earlier.length > 0) changed++;
  }
  const rows = repeated.size === 0 ? page : page.filter((row) => !repeated.has(row));
  return { seen, rows, repeated: repeated.size, changed };
}

/** The id stays one as long as every page has it, each of its values once. */
function keptId({ idMember }: Seen, page: readonly FreeForm[]): string | null {
  return idMember !== null && isUnique(page, idMember) ? idMember : null;
}

function isSamePage(a: readonly FreeForm[], b: readonly FreeForm[]): boolean {
  return a.length === b.length && b.length > 0 && a.every((row, index) => isSameRow(row, b[index]));
}

function isSameRow(a: FreeForm, b: FreeForm | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
