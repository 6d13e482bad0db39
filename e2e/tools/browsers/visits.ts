import type { PagePath } from '#contract/pages.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';
import type { School } from './school.ts';
import type { Query, Screen } from './screen.ts';

/** A page and its task. */
export type Visit = {
  readonly name: string;
  readonly path: (school: School) => string;
  readonly run: (screen: Screen, school: School) => Promise<void>;
};

/** A page that must show something and open without an error, without a task. */
const shows = (name: string, path: string | ((school: School) => string), query: Query): Visit => ({
  name,
  path: typeof path === 'string' ? () => path : path,
  run: (screen) => screen.see(query),
});

const inAll: Query = { text: /^[1-9]\d* in all|^[1-9]\d* of [1-9]\d*/ };

/** What pages show in these browsers, where a walk by text alone would prove less; and the views of some. */
const views: { readonly [Path in PagePath]?: readonly Visit[] } = {
  '/': [shows('overview', '/', inAll)],
  '/fleet': [shows('fleet', '/fleet', inAll), shows('fleet as a table', '/fleet?view=table', inAll)],
  '/fleet/:aircraftId': [
    shows('aircraft', ({ aircraft }) => `/fleet/${aircraft[0]?.aircraftId}`, { text: /reminders/i }),
  ],
  '/maintenance': [
    shows('maintenance', '/maintenance', inAll),
    shows('maintenance calendar', '/maintenance?view=calendar', { role: 'heading', name: /May 2026/ }),
    shows('maintenance squawks', '/maintenance?view=squawks', { text: /^\d+ open/ }),
  ],
  '/reservations': [
    shows('timeline', '/reservations', { css: '[data-key]' }),
    shows('timeline by instructor', '/reservations?by=instructor', { css: '[data-key]' }),
    shows('week', '/reservations?view=week', inAll),
    shows('month', '/reservations?view=month', { role: 'grid', name: 'May 2026' }),
    shows('agenda', '/reservations?view=agenda', inAll),
    shows('lanes', '/reservations?view=lanes', inAll),
    shows('list', '/reservations?view=list', inAll),
  ],
  '/instructors': [shows('instructors', '/instructors', inAll)],
  '/instructors/:userId': [
    shows('instructor', ({ instructors }) => `/instructors/${instructors[0]?.userId}`, {
      role: 'region',
      name: /^Week of/,
    }),
  ],
  '/changes': [shows('changes', '/changes', { text: /Complete since/ })],
  '/plan/down': [
    shows('aircraft down', ({ aircraft }) => `/plan/down?aircraft=${aircraft[0]?.aircraftId}`, {
      text: /reservations?/,
    }),
  ],
  '/plan/find': [shows('finder', '/plan/find', { role: 'region', name: 'Possible times' })],
  '/plan/standby': [shows('standby', '/plan/standby', { role: 'region', name: 'Freed slots' })],
  '/plan/shop': [shows('shop planner', '/plan/shop', { role: 'region', name: 'Proposed order' })],
  '/plan/hours': [shows('measured hours', '/plan/hours', { role: 'region', name: 'Meter hours per booked hour' })],
  '/people': [shows('people', '/people', { role: 'link', name: /\w+/, within: { role: 'main' } })],
  '/people/:userId': [
    shows('person', ({ users }) => `/people/${users[0]?.userId}`, {
      role: 'heading',
      name: /\w+/,
      within: { role: 'main' },
    }),
  ],
  '/reports/:dataSet': [
    shows('report', '/reports/flightOperations', { role: 'grid' }),
    shows('report of work orders', '/reports/workorders', { role: 'grid' }),
  ],
  '/brief': [shows('brief', '/brief', { role: 'article', name: /^Morning brief of/ })],
  '/equipment': [shows('equipment', '/equipment', inAll)],
};

export const visits: readonly Visit[] = [
  ...everyPage().flatMap(({ path, name, address, shows: text }) => views[path] ?? [shows(name, address, { text })]),
  shows('no such page', '/nonsense', { role: 'link', name: /Fleet/ }),
];
