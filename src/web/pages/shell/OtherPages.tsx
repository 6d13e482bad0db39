import { Navigate, useLocation } from 'react-router';
import { roleName } from '#domain/access/rights.ts';
import { AppLink, useAddress } from '#web/ui/page/AppLink.tsx';
import { useRights, useSchool } from '#web/ui/page/school.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';

/** For an address that is no page. */
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

/**
 * In the place of a page that one's role does not have, opened by its address; who opens the application without naming a page comes
 * to their first.
 */
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
        This page is not part of your role, {roleName(role).toLowerCase()}. <WayOn />
      </p>
    </>
  );
}

function WayOn() {
  const { maySeePage, firstPage } = useRights();
  if (maySeePage('/fleet')) return <AppLink to="/fleet">Go to the fleet</AppLink>;
  return <AppLink to={firstPage}>Go to your first page</AppLink>;
}
