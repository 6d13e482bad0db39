import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useClockMode } from './school.tsx';

/** The address of another page that keeps what holds for the whole application: the switch between local and Zulu time. */
export function useAddress(): (pathname: string) => string {
  const mode = useClockMode();
  const carried = mode.value === mode.usual ? '' : `time=${mode.value}`;
  return (pathname) => (carried ? `${pathname}${pathname.includes('?') ? '&' : '?'}${carried}` : pathname);
}

/** A link to another page of the application. */
export function AppLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = useAddress();
  return <Link to={address(to)} {...rest} />;
}
