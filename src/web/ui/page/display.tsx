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

/** Whether a media query matches now: right on the first render, and followed from then on. */
export function useMediaQuery(query: string): boolean {
  const media = useMemo(() => window.matchMedia(query), [query]);
  const follow = useMemo(
    () => (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(follow, () => media.matches);
}

/** True from just before the browser draws the page for paper until after. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}

type ColorScheme = { readonly isDark: boolean; readonly setDark: (isDark: boolean) => void };
type Choice = 'light' | 'dark';

const ColorSchemeContext = createContext<ColorScheme>({ isDark: false, setDark: () => undefined });

/** The name under which earlier versions stored the choice too. */
const storedAs = 'mui-mode';

/** Dark or light: as the reader chose in this browser, else as the system is set. The style sheets read it from `<html>`. */
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
      store(choice);
    };
    return { isDark, setDark };
  }, [isDark]);
  return <ColorSchemeContext value={scheme}>{children}</ColorSchemeContext>;
}

export function useColorScheme(): ColorScheme {
  return useContext(ColorSchemeContext);
}

function storedChoice(): Choice | null {
  try {
    const text = localStorage.getItem(storedAs);
    return text === 'light' || text === 'dark' ? text : null;
  } catch {
    return null; // Storage is forbidden.
  }
}

function store(choice: Choice): void {
  try {
    localStorage.setItem(storedAs, choice);
  } catch {
    // Storage is full or forbidden: the choice holds until the page is closed.
  }
}
