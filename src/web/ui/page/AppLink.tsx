import { type ComponentProps, useCallback } from 'react';
import { Link } from 'react-router';
import { useClockMode, useLocationChoice } from './school.tsx';

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

/** A link to another page of the application. */
export function AppLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = useAddress();
  return <Link to={address(to)} {...rest} />;
}
