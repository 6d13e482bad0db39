import { Navigate, useLocation } from 'react-router';
import { roleName } from '#domain/access/rights.ts';
import { AppLink, useAddress } from '#web/components/page/AppLink.tsx';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';

/** For an address without a page. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="Page not found" />
      <p>
        There is nothing at <code>{pathname}</code>. <WayOn />
      </p>
    </>
  );
}

/** Replaces a page that the user's role may not open. An address without a page opens the user's first page. */
export function RefusedPage() {
  const { role } = useSchool().who;
  const { pathname } = useLocation();
  const { firstPage } = useRights();
  const address = useAddress();
  if (pathname === '/') return <Navigate to={address(firstPage)} replace />;
  return (
    <>
      <PageHeader title="Page not available" />
      <p>
        Your role, {roleName(role).toLowerCase()}, does not include this page. <WayOn />
      </p>
    </>
  );
}

function WayOn() {
  const { maySeePage, firstPage } = useRights();
  if (maySeePage('/fleet')) return <AppLink to="/fleet">Go to the fleet</AppLink>;
  return <AppLink to={firstPage}>Go to your first page</AppLink>;
}
