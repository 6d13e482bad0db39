import { isRecord } from '#contract/objects.ts';
import { storedText, storeText } from '#web/device/stored.ts';

/** Left and top of a scroller, in pixels. */
type ScrollPosition = readonly [left: number, top: number];

/** The positions of the scrollers that were moved, by name; the window has no name. */
export type Places = ReadonlyMap<string, ScrollPosition>;

/** Anything that scrolls: an element, or a stand-in in tests. */
export type Scroller = {
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly scrollLeft: number;
  readonly scrollTop: number;
  scrollTo: (options: { left: number; top: number; behavior: 'instant' }) => void;
};
export type Scrollers = ReadonlyMap<string, Scroller>;

const maxEntries = 100;

/** The places of the latest history entries. */
export type Entries = {
  readonly of: (id: string) => Places | undefined;
  readonly keep: (id: string, places: Places) => void;
  readonly forget: (id: string) => void;
  /** As text, for `readEntries`. */
  readonly print: () => string;
};

/** Reads entries as `print` wrote them; an unreadable text gives none. */
export function readEntries(text: string | null): Entries {
  const kept = new Map<string, Places>();
  for (const [id, places] of parseEntries(text)) kept.set(id, places);
  return {
    of: (id) => kept.get(id),
    keep: (id, places) => {
      kept.delete(id);
      kept.set(id, places);
      for (const oldest of kept.keys()) if (kept.size > maxEntries) kept.delete(oldest);
    },
    forget: (id) => void kept.delete(id),
    print: () => JSON.stringify(Array.from(kept, ([id, places]) => [id, Object.fromEntries(places)])),
  };
}

function parseEntries(text: string | null): [string, Places][] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry: unknown) => {
      const [id, places]: unknown[] = Array.isArray(entry) ? entry : [];
      return typeof id === 'string' && isRecord(places) ? [[id, new Map(Object.entries(places).flatMap(toPlace))]] : [];
    });
  } catch {
    return [];
  }
}

function toPlace([name, place]: [string, unknown]): [string, ScrollPosition][] {
  const [left, top]: unknown[] = Array.isArray(place) ? place : [];
  return typeof left === 'number' && typeof top === 'number' ? [[name, [left, top]]] : [];
}

/** The positions of the scrollers that were moved. */
export function placesOf(scrollers: Scrollers): Places {
  const places = Array.from(scrollers, ([name, { scrollLeft, scrollTop }]): [string, ScrollPosition] => [
    name,
    [scrollLeft, scrollTop],
  ]);
  return new Map(places.filter(([, [left, top]]) => left > 0 || top > 0));
}

/** Milliseconds: how long a page may take to reach its earlier height, and how long it is then held. */
const growingTime = 20_000;
const holdingTime = 800;
/** Milliseconds for which a page's own positioning at first drawing is overruled. */
const settlingTime = 150;

/**
 * Moves the scrollers of a loading page to their positions, at once and then at each frame: call the result with the frame's
 * time in milliseconds until it returns true. By then all have kept their positions for a while, or the page never grew tall
 * enough.
 */
export function createApproach(wanted: Places, scrollers: () => Scrollers): (time: number) => boolean {
  const sizes = new Map<string, string>();
  let began: number | null = null;
  let reached: number | null = null;
  /** A scroller of unchanged size at another position was moved by the user. */
  const moveAll = (isSettling: boolean): boolean => {
    const present = scrollers();
    const arrived = Array.from(wanted, ([name, [left, top]]) => {
      const scroller = present.get(name);
      if (!scroller) return false;
      const isAway = () => Math.abs(scroller.scrollLeft - left) > 1 || Math.abs(scroller.scrollTop - top) > 1;
      const size = `${scroller.scrollWidth} ${scroller.scrollHeight}`;
      if (isAway() && (isSettling || sizes.get(name) !== size)) scroller.scrollTo({ left, top, behavior: 'instant' });
      sizes.set(name, size);
      return !isAway();
    });
    return arrived.every(Boolean);
  };
  moveAll(true);
  return (time) => {
    began ??= time;
    reached = moveAll(time - began < settlingTime) ? (reached ?? time) : null;
    return time - began > growingTime || (reached !== null && time - reached > holdingTime);
  };
}

