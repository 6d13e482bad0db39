import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { storedText, storeText } from '#web/device/stored.ts';

/**
 * Whether a media query matches now: correct on the first render, and updated later. On paper the page looks like a wide
 * screen with a mouse and in light colours, whatever device prints it.
 */
export function useMediaQuery(query: string): boolean {
  const [follow, isMatch] = useMemo(() => {
    const media = window.matchMedia(query);
    return [
      (listener: () => void) => {
        media.addEventListener('change', listener);
        return () => media.removeEventListener('change', listener);
      },
      () => media.matches,
    ] as const;
  }, [query]);
  const isMatching = useSyncExternalStore(follow, isMatch);
  return usePrinting() ? query.includes('min') : isMatching;
}

let isOnPaper = false;
const paperListeners = new Set<() => void>();
/** Drawn synchronously: a script that prints leaves React no other moment. */
const tellPaper = ({ type }: Event) => {
  isOnPaper = type === 'beforeprint';
  flushSync(() => {
    for (const listener of paperListeners) listener();
  });
};
const followPaper = (listener: () => void) => {
  paperListeners.add(listener);
  for (const type of ['beforeprint', 'afterprint']) window.addEventListener(type, tellPaper);
  return () => void paperListeners.delete(listener);
};

/** True from just before the browser draws the page for paper until just after. */
export function usePrinting(): boolean {
  return useSyncExternalStore(followPaper, () => isOnPaper);
}

type ColorScheme = { readonly isDark: boolean; readonly setDark: (isDark: boolean) => void };
type Choice = 'light' | 'dark';

const ColorSchemeContext = createContext<ColorScheme>({ isDark: false, setDark: () => undefined });

/** Earlier versions stored the choice under this name too. */
const storedAs = 'mui-mode';

/** Dark or light: the reader's choice in this browser, otherwise the system setting. The style sheets read it from `<html>`. */
export function ColorSchemeProvider({ children }: { children: ReactNode }) {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState(storedChoice);
  const isDark = chosen === null ? isSystemDark : chosen === 'dark';
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.toggleAttribute('data-dark', isDark);
    page.toggleAttribute('data-light', !isDark);
  }, [isDark]);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === storedAs) setChosen(storedChoice());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const scheme = useMemo(() => {
    const setDark = (next: boolean) => {
      const choice = next ? 'dark' : 'light';
      setChosen(choice);
      storeText(storedAs, choice);
    };
    return { isDark, setDark };
  }, [isDark]);
  return <ColorSchemeContext value={scheme}>{children}</ColorSchemeContext>;
}

export function useColorScheme(): ColorScheme {
  return useContext(ColorSchemeContext);
}

function storedChoice(): Choice | null {
  const text = storedText(storedAs);
  return text === 'light' || text === 'dark' ? text : null;
}
