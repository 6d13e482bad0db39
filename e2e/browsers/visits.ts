import type { School } from './school.ts';
import type { Query, Screen } from './screen.ts';

/** A page and its task. */
export type Visit = {
  readonly name: string;
  readonly path: (school: School) => string;
  readonly run: (screen: Screen, school: School) => Promise<void>;
  /** It shows the loading state, and never finishes. */
  readonly isSampleOfLoading?: boolean;
};

/** A page that must show something and open without an error, without a task. */
const shows = (name: string, path: string | ((school: School) => string), query: Query): Visit => ({
  name,
  path: typeof path === 'string' ? () => path : path,
  run: (screen) => screen.see(query),
});

const inAll: Query = { text: /^[1-9]\d* in all|^[1-9]\d* of [1-9]\d*/ };

export const visits: readonly Visit[] = [
  shows('overview', '/', inAll),
  shows('fleet', '/fleet', inAll),
  shows('fleet as a table', '/fleet?view=table', inAll),
  shows('aircraft', ({ aircraft }) => `/fleet/${aircraft[0]?.aircraftId}`, { text: /reminders/i }),
  shows('maintenance', '/maintenance', inAll),
  shows('maintenance calendar', '/maintenance?view=calendar', { role: 'heading', name: /May 2026/ }),
  shows('maintenance squawks', '/maintenance?view=squawks', { text: /^\d+ open/ }),
  shows('timeline', '/reservations', { css: '[data-key]' }),
  shows('timeline by instructor', '/reservations?by=instructor', { css: '[data-key]' }),
  shows('week', '/reservations?view=week', inAll),
  shows('month', '/reservations?view=month', { role: 'grid', name: 'May 2026' }),
  shows('agenda', '/reservations?view=agenda', inAll),
  shows('lanes', '/reservations?view=lanes', inAll),
  shows('list', '/reservations?view=list', inAll),
  shows('planning', '/plan', { role: 'link', name: /Finder/ }),
  shows('aircraft down', ({ aircraft }) => `/plan/down?aircraft=${aircraft[0]?.aircraftId}`, { text: /reservations?/ }),
  shows('finder', '/plan/find', { role: 'region', name: 'Possible times' }),
  shows('shop planner', '/plan/shop', { role: 'region', name: 'Proposed order' }),
  shows('measured hours', '/plan/hours', { role: 'region', name: 'Meter hours per booked hour' }),
  shows('brief', '/brief', { role: 'article', name: /^Brief of/ }),
  shows('instructors', '/instructors', inAll),
  shows('instructor', ({ instructors }) => `/instructors/${instructors[0]?.userId}`, {
    role: 'region',
    name: /^Week of/,
  }),
  shows('changes', '/changes', { text: /Complete since/ }),
  shows('people', '/people', { role: 'link', name: /\w+/, within: { role: 'main' } }),
  shows('person', ({ users }) => `/people/${users[0]?.userId}`, {
    role: 'heading',
    name: /\w+/,
    within: { role: 'main' },
  }),
  shows('equipment', '/equipment', inAll),
  shows('reports', '/reports', { role: 'link', name: /Work orders/ }),
  shows('report', '/reports/flightOperations', { role: 'grid' }),
  shows('report of work orders', '/reports/workorders', { role: 'grid' }),
  shows('alerts', '/alerts', { text: /Nobody gets alerts yet/ }),
  shows('setup', '/setup', { text: /Local copy/ }),
  { ...shows('components', '/setup/components', { role: 'heading', name: 'Components' }), isSampleOfLoading: true },
  shows('board', '/board', { text: /^N\d+[A-Z]+/ }),
  shows('no such page', '/nonsense', { role: 'link', name: /Fleet/ }),
];