/** The window, and every element with `data-scroll="name"`: a table in its frame, a timeline. */
function scrollersOnPage(): Scrollers {
  const named = [...document.querySelectorAll<HTMLElement>('[data-scroll]')];
  return new Map<string, Scroller>([
    ['', document.documentElement],
    ...named.map((element) => [element.dataset['scroll'] ?? '', element] as const),
  ]);
}

/**
 * The identity of this history entry. Filters push entries with the router key of the previous one, so the address is part of
 * the identity.
 */
function entryId(): string {
  const state: unknown = history.state;
  const key = isRecord(state) && typeof state['key'] === 'string' ? state['key'] : 'first';
  return `${key} ${location.pathname}${location.search}`;
}

const storageName = 'flightline scroll';
/** Which load of the page stored the places. */
const loadName = 'flightline scroll load';

export type ScrollMemory = {
  /** Records the positions of every entry, in this tab only, and keeps them across a reload. Returns a function to stop. */
  readonly start: () => () => void;
  /**
   * Restores the position of this entry once its page is tall enough; if the user scrolls meanwhile, it stops. An unknown
   * entry starts at its top, unless it is the first and the browser has placed it.
   */
  readonly restore: (isFirst: boolean) => void;
};

export function createScrollMemory(): ScrollMemory {
  const entries = readEntries(storedText(storageName, 'sessionStorage'));
  const load = String(performance.timeOrigin);
  const [arrival] = performance.getEntriesByType('navigation');
  const isTyped = arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate';
  // A typed address opens at its top, whatever was there before.
  if (isTyped && storedText(loadName, 'sessionStorage') !== load) entries.forget(entryId());
  let isPaused = false;
  let end = () => {};

  const note = () => {
    if (!isPaused) entries.keep(entryId(), placesOf(scrollersOnPage()));
  };
  const pause = () => {
    isPaused = location.hash === '';
  };
  const store = () => {
    storeText(storageName, entries.print(), 'sessionStorage');
    storeText(loadName, load, 'sessionStorage');
  };
  const start = () => {
    history.scrollRestoration = 'manual';
    // A press or a key precedes every navigation, while the address is still that of the page.
    const notes = ['scroll', 'pointerdown', 'keydown'] as const;
    for (const name of notes) document.addEventListener(name, note, { capture: true, passive: true });
    // Going back can come before the event of the latest scroll. Older Firefox and Safari lack the event.
    if ('navigation' in window) window.navigation.addEventListener('navigate', note);
    window.addEventListener('popstate', pause);
    window.addEventListener('pagehide', store);
    return () => {
      end();
      store();
      for (const name of notes) document.removeEventListener(name, note, { capture: true });
      if ('navigation' in window) window.navigation.removeEventListener('navigate', note);
      window.removeEventListener('popstate', pause);
      window.removeEventListener('pagehide', store);
    };
  };
  const restore = (isFirst: boolean) => {
    end();
    const wanted = entries.of(entryId()) ?? new Map<string, ScrollPosition>();
    if (wanted.size === 0) {
      if (!isFirst) window.scrollTo(0, 0);
      isPaused = false;
      return;
    }
    const interruptions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    const approach = createApproach(wanted, scrollersOnPage);
    let frame = 0;
    end = () => {
      cancelAnimationFrame(frame);
      for (const name of interruptions) window.removeEventListener(name, end, true);
      isPaused = false;
    };
    const step = (time: number) => {
      if (approach(time)) end();
      else frame = requestAnimationFrame(step);
    };
    isPaused = true;
    for (const name of interruptions) window.addEventListener(name, end, true);
    frame = requestAnimationFrame(step);
  };
  return { start, restore };
}
