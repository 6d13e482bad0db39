import {
  lazy,
  Suspense,
  useMemo,
  useRef,
  useState,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useEffectEvent,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation, NavigationType, useNavigationType, useNavigate } from 'react-router';
import { useEvents } from '#web/queries/events.ts';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { useSchool, useClockMode } from '#web/ui/page/school.tsx';
import { BrokenPage } from './BrokenPage.tsx';
import { ConnectionLight } from './ConnectionLight.tsx';
import { Nav } from './Nav.tsx';
import type { Destination, Navigation } from './palette/navigation.ts';
import style from './Shell.module.css';
import { commandKey, arePlainKeysOn } from './palette/shortcuts.ts';
import { useColorScheme } from '#web/ui/page/display.tsx';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { rememberScroll, restoreScroll } from './scrollMemory.ts';
import { clockText, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { useSecond } from '#web/ui/page/now.ts';
import { tinykeys } from 'tinykeys';
import { useAddress } from '#web/ui/page/AppLink.tsx';

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

/** Light or dark: the system's until this is pressed, then as chosen in this browser. */
export function SchemeButton() {
  const { isDark, toggle } = useColorScheme();
  return (
    <IconButton icon={isDark ? 'light' : 'dark'} label={isDark ? 'Light colours' : 'Dark colours'} onClick={toggle} />
  );
}

/** Who arrives by a link starts at the top, with the focus in the page; whoever comes back finds it as he left it. */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const here = useLocation();
  const type = useNavigationType();
  const first = useRef(here);
  const last = useRef(here);
  useEffect(rememberScroll, []);
  useEffect(() => {
    // Entries that differ by a filter alone are none of the router's, which then draws nothing.
    const stay = () => location.pathname === last.current.pathname && location.hash === '' && restoreScroll(false);
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, []);
  useLayoutEffect(() => {
    const { pathname, search } = last.current;
    last.current = here;
    if (here.pathname !== pathname) main.current?.focus({ preventScroll: true });
    if (type !== NavigationType.Pop) {
      if (here.pathname !== pathname || here.search !== search) window.scrollTo(0, 0);
    } else if (here.hash === '') restoreScroll(here === first.current);
  }, [main, here, type]);
}

/** Local and Zulu time; the one that is pressed is the one all times on the page are shown in. */
export function Clocks() {
  const zone = useSchool().timeZone;
  const now = useSecond();
  const mode = useClockMode();
  return (
    <div className={style['clocks']} role="group" aria-label="Times are shown in">
      {(['L', 'Z'] as const).map((one) => {
        const clock = { zone, mode: one };
        const name = one === 'L' ? `local time, ${zone}` : 'Zulu time';
        return (
          <button
            key={one}
            type="button"
            aria-pressed={mode.value === one}
            aria-label={`${clockText(now, clock)}, ${name}`}
            title={[`${dayText(shownDay(now, clock))}, ${name}`, repeatedHourNote([now], clock)]
              .filter(Boolean)
              .join('; ')}
            onClick={() => void mode.set(one)}
          >
            {clockText(now, clock)}
          </button>
        );
      })}
    </div>
  );
}

/** Milliseconds between the keys of a sequence. */
const patience = 2000;

type Openers = { readonly palette: () => void; readonly help: () => void };

/** Ctrl/⌘-K and `/` open the palette, `?` the list of keys, `g` and a page's own key go there. */
export function useShortcuts(navigation: Navigation, open: Openers): void {
  const navigate = useNavigate();
  const address = useAddress();
  // A sequence must outlive what is drawn anew between its keys.
  const go = useEffectEvent(({ key }: KeyboardEvent) => {
    const page = navigation.find((one) => one.key === key.toLowerCase());
    if (page) void navigate(address(page.path));
  });
  useEffect(() => {
    const keys = {
      // One sequence for all pages: of several, one that ends leaves the others waiting for their second key.
      'g ([a-z])': go,
      '$mod+k': open.palette,
      '[Shift]+/': open.palette,
      '[Shift]+?': open.help,
    };
    const bindings = Object.entries(keys).map(
      ([name, act]) =>
        [
          name,
          (event: KeyboardEvent) => {
            event.preventDefault();
            act(event);
          },
        ] as const,
    );
    return tinykeys(window, Object.fromEntries(bindings), { ignore: isIgnored, timeout: patience });
  }, [open]);
}

/** While something is typed, and under a dialog that covers the page, keys mean what they mean there; Ctrl/⌘-K works while typing. */
function isIgnored(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || document.querySelector('dialog:modal')) return true;
  if (event.ctrlKey || event.metaKey) return false;
  return !arePlainKeysOn() || isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
