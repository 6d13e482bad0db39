import { type ComponentProps, useCallback } from 'react';
import { Link } from 'react-router';
import { useClockMode, useLocationChoice, useRights } from './school.tsx';

/**
 * The address of another page that keeps what holds for the whole application: the switch between local and Zulu time, and the
 * location. What the address itself says of them counts.
 */
export function useAddress(): (pathname: string) => string {
  const mode = useClockMode();
  const { asked } = useLocationChoice();
  const carried = [
    ...(mode.value === mode.usual ? [] : [`time=${mode.value}`]),
    ...(asked === null ? [] : [`location=${encodeURIComponent(asked)}`]),
  ].join('&');
  return useCallback(
    (pathname) => {
      const given = new URLSearchParams(pathname.split('?')[1]);
      const parts = carried === '' ? [] : carried.split('&');
      const added = parts.filter((part) => !given.has(part.replace(/=.*/, ''))).join('&');
      return added ? `${pathname}${pathname.includes('?') ? '&' : '?'}${added}` : pathname;
    },
    [carried],
  );
}

type AppLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: string;
  /** A link that stands by itself is left out where its page is not of one's role. */
  isAlone?: boolean;
};

/** A link to another page of the application; its text alone where the role of who is signed in does not have that page. */
export function AppLink({ to, isAlone = false, ...rest }: AppLinkProps) {
  const address = useAddress();
  const { maySeePage } = useRights();
  if (maySeePage(to)) return <Link to={address(to)} {...rest} />;
  const { className, title, children } = rest;
  // What makes a whole row a link is no more.
  const look = className?.replace(/\brow-link\b/, '');
  return isAlone ? null : (
    <span className={look} title={title}>
      {children}
    </span>
  );
}
