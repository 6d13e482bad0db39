import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { NotFoundPage } from './pages/shell/NotFoundPage.tsx';
import { Shell } from './pages/shell/Shell.tsx';
import { Starting } from './pages/shell/Starting.tsx';
import { configQuery } from './queries/config.ts';
import { asFailure } from './queries/failures.ts';
import { SchoolProvider } from './ui/school.tsx';

const FleetPage = lazy(() => import('./pages/fleet/FleetPage.tsx').then((page) => ({ default: page.FleetPage })));
const MaintenancePage = lazy(() =>
  import('./pages/maintenance/MaintenancePage.tsx').then((page) => ({ default: page.MaintenancePage })),
);
const AircraftPage = lazy(() =>
  import('./pages/aircraft/AircraftPage.tsx').then((page) => ({ default: page.AircraftPage })),
);

/** The pages there are. One that is not listed does not exist, and nothing links to it. */
const navigation = [
  { path: '/fleet', label: 'Fleet' },
  { path: '/maintenance', label: 'Maintenance' },
] as const;

export function App() {
  const config = useQuery(configQuery);
  if (!config.data) {
    const failure = config.error ? asFailure(config.error) : null;
    return <Starting failure={failure} onRetry={() => void config.refetch()} />;
  }
  return (
    <SchoolProvider school={config.data.value}>
      <Routes>
        <Route element={<Shell navigation={navigation} />}>
          <Route index element={<ToFleet />} />
          <Route path="/fleet" element={<FleetPage />} />
          <Route path="/fleet/:aircraftId" element={<AircraftPage />} />
          <Route path="/maintenance" element={<MaintenancePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </SchoolProvider>
  );
}

/** The first page, until there is an overview; the address's own parameters go along. */
function ToFleet() {
  return <Navigate to={{ pathname: '/fleet', search: useLocation().search }} replace />;
}
