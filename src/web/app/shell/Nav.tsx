import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useExpiredCount } from '#web/data/maintenance.ts';
import { useAddress } from '#web/components/page/AppLink.tsx';
import { BottomBar } from '#web/components/controls/bars/BottomBar.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { Icon } from '#web/components/controls/Icon.tsx';
import { fileWhenWanted, Menu } from '#web/components/controls/overlays.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import style from './Nav.module.css';
import { expiredBadge, isAt, type Navigation, type PageEntry, placeOf } from './shellModel.ts';

/** The pages: as many in the bar as its width allows, on a phone in the bottom bar, the others behind "More". */
export function Nav({ navigation }: { navigation: Navigation }) {
  const address = useAddress();
  const { pathname } = useLocation();
  const isPhone = useMediaQuery('(max-width: 900px)');
  const pages = navigation.map((page, index) => ({ ...page, place: placeOf(index, navigation.length) }));
  const more = pages.filter(({ place }) => place !== 'always');
  if (isPhone) {
    const shown = pages.filter(({ place }) => place === 'always');
    return (
      <BottomBar
        label="Pages"
        className={style['nav']}
        pages={shown.map((page) => ({
          to: address(page.path),
          label: page.label,
          icon: page.icon,
          isHere: isAt(page, pathname),
          badge: page.path === '/maintenance' && <ExpiredCount />,
          onPoint: page.preload,
        }))}
      >
        {more.length > 0 && <MoreOnPhone key={pathname} pages={more} />}
      </BottomBar>
    );
  }
  return (
    <nav className={style['nav']} aria-label="Pages">
      {pages.map((page) => (
        <span key={page.path} className={style['page']} data-place={page.place}>
          <PageLink page={page} />
        </span>
      ))}
      {more.length > 0 && <More pages={more} />}
    </nav>
  );
}

type Placed = PageEntry & { readonly place: ReturnType<typeof placeOf> };

const useSheet = fileWhenWanted(() => import('./MoreSheet.tsx'));

/** On a phone the other pages are on a sheet, which closes when one of the bar is opened. */
function MoreOnPhone({ pages }: { pages: readonly Placed[] }) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const file = useSheet(isOpen);
  const own = pages.map((page) => ({ ...page, isHere: isAt(page, pathname) }));
  return (
    <span className={style['more']} data-here={own.some(({ isHere }) => isHere) || undefined}>
      <Button isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={style['icon']}>
          <Icon name="more" size={22} />
        </span>
        More
      </Button>
      {isOpen && file && <file.MoreSheet pages={own} onClose={() => setOpen(false)} />}
    </span>
  );
}

/** The pages that do not fit in the bar: a page is either there or behind "More". */
function More({ pages }: { pages: readonly Placed[] }) {
  const address = useAddress();
  const { pathname } = useLocation();
  const isDesktop = useMediaQuery('(min-width: 1200px)');
  const isWide = useMediaQuery('(min-width: 1440px)');
  const here = pages.find((page) => isAt(page, pathname));
  const choices = pages
    .filter(({ place }) => !(isDesktop && place === 'desktop') && !(isWide && place === 'wide'))
    .map((page) => ({
      id: page.path,
      label: page.label,
      to: address(page.path),
      isHere: page === here,
      onPoint: page.preload,
    }));
  return (
    <span className={style['more']} data-last={pages.at(-1)?.place} data-here={here?.place}>
      <Menu label="More" choices={choices} />
    </span>
  );
}

function PageLink({ page }: { page: PageEntry }) {
  const address = useAddress();
  return (
    <NavLink to={address(page.path)} end={page.path === '/'} onPointerEnter={page.preload} onFocus={page.preload}>
      {page.label}
      {page.path === '/maintenance' && <ExpiredCount />}
    </NavLink>
  );
}

function ExpiredCount() {
  const { count, readings } = useExpiredCount(useSchool());
  const badge = expiredBadge(count, useKnowledge(...readings));
  return (
    <span className={style['badge']}>
      {badge && (
        <sup aria-label={badge.label} data-tip={badge.label} data-is-known={badge.isKnown}>
          {badge.text}
        </sup>
      )}
    </span>
  );
}

/**
 * The location of all pages; drawn if there are two or more. A native list overlays the page: names of any length fit, and it
 * works best on phones.
 */
export function LocationSwitch() {
  const { locations, chosen, choose } = useLocationChoice();
  if (locations.length < 2 && !chosen) return null;
  const name = chosen?.name ?? 'All locations';
  return (
    <span className={style['switch']} data-is-narrowed={chosen !== null} data-tip={`Location: ${name}`}>
      <Icon name="place" size={14} />
      <span className={style['location']}>{name}</span>
      <Icon name="down" size={12} />
      {/* oxlint-disable-next-line react/forbid-elements -- an invisible list over the words of the location */}
      <select
        aria-label="Location"
        value={chosen?.id ?? ''}
        onChange={({ target }) => choose(locations.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="">All locations</option>
        {locations.map(({ id, name: own }) => (
          <option key={id} value={id}>
            {own}
          </option>
        ))}
      </select>
    </span>
  );
}
