import type { Who } from '#contract/access/grants.ts';
import { type AccessView, mayAsk, rights, type Role } from '#contract/access/roles.ts';
import { mayOpen } from '#contract/routes.ts';
import { namesOf } from '#contract/objects.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { pageAt, pagePaths, seesPage } from '#contract/pages.ts';
import { instructorLink } from '#domain/reservations/links.ts';

/**
 * The signed-in person's rights, as screens need them, from the tables of roles and pages (`contract/access/roles.ts`,
 * `contract/pages.ts`).
 */
export type RightsOf = {
  readonly mayAsk: (id: OperationId) => boolean;
  /** For one of the gateway's own addresses; the query is ignored. */
  readonly mayOpen: (address: string) => boolean;
  /** For a page by its address; the query is ignored. True for an address that is not a page. */
  readonly maySeePage: (address: string) => boolean;
  readonly maySee: (view: AccessView) => boolean;
  /** The page they start on. */
  readonly firstPage: string;
};

export function rightsOf(who: Who): RightsOf {
  const { role } = who;
  return {
    mayAsk: (id) => mayAsk(role, id),
    mayOpen: (address) => mayOpen(role, pathOf(address)),
    maySeePage: (address) => {
      const page = pageAt(pathOf(address));
      return page === null || seesPage(role, page);
    },
    maySee: (view) => rights[role].views.includes(view),
    firstPage: firstPageOf(who),
  };
}

function firstPageOf({ role, userId }: Who): string {
  const first = pagePaths.find((path) => seesPage(role, path)) ?? '/';
  const isOwn = first !== '/' && userId !== null && seesPage(role, '/instructors/:userId');
  return isOwn ? instructorLink(userId) : first;
}

function pathOf(address: string): string {
  const path = address.replace(/[?#].*$/s, '');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

const operationIds: ReadonlySet<unknown> = new Set(namesOf(operations));
const isOperation = (id: unknown): id is OperationId => operationIds.has(id);

/**
 * Query keys without an address of their own: long windows of reservations use the address of short ones, and locations
 * are read from reservations.
 */
const addresses: { readonly [part: string]: string } = { forecast: 'reservations', locations: 'reservations' };

/**
 * True if a role may request what a query's key names: `['api', operation, …]`, `['replica', part, …]`, or one of the
 * gateway's own addresses, `['access']`. True for all other keys.
 */
export function mayRead(role: Role, [area, part]: readonly unknown[]): boolean {
  if (area === 'api') return !isOperation(part) || mayAsk(role, part);
  if (area === 'replica' && typeof part === 'string') return mayOpen(role, `/replica/${addresses[part] ?? part}`);
  return typeof area !== 'string' || mayOpen(role, `/${area}`);
}

/** A key for what a browser stores for each person. It includes the name, because people may share a role. */
export function personOf({ role, name, userId, showsNames }: Who): string {
  return JSON.stringify([role, name, userId, showsNames]);
}

/** The sign-in page, which returns to this address afterwards. */
export function signInAddress({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  return `/sign-in?to=${encodeURIComponent(pathname + search)}`;
}

const roleNames: Readonly<Record<Role, string>> = {
  manager: 'Manager',
  administrator: 'Administrator',
  dispatcher: 'Dispatcher',
  maintenance: 'Maintenance',
  instructor: 'Instructor',
  display: 'Wall display',
};

/** A role in words. */
export function roleName(role: Role): string {
  return roleNames[role];
}
