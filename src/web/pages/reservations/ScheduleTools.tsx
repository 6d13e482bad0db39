import type { ReactNode } from 'react';
import { type Knowledge, noneText } from '#domain/answers/known.ts';
import { Button, LinkButton } from '#web/components/controls/buttons.tsx';
import { Choices, Select, Spoken } from '#web/components/controls/controls.tsx';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { Icon } from '#web/components/controls/Icon.tsx';
import { Menu } from '#web/components/controls/overlays.tsx';
import { Tools } from '#web/components/controls/Tools.tsx';
import { useAddress } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useRights } from '#web/components/page/school.tsx';
import { useUrlText } from '#web/components/page/urlState.ts';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { ConflictIcon } from './ReservationMarks.tsx';
import { monthConflicts, monthOfSummaries } from './month/model.ts';
import style from './reservations.module.css';
import { type Chosen, conflictCount, periodText, type Printed, usedTools } from './scheduleModel.ts';
import { ZoomChoice } from './timeline/TimelineView.tsx';
import type { Calendar, Schedule } from './useSchedule.ts';

/** The toolbar of a list: it has its own date filters. */
export function ListToolbar({ calendar, children }: { calendar: Calendar; children?: ReactNode }) {
  return (
    <div className={style['toolbar']} data-is-list="true">
      <PageHeader title="Reservations" />
      <Tools
        search={
          <>
            <ViewChoice calendar={calendar} />
            {children}
          </>
        }
        used={0}
      >
        <OtherActions calendar={calendar} />
      </Tools>
    </div>
  );
}

type ToolbarProps = {
  calendar: Calendar;
  schedule: Schedule;
  chosen: Chosen;
  onPrint: (what: Printed) => void;
  /** The count of what is late. */
  children: ReactNode;
};

/**
 * The one toolbar of the page: the days shown, the view, its rows and their scale, what needs attention, and a menu. On a phone
 * what is needed least is in a sheet.
 */
export function CalendarToolbar({ calendar, schedule, chosen, onPrint, children }: ToolbarProps) {
  const { view, date, days, today, resource } = calendar;
  return (
    <div className={style['toolbar']}>
      {/* The field of the date shows the title. */}
      <div className={style['title']}>
        <PageHeader title="Reservations" heading={periodText(view.value, date.value, days.value)} />
      </div>
      <DateSwitch
        day={date.value}
        today={today}
        unit="period"
        title={periodText(view.value, date.value, days.value, today)}
        onChange={date.set}
        onTurn={calendar.turn}
      />
      <Tools
        used={usedTools(calendar)}
        search={
          <>
            <ViewChoice calendar={calendar} />
            <ConflictButton calendar={calendar} schedule={schedule} />
            {children}
          </>
        }
      >
        {view.value === 'timeline' ? (
          <TimelineTools calendar={calendar} />
        ) : (
          <ResourceChooser chosen={chosen} known={schedule.known} onChange={resource.set} onOpen={schedule.loadAll} />
        )}
        <OtherActions calendar={calendar} onPrint={onPrint} />
      </Tools>
    </div>
  );
}

function ViewChoice({ calendar: { view } }: { calendar: Calendar }) {
  const isTight = useMediaQuery('(max-width: 1199px)');
  return isTight ? (
    <Select label="View" isLabelHidden value={view.value} options={views} onChange={view.set} />
  ) : (
    <Choices label="View" value={view.value} options={views} onChange={view.set} />
  );
}

const views = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
  { value: 'lanes', label: 'By status' },
  { value: 'list', label: 'List' },
] as const;

const lengths = [
  { value: '1', label: 'Day' },
  { value: '3', label: '3 days' },
  { value: '7', label: 'Week' },
] as const;

const rows = [
  { value: 'aircraft', label: 'Aircraft' },
  { value: 'instructor', label: 'Instructors' },
  { value: 'pilot', label: 'Pilots' },
] as const;

function TimelineTools({ calendar: { days, by } }: { calendar: Calendar }) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  return (
    <>
      <Select label="Days" isLabelHidden={!isPhone} value={days.value} options={lengths} onChange={days.set} />
      <Select label="Rows" isLabelHidden={!isPhone} value={by.value} options={rows} onChange={by.set} />
      <ZoomChoice days={days.value} isLabelHidden={!isPhone} />
    </>
  );
}

