import { type AccessView, mayAsk, rights, type Role } from './access/roles.ts';
import { namesOf } from './objects.ts';
import type { OperationId } from './operations.ts';

/** The part of the gateway that answers. `service sign-in`: only with `ACCESS=oidc`. */
export type RoutePart =
  | 'gateway'
  | 'copy'
  | 'alerts'
  | 'feeds'
  | 'weather'
  | 'check'
  | 'access'
  | 'sign-in'
  | 'service sign-in';

/**
 * Who may use an address. `before sign-in`: everyone. `everyone`: every signed-in person, display and program, because it
 * reports the gateway's state and no records of the school. `screens`: every signed-in person and display. `people`: every
 * signed-in person; a display has no sessions to list. `view`: the roles with this
 * view, `toSend` the view for a POST if that differs. `records`: the roles that may request this operation.
 */
type Allowed =
  | 'before sign-in'
  | 'everyone'
  | 'screens'
  | 'people'
  | { readonly view: AccessView; readonly toSend?: AccessView }
  | { readonly records: OperationId };

/**
 * The body of a POST, with its greatest length in bytes. `form`: also JSON; the form works without scripts. `signed`: a
 * sign-in service sends it, without a cookie.
 */
export type RouteBody = { readonly kind: 'json' | 'form' | 'signed'; readonly maxBytes: number };

/** What is said of an address of the gateway in this one place; everything else about it follows. */
export type RouteRow = {
  readonly by: RoutePart;
  readonly who: Allowed;
  /**
   * The pages that may send the request. `own`: ours, and programs. `links`: a link on another site may open it too.
   * `anywhere`: a calendar program or a feed reader, which has only its address. Addresses with the same first step agree.
   */
  readonly from: 'own' | 'links' | 'anywhere';
  /** False if it takes only a POST. */
  readonly get?: false;
  /** What a POST may hold; without it, none is taken. */
  readonly body?: RouteBody;
  /** True if it is described in `/openapi.json`. */
  readonly isPublic?: true;
  /** True if its answer never ends. */
  readonly isStream?: true;
  /** True if a monitor on this machine may ask without a sign-in, also by HTTP/1.0. */
  readonly isForMonitors?: true;
};

const json = (maxBytes: number) => ({ kind: 'json', maxBytes }) as const;
const form = (maxBytes: number) => ({ kind: 'form', maxBytes }) as const;

/** Bytes of a request's body at any address. */
export const maxBodyBytes = 16_384;

/** An answer of the local copy, narrowed to what the role may see. */
const copied = { by: 'copy', from: 'own', isPublic: true } as const;
const ofAlerts = { by: 'alerts', from: 'own', isPublic: true } as const;
const ofAccess = { by: 'access', from: 'own', isPublic: true } as const;
const signingIn = { who: 'before sign-in', from: 'links' } as const;

/**
 * The addresses of the gateway by their paths, besides those of the API below `/api`, which `operations` has. A name in
 * braces, always in the last step, stands for the rest of the path.
 */
export const routes = {
  '/config': { by: 'gateway', who: 'everyone', from: 'own' },
  '/state': { by: 'gateway', who: 'everyone', from: 'own' },
  '/health': { by: 'gateway', who: 'everyone', from: 'links', isForMonitors: true },
  '/openapi.json': { by: 'gateway', who: 'everyone', from: 'links' },
  '/metrics': { by: 'gateway', who: { view: 'metrics' }, from: 'own' },
  '/first': { by: 'gateway', who: 'screens', from: 'own' },
  '/replica/reminders': { ...copied, who: { records: 'listMaintenanceReminders' } },
  '/replica/squawks': { ...copied, who: { records: 'listSquawks' } },
  '/replica/reservations': { ...copied, who: { records: 'listReservations' } },
  '/replica/history': { ...copied, who: { records: 'listReservations' } },
  '/replica/hours': { ...copied, who: { records: 'listMaintenanceReminders' } },
  '/replica/reservation': { ...copied, who: { records: 'listReservations' } },
  '/replica/days': { ...copied, who: { records: 'listReservations' } },
  '/replica/brief': { ...copied, who: { view: 'brief' } },
  '/replica/figures': { ...copied, who: { view: 'figures' } },
  '/replica/figures/rows': { ...copied, who: { view: 'figures' } },
  '/replica/people': { ...copied, who: { view: 'people' } },
  '/replica/behind': { ...copied, who: { view: 'students' } },
  '/replica/changes': { ...copied, who: { view: 'changes' } },
  '/replica/snoozes': { ...copied, who: { view: 'snoozes', toSend: 'put off' }, body: json(4_096) },
  '/replica/log': { ...copied, who: { view: 'log' } },
  '/replica/late': { ...copied, who: { view: 'late', toSend: 'tick' }, body: json(2_048) },
  '/replica/late/numbers': { ...copied, who: { view: 'numbers' }, get: false, body: json(512) },
  '/replica/weather': { by: 'weather', who: 'screens', from: 'own', isPublic: true },
  '/access': { ...ofAccess, who: { view: 'access' }, body: json(4_096) },
  '/access/sessions': { ...ofAccess, who: 'people', body: json(1_024) },
  '/access/audit': { ...ofAccess, who: { view: 'access' } },
  '/exports': { ...ofAccess, who: 'screens', get: false, body: json(1_024) },
  '/access/columns': { ...ofAccess, who: { view: 'columns' }, body: json(4_096) },
  '/access/reminders': { ...ofAccess, who: { view: 'reminder classes' }, body: json(2_048) },
  '/connection-check': { by: 'check', from: 'own', isPublic: true, who: { view: 'connection' }, body: json(256) },
  '/replica/alerts': { ...ofAlerts, who: { view: 'alerts' } },
  '/replica/alerts/news': { ...ofAlerts, who: { view: 'alerts' } },
  '/replica/alerts/recipients': { ...ofAlerts, who: { view: 'set alerts' }, get: false, body: json(maxBodyBytes) },
  '/replica/alerts/test': { ...ofAlerts, who: { view: 'set alerts' }, get: false, body: json(maxBodyBytes) },
  '/replica/alerts/push': { ...ofAlerts, who: { view: 'alerts' }, get: false, body: json(2_048) },
  '/events': { by: 'copy', who: 'screens', from: 'own', isPublic: true, isStream: true },
  '/feed/{secret}': { by: 'feeds', who: 'before sign-in', from: 'anywhere' },
  '/calendar/{secret}.ics': { by: 'sign-in', who: 'before sign-in', from: 'anywhere' },
  '/display': { by: 'sign-in', ...signingIn },
  '/sign-in': { by: 'sign-in', ...signingIn, body: form(8_192) },
  '/sign-in/display': { by: 'sign-in', ...signingIn, get: false, body: json(1_024) },
  '/sign-in/start': { by: 'service sign-in', ...signingIn },
  '/sign-in/callback': { by: 'service sign-in', ...signingIn },
  '/sign-in/logout': {
    by: 'service sign-in',
    ...signingIn,
    get: false,
    body: { kind: 'signed', maxBytes: maxBodyBytes },
  },
  '/sign-out': { by: 'access', who: 'screens', from: 'links', get: false, body: form(maxBodyBytes) },
} as const satisfies { readonly [path: string]: RouteRow };

