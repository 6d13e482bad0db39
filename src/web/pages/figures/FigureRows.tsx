import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FigureDays } from '#domain/figures/period.ts';
import { figureRowsQuery } from '#web/data/gateway/figures.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import style from './figures.module.css';
import type { Tails } from './figuresModel.ts';
import { barTitle, listTitle, type OpenBar, rowsText, shownRows } from './rowsModel.ts';

type FigureRowsProps = {
  bar: OpenBar;
  /** The bar's name as the figures show it; null if they do not have it. */
  name: string | null;
  days: FigureDays;
  tails: Tails;
  onClose: () => void;
};

/** The rows that one bar counts, each with its link. */
export function FigureRows({ bar, name, days, tails, onClose }: FigureRowsProps) {
  const query = figureRowsQuery(days, bar.of, bar.name);
  const result = useQuery(query);
  const refresh = useRefresh();
  const [now, clock, zone] = [useMinute(), useClock(), useSchool().timeZone];
  const found = result.data?.value;
  const rows = useMemo(
    () => found && shownRows(found, bar, { now, clock, zone, tails }),
    [found, bar, now, clock, zone, tails],
  );
  const reading = readingOf('figures', result);
  const none = useNoneText('None in this period', reading);
  const lacks = found && found.lacks.length > 0 ? found.lacks.join(' and ') : null;
  return (
    <SidePanel title={barTitle(bar, name)} about={`${bar.of} ${bar.name}`} onClose={onClose}>
      <Panel
        title={listTitle(bar)}
        count={found && lacks === null ? rowsText(found, bar) : null}
        reading={reading}
        onRetry={() => refresh(query.queryKey)}
        empty={rows?.length === 0 && lacks === null ? none : null}
      >
        {lacks !== null && <p className={style['none']}>Not known: {lacks} of the whole period are not read.</p>}
        <ul className={style['rows']}>
          {rows?.map(({ id, name: rowName, to, facts }) => (
            <li key={id}>
              {to === null ? <span>{rowName}</span> : <AppLink to={to}>{rowName}</AppLink>}
              <small>{facts}</small>
            </li>
          ))}
        </ul>
      </Panel>
    </SidePanel>
  );
}
