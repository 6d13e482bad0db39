import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Route, Routes } from 'react-router';
import type { Config } from '#contract/gateway/config.ts';
import { pageAt, type PagePath, pagePaths, type PageRow, pages } from '#contract/pages.ts';
import { rightsOf } from '#domain/access/rights.ts';
import type { Instant } from '#domain/time/time.ts';
import { BoardGuard } from '#web/pages/wall/BoardGuard.tsx';
import { BrokenPage, Starting } from './shell/FallbackPages.tsx';
import { configQuery, useOneOwner, useOperatorName } from '#web/data/config.ts';
import { useConnectionWatch } from '#web/data/connection.ts';
import { useRefresh } from '#web/data/policy.ts';
import { failureOf } from '#web/data/readings.ts';
import { ErrorNote } from '#web/components/panel/ErrorNote.tsx';
import type { Navigation, OwnPage } from './shell/shellModel.ts';
import { ConnectionProvider } from '#web/components/page/connection.tsx';
import { SchoolProvider, useRights } from '#web/components/page/school.tsx';
import { now } from '#web/device/screenClock.ts';

/** The frame around the pages. */
const Shell = screen<'Shell', { navigation: Navigation; own: OwnPage }>(() => import('./shell/Shell.tsx'), 'Shell');
const NotFoundPage = screen(() => import('./shell/OtherPages.tsx'), 'NotFoundPage');

/** The screens of the pages, by the paths of the table of pages, which names the same files. */
const screens: { readonly [Path in PagePath]: PageScreen<Path> } = {
  '/': screen(() => import('#web/pages/overview/OverviewPage.tsx'), 'OverviewPage'),
  '/fleet': screen(() => import('#web/pages/fleet/FleetPage.tsx'), 'FleetPage'),
  '/fleet/:aircraftId': screen(() => import('#web/pages/aircraft/AircraftPage.tsx'), 'AircraftPage'),
  '/maintenance': screen(() => import('#web/pages/maintenance/MaintenancePage.tsx'), 'MaintenancePage'),
  '/reservations': screen(() => import('#web/pages/reservations/ReservationsPage.tsx'), 'ReservationsPage'),
  '/instructors': screen(() => import('#web/pages/instructors/roster/InstructorsPage.tsx'), 'InstructorsPage'),
  '/instructors/:userId': screen(
    () => import('#web/pages/instructors/instructor/InstructorPage.tsx'),
    'InstructorPage',
  ),
  '/changes': screen(() => import('#web/pages/changes/ChangesPage.tsx'), 'ChangesPage'),
  '/plan': screen(() => import('#web/pages/plan/PlanPage.tsx'), 'PlanPage'),
  '/plan/down': screen(() => import('#web/pages/plan/down/DownPage.tsx'), 'DownPage'),
  '/plan/find': screen(() => import('#web/pages/plan/find/FindPage.tsx'), 'FindPage'),
  '/plan/standby': screen(() => import('#web/pages/plan/standby/StandbyPage.tsx'), 'StandbyPage'),
  '/plan/shop': screen(() => import('#web/pages/plan/shop/ShopPage.tsx'), 'ShopPage'),
  '/plan/hours': screen(() => import('#web/pages/plan/hours/HoursPage.tsx'), 'HoursPage'),
  '/people': screen(() => import('#web/pages/people/PeoplePage.tsx'), 'PeoplePage'),
  '/people/:userId': screen(() => import('#web/pages/people/PeoplePage.tsx'), 'PeoplePage'),
  '/reports': screen(() => import('#web/pages/reports/ReportsPage.tsx'), 'ReportsPage'),
  '/reports/:dataSet': screen(() => import('#web/pages/reports/ReportPage.tsx'), 'ReportPage'),
  '/figures': screen(() => import('#web/pages/figures/FiguresPage.tsx'), 'FiguresPage'),
  '/brief': screen(() => import('#web/pages/brief/BriefPage.tsx'), 'BriefPage'),
  '/late': screen(() => import('#web/pages/late/LatePage.tsx'), 'LatePage'),
  '/board': screen(() => import('#web/pages/wall/BoardPage.tsx'), 'BoardPage'),
  '/equipment': screen(() => import('#web/pages/equipment/EquipmentPage.tsx'), 'EquipmentPage'),
  '/alerts': screen(() => import('#web/pages/alerts/AlertsPage.tsx'), 'AlertsPage'),
  '/setup': screen(() => import('#web/pages/setup/SetupPage.tsx'), 'SetupPage'),
};

