import { QueryClientContext } from '@tanstack/react-query';
import { useColorScheme, useMediaQuery } from '#web/components/page/display.tsx';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { useEvents } from '#web/data/events.ts';
import { keepForms } from '#web/data/leaving.ts';
import { useKnownLocations } from '#web/data/locations.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { Icon } from '#web/components/controls/Icon.tsx';
import { fileWhenWanted, Popover, useLayers } from '#web/components/controls/overlays.tsx';
import { Tips } from '#web/components/controls/Tips.tsx';
import { WrongAddress } from './WrongAddress.tsx';
import { LocationProvider } from '#web/components/page/locationChoice.tsx';
import { MomentContext, MomentName, useSecond } from '#web/components/page/now.ts';
import { useUrlText } from '#web/components/page/urlState.ts';
import { Themed } from '#web/components/page/Themed.tsx';
import { useClockMode, useLocationChoice, useBareName, useRights, useSchool } from '#web/components/page/school.tsx';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { PanelPlaceholder } from '#web/components/panel/PanelsTogether.tsx';
import type { Shown } from './moment/MomentBar.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { OutageWatch } from './OutageWatch.tsx';
import { ConnectionLight } from './ConnectionLight.tsx';
import { BrokenPage } from './FallbackPages.tsx';
import { LocationSwitch, Nav } from './Nav.tsx';
import { createScrollMemory } from './scrollMemory.ts';
import { SearchLayer } from './SearchLayer.tsx';
import style from './Shell.module.css';
import { clockButtons, isAt, type Navigation, navigationFor, type OwnPage } from './shellModel.ts';
import { commandKey, useShortcuts } from './shortcuts.ts';

const RefusedPage = lazy(() => import('./OtherPages.tsx').then((file) => ({ default: file.RefusedPage })));
const useSignedIn = fileWhenWanted(() => import('./SignedIn.tsx'));
const useBell = fileWhenWanted(() => import('./Bell.tsx'));
const useMomentBar = fileWhenWanted(() => import('./moment/MomentBar.tsx'));

/** The frame of every page. A page that fails leaves the frame intact. */
export function Shell({ navigation: all, own }: { navigation: Navigation; own: OwnPage }) {
  const { who } = useSchool();
  const navigation = useMemo(() => navigationFor(all, who, own), [all, who, own]);
  const { pathname } = useLocation();
  const { maySeePage } = useRights();
  const main = useRef<HTMLElement>(null);
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  const [isSettled, setSettled] = useState(false);
  const open = useMemo(
    () => ({ palette: () => setOverlay('palette'), help: () => setOverlay('help'), none: () => setOverlay(null) }),
    [],
  );
  useEvents();
  useEffect(keepForms, []);
  useArrival(main);
  useShortcuts(navigation, open);
  useEffect(() => void setTimeout(() => setSettled(true), settling), []);
  useLayers(isSettled);
  return (
    <Themed>
      <OutageWatch>
        <Located>
          <a className={style['skip']} href="#main">
            Skip to the page
          </a>
          <Bar navigation={navigation} isSettled={isSettled} onSearch={open.palette} />
          <ConnectionBanner />
          <WrongAddress>
            <WrongFrame />
            <main id="main" ref={main} tabIndex={-1} className={style['main']}>
              <ErrorBoundary FallbackComponent={BrokenPage} resetKeys={[pathname]}>
                <Suspense fallback={<ComingPage navigation={navigation} pathname={pathname} />}>
                  {maySeePage(pathname) ? <AtMoment /> : <RefusedPage />}
                </Suspense>
              </ErrorBoundary>
            </main>
          </WrongAddress>
          <SearchLayer
            shown={overlay}
            isSettled={isSettled}
            navigation={navigation}
            onClose={open.none}
            onHelp={open.help}
          />
          <Tips />
        </Located>
      </OutageWatch>
    </Themed>
  );
}

/** Milliseconds after which a page has its data, so that what is wanted later does not compete with it. */
const settling = 3_000;

/** Separate from the frame, so that new reservations do not redraw the frame. */
function Located({ children }: { children: ReactNode }) {
  const known = useKnownLocations(useSchool());
  return (
    <LocationProvider known={known}>
      <MomentName value={useUrlText('moment').value}>{children}</MomentName>
    </LocationProvider>
  );
}

/** The page at the moment in the address: under its own clock, and from a client whose answers are as of the moment. */
function AtMoment() {
  const name = use(MomentName);
  const present = use(QueryClientContext);
  const [shown, setShown] = useState<Shown | null>();
  const bar = useMomentBar(Boolean(name));
  const { client, moment } = shown ?? { client: present, moment: null };
  return (
    <>
      {name && bar && <bar.MomentBar onShow={setShown} />}
      <QueryClientContext value={client}>
        <MomentContext value={moment}>
          {/* The page of a link to a moment must not show the present first. */}
          {name && name !== 'now' && !shown ? <PanelPlaceholder /> : <Outlet />}
        </MomentContext>
      </QueryClientContext>
    </>
  );
}

/** Reports an unknown location or clock in the address: both are read above the place where problems are shown. */
function WrongFrame() {
  useClockMode();
  useWrongAddress(useLocationChoice().problem);
  return null;
}