/** How many conflicts there are; opens their list. */
function ConflictButton({ calendar, schedule }: Pick<ToolbarProps, 'calendar' | 'schedule'>) {
  const isRoomy = useMediaQuery('(min-width: 1640px)');
  const isShown = calendar.conflicts.value === 'shown';
  const { days } = schedule;
  const month = days && monthConflicts(monthOfSummaries(calendar.date.value.slice(0, 7), days));
  const count = conflictCount({ ...schedule, conflicts: schedule.here.conflicts, month });
  const words = `${count.words}${count.gap}`;
  return (
    <Button
      isPressed={isShown}
      onClick={() => calendar.conflicts.set(isShown ? 'hidden' : 'shown')}
      {...(isRoomy ? {} : { tip: words })}
    >
      {isRoomy ? (
        <span className={style['conflictCount']}>
          {count.certainty && <ConflictIcon certainty={count.certainty} />}
          {words}
        </span>
      ) : (
        <Spoken words={words}>
          <ConflictFigures count={count} />
        </Spoken>
      )}
    </Button>
  );
}

/** Definite and possible conflicts, or the days with some, each with its shape; a question mark if more may be found. */
function ConflictFigures({ count: { definite, possible, gap, unit } }: { count: ReturnType<typeof conflictCount> }) {
  const isNone = definite + possible === 0;
  return (
    <span className={style['conflictCount']}>
      {(definite > 0 || isNone) && <ConflictIcon certainty={isNone ? 'possible' : 'definite'} />}
      {(definite > 0 || (isNone && gap === '')) && definite}
      {possible > 0 && <ConflictIcon certainty="possible" />}
      {possible > 0 && possible}
      {!isNone && unit}
      {gap !== '' && '?'}
    </span>
  );
}

type OtherActionsProps = { calendar: Calendar; onPrint?: (what: Printed) => void };

/** Printing, the morning brief and another time: in a menu, and on a phone in the sheet with the other tools. */
function OtherActions({ calendar, onPrint }: OtherActionsProps) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const moment = useUrlText('moment');
  const { view } = calendar;
  const actions = [
    ...(onPrint && view.value === 'timeline' ? [action('Print timeline', () => onPrint('timeline'))] : []),
    ...(onPrint ? [action('Print day', () => onPrint('day'))] : []),
    action(moment.value === '' ? 'Another time' : 'Back to the present', () =>
      moment.set(moment.value === '' ? 'now' : ''),
    ),
  ];
  const { maySeePage } = useRights();
  const address = useAddress();
  const brief = isOneDay(calendar) && maySeePage('/brief') ? briefLink(calendar) : null;
  if (isPhone) {
    return (
      <>
        {actions.map(({ id, label, onChoose }) => (
          <Button key={id} onClick={onChoose}>
            {label}
          </Button>
        ))}
        {brief && <LinkButton to={brief}>Morning brief</LinkButton>}
      </>
    );
  }
  return (
    <Menu
      label="Other actions"
      button={
        <>
          <Icon name="more" />
          <span className="visually-hidden">Other actions</span>
        </>
      }
      choices={brief === null ? actions : [...actions, { id: 'brief', label: 'Morning brief', to: address(brief) }]}
    />
  );
}

function action(label: string, onChoose: () => void) {
  return { id: label, label, onChoose };
}

function isOneDay({ view, days }: Calendar): boolean {
  return view.value === 'lanes' || (view.value === 'timeline' && days.value === '1');
}

/** The morning brief of the day in view. */
function briefLink({ date, today }: Calendar): string {
  return date.value === today ? '/brief' : `/brief?date=${date.value}`;
}

type ResourceChooserProps = {
  chosen: Chosen;
  /** What is known of the reservations of these days. */
  known: Knowledge;
  onChange: (value: string) => void;
  /** Called when the list is about to open. */
  onOpen: () => void;
};

/** All, or one aircraft, instructor or pilot. A selected one stays selected even if unlisted. */
function ResourceChooser({ chosen: { value, groups, isListed }, known, onChange, onOpen }: ResourceChooserProps) {
  const unlisted = { value, label: noneText(known, 'nothing booked here').text };
  return (
    <>
      <Select
        label="For"
        value={value}
        options={[
          { value: '', label: 'everything' },
          ...(isListed ? [] : [unlisted]),
          ...groups.flatMap(({ name, options }) => options.map((option) => ({ ...option, group: name }))),
        ]}
        onChange={onChange}
        onOpen={onOpen}
      />
      {value !== '' && !isListed && <Button onClick={() => onChange('')}>Clear</Button>}
    </>
  );
}
