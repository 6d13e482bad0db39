import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo } from 'react';
import { usualFactor } from '#domain/maintenance/horizon.ts';
import { clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { useReminderChanges } from '#web/queries/changes.ts';
import { type MaintenancePicture, useMaintenance } from '#web/queries/maintenance.ts';
import { useIsKept } from '#web/queries/store.ts';
import { Button, Choices } from '#web/ui/controls/controls.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice, useUrlNumber, useUrlText } from '#web/ui/page/urlState.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { DueCalendar } from './DueCalendar.tsx';
import { DueCards, DueTable } from './DueList.tsx';
import { changesSince, type DueList, dueList } from './dueListModel.ts';
import { FleetSquawks } from './FleetSquawks.tsx';
import {
  DueCounters,
  type DueForm,
  DueTools,
  FactorChoice,
  MaintenanceProgress,
  useDueTools,
} from './MaintenanceTools.tsx';
import style from './maintenance.module.css';

/** Every reminder of the fleet, worst first, with the reservation that will make it due; and the open squawks. */
export function MaintenancePage() {
  const status = useUrlText('statusId');
  const view = useUrlChoice('view', ['list', 'calendar', 'squawks'], 'list');
  const factor = useUrlNumber('factor', usualFactor, { least: 0.3, most: 1 });
  const tools = useDueTools();
  const now = useMinute();
  const picture = useMaintenance(useSchool(), now, { factor: factor.value, withInactive: tools.show.aircraft });
  const due = useDueList(picture, status.value, tools);
  return (
    <>
      <PageHeader title="Maintenance">
        {view.value !== 'squawks' && <DueCounters due={due} onChoose={(filter) => void status.set(filter)} />}
        <div className={style['views']}>
          <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
        </div>
      </PageHeader>
      <PrintedAt now={now} />
      <Changes picture={picture} now={now} />
      {view.value === 'squawks' ? (
        <FleetSquawks />
      ) : (
        <DuePanel
          view={view.value}
          picture={picture}
          due={due}
          now={now}
          factor={factor}
          tools={tools}
          problems={[view.problem, factor.problem]}
        />
      )}
    </>
  );
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'squawks', label: 'Squawks' },
] as const;

type DueToolsState = ReturnType<typeof useDueTools>;

function useDueList({ items, progress, fleet }: MaintenancePicture, status: string, tools: DueToolsState): DueList {
  const { search, show, grouping } = tools;
  const { known, total } = progress;
  const hasFleet = fleet !== null;
  return useMemo(
    () => dueList({ items, known, total, hasFleet }, { status, search, show, grouping }),
    [items, known, total, hasFleet, status, search, show, grouping],
  );
}

type DuePanelProps = {
  view: 'list' | 'calendar';
  picture: MaintenancePicture;
  due: DueList;
  now: Instant;
  factor: ReturnType<typeof useUrlNumber>;
  tools: DueToolsState;
  problems: readonly (string | null)[];
};

function DuePanel({ view, picture, due, now, factor, tools, problems }: DuePanelProps) {
  const isWide = useMediaQuery('(min-width: 1000px)');
  const isKept = useIsKept();
  const form = view === 'calendar' ? 'calendar' : isWide ? 'table' : 'cards';
  const [first] = picture.aircraft;
  return (
    <Panel
      title={view === 'list' ? 'Due list' : 'Due calendar'}
      count={due.count}
      reading={picture.reading}
      beside={picture.beside}
      onRetry={picture.retry}
      tools={<DueTools tools={tools} hidden={due.hidden} rows={due.rows} form={form} />}
    >
      <MaintenanceProgress progress={picture.progress} what="reminders" />
      <Notices
        notes={[due.problem, ...problems, ...tools.problems]}
        scope={isKept ? null : 'This browser stores no data: after a restart without a network the list is empty.'}
        setAside={[{ what: 'reminders', records: picture.setAside }]}
      />
      <DueBody form={form} due={due} picture={picture} now={now} tools={tools} />
      <div className={style['reading']}>
        <p>
          Hours and landings are the service’s, without the date of their reading. Forecasts use {factor.value} meter
          hours per booked hour and do not change any status.
        </p>
        <FactorChoice factor={factor} />
      </div>
      {first && (
        <QueryShown
          id="listMaintenanceReminders"
          of={`each of ${picture.aircraft.length} aircraft`}
          query={everything}
          path={{ aircraftId: first.aircraftId }}
        />
      )}
    </Panel>
  );
}

const everything = {};

type DueBodyProps = {
  form: DueForm;
  due: DueList;
  picture: MaintenancePicture;
  now: Instant;
  tools: DueToolsState;
};

function DueBody({ form, due, picture: { horizons, bookings }, now, tools }: DueBodyProps) {
  if (form === 'calendar') return <DueCalendar items={due.rows} horizons={horizons} bookings={bookings} now={now} />;
  if (due.empty) return <p className={style['none']}>{due.empty}</p>;
  if (form === 'cards') return <DueCards due={due} horizons={horizons} now={now} />;
  return <DueTable due={due} horizons={horizons} density={tools.density} hidden={tools.hiddenColumns} now={now} />;
}

/** What changed since this browser's last visit, until it is dismissed. */
function Changes({ picture: { aircraft }, now }: { picture: MaintenancePicture; now: Instant }) {
  const clock = useClock();
  const { changes, lookedAt, dismiss } = useReminderChanges(useSchool());
  const lines = useMemo(
    () => changesSince(lookedAt, changes, aircraft, { now, clock }),
    [lookedAt, changes, aircraft, now, clock],
  );
  if (lines.length === 0) return null;
  return (
    <section className={style['changes']} aria-labelledby="changes">
      <h2 id="changes">Changed since your last visit: {lines.length}</h2>
      <ul>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <Button onClick={dismiss}>Dismiss</Button>
    </section>
  );
}

/** On paper alone: a list on a wall has to say when it was printed. */
function PrintedAt({ now }: { now: Instant }) {
  const clock = useClock();
  return (
    <p className={style['printed']}>
      Printed {dayText(shownDay(now, clock))} {clockText(now, clock)}
    </p>
  );
}