/** Stands in for a loading page: its title and the area of its first panel. */
function ComingPage({ navigation, pathname }: { navigation: Navigation; pathname: string }) {
  const page = navigation.find((entry) => isAt(entry, pathname));
  return (
    <>
      <PageHeader title={page?.label ?? 'Loading'} />
      <PanelPlaceholder />
    </>
  );
}

/** `public/icon.svg`, without its request: that would be one more before the first rows. */
function Mark() {
  return (
    <svg viewBox="0 0 64 64" width="26" height="26" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="#0b0f14" />
      <path d="M12 44h40" stroke="#35c4a5" strokeWidth="5" strokeLinecap="round" />
      <path d="M14 33l36-15-11 20-9-3z" fill="#e6edf3" />
    </svg>
  );
}

type BarProps = { navigation: Navigation; isSettled: boolean; onSearch: () => void };

function Bar({ navigation, isSettled, onSearch }: BarProps) {
  const name = useBareName();
  const { maySee } = useRights();
  const bell = useBell(isSettled && maySee('alerts'));
  return (
    <header className={style['bar']}>
      <span className={style['brand']} data-tip={name}>
        <Mark />
        <span>{name}</span>
      </span>
      <LocationSwitch />
      <Nav navigation={navigation} />
      <div className={style['instruments']}>
        <Button
          className={style['search']}
          keys="Control+K Meta+K"
          tip={`Search and go (${commandKey} K)`}
          onClick={onSearch}
        >
          <Icon name="search" size={16} />
          <span className={style['words']}>Search and go</span>
          <kbd>{commandKey} K</kbd>
        </Button>
        {maySee('alerts') && <span className={style['bell']}>{bell && <bell.Bell />}</span>}
        <ConnectionLight />
        <Clocks />
        <span className={style['scheme']}>
          <SchemeButton />
        </span>
        <WhoMenu />
      </div>
    </header>
  );
}

/** The signed-in user; nothing if no sign-in is needed. */
function WhoMenu() {
  const { mode, name } = useSchool().who;
  if (mode === 'open') return null;
  return (
    <Popover
      button={
        <>
          <Icon name="person" />
          <span className={style['whoName']}>{name}</span>
        </>
      }
      buttonLabel={name === null ? 'Signed in' : `Signed in: ${name}`}
      buttonTip={name ?? 'Signed in'}
      buttonClass={style['who']}
      label="Signed in"
      className={style['sources']}
    >
      {() => <LaterSignedIn />}
    </Popover>
  );
}

function LaterSignedIn() {
  const file = useSignedIn();
  return file ? <file.SignedIn /> : '…';
}

/** Light or dark: the system's setting until pressed, then the choice in this browser. */
function SchemeButton() {
  const { isDark, setDark } = useColorScheme();
  return (
    <IconButton
      icon={isDark ? 'light' : 'dark'}
      label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => setDark(!isDark)}
    />
  );
}

/** Local and Zulu time; the pressed one applies to all times on the page. On a phone one of them, which a tap exchanges. */
function Clocks() {
  const buttons = clockButtons(useSecond(), useSchool().timeZone);
  const mode = useClockMode();
  const isPhone = useMediaQuery('(max-width: 900px)');
  const [shown, other] = buttons.toSorted((a) => (a.mode === mode.value ? -1 : 1));
  if (isPhone && shown && other) {
    return (
      <div className={style['clocks']} role="group" aria-label="Times are shown in">
        <Button
          label={`${shown.label}; change to ${other.label}`}
          tip={shown.title}
          onClick={() => mode.set(other.mode)}
        >
          {shown.text}
        </Button>
      </div>
    );
  }
  return (
    <div className={style['clocks']} role="group" aria-label="Times are shown in">
      {buttons.map((button) => (
        <Button
          key={button.mode}
          isPressed={mode.value === button.mode}
          label={button.label}
          tip={button.title}
          onClick={() => mode.set(button.mode)}
        >
          {button.text}
        </Button>
      ))}
    </div>
  );
}

/** A link opens a page at its top, with the focus in it; going back restores the earlier position. */
function useArrival(main: RefObject<HTMLElement | null>): void {
  const present = useLocation();
  const type = useNavigationType();
  const [memory] = useState(createScrollMemory);
  const first = useRef(present);
  const last = useRef(present);
  useEffect(() => memory.start(), [memory]);
  useEffect(() => {
    // The router ignores entries that differ only by a filter, and then draws nothing.
    const stay = () => location.pathname === last.current.pathname && location.hash === '' && memory.restore(false);
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, [memory]);
  useLayoutEffect(() => {
    const { pathname, search } = last.current;
    last.current = present;
    // Not from a search that was opened while the page was on its way.
    const isSearching = document.activeElement?.closest('[role="dialog"]') != null;
    if (present.pathname !== pathname && !isSearching) main.current?.focus({ preventScroll: true });
    if (type !== NavigationType.Pop) {
      if (present.pathname !== pathname || present.search !== search) window.scrollTo(0, 0);
    } else if (present.hash === '') memory.restore(present === first.current);
  }, [main, present, type, memory]);
}
