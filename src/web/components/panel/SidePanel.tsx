import { useMediaQuery } from '#web/components/page/display.tsx';
import { type ReactNode, type RefObject, use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#web/components/controls/buttons.tsx';
import { useLayers } from '#web/components/controls/overlays.tsx';
import { MomentContext } from '#web/components/page/now.ts';
import style from './SidePanel.module.css';

type SidePanelProps = {
  title: ReactNode;
  /** Its subject; the focus moves in again when this changes. */
  about: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** From this width it is beside the page; below, it covers the page. */
const beside = '(min-width: 900px)';
/** From this width the page makes room for it; below, it overlaps the page's right edge. */
const pushing = '(min-width: 1440px)';

/**
 * Pixels of the page that an open panel overlaps: its 460 less the page's edge of 24. It is 0 if the page makes room or is
 * fully covered.
 */
export function useCovered(): number {
  const isBeside = useMediaQuery(beside);
  const isPushing = useMediaQuery(pushing);
  return isBeside && !isPushing ? 436 : 0;
}

/**
 * Details beside a page, which stays usable: a wide page makes room, a narrower one is overlapped, a narrow one is covered.
 * Escape closes it wherever the focus is; the focus moves in, and later back.
 */
export function SidePanel({ title, about, actions, onClose, children }: SidePanelProps) {
  const isBeside = useMediaQuery(beside);
  const panel = useRef<HTMLDivElement>(null);
  const layers = useLayers();
  const moment = use(MomentContext);
  const name = useId();
  useReturn(panel, about);
  useRoom();
  useEscape(panel, isBeside, onClose);
  return (
    layers && (
      <layers.SideLayer ref={panel} isBeside={isBeside} name={name} className={style['panel']} onClose={onClose}>
        <header className={style['header']}>
          <Heading key={about} id={name}>
            {title}
          </Heading>
          {actions}
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {moment && <p className={style['moment']}>{moment.words}</p>}
        <div className={style['content']}>{children}</div>
      </layers.SideLayer>
    )
  );
}

/** Takes the focus when it appears. */
function Heading({ id, children }: { id: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/**
 * Remembers the focused element before each visit and returns the focus at the end; if it is gone, to the element marked as
 * open.
 */
function useReturn(panel: RefObject<HTMLElement | null>, about: string) {
  const opener = useRef<HTMLElement>(null);
  const visited = useRef<string>(null);
  useLayoutEffect(() => {
    if (visited.current === about) return;
    visited.current = about;
    const active = document.activeElement;
    const isOutside = active !== document.body && !panel.current?.contains(active);
    if (active instanceof HTMLElement && isOutside) opener.current = active;
  });
  const last = useRef<HTMLElement>(null);
  useLayoutEffect(
    () => () => {
      // Before the page is drawn without the panel, it still marks what is open.
      last.current = opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>(openInPage);
    },
    [],
  );
  useEffect(
    () => () => {
      const element = last.current;
      // In a microtask: until then, a panel over the page still holds the focus, and would take it back.
      queueMicrotask(() => element?.focus({ preventScroll: true }));
    },
    [],
  );
}

/** The row or bar whose details are open: an address opens them without a press, and a tapped card is gone. */
const openInPage = 'main :is(a[aria-current=true], [role=gridcell][aria-selected=true])';

/** How many panels are open: one may open while another closes. */
let openPanels = 0;

/** The style sheet makes room for it in the page. */
function useRoom() {
  useLayoutEffect(() => {
    openPanels++;
    document.documentElement.toggleAttribute('data-beside', true);
    return () => {
      openPanels--;
      document.documentElement.toggleAttribute('data-beside', openPanels > 0);
    };
  }, []);
}

/** Closes a panel beside the page, wherever the focus is, unless the key is for a layer over both. */
function useEscape(panel: RefObject<HTMLElement | null>, isBeside: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isBeside) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let isTaken = false;
    // Checked before any handler of the key: a menu that it closes is no longer open afterwards.
    const look = ({ target }: KeyboardEvent) => {
      isTaken = isForAnother(target, panel.current);
    };
    const act = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTaken) close();
    };
    window.addEventListener('keydown', look, { signal, capture: true });
    document.addEventListener('keydown', act, { signal });
    return () => listening.abort();
  }, [panel, isBeside]);
}

/** A layer over the page, or a search that Escape clears. */
function isForAnother(target: EventTarget | null, panel: HTMLElement | null): boolean {
  if (document.querySelector('.MuiModal-root:not([aria-hidden=true])')) return true;
  if (!(target instanceof Element) || panel?.contains(target)) return false;
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
