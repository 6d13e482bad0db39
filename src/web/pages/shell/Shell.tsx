import { Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { NavigationType, NavLink, Outlet, useLocation, useNavigationType } from 'react-router';
import { useKnownExpired } from '#web/queries/expired.ts';
import { useAddress } from '#web/ui/AppLink.tsx';
import { Button } from '#web/ui/controls.tsx';
import { useSchool } from '#web/ui/school.tsx';
import { Clocks } from './Clocks.tsx';
import { ConnectionLight } from './ConnectionLight.tsx';
import { SchemeButton } from './SchemeButton.tsx';
import style from './Shell.module.css';

type Navigation = readonly { readonly path: string; readonly label: string }[];

/** What stands around every page. A page that breaks does not take the rest with it. */
export function Shell({ navigation }: { navigation: Navigation }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useArrival(main);
  return (
    <>
      <a className={style['skip']} href="#main">
        Skip to the page
      </a>
      <Bar navigation={navigation} />
      <main id="main" ref={main} tabIndex={-1} className={style['main']}>
        <ErrorBoundary FallbackComponent={BrokenPage} resetKeys={[pathname]}>
          <Suspense fallback={<p role="status">Loading…</p>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  );
}

/** Who arrives at another page starts at its top, with the focus in it; whoever comes back stays where he was. */
function useArrival(main: React.RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [main, pathname, type]);
}

function Bar({ navigation }: { navigation: Navigation }) {
  const school = useSchool();
  const address = useAddress();
  return (
    <header className={style['bar']}>
      <span className={style['brand']}>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>{school.operatorName}</span>
      </span>
      <nav className={style['nav']} aria-label="Pages">
        {navigation.map((page) => (
          <NavLink key={page.path} to={address(page.path)}>
            {page.label}
            {page.path === '/maintenance' && <ExpiredCount />}
          </NavLink>
        ))}
      </nav>
      <div className={style['instruments']}>
        <ConnectionLight />
        <Clocks />
        <SchemeButton />
      </div>
    </header>
  );
}

function ExpiredCount() {
  const count = useKnownExpired();
  return count > 0 ? <sup aria-label={`${count} reminders expired`}>{count}</sup> : null;
}

function BrokenPage({ error }: FallbackProps) {
  return (
    <div role="alert">
      <h1>This page has a fault</h1>
      <p>It is ours, not yours; the other pages go on. Nothing you see elsewhere is affected.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <Button onClick={() => location.reload()}>Load this page again</Button>
    </div>
  );
}
