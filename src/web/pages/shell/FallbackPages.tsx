import type { ReactNode } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { roleName } from '#domain/access/rights.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useRights, useSchool } from '#web/ui/page/school.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';

/** In place of a page that broke, or that could not be loaded. */
export function BrokenPage({ error }: FallbackProps) {
  return (
    <div role="alert">
      <h1>This page has a fault</h1>
      <p>Something went wrong on this page. Other pages still work.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <Button onClick={() => location.reload()}>Reload page</Button>
    </div>
  );
}

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

/** In place of a page that one's role does not have, opened by its address. */
export function RefusedPage() {
  const { role } = useSchool().who;
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

/** Before the gateway has said which school this is; `children` say why it has not, where it fails. */
export function Starting({ children }: { children?: ReactNode }) {
  return (
    <main style={{ minHeight: '100vh', display: 'grid', placeItems: 'center', alignContent: 'center' }}>
      <title>Flightline</title>
      <h1>Flightline</h1>
      {children ?? <p role="status">Connecting…</p>}
    </main>
  );
}
