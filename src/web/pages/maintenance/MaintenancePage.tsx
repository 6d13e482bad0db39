import type { ReactNode } from 'react';
import { useMediaQuery } from '#web/ui/page/display.tsx';
import { clockText, dayText, shownDay } from '#domain/time/clock.ts';
import { usualFactor } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { type MaintenancePicture, useMaintenance } from '#web/queries/maintenance.ts';
import { useIsKept } from '#web/queries/store.ts';
import { Choices, SearchField } from '#web/ui/controls/controls.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice, useUrlNumber, useUrlText } from '#web/ui/page/urlState.ts';
import { ChangesPanel } from './ChangesPanel.tsx';
import { DueCalendar } from './DueCalendar.tsx';
import { DueCards } from './DueCards.tsx';
import { DueCounters } from './DueCounters.tsx';
import { DueTable } from './DueTable.tsx';
import { FleetSquawks } from './FleetSquawks.tsx';
import { type DueForm, DueTools, useDueTools } from './DueTools.tsx';
import { MaintenanceProgress } from './MaintenanceProgress.tsx';
import style from './maintenance.module.css';
import { useDueRows } from './useDueRows.ts';

/** Every inspection of the fleet, worst first, with the booking that will make it due; and its open squawks. */
export function MaintenancePage() {
  const status = useUrlText('statusId');
  const view = useUrlChoice('view', ['list', 'calendar', 'squawks'], 'list');
  const factor = useUrlNumber('factor', usualFactor, { least: 0.3, most: 1 });
  const tools = useDueTools();
  const search = useUrlText('q');
  const now = useMinute();
  const picture = useMaintenance(useSchool(), now, { factor: factor.value, withInactive: tools.show.aircraft });
  const due = useDueRows(picture.items, tools.show, status.value, search.value);
  const choices = (
    <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
  );
  return (
    <>
      <PageHeader title="Maintenance">
        {view.value !== 'squawks' && (
          <DueCounters
            counts={isRead(picture) ? due.counts : null}
            isComplete={picture.progress.known >= picture.progress.total}
            chosen={due.problem ? '' : status.value}
            onChoose={(text) => void status.set(text)}
          />
        )}
      </PageHeader>
      <Printed now={now} />
      <ChangesPanel picture={picture} now={now} />
      {view.value === 'squawks' ? (
        <FleetSquawks actions={choices} />
      ) : (
        <DuePanel
          title={view.value === 'list' ? 'Due list' : 'Due calendar'}
          picture={picture}
          due={due}
          now={now}
          search={search}
          factor={factor}
          tools={tools}
          problems={[view.problem, factor.problem]}
          actions={choices}
        />
      )}
    </>
  );
}

type DuePanelProps = {
  title: 'Due list' | 'Due calendar';
  picture: MaintenancePicture;
  due: ReturnType<typeof useDueRows>;
  now: Instant;
  search: ReturnType<typeof useUrlText>;
  factor: ReturnType<typeof useUrlNumber>;
  tools: ReturnType<typeof useDueTools>;
  problems: readonly (string | null)[];
  actions: ReactNode;
};

function DuePanel({ title, picture, due, now, search, factor, tools, problems, actions }: DuePanelProps) {
  const isWide = useMediaQuery('(min-width: 1000px)');
  const isKept = useIsKept();
  const { rows, visible, hidden, problem } = due;
  const form: DueForm = title === 'Due calendar' ? 'calendar' : isWide ? 'table' : 'cards';
  return (
    <Panel
      title={title}
      count={rows.length === visible.length ? `${rows.length} in all` : `${rows.length} of ${visible.length}`}
      reading={picture.reading}
      beside={picture.beside}
      onRetry={picture.retry}
      actions={actions}
    >
      <MaintenanceProgress progress={picture.progress} />
      <div className={style['tools']}>
        <SearchField
          label="Search by tail number or reminder"
          placeholder="Tail or reminder"
          value={search.value}
          onChange={(text) => void search.set(text)}
        />
        <DueTools tools={tools} hidden={hidden} factor={factor} rows={rows} form={form} />
      </div>
      <Notices
        notes={[problem, ...problems, ...tools.problems]}
        scope={isKept ? null : 'This browser stores nothing: after a restart without a network the list is empty.'}
        setAside={[{ what: 'reminders', records: picture.setAside }]}
      />
      <p className={style['reading']}>
        Hours and landings are the service’s; it gives no reading date. Forecasts take {factor.value} meter hours per
        booked hour and change no status.
      </p>
      <DueBody form={form} rows={rows} isFiltered={visible.length > 0} picture={picture} now={now} tools={tools} />
      {picture.aircraft[0] && (
        <QueryShown
          id="listMaintenanceReminders"
          of={`each of ${picture.aircraft.length} aircraft`}
          query={everything}
          path={{ aircraftId: picture.aircraft[0].aircraftId }}
        />
      )}
    </Panel>
  );
}

/** Whether the counts are known: something has been read, or there is no aircraft to read. */
function isRead({ progress, fleet }: MaintenancePicture): boolean {
  return progress.known > 0 || (fleet !== null && progress.total === 0);
}

const everything = {};

type DueBodyProps = {
  form: DueForm;
  rows: readonly DueItem[];
  isFiltered: boolean;
  picture: MaintenancePicture;
  now: Instant;
  tools: ReturnType<typeof useDueTools>;
};

function DueBody({ form, rows, isFiltered, picture, now, tools }: DueBodyProps) {
  const { horizons, bookings } = picture;
  if (form === 'calendar') return <DueCalendar items={rows} horizons={horizons} bookings={bookings} now={now} />;
  if (rows.length === 0) {
    const none = isFiltered ? 'No reminder matches.' : 'The service lists no reminders for the aircraft read so far.';
    return <p className={style['none']}>{none}</p>;
  }
  const { grouping, density, hiddenColumns } = tools;
  if (form === 'cards') return <DueCards items={rows} horizons={horizons} grouping={grouping} now={now} />;
  return (
    <DueTable items={rows} horizons={horizons} grouping={grouping} density={density} hidden={hiddenColumns} now={now} />
  );
}

/** On paper alone: a list on a wall has to say of when it is. */
function Printed({ now }: { now: Instant }) {
  const clock = useClock();
  return (
    <p className={style['printed']}>
      Printed {dayText(shownDay(now, clock))} {clockText(now, clock)}
    </p>
  );
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'squawks', label: 'Squawks' },
] as const;
