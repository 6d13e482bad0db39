import { useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useExpiredCount } from '#web/queries/maintenance.ts';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './Nav.module.css';
import { type Navigation, type PageEntry, placeOf } from './shellModel.ts';

/** The pages: in the bar as many as its width allows, the others behind "More". */
export function Nav({ navigation }: { navigation: Navigation }) {
  const pages = navigation.map((page, index) => ({ ...page, place: placeOf(index, navigation.length) }));
  const more = pages.filter(({ place }) => place !== 'always');
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

/** It closes by Escape, which gives the focus back, when the focus leaves it, and when a page was chosen. */
function More({ pages }: { pages: readonly Placed[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const here = pages.find(({ path }) => pathname.startsWith(path));
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens for what happens in its summary and links
    <details
      ref={menu}
      className={style['more']}
      data-last={pages.at(-1)?.place}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        close();
        summary.current?.focus();
      }}
    >
      <summary ref={summary} data-here={here?.place}>
        More
        <Icon name="down" size={14} />
      </summary>
      <div className={style['list']}>
        {pages.map((page) => (
          <span key={page.path} className={style['hidden']} data-place={page.place}>
            <PageLink page={page} onChoose={close} />
          </span>
        ))}
      </div>
    </details>
  );
}

function PageLink({ page, onChoose }: { page: PageEntry; onChoose?: () => void }) {
  const address = useAddress();
  return (
    <NavLink to={address(page.path)} onClick={onChoose}>
      {page.label}
      {page.path === '/maintenance' && <ExpiredCount />}
    </NavLink>
  );
}

function ExpiredCount() {
  const count = useExpiredCount(useSchool());
  return count !== null && count > 0 ? (
    <sup aria-label={`${count} ${count === 1 ? 'reminder' : 'reminders'} expired`}>{count}</sup>
  ) : null;
}
