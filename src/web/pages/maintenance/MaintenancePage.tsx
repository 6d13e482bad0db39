import { noteExport } from '#web/data/gateway/gateway.ts';
import { useMediaQuery, usePrinting } from '#web/components/page/display.tsx';
import { memo, useMemo } from 'react';
import { schoolThresholds } from '#domain/thresholds.ts';
import { factorsText } from '#domain/maintenance/factorWords.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { useReminderChanges } from '#web/data/log.ts';
import { type MaintenancePicture, useMaintenance } from '#web/data/maintenance.ts';
import { useScheduleNow } from '#web/data/reservations.ts';
import { useIsKept } from '#web/data/store.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlNumber, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { later } from '#web/components/panel/later.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { type OnDrawn, useDrawnRows } from '#web/components/table/tableState.ts';
import { saveText } from '#web/components/panel/saveText.ts';
import { dueCsv, dueLines, DueRows, type Line } from './DueList.tsx';
import { changesSince, type DueBase, dueBase, type DueList, foundDue, paperTitle } from './dueListModel.ts';
import { type DueSources, flightsNow } from './dueRowModel.ts';
import {
  DueCounters,
  type ChosenFactor,
  type DueForm,
  DueTools,
  FactorChoice,
  MaintenanceProgress,
  useDueTools,
} from './MaintenanceTools.tsx';
import { ReminderDetails } from './ReminderDetails.tsx';
import style from './maintenance.module.css';

const DueCalendar = later(async () => (await import('./DueCalendar.tsx')).DueCalendar);
const FleetSquawks = later(async () => (await import('./FleetSquawks.tsx')).FleetSquawks);

export { readMaintenance as readFirst } from '#web/data/maintenance.ts';

