import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, Route, Routes } from 'react-router';
import type { Config } from '#contract/gateway/config.ts';
import { namesOf } from '#contract/objects.ts';
import { rightsOf } from '#domain/access/rights.ts';
import type { Instant } from '#domain/time/time.ts';
import { BoardGuard } from './pages/wall/BoardGuard.tsx';
import { BrokenPage, Starting } from './pages/shell/FallbackPages.tsx';
import { configQuery, useOneOwner, useOperatorName } from './queries/config.ts';
import { useConnectionWatch } from './queries/connection.ts';
import { useRefresh } from './queries/policy.ts';
import { failureOf } from './queries/readings.ts';
import { ErrorNote } from './ui/panel/ErrorNote.tsx';
import type { Navigation, OwnPage } from './pages/shell/shellModel.ts';
import { ConnectionProvider } from './ui/page/connection.tsx';
import { SchoolProvider, useRights } from './ui/page/school.tsx';
import { now } from '#web/screenClock.ts';

/** The frame around the pages. */
const Shell = screen<'Shell', { navigation: Navigation; own: OwnPage }>(
  () => import('./pages/shell/Shell.tsx'),
  'Shell',
);
const NotFoundPage = screen(() => import('./pages/shell/OtherPages.tsx'), 'NotFoundPage');

/** The pages by their addresses; the gateway names their files in the page that it sends (`firstLoad.ts`). */
const pages = {
  '/': screen(() => import('./pages/overview/OverviewPage.tsx'), 'OverviewPage'),
  '/board': screen(() => import('./pages/wall/BoardPage.tsx'), 'BoardPage'),
  '/fleet': screen(() => import('./pages/fleet/FleetPage.tsx'), 'FleetPage'),
  '/fleet/:aircraftId': screen(() => import('./pages/aircraft/AircraftPage.tsx'), 'AircraftPage'),
  '/maintenance': screen(() => import('./pages/maintenance/MaintenancePage.tsx'), 'MaintenancePage'),
  '/instructors': screen(() => import('./pages/instructors/roster/InstructorsPage.tsx'), 'InstructorsPage'),
  '/instructors/:userId': screen(() => import('./pages/instructors/instructor/InstructorPage.tsx'), 'InstructorPage'),
  '/reservations': screen(() => import('./pages/reservations/ReservationsPage.tsx'), 'ReservationsPage'),
  '/changes': screen(() => import('./pages/changes/ChangesPage.tsx'), 'ChangesPage'),
  '/plan': screen(() => import('./pages/plan/PlanPage.tsx'), 'PlanPage'),
  '/plan/down': screen(() => import('./pages/plan/down/DownPage.tsx'), 'DownPage'),
  '/plan/find': screen(() => import('./pages/plan/find/FindPage.tsx'), 'FindPage'),
  '/plan/shop': screen(() => import('./pages/plan/shop/ShopPage.tsx'), 'ShopPage'),
  '/plan/hours': screen(() => import('./pages/plan/hours/HoursPage.tsx'), 'HoursPage'),
  '/brief': screen(() => import('./pages/brief/BriefPage.tsx'), 'BriefPage'),
  '/people': screen(() => import('./pages/people/PeoplePage.tsx'), 'PeoplePage'),
  '/people/:userId': screen(() => import('./pages/people/PeoplePage.tsx'), 'PeoplePage'),
  '/equipment': screen(() => import('./pages/equipment/EquipmentPage.tsx'), 'EquipmentPage'),
  '/reports': screen(() => import('./pages/reports/ReportsPage.tsx'), 'ReportsPage'),
  '/reports/:dataSet': screen(() => import('./pages/reports/ReportPage.tsx'), 'ReportPage'),
  '/alerts': screen(() => import('./pages/alerts/AlertsPage.tsx'), 'AlertsPage'),
  '/setup': screen(() => import('./pages/setup/SetupPage.tsx'), 'SetupPage'),
  '/setup/components': screen(() => import('./pages/components/ComponentsPage.tsx'), 'ComponentsPage'),
} as const;

/** A source file with a component of this name. */
type ScreenFile<Name extends string, Props> = { readonly [Each in Name]: ComponentType<Props> } & {
  /** Loads the screen's data before it is drawn. Never rejects. */
  readonly readFirst?: (client: QueryClient, school: Config, now: Instant) => Promise<void>;
};

