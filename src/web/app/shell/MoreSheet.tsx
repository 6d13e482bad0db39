import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Dialog } from '#web/components/controls/overlays.tsx';
import { useAddress } from '#web/components/page/AppLink.tsx';
import { useColorScheme } from '#web/components/page/display.tsx';
import type { PageEntry } from './shellModel.ts';
import style from './MoreSheet.module.css';

type MoreSheetProps = {
  pages: readonly (PageEntry & { readonly isHere: boolean })[];
  onClose: () => void;
};

/** The pages that are not in a phone's bar, on a sheet above it, and what else the bar has no room for. */
export function MoreSheet({ pages, onClose }: MoreSheetProps) {
  const address = useAddress();
  const { isDark, setDark } = useColorScheme();
  const turn = () => {
    setDark(!isDark);
    onClose();
  };
  return (
    <Dialog label="More pages" isSheet isAboveBar onClose={onClose}>
      <ul className={style['tiles']}>
        {pages.map((page) => (
          <li key={page.path}>
            <Link
              className={style['tile'] ?? ''}
              to={address(page.path)}
              aria-current={page.isHere ? 'page' : undefined}
              onClick={onClose}
            >
              <Picture of={page.path} />
              {page.label}
            </Link>
          </li>
        ))}
        <li>
          {/* oxlint-disable-next-line react/forbid-elements -- a tile like the links beside it */}
          <button type="button" className={style['tile']} onClick={turn}>
            <Picture of={isDark ? 'light' : 'dark'} />
            {isDark ? 'Light colours' : 'Dark colours'}
          </button>
        </li>
      </ul>
    </Dialog>
  );
}

/** By the first part of the path; they load with the sheet, not with the page. */
const pictures: Readonly<Record<string, ReactNode>> = {
  instructors: (
    <path d="M12 4a3.800 3.800 0 1 0 0 7.600A3.800 3.800 0 0 0 12 4ZM4.500 20c.4-3.600 3.300-5.600 7.500-5.600s7.100 2 7.500 5.600" />
  ),
  changes: <path d="M12 7v5l3.500 2M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4" />,
  plan: <path d="M4 6h7m3 0h6M4 12h3m3 0h10M4 18h10m3 0h3M11 4v4M7 10v4m7 2v4" />,
  people: (
    <path d="M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19c.3-3 2.500-4.800 6-4.800s5.700 1.800 6 4.800m.5-13.600a3 3 0 0 1 0 5.400m2 3.800c2 .7 3.200 2.200 3.500 4.400" />
  ),
  reports: <path d="M4 20h16M7 20v-7m5 7V5m5 15v-9" />,
  brief: <path d="M6 3h9l4 4v14H6zm8 0v5h5M9 12h7m-7 4h7" />,
  board: <path d="M3 4h18v12H3zm9 12v4m-4 0h8M7 8h6m-6 4h10" />,
  equipment: <path d="M4 8h16v12H4zm5 0V5h6v3M4 13h16m-8-1.500v3" />,
  alerts: <path d="M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15Zm4 4.500h4" />,
  setup: <path d="M4 7h9m4 0h3M4 17h3m4 0h9M15 4.800v4.400M9 14.800v4.400" />,
  light: (
    <path d="M12 4V2m0 20v-2m8-8h2M2 12h2m13.700-5.700 1.400-1.400M4.900 19.100l1.400-1.400m0-11.400L4.900 4.900m14.200 14.200-1.400-1.400M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z" />
  ),
  dark: <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z" />,
};

function Picture({ of }: { of: string }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        {pictures[of.split('/').find(Boolean) ?? ''] ?? <path d="M5 4h14v16H5z" />}
      </g>
    </svg>
  );
}
