import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NoneText } from '#domain/answers/known.ts';
import { pageOddities, recordOddities } from '#domain/answers/pageChecks.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { reminderLink, shopLink } from '#domain/reservations/links.ts';
import { forecastDays, schoolThresholds } from '#domain/thresholds.ts';
import { ferryWords } from '#domain/maintenance/limits.ts';
import { classWords } from '#domain/maintenance/reminderClass.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { useListPage } from '#web/data/lists.ts';
import { useWentBack } from '#web/data/maintenance.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { zoneOf } from '#web/data/replica.ts';
import { useForecastSchedule, useScheduleNow } from '#web/data/reservations.ts';

import { Fold, useUrlFolds } from '#web/components/controls/Fold.tsx';
import { AxisLines, HorizonStrip } from '#web/components/aircraft/Limits.tsx';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { FilterBar } from '#web/components/controls/FilterBar.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useListState } from '#web/components/page/urlList.ts';
import { useUrlNumber } from '#web/components/page/urlState.ts';
import { Facts } from '#web/components/panel/Facts.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import {
  type ForecastRow,
  type ForecastShown,
  forecastShown,
  remindersShown,
  type SquawkRow,
  squawksShown,
} from './aircraftModel.ts';
import style from './aircraft.module.css';

type PanelProps = { aircraft: Aircraft };

/** The current time, and how times are read and written. */
function useTimeContext() {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  return useMemo(() => ({ now, clock, zone: zoneOf(school) }), [now, clock, school]);
}

/** Upcoming reservations against each hours limit: which one will cross it, and whether a shop visit comes first. */
export function ForecastPanel({ aircraft }: PanelProps) {
  const school = useSchool();
  const context = useTimeContext();
  const today = dayOf(context.now, school.timeZone);
  const factor = useUrlNumber('factor', null, schoolThresholds.hoursFactor).value ?? undefined;
  const refresh = useRefresh();
  const query = listQuery(school, 'listMaintenanceReminders', {}, { aircraftId: aircraft.aircraftId });
  const result = useQuery(query);
  const wentBack = useWentBack(aircraft.aircraftId);
  const reservations = useForecastSchedule(school, context.now, useScheduleNow(school, context.now));
  const { schedule } = reservations;
  const reading = readingOf('listMaintenanceReminders', result);
  const [ofReminders, ofReservations] = [useKnowledge(reading), useKnowledge(...reservations.readings)];
  const shown = useMemo(() => {
    const reminders = result.data ? { records: result.data.value.records, asOf: result.data.asOf, wentBack } : null;
    const known = { reminders: ofReminders, reservations: ofReservations };
    return forecastShown({ aircraft, reminders, schedule, factor, known }, context);
  }, [aircraft, result.data, wentBack, schedule, factor, ofReminders, ofReservations, context]);
  return (
    <Panel
      title="Inspection forecast"
      count={shown.count}
      reading={reading}
      beside={reservations.readings}
      onRetry={() => refresh(query.queryKey, ...reservations.queryKeys)}
      empty={shown.empty}
    >
      <p className={style['reading']}>
        Forecasts do not change any status. {shown.factor} <AppLink to="/plan/hours">Booked and flown hours</AppLink>.
        Hatched: may come due. Amber: likely due. Red: date limit.{' '}
        <AppLink isAlone to={shopLink(aircraft.aircraftId)}>
          Plan a shop visit
        </AppLink>
      </p>
      <ShopVisits visits={shown.visits} none={shown.noVisits} />
      <ul className={style['horizons']}>
        {shown.rows.map((row) => (
          <ForecastItem key={row.item.key} row={row} today={today} reservations={shown.reservations} />
        ))}
      </ul>
    </Panel>
  );
}

/** The booked shop visits; the service does not say what work they are for. */
function ShopVisits({ visits, none }: { visits: ForecastShown['visits']; none: NoneText }) {
  if (visits.length === 0) return <None of={none} className={style['reading']} />;
  return (
    <ul className={style['visits']} aria-label="Planned shop visits">
      {visits.map(({ key, text }) => (
        <li key={key}>
          <StateMark shape="wrench" tone="shop">
            {text}
          </StateMark>
        </li>
      ))}
    </ul>
  );
}

type ForecastItemProps = { row: ForecastRow; today: string; reservations: ForecastShown['reservations'] };

function ForecastItem({ row: { item, forecast }, today, reservations }: ForecastItemProps) {
  return (
    <li>
      <span className={style['horizonHead']}>
        <StateMark {...reminderLook(item.statusId)}>
          <span className="visually-hidden">{item.status}: </span>
          <b>{item.name}</b>
        </StateMark>
        <span className={style['quiet']}>{forecast ? forecast.visit : 'reservations not loaded yet'}</span>
      </span>
      {forecast && (
        <>
          <span>{forecast.text}</span>
          <HorizonStrip from={today} days={forecastDays} reservations={reservations} horizon={forecast.horizon} />
        </>
      )}
    </li>
  );
}