/**
 * A part of the application that is loaded when it is first drawn. A loaded part is drawn at once: with a placeholder first,
 * React would hold the page back for 300 ms.
 */
function screen<Name extends string, Props extends object = object>(
  load: () => Promise<ScreenFile<NoInfer<Name>, Props>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    const file = await load();
    loaded = file[name];
    return { default: loaded, readFirst: file.readFirst };
  };
  const Later = lazy(preload);
  const Screen = (props: Props) => {
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  };
  return { Screen, preload };
}

/**
 * Loads the page of an address and its data, so that it is drawn once and complete. Never rejects: a part that cannot be
 * loaded says so in its place.
 */
export async function preloadPage(pathname: string, client: QueryClient): Promise<void> {
  const path = namesOf(pages).find((known) => matchPath(known, pathname));
  const [page] = await Promise.allSettled([
    path && pages[path].preload(),
    path === '/board' ? null : Shell.preload(),
    client.query(configQuery),
  ]);
  const school = client.getQueryData(configQuery.queryKey)?.value;
  if (school && !rightsOf(school.who).maySeePage(pathname)) return;
  if (school && page.status === 'fulfilled' && page.value) await page.value.readFirst?.(client, school, now());
}

const {
  '/board': { Screen: BoardPage },
  ...inShell
} = pages;

/** The pages of the bar, in its order, each with its key after `g`. */
const entries = [
  { path: '/', label: 'Overview', key: 'h', icon: 'overview' },
  { path: '/fleet', label: 'Fleet', key: 'f', icon: 'plane' },
  { path: '/maintenance', label: 'Maintenance', key: 'm', icon: 'wrench' },
  { path: '/reservations', label: 'Reservations', key: 'r', icon: 'calendar' },
  { path: '/instructors', label: 'Instructors', key: 'i', icon: 'person' },
  { path: '/changes', label: 'Changes', key: 'c' },
  { path: '/plan', label: 'Planning', key: 'l' },
  { path: '/people', label: 'People', key: 'p' },
  { path: '/reports', label: 'Reports', key: 'o' },
  { path: '/brief', label: 'Brief', key: 'b' },
  { path: '/board', label: 'Board', key: 'w' },
  { path: '/equipment', label: 'Equipment', key: 'e' },
  { path: '/alerts', label: 'Alerts', key: 'a' },
  { path: '/setup', label: 'Setup', key: 's' },
] as const;

const navigation: Navigation = entries.map((entry) => ({ ...entry, preload: preloading(entry.path) }));
/** Replaces the list of instructors for a user who may see only their own schedule. */
const ownSchedule = { label: 'My schedule', preload: preloading('/instructors/:userId') };

function preloading(path: keyof typeof pages): () => void {
  // A page that cannot be loaded says so when it is opened.
  return () => void pages[path].preload().catch(() => undefined);
}

export function App() {
  const refresh = useRefresh();
  const config = useQuery(configQuery);
  if (!config.data) {
    const failure = failureOf(config);
    return (
      <Starting>{failure && <ErrorNote failure={failure} onRetry={() => refresh(configQuery.queryKey)} />}</Starting>
    );
  }
  return (
    <NamedSchool school={config.data.value}>
      <Pages />
    </NamedSchool>
  );
}

function NamedSchool({ school, children }: { school: Config; children: ReactNode }) {
  const isSame = useOneOwner(school);
  const name = useOperatorName(school);
  const connection = useConnectionWatch();
  if (!isSame) return <Starting />;
  return (
    <SchoolProvider school={school} name={name}>
      <ConnectionProvider given={connection}>{children}</ConnectionProvider>
    </SchoolProvider>
  );
}

function Pages() {
  const { maySeePage } = useRights();
  return (
    <ErrorBoundary FallbackComponent={BrokenPage}>
      <Suspense fallback={<Starting />}>
        <Routes>
          {maySeePage('/board') && (
            <Route
              path="/board"
              element={
                <BoardGuard>
                  <BoardPage />
                </BoardGuard>
              }
            />
          )}
          <Route element={<Shell.Screen navigation={navigation} own={ownSchedule} />}>
            {Object.entries(inShell).map(([path, { Screen }]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="*" element={<NotFoundPage.Screen />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
