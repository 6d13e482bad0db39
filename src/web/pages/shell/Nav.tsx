import { NavLink, useLocation } from 'react-router';
import { useExpiredCount } from '#web/queries/maintenance.ts';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { useMenu } from '#web/ui/controls/overlays.tsx';
import { useKnowledge } from '#web/ui/page/connection.tsx';
import { useLocationChoice, useSchool } from '#web/ui/page/school.tsx';
import style from './Nav.module.css';
import { expiredBadge, isAt, type Navigation, type PageEntry, placeOf } from './shellModel.ts';

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

/** The pages for which the bar has no room. */
function More({ pages }: { pages: readonly Placed[] }) {
  const menu = useMenu();
  const { pathname } = useLocation();
  const here = pages.find((page) => isAt(page, pathname));
  return (
    <details {...menu.props} className={style['more']} data-last={pages.at(-1)?.place}>
      <summary data-here={here?.place}>
        <span className={style['icon']}>
          <Icon name="more" size={22} />
        </span>
        More
        <Icon name="down" size={14} />
      </summary>
      <div className={style['list']}>
        {pages.map((page) => (
          <span key={page.path} className={style['hidden']} data-place={page.place}>
            <PageLink page={page} onChoose={menu.close} />
          </span>
        ))}
      </div>
    </details>
  );
}

function PageLink({ page, onChoose }: { page: PageEntry; onChoose?: () => void }) {
  const address = useAddress();
  return (
    <NavLink
      to={address(page.path)}
      end={page.path === '/'}
      onClick={onChoose}
      onPointerEnter={page.preload}
      onFocus={page.preload}
    >
      {page.icon && (
        <span className={style['icon']}>
          <Icon name={page.icon} size={22} />
        </span>
      )}
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
        <sup aria-label={badge.label} title={badge.label} data-is-known={badge.isKnown}>
          {badge.text}
        </sup>
      )}
    </span>
  );
}

/**
 * The location that all pages are narrowed to; drawn where there are two or more. A native list lies over what is drawn: a name
 * of any length has room in it, and phones handle it best.
 */
export function LocationSwitch() {
  const { locations, chosen, choose } = useLocationChoice();
  if (locations.length < 2 && !chosen) return null;
  const name = chosen?.name ?? 'All locations';
  return (
    <span className={style['switch']} data-is-narrowed={chosen !== null} title={`Location: ${name}`}>
      <Icon name="place" size={14} />
      <span className={style['location']}>{name}</span>
      <Icon name="down" size={12} />
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
