import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import type { Config } from '#contract/gateway/config.ts';
import { namesOf } from '#contract/objects.ts';
import type { Instant } from '#domain/time/time.ts';
import { BoardGuard } from './pages/wall/BoardGuard.tsx';
import { BrokenPage, NotFoundPage, Starting } from './pages/shell/FallbackPages.tsx';
import { configQuery, useOperatorName } from './queries/config.ts';
import { useRefresh } from './queries/policy.ts';
import { failureOf } from './queries/readings.ts';
import { ErrorNote } from './ui/panel/ErrorNote.tsx';
import { SchoolProvider } from './ui/page/school.tsx';

/** The frame around the pages. */
const Shell = screen(() => import('./pages/shell/Shell.tsx').then((file) => ({ Screen: file.Shell })));

/** The pages by their addresses; the gateway names their files in the page that it sends (`firstLoad.ts`). */
const pages = {
  '/board': screen(() => import('./pages/wall/BoardPage.tsx').then((file) => ({ Screen: file.BoardPage }))),
  '/fleet': screen(() =>
    import('./pages/fleet/FleetPage.tsx').then((file) => ({ Screen: file.FleetPage, readFirst: file.readFirst })),
  ),
  '/fleet/:aircraftId': screen(() =>
    import('./pages/aircraft/AircraftPage.tsx').then((file) => ({
      Screen: file.AircraftPage,
      readFirst: file.readFirst,
    })),
  ),
  '/maintenance': screen(() =>
    import('./pages/maintenance/MaintenancePage.tsx').then((file) => ({
      Screen: file.MaintenancePage,
      readFirst: file.readFirst,
    })),
  ),
  '/instructors': screen(() =>
    import('./pages/instructors/roster/InstructorsPage.tsx').then((file) => ({ Screen: file.InstructorsPage })),
  ),
  '/instructors/:userId': screen(() =>
    import('./pages/instructors/instructor/InstructorPage.tsx').then((file) => ({
      Screen: file.InstructorPage,
      readFirst: file.readFirst,
    })),
  ),
  '/reservations': screen(() =>
    import('./pages/reservations/ReservationsPage.tsx').then((file) => ({
      Screen: file.ReservationsPage,
      readFirst: file.readFirst,
    })),
  ),
  '/people': screen(() => import('./pages/people/PeoplePage.tsx').then((file) => ({ Screen: file.PeoplePage }))),
  '/equipment': screen(() =>
    import('./pages/equipment/EquipmentPage.tsx').then((file) => ({ Screen: file.EquipmentPage })),
  ),
  '/reports': screen(() => import('./pages/reports/ReportsPage.tsx').then((file) => ({ Screen: file.ReportsPage }))),
  '/reports/:dataSet': screen(() =>
    import('./pages/reports/ReportPage.tsx').then((file) => ({ Screen: file.ReportPage })),
  ),
  '/setup': screen(() => import('./pages/setup/SetupPage.tsx').then((file) => ({ Screen: file.SetupPage }))),
  '/setup/components': screen(() =>
    import('./pages/components/ComponentsPage.tsx').then((file) => ({ Screen: file.ComponentsPage })),
  ),
} as const;

type Loaded<Props> = {
  readonly Screen: ComponentType<Props>;
  /** Reads what the screen shows before it is drawn. Never rejects. */
  readonly readFirst?: (client: QueryClient, school: Config, now: Instant) => Promise<void>;
};

/**
 * A part of the application that is loaded when it is first drawn. What was loaded before is drawn at once: with a placeholder
 * before it, React would keep the page back for 300 ms.
 */
function screen<Props extends object>(load: () => Promise<Loaded<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    const file = await load();
    loaded = file.Screen;
    return file;
  };
  const Later = lazy(async () => ({ default: (await preload()).Screen }));
  const Screen = (props: Props) => {
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  };
  return { Screen, preload };
}

/**
 * Loads what an address shows, and reads its data, so that it is drawn once and whole. Never rejects: what cannot be loaded says
 * so where it is drawn.
 */
export async function preloadPage(pathname: string, client: QueryClient): Promise<void> {
  const path = pathname === '/' ? '/fleet' : namesOf(pages).find((known) => matchPath(known, pathname));
  const [page] = await Promise.allSettled([
    path && pages[path].preload(),
    path === '/board' ? null : Shell.preload(),
    client.prefetchQuery(configQuery),
  ]);
  const school = client.getQueryData(configQuery.queryKey)?.value;
  if (school && page.status === 'fulfilled' && page.value) await page.value.readFirst?.(client, school, Date.now());
}

const {
  '/board': { Screen: BoardPage },
  ...inShell
} = pages;

/** The pages of the bar, in its order, each with its key after `g`. */
const entries = [
  { path: '/fleet', label: 'Fleet', key: 'f', icon: 'plane' },
  { path: '/maintenance', label: 'Maintenance', key: 'm', icon: 'wrench' },
  { path: '/reservations', label: 'Reservations', key: 'r', icon: 'calendar' },
  { path: '/instructors', label: 'Instructors', key: 'i', icon: 'person' },
  { path: '/people', label: 'People', key: 'p' },
  { path: '/reports', label: 'Reports', key: 'o' },
  { path: '/equipment', label: 'Equipment', key: 'e' },
  { path: '/setup', label: 'Setup', key: 's' },
] as const;

const navigation = entries.map((entry) => ({
  ...entry,
  // What cannot be loaded says so when it is opened.
  preload: () => void pages[entry.path].preload().catch(() => undefined),
}));

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
  return (
    <SchoolProvider school={school} name={useOperatorName(school)}>
      {children}
    </SchoolProvider>
  );
}

function Pages() {
  return (
    <ErrorBoundary FallbackComponent={BrokenPage}>
      <Suspense fallback={<Starting />}>
        <Routes>
          <Route
            path="/board"
            element={
              <BoardGuard>
                <BoardPage />
              </BoardGuard>
            }
          />
          <Route element={<Shell.Screen navigation={navigation} />}>
            <Route index element={<ToFleet />} />
            {Object.entries(inShell).map(([path, { Screen }]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The first page, until there is an overview; the address's own parameters go along. */
function ToFleet() {
  return <Navigate to={{ pathname: '/fleet', search: useLocation().search }} replace />;
}
