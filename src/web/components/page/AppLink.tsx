import { type ComponentProps, use, useCallback } from 'react';
import { Link } from 'react-router';
import { pagePaths, pageRow } from '#contract/pages.ts';
import { MomentName } from './now.ts';
import { useClock, useLocationChoice, defaultMode, useRights } from './school.tsx';

/** The pages that can show another moment. */
export const momentPages: readonly string[] = pagePaths.filter((path) => pageRow(path).showsMoments);

/**
 * The address of another page that keeps the application-wide state: local or Zulu time, the location, and on pages that have
 * one the moment. State in the address itself takes precedence.
 */
export function useAddress(): (pathname: string) => string {
  const { mode } = useClock();
  const { requested } = useLocationChoice();
  const time = mode === defaultMode ? null : mode;
  const moment = use(MomentName);
  return useCallback(
    (pathname) => {
      if (!time && !requested && !moment) return pathname;
      const [path = '', query] = pathname.split('?');
      const given = new URLSearchParams(query);
      const added = Object.entries({ time, location: requested, moment: momentPages.includes(path) && moment })
        .flatMap(([name, value]) => (!value || given.has(name) ? [] : [`${name}=${encodeURIComponent(value)}`]))
        .join('&');
      return added ? `${pathname}${query === undefined ? '?' : '&'}${added}` : pathname;
    },
    [time, requested, moment],
  );
}

type AppLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: string;
  /** Whether the whole row or card around it is the link. */
  coversRow?: boolean;
  /** A separate link is left out if the user's role cannot open its page. */
  isAlone?: boolean;
  /** The tooltip. */
  'data-tip'?: string | undefined;
};

/** A link to another page of the application; plain text if the user's role does not have that page. */
export function AppLink({ to, coversRow = false, isAlone = false, className, ...rest }: AppLinkProps) {
  const address = useAddress();
  const { maySeePage } = useRights();
  const look = [coversRow && 'row-link', className].filter(Boolean).join(' ');
  if (maySeePage(to)) return <Link to={address(to)} className={look} {...rest} />;
  return isAlone ? null : (
    <span className={className} data-tip={rest['data-tip']}>
      {rest.children}
    </span>
  );
}