/** The reminders of one aircraft, a page at a time, filtered by the service. */
export function RemindersPanel({ aircraft }: PanelProps) {
  const school = useSchool();
  const context = useTimeContext();
  const refresh = useRefresh();
  const list = useListState('listMaintenanceReminders', 'all');
  const path = useMemo(() => ({ aircraftId: aircraft.aircraftId }), [aircraft.aircraftId]);
  const { result, page, problem } = useListPage(school, 'listMaintenanceReminders', list, path);
  const query = { ...list.query, offset: page };
  // The previous filter's or page's answer must not appear under this one.
  const data = result.isPlaceholderData ? undefined : result.data;
  const wentBack = useWentBack(aircraft.aircraftId);
  const answer = data ? { ...data.value, asOf: data.asOf, wentBack } : null;
  const reading = readingOf('listMaintenanceReminders', result);
  const known = useKnowledge(reading);
  const statusFilter = list.query.filters?.['statusId'];
  const { items, count, ignored, empty } = remindersShown(aircraft, answer, statusFilter, { ...context, known });
  return (
    <Panel
      title="Maintenance reminders"
      count={count}
      reading={reading}
      onRetry={() => refresh(listQuery(school, 'listMaintenanceReminders', query, path).queryKey)}
      tools={<FilterBar list={list} />}
    >
      <Notices
        notes={[problem, ...(answer ? pageOddities(answer, query) : []), ...recordOddities('reminders', 0, ignored)]}
        setAside={[{ what: 'reminder', records: answer?.setAside ?? [] }]}
      />
      {empty !== null && <None of={empty} className={style['none']} />}
      <ul className={style['reminders']}>
        {items.map((item) => (
          <ReminderItem key={item.key} item={item} now={context.now} />
        ))}
      </ul>
      <Pager list={list} page={page} totalItems={result.data?.value.totalItems ?? 0} />
      <QueryShown id="listMaintenanceReminders" query={query} path={path} />
    </Panel>
  );
}

/** A reminder and what is left. The service's own lines and the class are in its details, which it opens. */
function ReminderItem({ item, now }: { item: DueItem; now: Instant }) {
  const notes = [item.isComplied ? 'permanently complied' : null, item.onlyFor, ferryWords(item)].filter(Boolean);
  return (
    <li>
      <StateMark {...reminderLook(item.statusId)}>
        <span className="visually-hidden">{item.status}: </span>
        <AppLink coversRow className={style['opens']} to={reminderLink(item.key)} data-tip={classWords(item)}>
          {item.name}
        </AppLink>
        {notes.length > 0 && <span className={style['note']}>{notes.join('. ')}</span>}
      </StateMark>
      <span className={style['axes']}>
        <AxisLines item={item} now={now} />
      </span>
    </li>
  );
}

/** Squawks of the aircraft, open or resolved. */
export function SquawksPanel({ aircraft }: PanelProps) {
  const school = useSchool();
  const context = useTimeContext();
  const refresh = useRefresh();
  const path = { aircraftId: aircraft.aircraftId };
  const query = listQuery(school, 'listSquawks', {}, path);
  const result = useQuery(query);
  const answer = result.data?.value;
  const reading = readingOf('listSquawks', result);
  const known = useKnowledge(reading);
  const { rows, count, none } = squawksShown(answer?.records ?? [], { ...context, known });
  const foldOf = useUrlFolds('squawks');
  return (
    <Panel title="Squawks" count={count} reading={reading} onRetry={() => refresh(query.queryKey)}>
      <Notices notes={[]} setAside={[{ what: 'squawk', records: answer?.setAside ?? [] }]} />
      {rows.length === 0 && <None of={none} className={style['none']} />}
      <ul className={style['squawks']}>
        {rows.map((row) => (
          <SquawkItem key={row.key} row={row} {...foldOf(row.key)} />
        ))}
      </ul>
      <QueryShown id="listSquawks" query={{}} path={path} />
    </Panel>
  );
}

const squawkLooks: { readonly [State in SquawkRow['state']]: Look & { word: string } } = {
  grounding: { shape: 'octagon', tone: 'expired', word: 'Open, grounding' },
  'grounding not known': { shape: 'dashed', tone: 'warning', word: 'Open, grounding not known' },
  open: { shape: 'triangle', tone: 'warning', word: 'Open' },
  resolved: { shape: 'check', tone: 'ok', word: 'Resolved' },
};

type SquawkItemProps = { row: SquawkRow; isOpen: boolean; onToggle: () => void };

function SquawkItem({ row: { state, description, details, more }, isOpen, onToggle }: SquawkItemProps) {
  const { word, ...look } = squawkLooks[state];
  return (
    <li>
      <StateMark {...look}>{word}</StateMark>
      <b>{description}</b>
      <span className={style['quiet']}>{details}</span>
      {more.length > 0 && (
        <Fold
          isOfRow
          isOpen={isOpen}
          onToggle={onToggle}
          summary={
            <>
              More<span className="visually-hidden"> about “{description}”</span>
            </>
          }
        >
          <Facts facts={more} missing="empty" />
        </Fold>
      )}
    </li>
  );
}