export type RoutePath = keyof typeof routes;
export const routePaths = namesOf(routes);
/** The addresses that one part answers. */
export type PathBy<Part extends RoutePart> = {
  [Path in RoutePath]: (typeof routes)[Path]['by'] extends Part ? Path : never;
}[RoutePath];
/** The addresses that `/openapi.json` describes. */
export type PublicPath = {
  [Path in RoutePath]: (typeof routes)[Path] extends { readonly isPublic: true } ? Path : never;
}[RoutePath];
/** The answers of the local copy that are narrowed to the role. */
export type CopyPath = Exclude<PathBy<'copy'>, '/events'>;
/** Those that the copy makes from its records alone. */
export type ViewPath = Exclude<CopyPath, '/replica/snoozes' | `/replica/late${string}`>;
export const viewPaths = routePaths.filter((path): path is ViewPath => {
  const { by, body, isStream }: RouteRow = routes[path];
  return by === 'copy' && !body && !isStream;
});

/** An address with its path in the table. */
export type Route = RouteRow & { readonly path: RoutePath };

const exact = new Map<string, Route>();
/** Those with a name in braces, by what stands before it. */
const open: (readonly [before: string, Route])[] = [];
for (const path of routePaths) {
  const route: Route = { ...routes[path], path };
  const [before = '', ...rest] = path.split('{');
  if (rest.length === 0) exact.set(path, route);
  else open.push([before, route]);
}

/** The first step of a path, without its query: `/replica` of `/replica/log`. */
export function firstStep(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}

/** The gateway's own address at a path (without its query); null for the API's, for pages and for all others. */
export function routeAt(path: string): Route | null {
  return exact.get(path) ?? open.find(([before]) => path.startsWith(before))?.[1] ?? null;
}

/** The first steps of what only our own pages and programs may ask for. */
const ownSteps = new Set(['/api', ...routePaths.filter((path) => routes[path].from === 'own').map(firstStep)]);

/** Which pages may send a request for this path. `own` also below the first step of our own; a page may be linked. */
export function originAt(path: string): RouteRow['from'] {
  return ownSteps.has(firstStep(path)) ? 'own' : (routeAt(path)?.from ?? 'links');
}

/** The operation whose records one of the gateway's own addresses holds; null if a view or nothing decides. */
export function recordsAt(path: string): OperationId | null {
  const who = routeAt(path)?.who;
  return typeof who === 'object' && 'records' in who ? who.records : null;
}

/** The view that a role needs for a request at a route; null if it needs none. */
export function viewOf({ who }: RouteRow, method = 'GET'): AccessView | null {
  if (typeof who !== 'object' || !('view' in who)) return null;
  return (method === 'POST' && who.toSend) || who.view;
}

/**
 * True if a role may request one of the gateway's own addresses (without its query). Addresses that the table does not
 * have are open to everyone who is signed in.
 */
export function mayOpen(role: Role, path: string, method = 'GET'): boolean {
  const route = routeAt(path);
  if (!route) return true;
  if (route.who === 'people') return role !== 'display';
  const operation = recordsAt(path);
  if (operation) return mayAsk(role, operation);
  const view = viewOf(route, method);
  return view === null || rights[role].views.includes(view);
}
