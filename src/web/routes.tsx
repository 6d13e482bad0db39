import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Config } from '#contract/gateway/config.ts';
import { BoardGuard } from './pages/wall/BoardGuard.tsx';
import { BrokenPage, NotFoundPage, Starting } from './pages/shell/FallbackPages.tsx';
import { configQuery, useNamedSchool } from './queries/config.ts';
import { useRefresh } from './queries/policy.ts';
import { failureOf } from './queries/readings.ts';
import { ErrorNote } from './ui/panel/ErrorNote.tsx';
import { SchoolProvider } from './ui/page/school.tsx';

const FleetPage = lazy(() => import('./pages/fleet/FleetPage.tsx').then((page) => ({ default: page.FleetPage })));
const MaintenancePage = lazy(() =>
  import('./pages/maintenance/MaintenancePage.tsx').then((page) => ({ default: page.MaintenancePage })),
);
const PeoplePage = lazy(() => import('./pages/people/PeoplePage.tsx').then((page) => ({ default: page.PeoplePage })));
const EquipmentPage = lazy(() =>
  import('./pages/equipment/EquipmentPage.tsx').then((page) => ({ default: page.EquipmentPage })),
);
const SetupPage = lazy(() => import('./pages/setup/SetupPage.tsx').then((page) => ({ default: page.SetupPage })));
const ComponentsPage = lazy(() =>
  import('./pages/components/ComponentsPage.tsx').then((page) => ({ default: page.ComponentsPage })),
);
const ReportsPage = lazy(() =>
  import('./pages/reports/ReportsPage.tsx').then((page) => ({ default: page.ReportsPage })),
);
const ReportPage = lazy(() => import('./pages/reports/ReportPage.tsx').then((page) => ({ default: page.ReportPage })));
const Shell = lazy(() => import('./pages/shell/Shell.tsx').then((page) => ({ default: page.Shell })));
const BoardPage = lazy(() => import('./pages/wall/BoardPage.tsx').then((page) => ({ default: page.BoardPage })));
const AircraftPage = lazy(() =>
  import('./pages/aircraft/AircraftPage.tsx').then((page) => ({ default: page.AircraftPage })),
);
const InstructorsPage = lazy(() =>
  import('./pages/instructors/roster/InstructorsPage.tsx').then((page) => ({ default: page.InstructorsPage })),
);
const InstructorPage = lazy(() =>
  import('./pages/instructors/instructor/InstructorPage.tsx').then((page) => ({ default: page.InstructorPage })),
);
const ReservationsPage = lazy(() =>
  import('./pages/reservations/ReservationsPage.tsx').then((page) => ({ default: page.ReservationsPage })),
);

/** The pages of the bar, in its order, each with its key after `g`. */
const navigation = [
  { path: '/fleet', label: 'Fleet', key: 'f', icon: 'plane' },
  { path: '/maintenance', label: 'Maintenance', key: 'm', icon: 'wrench' },
  { path: '/reservations', label: 'Reservations', key: 'r', icon: 'calendar' },
  { path: '/instructors', label: 'Instructors', key: 'i', icon: 'person' },
  { path: '/people', label: 'People', key: 'p' },
  { path: '/reports', label: 'Reports', key: 'o' },
  { path: '/equipment', label: 'Equipment', key: 'e' },
  { path: '/setup', label: 'Setup', key: 's' },
] as const;

export function App() {
  const refresh = useRefresh();
  const config = useQuery(configQuery);
  if (!config.data) {
    const failure = failureOf(config);
    return (
      <Starting>{failure && <ErrorNote failure={failure} onRetry={() => refresh(configQuery.queryKey)} />}</Starting>
    );
  }
  return <School configured={config.data.value} />;
}

function School({ configured }: { configured: Config }) {
  const school = useNamedSchool(configured);
  return (
    <SchoolProvider school={school}>
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
            <Route element={<Shell navigation={navigation} />}>
              <Route index element={<ToFleet />} />
              <Route path="/fleet" element={<FleetPage />} />
              <Route path="/fleet/:aircraftId" element={<AircraftPage />} />
              <Route path="/maintenance" element={<MaintenancePage />} />
              <Route path="/instructors" element={<InstructorsPage />} />
              <Route path="/instructors/:userId" element={<InstructorPage />} />
              <Route path="/reservations" element={<ReservationsPage />} />
              <Route path="/people" element={<PeoplePage />} />
              <Route path="/equipment" element={<EquipmentPage />} />
              <Route path="/reports" element={<ReportsPage />} />
              <Route path="/reports/:dataSet" element={<ReportPage />} />
              <Route path="/setup" element={<SetupPage />} />
              <Route path="/setup/components" element={<ComponentsPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </SchoolProvider>
  );
}

/** The first page, until there is an overview; the address's own parameters go along. */
function ToFleet() {
  return <Navigate to={{ pathname: '/fleet', search: useLocation().search }} replace />;
}
