import type { Role } from '#contract/access/roles.ts';
import { namesOf } from './objects.ts';
import type { AircraftSet, SchoolSet } from './sets.ts';

/** The requests of the bar around the pages. */
const bar = ['operator', 'aircraft', 'reminders'] as const;
/** And the data for the checks of aircraft, people and reservations. */
const checks = [...bar, 'squawks', 'instructors', 'people', 'near', 'history'] as const;
/** And the reservations of the days that a plan may use. */
const plans = [...checks, 'forecast'] as const;

/** Of all views; `firstLoad.ts` has their addresses. */
type FirstView = 'people' | 'near' | 'history' | 'forecast' | 'snoozes' | 'log' | 'shift log' | 'brief' | 'state';
/** A request that the gateway starts for a page that it sends: a set of records of the school or of all aircraft, or a view. */
export type FirstRead = SchoolSet | AircraftSet | FirstView;

const desk = ['manager', 'dispatcher'] as const;
const desks = [...desk, 'maintenance'] as const;
const desksAndInstructors = [...desks, 'instructor'] as const;

/** What is said of a page in this one place; everything else about it follows. */
export type PageRow = {
  /** In the navigation, in the search, and in lists of pages. */
  readonly name: string;
  /** The source file of its screen, below `src/web/pages`; its component has the file's name. */
  readonly file: `${string}/${string}Page`;
  /** The files of parts that it always draws first, and that other pages load when they want them. */
  readonly parts?: readonly string[];
  /** Around it: the bar, or nothing on a wall display, whose fonts are those of cockpit displays. */
  readonly frame: 'bar' | 'display';
  /** Who may see it. */
  readonly roles: readonly Role[];
  /** The data that it shows first. */
  readonly reads: readonly FirstRead[];
  /** Its place in the navigation; null for a page that another page opens. */
  readonly nav: {
    /** Opens it after `g`. */
    readonly key: string;
    /** Over the name on a phone, for the first five. */
    readonly icon?: string;
  } | null;
  /** True if it can show another moment than the present. */
  readonly showsMoments?: true;
};

/**
 * The pages of the dashboard by their paths, in the order of the navigation. A role starts on the first page that it may see.
 */
