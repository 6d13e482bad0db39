import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router';
import { useEvents } from '#web/queries/events.ts';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { BrokenPage } from './BrokenPage.tsx';
import { Clocks } from './Clocks.tsx';
import { ConnectionLight } from './ConnectionLight.tsx';
import { Nav } from './Nav.tsx';
import type { Destination, Navigation } from './palette/navigation.ts';
import { SchemeButton } from './SchemeButton.tsx';
import style from './Shell.module.css';
import { commandKey } from './palette/shortcuts.ts';
import { useArrival } from './useArrival.ts';
import { useShortcuts } from './useShortcuts.ts';

const Palette = lazy(() => import('./palette/Palette.tsx').then((file) => ({ default: file.Palette })));
const Help = lazy(() => import('./palette/Help.tsx').then((file) => ({ default: file.Help })));

type ShellProps = {
  navigation: Navigation;
  /** What the palette offers beside pages, aircraft and people. */
  places?: readonly Destination[];
};

const noPlaces: readonly Destination[] = [];

/** What stands around every page. A page that breaks does not take the rest with it. */
export function Shell({ navigation, places = noPlaces }: ShellProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  const open = useMemo(() => ({ palette: () => setOverlay('palette'), help: () => setOverlay('help') }), []);
  useEvents();
  useArrival(main);
  useShortcuts(navigation, open);
  return (
    <>
      <a className={style['skip']} href="#main">
        Skip to the page
      </a>
      <Bar navigation={navigation} onSearch={open.palette} />
      <main id="main" ref={main} tabIndex={-1} className={style['main']}>
        <ErrorBoundary FallbackComponent={BrokenPage} resetKeys={[pathname]}>
          <Suspense fallback={<p role="status">Loading…</p>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Suspense fallback={null}>
        {overlay === 'palette' && (
          <Palette navigation={navigation} places={places} onClose={() => setOverlay(null)} onHelp={open.help} />
        )}
        {overlay === 'help' && <Help navigation={navigation} onClose={() => setOverlay(null)} />}
      </Suspense>
    </>
  );
}

function Bar({ navigation, onSearch }: { navigation: Navigation; onSearch: () => void }) {
  const school = useSchool();
  return (
    <header className={style['bar']}>
      <span className={style['brand']} title={school.operatorName}>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>{school.operatorName}</span>
      </span>
      <Nav navigation={navigation} />
      <div className={style['instruments']}>
        <button
          type="button"
          className={style['search']}
          aria-keyshortcuts="Control+K Meta+K"
          title={`Search and go (${commandKey} K)`}
          onClick={onSearch}
        >
          <Icon name="search" size={16} />
          <span className="visually-hidden">Search and go</span>
          <kbd>{commandKey} K</kbd>
        </button>
        <ConnectionLight />
        <Clocks />
        <SchemeButton />
      </div>
    </header>
  );
}
