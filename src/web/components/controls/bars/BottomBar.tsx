import BottomNavigation from '@mui/material/BottomNavigation';
import BottomNavigationAction from '@mui/material/BottomNavigationAction';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '#web/components/controls/Icon.tsx';

type BottomBarProps = {
  label: string;
  className?: string | undefined;
  pages: readonly {
    readonly to: string;
    readonly label: string;
    readonly icon?: IconName | undefined;
    readonly isHere: boolean;
    /** A count for this page. */
    readonly badge?: ReactNode;
    /** Called before selection, on hover. */
    readonly onPoint?: (() => void) | undefined;
  }[];
  /** Further pages, after those of the bar. */
  children: ReactNode;
};

/** The pages at the lower edge of a phone, where a thumb reaches them. */
export function BottomBar({ label, className, pages, children }: BottomBarProps) {
  return (
    <BottomNavigation
      component="nav"
      aria-label={label}
      className={className ?? ''}
      showLabels
      value={pages.find(({ isHere }) => isHere)?.to ?? null}
    >
      {pages.map((page) => (
        <BottomNavigationAction
          key={page.to}
          value={page.to}
          component={Link}
          to={page.to}
          aria-current={page.isHere ? 'page' : undefined}
          icon={page.icon && <Icon name={page.icon} size={22} />}
          label={
            <>
              {page.label}
              {page.badge}
            </>
          }
          onPointerEnter={page.onPoint}
          onFocus={page.onPoint}
        />
      ))}
      {children}
    </BottomNavigation>
  );
}
