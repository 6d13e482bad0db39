import type { ReactNode } from 'react';
import { type Knowledge, noneText } from '#domain/answers/known.ts';
import { AnotherTime } from '#web/components/page/AnotherTime.tsx';
import { Button, LinkButton } from '#web/components/controls/buttons.tsx';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { Tools } from '#web/components/controls/Tools.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { ConflictIcon } from './ReservationMarks.tsx';
import { monthConflicts, monthOfSummaries } from './month/model.ts';
import style from './reservations.module.css';
import { type Chosen, conflictCount, periodText, type Printed, usedTools } from './scheduleModel.ts';
import { ZoomChoice } from './timeline/TimelineView.tsx';
import type { Calendar, Schedule } from './useSchedule.ts';

/** The one toolbar of the page: the days shown, buttons for other days, the view, and its tools. */
export function CalendarToolbar({ calendar, children }: { calendar: Calendar; children?: ReactNode }) {
  return (
    <div className={style['toolbar']}>
      <CalendarHeader calendar={calendar} />
      <CalendarBar calendar={calendar}>{children}</CalendarBar>
    </div>
  );
}

/** The list has its own date filters. */
function CalendarHeader({ calendar }: { calendar: Calendar }) {
  const { view, date, days, today } = calendar;
  if (view.value === 'list') return <PageHeader title="Reservations" />;
  return (
    <PageHeader title="Reservations" heading={periodText(view.value, date.value, days.value)}>
      <DateSwitch day={date.value} today={today} unit="period" onChange={date.set} onTurn={calendar.turn} />
    </PageHeader>
  );
}

function CalendarBar({ calendar, children }: { calendar: Calendar; children?: ReactNode }) {
  const { view } = calendar;
  return (
    <div className={style['bar']}>
      <Choices label="View" value={view.value} options={views} onChange={view.set} />
      {children}
      <AnotherTime />
      {isOneDay(calendar) && <LinkButton to={briefLink(calendar)}>Brief</LinkButton>}
    </div>
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

type ScheduleToolsProps = {
  calendar: Calendar;
  schedule: Schedule;
  chosen: Chosen;
  onPrint: (what: Printed) => void;
};

/**
 * The number of conflicts; the selected reservations or rows; and printing of the day or the timeline. On a phone all but the
 * first are in a sheet.
 */
export function ScheduleTools({ calendar, schedule, chosen, onPrint }: ScheduleToolsProps) {
  const { view, resource, conflicts } = calendar;
  const isShown = conflicts.value === 'shown';
  return (
    <Tools
      used={usedTools(calendar)}
      search={
        <Button isPressed={isShown} onClick={() => conflicts.set(isShown ? 'hidden' : 'shown')}>
          <ConflictWords calendar={calendar} schedule={schedule} />
        </Button>
      }
    >
      {view.value === 'timeline' ? (
        <TimelineTools calendar={calendar} />
      ) : (
        <ResourceChooser chosen={chosen} known={schedule.known} onChange={resource.set} onOpen={schedule.loadAll} />
      )}
      <span className={style['print']}>
        <AnotherTime />
        {view.value === 'timeline' && <Button onClick={() => onPrint('timeline')}>Print timeline</Button>}
        <Button onClick={() => onPrint('day')}>Print day</Button>
      </span>
    </Tools>
  );
}

function isOneDay({ view, days }: Calendar): boolean {
  return view.value === 'lanes' || (view.value === 'timeline' && days.value === '1');
}

/** The morning brief of the day in view. */
function briefLink({ date, today }: Calendar): string {
  return date.value === today ? '/brief' : `/brief?date=${date.value}`;
}

function TimelineTools({ calendar: { days, by } }: { calendar: Calendar }) {
  return (
    <>
      <Choices label="Days" value={days.value} options={lengths} onChange={days.set} />
      <Choices label="Rows" value={by.value} options={rows} onChange={by.set} />
      <ZoomChoice days={days.value} />
    </>
  );
}

function ConflictWords({ calendar, schedule }: Pick<ScheduleToolsProps, 'calendar' | 'schedule'>) {
  const { days } = schedule;
  const month = days && monthConflicts(monthOfSummaries(calendar.date.value.slice(0, 7), days));
  const { certainty, words, gap } = conflictCount({ ...schedule, conflicts: schedule.here.conflicts, month });
  return (
    <span className={style['conflictCount']}>
      {certainty && <ConflictIcon certainty={certainty} />}
      {words}
      {gap}
    </span>
  );
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
        width={220}
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