/** Every reminder of the fleet, worst first, with the reservation that will make it due; and the open squawks. */
export function MaintenancePage() {
  const status = useUrlText('statusId');
  const view = useUrlChoice('view', ['list', 'calendar', 'squawks'], 'list');
  const sort = useUrlText('sort');
  const factor = useUrlNumber('factor', null, schoolThresholds.hoursFactor);
  const tools = useDueTools();
  const now = useMinute();
  const school = useSchool();
  const near = useScheduleNow(school, now);
  const picture = useMaintenance(school, now, near, {
    factor: factor.value ?? undefined,
    withInactive: tools.show.aircraft,
  });
  const base = useDueBase(picture, status.value, tools.show);
  useWrongAddress(base.problem);
  // Each view has columns of its own.
  const open = (choice: typeof view.value) => {
    sort.set('');
    view.set(choice);
  };
  return (
    <>
      <PageHeader title="Maintenance">
        {view.value !== 'squawks' && <DueCounters due={base} onChoose={status.set} />}
        <div className={style['views']}>
          <Choices label="View" value={view.value} options={views} onChange={open} />
        </div>
      </PageHeader>
      <Changes picture={picture} now={now} />
      {view.value === 'squawks' ? (
        <FleetSquawks />
      ) : (
        <DuePanel view={view.value} sort={sort.value} {...{ picture, base, now, factor, tools }} />
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

function useDueBase(picture: MaintenancePicture, status: string, show: DueToolsState['show']): DueBase {
  const { items, fleetReading, reading } = picture;
  const known = useKnowledge(fleetReading, reading);
  const narrowing = useLocationChoice();
  return useMemo(() => dueBase({ items, known }, { status, show }, narrowing), [items, known, status, show, narrowing]);
}

type DuePanelProps = {
  view: 'list' | 'calendar';
  picture: MaintenancePicture;
  base: DueBase;
  now: Instant;
  factor: ChosenFactor;
  tools: DueToolsState;
  /** As in the address. */
  sort: string;
};

/** Separate from the data, so that typing in the search does not read the data again. */
function DuePanel({ view, picture, base, now, factor, tools, sort }: DuePanelProps) {
  const search = useUrlText('q').value;
  const { horizons } = picture;
  const isPrinting = usePrinting();
  const [grouping, within] = [tools.grouping.value, tools.within.value];
  const due = useMemo(
    () => foundDue(base, { search, grouping, within }, { horizons, now }),
    [base, search, grouping, within, horizons, now],
  );
  const isWide = useMediaQuery('(min-width: 1140px)');
  const isKept = useIsKept();
  const form = view === 'calendar' ? 'calendar' : isWide ? 'table' : 'cards';
  const sources = useDueSources(picture, now);
  const drawn = useDrawnRows<Line>();
  const save = () =>
    saveText('due-list.csv', 'text/csv', dueCsv(drawn.rows.current ?? dueLines(due, sources), sources), noteExport);
  return (
    <Panel
      title={isPrinting ? paperTitle(due, { view, search, grouping, within, sort }) : titles[view]}
      count={isPrinting ? null : due.count}
      shape={view === 'calendar' ? 'text' : 'table'}
      reading={picture.reading}
      beside={picture.beside}
      onRetry={picture.retry}
      tools={<DueTools tools={tools} due={due} form={form} onSave={save} />}
    >
      <MaintenanceProgress progress={picture.progress} what="reminders" />
      <Notices
        scope={[due.note, isKept ? null : notKept].filter(Boolean).join(' ') || null}
        setAside={[{ what: 'reminder', records: picture.setAside }]}
      />
      <DueBody form={form} due={due} picture={picture} sources={sources} tools={tools} onDrawn={drawn.onDrawn} />
      <OpenReminder items={picture.items} sources={sources} />
      <DueFoot view={view} factor={factor} aircraft={picture.aircraft} horizons={picture.horizons} />
    </Panel>
  );
}

type DueFootProps = Pick<DuePanelProps, 'view' | 'factor'> & Pick<MaintenancePicture, 'aircraft' | 'horizons'>;

const DueFoot = memo(function DueFoot({ view, factor, aircraft, horizons }: DueFootProps) {
  const [first] = aircraft;
  return (
    <>
      <div className={style['reading']}>
        <p>
          {view === 'list' && (
            <span>Bars show the last 25 h, 30 days or 50 landings before a limit, and in red what is beyond it. </span>
          )}
          Hours and landings come from the service, which gives no date of reading.{' '}
          {factorsText(factor.value, horizons)} Forecasts do not change any status.{' '}
          <AppLink to="/plan/hours">Booked and flown hours</AppLink>
        </p>
        <FactorChoice factor={factor} />
      </div>
      {first && (
        <QueryShown
          id="listMaintenanceReminders"
          of={`each of ${aircraft.length} aircraft`}
          query={everything}
          path={{ aircraftId: first.aircraftId }}
        />
      )}
    </>
  );
});

const titles = { list: 'Due list', calendar: 'Due calendar' } as const;

const notKept = 'This browser stores no data: after a restart without a network the list is empty.';
const everything = {};

function useDueSources({ horizons, schedule }: MaintenancePicture, now: Instant): DueSources {
  const clock = useClock();
  const flights = useMemo(() => flightsNow(schedule?.reservations ?? null, now), [schedule, now]);
  return useMemo(() => ({ horizons, flights, now, clock }), [horizons, flights, now, clock]);
}

/** The reminder that the address names, beside the list. */
function OpenReminder({ items, sources }: { items: MaintenancePicture['items']; sources: DueSources }) {
  const open = useUrlText('reminder');
  if (open.value === '') return null;
  const item = items.find(({ key }) => idKey(key) === idKey(open.value)) ?? null;
  return <ReminderDetails open={open.value} item={item} sources={sources} onClose={() => open.set('')} />;
}

type DueBodyProps = {
  form: DueForm;
  due: DueList;
  picture: MaintenancePicture;
  sources: DueSources;
  tools: DueToolsState;
  onDrawn: OnDrawn<Line>;
};

/** The parameters that leave reminders out. */
const narrowedBy = ['q', 'statusId', 'within'];

function DueBody({ form, due, picture: { horizons, schedule }, sources, tools, onDrawn }: DueBodyProps) {
  const isPrinting = usePrinting();
  if (form === 'calendar')
    return (
      <DueCalendar
        items={due.rows}
        horizons={horizons}
        reservations={schedule?.reservations ?? null}
        now={sources.now}
      />
    );
  if (due.empty) return <None of={due.empty} className={style['none']} clears={narrowedBy} />;
  return (
    <DueRows
      due={due}
      sources={sources}
      density={isPrinting ? 'compact' : tools.density.value}
      hidden={tools.columns.value}
      isCards={form === 'cards'}
      onDrawn={onDrawn}
    />
  );
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
      <h2 id="changes">Changed since you last looked: {lines.length}</h2>
      <ul>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <Button onClick={dismiss}>Dismiss</Button>
    </section>
  );
}
