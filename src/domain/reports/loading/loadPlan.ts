import type { SetAside } from '#contract/answers.ts';
import type { Failure } from '#domain/answers/failures.ts';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import type { Instant } from '#domain/time/time.ts';
import { emptyShape, type Shape } from '#domain/reports/columns/inference.ts';

/**
 * How a service pages a data set, as found by asking. `page`, `record`: what offset counts. `whole`: one answer holds
 * everything. `single`: offset is ignored, and more than one answer's rows are not to be had. `given`: the person named a page,
 * and only that is asked.
 */
export type PagingMode = 'unknown' | 'page' | 'record' | 'whole' | 'single' | 'given';

/**
 * `resting`: there are as many rows as are wanted for now. `paused` by the person. `cut off` by a failure: what arrived stays,
 * and one can go on.
 */
export type LoadStand = 'loading' | 'resting' | 'paused' | 'cut off' | 'complete';

/** What the next call is for; after the first two, pages follow one another. */
type LoadPhase = 'first' | 'second' | 'without limit' | 'onward' | 'given';

/** What a call asks; null is left out. */
export type PageAsk = { readonly offset: number | null; readonly limit: number | null };

/** A load of a data set, one call at a time. */
export type LoadPlan = {
  /** Rows a call. */
  readonly limit: number;
  /** The offset the person named; null for all. */
  readonly offset: number | null;
  readonly phase: LoadPhase;
  readonly mode: PagingMode;
  readonly stand: LoadStand;
  /** Rows after which to rest. */
  readonly wanted: number;
  readonly rows: readonly FreeForm[];
  /** Of these rows. */
  readonly shape: Shape;
  readonly setAside: readonly SetAside[];
  /** As last said; null where the service says nothing. */
  readonly totalItems: number | null;
  /** True once the service has sent more than it says there is. */
  readonly isTotalWrong: boolean;
  /** Items that came, odd and repeated ones too. */
  readonly received: number;
  /** Pages that came. */
  readonly pages: number;
  /** Rows that came twice, and were dropped. */
  readonly repeated: number;
  /** Rows that came twice with other contents, and were kept. */
  readonly changed: number;
  readonly seen: Seen;
  /** The call under way. */
  readonly asking: PageAsk | null;
  /** By the service, or while it is out of reach; null while nothing holds it up. */
  readonly pausedUntil: Instant | null;
  /** The last call's; null once one has gone well. */
  readonly failure: Failure | null;
  /** Failures in a row that the service did not ask to wait for. */
  readonly failures: number;
  /** Milliseconds of loading before `since`. */
  readonly spent: number;
  /** When loading last began; null while it stands still. */
  readonly since: Instant | null;
};

/** Rows a call where nobody says otherwise: what clients of live services ask for. */
export const usualLimit = 500;

export type LoadOptions = { readonly limit?: number | undefined; readonly offset?: number | undefined };

/** A load that asks for the first two pages, so as to find how the service pages, and rests. */
export function newLoad({ limit = usualLimit, offset }: LoadOptions, now: Instant): LoadPlan {
  return {
    limit,
    offset: offset ?? null,
    phase: offset === undefined ? 'first' : 'given',
    mode: offset === undefined ? 'unknown' : 'given',
    stand: 'loading',
    wanted: 0,
    rows: [],
    shape: emptyShape,
    setAside: [],
    totalItems: null,
    isTotalWrong: false,
    received: 0,
    pages: 0,
    repeated: 0,
    changed: 0,
    seen: nothingSeen,
    asking: null,
    pausedUntil: null,
    failure: null,
    failures: 0,
    spent: 0,
    since: now,
  };
}

export type LoadStep = {
  readonly plan: LoadPlan;
  /** The call to make now. */
  readonly ask: PageAsk | null;
  /** When to look again if nothing happens before; null where only an event can change anything. */
  readonly wakeAt: Instant | null;
};

/** What to do now: make a call, or look again later. */
export function nextStep(plan: LoadPlan, now: Instant): LoadStep {
  if (plan.stand !== 'loading' || plan.asking) return { plan, ask: null, wakeAt: null };
  if (plan.pausedUntil !== null && now < plan.pausedUntil) return { plan, ask: null, wakeAt: plan.pausedUntil };
  const ask = askOf(plan);
  return { plan: { ...plan, asking: ask, pausedUntil: null }, ask, wakeAt: null };
}

function askOf({ phase, mode, limit, offset, received, pages }: LoadPlan): PageAsk {
  if (phase === 'without limit') return { offset: null, limit: null };
  if (phase === 'first') return { offset: null, limit };
  // The second call asks for offset 1 whatever it may count: a page on or a row on, the rows tell which.
  if (phase === 'second') return { offset: 1, limit };
  if (phase === 'given') return { offset, limit };
  return { offset: mode === 'record' ? received : pages, limit };
}

const mostFailures = 5;
const oneSecond = 1000;

/** The call failed: it is asked again when the service says or, a few times, a little later; what cannot pass by itself cuts off. */
export function refused(plan: LoadPlan, failure: Failure, now: Instant): LoadPlan {
  if (!plan.asking) return plan;
  const { kind, status, retryAfter } = failure;
  const isTold = kind === 'limited' || kind === 'waiting' || (status === 503 && retryAfter !== null);
  const isPassing = isTold || ['offline', 'timeout', 'upstream', 'unreadable'].includes(kind);
  const failures = isTold ? plan.failures : plan.failures + 1;
  const next = { ...plan, asking: null, failure, failures };
  if (!isPassing || failures >= mostFailures) return standing(next, 'cut off', now);
  return { ...next, pausedUntil: now + (retryAfter ?? 2 ** failures * oneSecond) };
}

/** The person pauses it; a page under way is still taken. */
export function pausedLoad(plan: LoadPlan, now: Instant): LoadPlan {
  return plan.stand === 'loading' ? standing(plan, 'paused', now) : plan;
}

/** Goes on after a pause or a failure, at once. */
export function resumedLoad(plan: LoadPlan, now: Instant): LoadPlan {
  if (plan.stand !== 'paused' && plan.stand !== 'cut off') return plan;
  // A pause the service asked for holds, whoever presses a button.
  return standing({ ...plan, failures: 0 }, 'loading', now);
}

/** The person wants so many rows, or all there are (`Infinity`). */
export function wanting(plan: LoadPlan, rows: number, now: Instant): LoadPlan {
  if (plan.stand === 'complete') return plan;
  return standing({ ...plan, wanted: rows, failures: 0 }, 'loading', now);
}

/** The person wants no more; what arrived stays, and an answer under way is not taken. */
export function cancelled(plan: LoadPlan, now: Instant): LoadPlan {
  if (plan.stand === 'complete') return plan;
  return standing({ ...givenUp(plan), wanted: 0 }, 'resting', now);
}

/** The call under way has come to nothing, by our own doing: it is made again when somebody asks what to do. */
export function givenUp(plan: LoadPlan): LoadPlan {
  return plan.asking ? { ...plan, asking: null } : plan;
}

/** The plan in another stand; the time spent loading is kept. */
export function standing(plan: LoadPlan, stand: LoadStand, now: Instant): LoadPlan {
  const spent = plan.spent + (plan.since === null ? 0 : Math.max(0, now - plan.since));
  return { ...plan, stand, spent, since: stand === 'loading' ? now : null };
}

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
