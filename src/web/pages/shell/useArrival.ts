import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { rememberScroll, restoreScroll } from './scrollMemory.ts';

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
