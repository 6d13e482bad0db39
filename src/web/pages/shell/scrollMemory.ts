/** Left and top of each scroller; the window is the one without a name. */
type Places = { readonly [name: string]: readonly [left: number, top: number] };

const storageName = 'flightline scroll';
const mostEntries = 100;
/** Milliseconds: how long a page may take to grow as tall as it was, and how long it is held when it has. */
const patience = 20_000;
const holding = 800;
/** How long a page that places itself, when it is drawn, is overruled. */
const settling = 150;

const kept = new Map<string, Places>(stored());
let isPaused = false;
let end = () => {};

const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// An address that is typed anew opens at its top, whatever was there before.
if (arrival?.type === 'navigate') kept.delete(entryId());

/**
 * Which entry of the history this is. Filters push entries that carry the router's key of the one before, so the address
 * belongs to the identity.
 */
function entryId(): string {
  const state = history.state as { key?: string } | null;
  return `${state?.key ?? 'first'} ${location.pathname}${location.search}`;
}

/** The window, and every element that says `data-scroll="name"`: a table in its frame, a timeline. */
function scrollers(): (readonly [name: string, element: Element])[] {
  const named = [...document.querySelectorAll<HTMLElement>('[data-scroll]')];
  return [
    ['', document.documentElement],
    ...named.map((element) => [element.dataset['scroll'] ?? '', element] as const),
  ];
}

function remember(): void {
  if (isPaused) return;
  const id = entryId();
  const moved = scrollers().filter(([, { scrollLeft, scrollTop }]) => scrollLeft > 0 || scrollTop > 0);
  kept.delete(id);
  kept.set(id, Object.fromEntries(moved.map(([name, { scrollLeft, scrollTop }]) => [name, [scrollLeft, scrollTop]])));
  for (const oldest of kept.keys()) if (kept.size > mostEntries) kept.delete(oldest);
}

/** Notes the places of every entry, in this tab alone and beyond a reload. Returns what ends it. */
export function rememberScroll(): () => void {
  history.scrollRestoration = 'manual';
  const pause = () => {
    isPaused = location.hash === '';
  };
  // A press or a key comes before whatever leads away, and finds the address still the page's own.
  const notes = ['scroll', 'pointerdown', 'keydown'] as const;
  for (const name of notes) document.addEventListener(name, remember, { capture: true, passive: true });
  window.addEventListener('popstate', pause);
  window.addEventListener('pagehide', store);
  return () => {
    for (const name of notes) document.removeEventListener(name, remember, { capture: true });
    window.removeEventListener('popstate', pause);
    window.removeEventListener('pagehide', store);
  };
}

/**
 * Goes where this entry was left, as soon as its page is tall enough again; whoever moves meanwhile is left alone. An entry
 * that is not known begins at its top, unless it is the first and the browser has placed it.
 */
export function restoreScroll(isFirst: boolean): void {
  end();
  const wanted = Object.entries(kept.get(entryId()) ?? {});
  if (wanted.length === 0) {
    if (!isFirst) window.scrollTo(0, 0);
    isPaused = false;
    return;
  }
  const interruptions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const approach = approachTo(wanted);
  let [frame, began, reached] = [0, 0, 0];
  end = () => {
    cancelAnimationFrame(frame);
    for (const name of interruptions) window.removeEventListener(name, end, true);
    isPaused = false;
  };
  const step = (time: number) => {
    began ||= time;
    reached = approach(time - began < settling) ? reached || time : 0;
    if (time - began > patience || (reached > 0 && time - reached > holding)) end();
    else frame = requestAnimationFrame(step);
  };
  isPaused = true;
  approach(true);
  for (const name of interruptions) window.addEventListener(name, end, true);
  frame = requestAnimationFrame(step);
}

/**
 * Moves every scroller towards its place each time that it has grown or shrunk, or in any case when `always`; true when all
 * are there. One that has not changed its size and is elsewhere was moved by somebody.
 */
function approachTo(wanted: readonly (readonly [string, readonly [number, number]])[]) {
  const sizes = new Map<string, string>();
  return (always: boolean): boolean => {
    const present = new Map(scrollers());
    const arrived = wanted.map(([name, [left, top]]) => {
      const element = present.get(name);
      if (!element) return false;
      const size = `${element.scrollWidth} ${element.scrollHeight}`;
      const isAway = Math.abs(element.scrollLeft - left) > 1 || Math.abs(element.scrollTop - top) > 1;
      if (isAway && (always || sizes.get(name) !== size)) element.scrollTo({ left, top, behavior: 'instant' });
      sizes.set(name, size);
      return Math.abs(element.scrollLeft - left) <= 1 && Math.abs(element.scrollTop - top) <= 1;
    });
    return arrived.every(Boolean);
  };
}

function stored(): [string, Places][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? '[]') as [string, Places][];
  } catch {
    return []; // A browser that stores nothing remembers until the page is left.
  }
}

function store(): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify([...kept]));
  } catch {
    // As above.
  }
}
