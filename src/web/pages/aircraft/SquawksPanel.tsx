import { useQuery } from '@tanstack/react-query';
import { whenText } from '#domain/time/clock.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { byImportance, type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from './aircraft.module.css';

/** What was found wrong. The specification does not show a squawk's members: the usual ones are read, the others kept. */
export function SquawksPanel({ aircraft }: { aircraft: Aircraft }) {
  const school = useSchool();
  const now = useMinute();
  const path = { aircraftId: aircraft.aircraftId };
  const refresh = useRefresh();
  const query = listQuery(school, 'listSquawks', {}, path);
  const result = useQuery(query);
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const squawks = (result.data?.value.records ?? [])
    .map((record, index) => toSquawk(record, index, zone))
    .toSorted(byImportance);
  const open = squawks.filter((squawk) => !squawk.isResolved).length;
  return (
    <Panel
      title="Squawks"
      count={`${open} open of ${squawks.length}`}
      reading={readingOf('listSquawks', result)}
      onRetry={() => refresh(query.queryKey)}
    >
      <Notices notes={[]} setAside={[{ what: 'squawks', records: result.data?.value.setAside ?? [] }]} />
      {squawks.length === 0 && <p className={style['none']}>The service lists no squawks of this aircraft.</p>}
      <ul className={style['squawks']}>
        {squawks.map((squawk) => (
          <SquawkRow key={squawk.key} squawk={squawk} now={now} />
        ))}
      </ul>
      <QueryShown id="listSquawks" query={{}} path={path} />
    </Panel>
  );
}

function SquawkRow({ squawk, now }: { squawk: Squawk; now: Instant }) {
  const clock = useClock();
  const when = (instant: Instant | null) => instant !== null && whenText(instant, now, clock);
  return (
    <li>
      <SquawkState squawk={squawk} />
      <b>{squawk.description}</b>
      <span className={style['quiet']}>
        {[
          squawk.created !== null && `found ${when(squawk.created)}`,
          squawk.resolved !== null && `resolved ${when(squawk.resolved)}`,
          squawk.action,
          squawk.reference,
          squawk.workOrder && `work order ${squawk.workOrder}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {squawk.rest.length > 0 && (
        <details>
          <summary>More</summary>
          <Facts facts={squawk.rest.map((member) => [member.label, member.text])} missing="empty" />
        </details>
      )}
    </li>
  );
}

function SquawkState({ squawk: { isResolved, isGrounding } }: { squawk: Squawk }) {
  if (isResolved)
    return (
      <StateMark shape="check" tone="ok">
        resolved
      </StateMark>
    );
  if (isGrounding)
    return (
      <StateMark shape="octagon" tone="expired">
        open, grounds the aircraft
      </StateMark>
    );
  return (
    <StateMark shape="triangle" tone="warning">
      open
    </StateMark>
  );
}