/** The screen of a page: the component that its file in the table is named after. */
type PageScreen<Path extends PagePath> = Screen<ComponentOf<(typeof pages)[Path]['file']>, object>;
type ComponentOf<File extends string> = File extends `${string}/${infer Rest}` ? ComponentOf<Rest> : File;

type Screen<Name extends string, Props> = {
  readonly name: Name;
  readonly Screen: ComponentType<Props>;
  readonly preload: () => Promise<{ readonly readFirst: ReadFirst | undefined }>;
};

/** Loads the screen's data before it is drawn. Never rejects. */
type ReadFirst = (client: QueryClient, school: Config, now: Instant) => Promise<void>;

/** A source file with a component of this name. */
type ScreenFile<Name extends string, Props> = { readonly [Each in Name]: ComponentType<Props> } & {
  readonly readFirst?: ReadFirst;
};

/**
 * A part of the application that is loaded when it is first drawn. A loaded part is drawn at once: with a placeholder first,
 * React would hold the page back for 300 ms.
 */
function screen<Name extends string, Props extends object = object>(
  load: () => Promise<ScreenFile<NoInfer<Name>, Props>>,
  name: Name,
): Screen<Name, Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    const file = await load();
    loaded = file[name];
    return { default: loaded, readFirst: file.readFirst };
  };
  const Later = lazy(preload);
  const Shown = (props: Props) => {
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  };
  return { name, Screen: Shown, preload };
}

/**
 * Loads the page of an address and its data, so that it is drawn once and complete. Never rejects: a part that cannot be
 * loaded says so in its place.
 */
export async function preloadPage(pathname: string, client: QueryClient): Promise<void> {
  const path = pageAt(pathname);
  const [page] = await Promise.allSettled([
    path && screens[path].preload(),
    path && pages[path].frame === 'display' ? null : Shell.preload(),
    client.query(configQuery),
  ]);
  const school = client.getQueryData(configQuery.queryKey)?.value;
  if (school && !rightsOf(school.who).maySeePage(pathname)) return;
  if (school && page.status === 'fulfilled' && page.value) await page.value.readFirst?.(client, school, now());
}

/** The pages of the bar, in its order. */
const navigation: Navigation = pagePaths.flatMap((path) => {
  const { name, nav } = pages[path];
  return nav ? { path, label: name, ...nav, preload: preloading(path) } : [];
});
/** Replaces the list of instructors for a user who may see only their own schedule. */
const ownSchedule = { label: 'My schedule', preload: preloading('/instructors/:userId') };

function preloading(path: PagePath): () => void {
  // A page that cannot be loaded says so when it is opened.
  return () => void screens[path].preload().catch(() => undefined);
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

function routesIn(frame: PageRow['frame']) {
  return pagePaths
    .filter((path) => pages[path].frame === frame)
    .map((path) => ({ path, Screen: screens[path].Screen }));
}

function Pages() {
  const { maySeePage } = useRights();
  return (
    <ErrorBoundary FallbackComponent={BrokenPage}>
      <Suspense fallback={<Starting />}>
        <Routes>
          {routesIn('display')
            .filter(({ path }) => maySeePage(path))
            .map(({ path, Screen }) => (
              <Route
                key={path}
                path={path}
                element={
                  <BoardGuard>
                    <Screen />
                  </BoardGuard>
                }
              />
            ))}
          <Route element={<Shell.Screen navigation={navigation} own={ownSchedule} />}>
            {routesIn('bar').map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="*" element={<NotFoundPage.Screen />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
