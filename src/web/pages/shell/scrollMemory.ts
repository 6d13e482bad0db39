import { isRecord } from '#contract/objects.ts';

/** Left and top of a scroller, in pixels. */
type Place = readonly [left: number, top: number];

/** The places of the scrollers that were moved, by name; the window is the one without a name. */
export type Places = ReadonlyMap<string, Place>;

/** What can be scrolled: an element, or in tests what looks like one. */
export type Scroller = {
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly scrollLeft: number;
  readonly scrollTop: number;
  scrollTo: (options: { left: number; top: number; behavior: 'instant' }) => void;
};
export type Scrollers = ReadonlyMap<string, Scroller>;

const mostEntries = 100;

/** The places of the latest history entries. */
export type Entries = {
  readonly of: (id: string) => Places | undefined;
  readonly keep: (id: string, places: Places) => void;
  readonly forget: (id: string) => void;
  /** As text, for `readEntries`. */
  readonly print: () => string;
};

/** Reads entries as `print` wrote them; what cannot be read is none. */
export function readEntries(text: string | null): Entries {
  const kept = new Map<string, Places>();
  for (const [id, places] of parseEntries(text)) kept.set(id, places);
  return {
    of: (id) => kept.get(id),
    keep: (id, places) => {
      kept.delete(id);
      kept.set(id, places);
      for (const oldest of kept.keys()) if (kept.size > mostEntries) kept.delete(oldest);
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

function toPlace([name, place]: [string, unknown]): [string, Place][] {
  const [left, top]: unknown[] = Array.isArray(place) ? place : [];
  return typeof left === 'number' && typeof top === 'number' ? [[name, [left, top]]] : [];
}

/** Where the scrollers are that were moved. */
export function placesOf(scrollers: Scrollers): Places {
  const places = Array.from(scrollers, ([name, { scrollLeft, scrollTop }]): [string, Place] => [
    name,
    [scrollLeft, scrollTop],
  ]);
  return new Map(places.filter(([, [left, top]]) => left > 0 || top > 0));
}

/** Milliseconds: how long a page may take to grow as tall as it was, and how long it is held when it has. */
const growingTime = 20_000;
const holdingTime = 800;
/** How long a page that places itself, when it is drawn, is overruled. */
const settlingTime = 150;

/**
 * Moves the scrollers of a page that is still loading to their places, at once and then at each frame: call the result with
 * the frame's time in milliseconds until it returns true. All are where they belong for a while then, or the page never grew
 * tall enough.
 */
export function createApproach(wanted: Places, scrollers: () => Scrollers): (time: number) => boolean {
  const sizes = new Map<string, string>();
  let began: number | null = null;
  let reached: number | null = null;
  /** A scroller that has not changed its size and is elsewhere was moved by somebody. */
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

/** The window, and every element that says `data-scroll="name"`: a table in its frame, a timeline. */
function scrollersOnPage(): Scrollers {
  const named = [...document.querySelectorAll<HTMLElement>('[data-scroll]')];
  return new Map<string, Scroller>([
    ['', document.documentElement],
    ...named.map((element) => [element.dataset['scroll'] ?? '', element] as const),
  ]);
}

/**
 * Which entry of the history this is. Filters push entries that carry the router's key of the one before, so the address
 * belongs to the identity.
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
  /** Notes the places of every entry, in this tab alone and beyond a reload. Returns what ends it. */
  readonly start: () => () => void;
  /**
   * Goes where this entry was left, as soon as its page is tall enough again; somebody who scrolls meanwhile is left alone. An
   * entry that is not known begins at its top, unless it is the first and the browser has placed it.
   */
  readonly restore: (isFirst: boolean) => void;
};

export function createScrollMemory(): ScrollMemory {
  const entries = readEntries(readStored(storageName));
  const load = String(performance.timeOrigin);
  const [arrival] = performance.getEntriesByType('navigation');
  const isTyped = arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate';
  // An address that is typed anew opens at its top, whatever was there before.
  if (isTyped && readStored(loadName) !== load) entries.forget(entryId());
  let isPaused = false;
  let end = () => {};

  const note = () => {
    if (!isPaused) entries.keep(entryId(), placesOf(scrollersOnPage()));
  };
  const pause = () => {
    isPaused = location.hash === '';
  };
  const store = () => {
    writeStored(storageName, entries.print());
    writeStored(loadName, load);
  };
  const start = () => {
    history.scrollRestoration = 'manual';
    // A press or a key comes before whatever leads away, and finds the address still the page's own.
    const notes = ['scroll', 'pointerdown', 'keydown'] as const;
    for (const name of notes) document.addEventListener(name, note, { capture: true, passive: true });
    window.addEventListener('popstate', pause);
    window.addEventListener('pagehide', store);
    return () => {
      end();
      store();
      for (const name of notes) document.removeEventListener(name, note, { capture: true });
      window.removeEventListener('popstate', pause);
      window.removeEventListener('pagehide', store);
    };
  };
  const restore = (isFirst: boolean) => {
    end();
    const wanted = entries.of(entryId()) ?? new Map<string, Place>();
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

/** A browser that stores nothing remembers until the page is left. */
function readStored(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function writeStored(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // As above.
  }
}
