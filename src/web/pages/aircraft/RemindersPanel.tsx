import { useMemo } from 'react';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { countBreaches, pageOddities, recordOddities } from '#domain/answers/pageChecks.ts';
import { type DueItem, toDueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { useListPage } from '#web/queries/lists.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { AxisLines } from '#web/ui/aircraft/AxisCell.tsx';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState } from '#web/ui/page/urlState.ts';
import style from './aircraft.module.css';

/** The reminders of one aircraft, a page of the server's at a time, filtered by the service. */
export function RemindersPanel({ aircraft }: { aircraft: Aircraft }) {
  const school = useSchool();
  const now = useMinute();
  const refresh = useRefresh();
  const list = useListState('listMaintenanceReminders', 'all');
  const path = useMemo(() => ({ aircraftId: aircraft.aircraftId }), [aircraft.aircraftId]);
  const { result, page, problem } = useListPage(school, 'listMaintenanceReminders', list, path);
  const answer = result.data?.value;
  const query = { ...list.query, offset: page };
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const items = (answer?.records ?? []).map((one) => toDueItem(aircraft, one, zone, result.data?.asOf ?? now, now));
  const isCurrent = answer !== undefined && !result.isPlaceholderData;
  const ignored = isCurrent ? countBreaches(items, list.query.filters?.['statusId'], (item) => item.statusId) : 0;
  return (
    <Panel
      title="Maintenance reminders"
      count={`${items.length} of ${answer?.totalItems ?? 0}`}
      reading={readingOf('listMaintenanceReminders', result)}
      onRetry={() => refresh(listQuery(school, 'listMaintenanceReminders', query, path).queryKey)}
    >
      <FilterBar list={list} />
      <Notices
        notes={[
          ...list.problems,
          problem,
          ...(isCurrent ? pageOddities(answer, query) : []),
          ...recordOddities('reminders', 0, ignored),
        ]}
        setAside={[{ what: 'reminders', records: answer?.setAside ?? [] }]}
      />
      <p className={style['reading']}>Hours and landings are the service’s; it gives no reading date for them.</p>
      {items.length > 0 ? (
        <ul className={style['reminders']}>
          {items.map((item) => (
            <ReminderRow key={item.key} item={item} now={now} />
          ))}
        </ul>
      ) : (
        <p className={style['none']}>No reminders match this filter.</p>
      )}
      <Pager list={list} page={page} totalItems={answer?.totalItems ?? 0} />
      <QueryShown id="listMaintenanceReminders" query={query} path={path} />
    </Panel>
  );
}

function ReminderRow({ item, now }: { item: DueItem; now: Instant }) {
  return (
    <li>
      <span>
        <ReminderStatus id={item.statusId} name={item.status} />
        {item.isComplied && <span className={style['quiet']}> complied for good</span>}
      </span>
      <span>
        <b>{item.name}</b>
        {item.axes.map((axis) => axis.message && <span key={axis.name}>{axis.message}</span>)}
      </span>
      <span className={style['axes']}>
        <AxisLines item={item} now={now} />
      </span>
    </li>
  );
}