export const pages = {
  '/': {
    name: 'Overview',
    file: 'overview/OverviewPage',
    frame: 'bar',
    roles: desks,
    reads: [...checks, 'forecast', 'snoozes', 'shift log'],
    nav: { key: 'h', icon: 'overview' },
    showsMoments: true,
  },
  '/fleet': {
    name: 'Fleet',
    file: 'fleet/FleetPage',
    frame: 'bar',
    roles: desksAndInstructors,
    reads: checks,
    nav: { key: 'f', icon: 'plane' },
    showsMoments: true,
  },
  '/fleet/:aircraftId': {
    name: 'Aircraft',
    file: 'aircraft/AircraftPage',
    frame: 'bar',
    roles: desksAndInstructors,
    reads: checks,
    nav: null,
  },
  '/maintenance': {
    name: 'Maintenance',
    file: 'maintenance/MaintenancePage',
    frame: 'bar',
    roles: desks,
    reads: [...bar, 'near', 'history', 'forecast'],
    nav: { key: 'm', icon: 'wrench' },
  },
  '/reservations': {
    name: 'Reservations',
    file: 'reservations/ReservationsPage',
    frame: 'bar',
    roles: desksAndInstructors,
    reads: checks,
    nav: { key: 'r', icon: 'calendar' },
    showsMoments: true,
  },
  '/instructors': {
    name: 'Instructors',
    file: 'instructors/roster/InstructorsPage',
    frame: 'bar',
    roles: desk,
    reads: [...bar, 'instructors', 'history'],
    nav: { key: 'i', icon: 'person' },
  },
  '/instructors/:userId': {
    name: 'Instructor',
    file: 'instructors/instructor/InstructorPage',
    frame: 'bar',
    roles: [...desk, 'instructor'],
    reads: checks,
    nav: null,
  },
  '/changes': {
    name: 'Changes',
    file: 'changes/ChangesPage',
    frame: 'bar',
    roles: desks,
    reads: [...bar, 'log'],
    nav: { key: 'c' },
  },
  '/plan': {
    name: 'Planning',
    file: 'plan/PlanPage',
    frame: 'bar',
    roles: desks,
    reads: checks,
    nav: { key: 'l' },
  },
  '/plan/down': {
    name: 'Move reservations',
    file: 'plan/down/DownPage',
    frame: 'bar',
    roles: desks,
    reads: plans,
    nav: null,
  },
  '/plan/find': {
    name: 'Finder',
    file: 'plan/find/FindPage',
    parts: ['plan/find/FoundTable'],
    frame: 'bar',
    // It needs the checkouts of people.
    roles: desk,
    reads: plans,
    nav: null,
  },
  '/plan/standby': {
    name: 'Standby',
    file: 'plan/standby/StandbyPage',
    parts: ['plan/standby/TakersPanel'],
    frame: 'bar',
    // It names students, with their checkouts.
    roles: desk,
    reads: plans,
    nav: null,
  },
  '/plan/shop': {
    name: 'Shop planner',
    file: 'plan/shop/ShopPage',
    frame: 'bar',
    roles: desks,
    reads: [...bar, 'near', 'history', 'forecast'],
    nav: null,
  },
  '/plan/hours': {
    name: 'Booked and flown hours',
    file: 'plan/hours/HoursPage',
    frame: 'bar',
    roles: desks,
    reads: bar,
    nav: null,
  },
  '/people': {
    name: 'People',
    file: 'people/PeoplePage',
    frame: 'bar',
    roles: desk,
    reads: [...bar, 'instructors', 'people'],
    nav: { key: 'p' },
  },
  '/people/:userId': {
    name: 'Person',
    file: 'people/PeoplePage',
    parts: ['people/Person', 'people/TrainingPanels'],
    frame: 'bar',
    roles: desk,
    reads: [...bar, 'instructors', 'people'],
    nav: null,
  },
  '/reports': {
    name: 'Reports',
    file: 'reports/ReportsPage',
    frame: 'bar',
    roles: desks,
    reads: bar,
    nav: { key: 'o' },
  },
  '/reports/:dataSet': {
    name: 'Report',
    file: 'reports/ReportPage',
    frame: 'bar',
    roles: desks,
    reads: [...bar, 'instructors', 'people'],
    nav: null,
  },
  '/figures': {
    name: 'Figures',
    file: 'figures/FiguresPage',
    frame: 'bar',
    roles: ['manager'],
    reads: bar,
    nav: { key: 'u' },
  },
  '/brief': {
    name: 'Morning brief',
    file: 'brief/BriefPage',
    frame: 'bar',
    // It shows checks of people.
    roles: desk,
    reads: [...bar, 'brief'],
    nav: { key: 'b' },
  },
  '/late': {
    name: 'Not back',
    file: 'late/LatePage',
    frame: 'bar',
    roles: desks,
    reads: [...bar, 'near', 'history'],
    nav: null,
  },
  '/board': {
    name: 'Board',
    file: 'wall/BoardPage',
    frame: 'display',
    roles: [...desk, 'display'],
    reads: [...bar, 'squawks', 'near', 'history'],
    nav: { key: 'w' },
  },
  '/equipment': {
    name: 'Equipment',
    file: 'equipment/EquipmentPage',
    frame: 'bar',
    roles: desks,
    reads: bar,
    nav: { key: 'e' },
  },
  '/alerts': {
    name: 'Alerts',
    file: 'alerts/AlertsPage',
    frame: 'bar',
    roles: desks,
    reads: bar,
    nav: { key: 'a' },
  },
  '/setup': {
    name: 'Setup',
    file: 'setup/SetupPage',
    frame: 'bar',
    roles: [...desk, 'administrator'],
    reads: [...bar, 'state'],
    nav: { key: 's' },
  },
} as const satisfies { readonly [path: `/${string}`]: PageRow };

export type PagePath = keyof typeof pages;
/** A page whose path names a record, `/fleet/:aircraftId`. */
export type RecordPagePath = Extract<PagePath, `${string}:${string}`>;

/** An address of the dashboard: the compiler knows a link to a page that does not exist. */
export type PageAddress = AddressOf<PagePath> | `${AddressOf<PagePath>}?${string}`;
type AddressOf<Path extends string> = Path extends `${infer Start}:${string}` ? `${Start}${string}` : Path;

export const pagePaths: readonly PagePath[] = namesOf(pages);

/** What the table says of a page. */
export function pageRow(path: PagePath): PageRow {
  return pages[path];
}

/** True if a role may see a page. */
export function seesPage(role: Role, path: PagePath): boolean {
  return pageRow(path).roles.includes(role);
}

/** Like the browser's router: in any letter case, with or without a slash at the end. */
const partsOf = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path).split('/');
const partsOfPages = pagePaths.map((path) => ({ path, parts: partsOf(path.toLowerCase()) }));

/** The page that a path without its query opens; null if it opens none. Hundreds of links each ask. */
export function pageAt(pathname: string): PagePath | null {
  const given = partsOf(pathname);
  const found = partsOfPages.find(
    ({ parts }) =>
      parts.length === given.length &&
      parts.every((part, at) => part.startsWith(':') || part === given[at]?.toLowerCase()),
  );
  return found?.path ?? null;
}
