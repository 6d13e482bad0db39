import useMediaQuery from '@mui/material/useMediaQuery';
import { clockText, dayText, shownDay } from '#domain/clock.ts';
import { usualFactor } from '#domain/horizon.ts';
import type { DueItem } from '#domain/reminders.ts';
import type { Instant } from '#domain/time.ts';
import { type MaintenancePicture, useMaintenance } from '#web/queries/maintenance.ts';
import { useIsKept } from '#web/queries/store.ts';
import { Choices, SearchField } from '#web/ui/controls.tsx';
import { Notices } from '#web/ui/Notices.tsx';
import { useMinute } from '#web/ui/now.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryShown } from '#web/ui/QueryShown.tsx';
import { useClock, useSchool } from '#web/ui/school.tsx';
import { useUrlChoice, useUrlNumber, useUrlText } from '#web/ui/urlState.ts';
import { ChangesPanel } from './ChangesPanel.tsx';
import { DueCalendar } from './DueCalendar.tsx';
import { DueCards } from './DueCards.tsx';
import { DueCounters } from './DueCounters.tsx';
import { DueTable } from './DueTable.tsx';
import { type DueForm, DueTools, useDueTools } from './DueTools.tsx';
import { MaintenanceProgress } from './MaintenanceProgress.tsx';
import style from './maintenance.module.css';
import { useDueRows } from './useDueRows.ts';

/** Every inspection of the fleet, worst first, with the booking that will make it due. */
export function MaintenancePage() {
  const search = useUrlText('q');
  const status = useUrlText('statusId');
  const view = useUrlChoice('view', ['list', 'calendar'], 'list');
  const factor = useUrlNumber('factor', usualFactor, { least: 0.3, most: 1 });
  const tools = useDueTools();
  const isWide = useMediaQuery('(min-width: 1000px)');
  const school = useSchool();
  const now = useMinute();
  const picture = useMaintenance(school, now, { factor: factor.value, withInactive: tools.show.aircraft });
  const { items } = picture;

  const { rows, visible, hidden, counts, problem } = useDueRows(items, tools.show, status.value, search.value);
  const isKept = useIsKept();
  const form: DueForm = view.value === 'calendar' ? 'calendar' : isWide ? 'table' : 'cards';
  return (
    <>
      <PageHeader title="Maintenance">
        <DueCounters
          counts={picture.progress.known > 0 ? counts : null}
          chosen={problem ? '' : status.value}
          onChoose={(text) => void status.set(text)}
        />
      </PageHeader>
      <Printed now={now} />
      <ChangesPanel picture={picture} now={now} />
      <Panel
        title={view.value === 'list' ? 'Due list' : 'Due calendar'}
        count={rows.length === visible.length ? `${rows.length} in all` : `${rows.length} of ${visible.length}`}
        reading={picture.reading}
        beside={picture.beside}
        onRetry={picture.retry}
        actions={
          <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
        }
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
          notes={[problem, view.problem, factor.problem, ...tools.problems]}
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
    </>
  );
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
] as const;
