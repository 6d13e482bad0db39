import { type ReactNode, useId } from 'react';
import { type Knowledge, noneText } from '#domain/answers/known.ts';
import { Button, Choices } from '#web/ui/controls/controls.tsx';
import controls from '#web/ui/controls/controls.module.css';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { Tools } from '#web/ui/controls/Tools.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { ConflictIcon } from './BookingMarks.tsx';
import { monthConflicts, monthOfSummaries } from './month/model.ts';
import style from './reservations.module.css';
import { type Chosen, conflictCount, periodText, type Printed, usedTools } from './scheduleModel.ts';
import { ZoomChoice } from './timeline/TimelineView.tsx';
import type { Calendar, Schedule } from './useSchedule.ts';

/** The one toolbar of the page: which days these are and the way to others, the choice of a view, and its tools. */
export function CalendarToolbar({ calendar, children }: { calendar: Calendar; children?: ReactNode }) {
  return (
    <div className={style['toolbar']}>
      <CalendarHeader calendar={calendar} />
      <CalendarBar calendar={calendar}>{children}</CalendarBar>
    </div>
  );
}

/** The list has its own filters for the days. */
function CalendarHeader({ calendar }: { calendar: Calendar }) {
  const { view, date, days, today } = calendar;
  if (view.value === 'list') return <PageHeader title="Reservations" />;
  return (
    <PageHeader title="Reservations" heading={periodText(view.value, date.value, days.value)}>
      <DateSwitch
        day={date.value}
        today={today}
        unit="period"
        onChange={(day) => void date.set(day)}
        onTurn={(direction) => void calendar.turn(direction)}
      />
    </PageHeader>
  );
}

function CalendarBar({ calendar, children }: { calendar: Calendar; children?: ReactNode }) {
  const { view } = calendar;
  return (
    <div className={style['bar']}>
      <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
      {children}
      {isOneDay(calendar) && (
        <AppLink className={controls['button']} to={briefLink(calendar)} isAlone>
          Brief
        </AppLink>
      )}
    </div>
  );
}

const views = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
  { value: 'lanes', label: 'Lanes' },
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

/** How many conflicts; whose bookings or which rows; and the day or the timeline on paper. On a phone all but the first are in a sheet. */
export function ScheduleTools({ calendar, schedule, chosen, onPrint }: ScheduleToolsProps) {
  const { view, resource, conflicts } = calendar;
  const isShown = conflicts.value === 'shown';
  return (
    <Tools
      used={usedTools(calendar)}
      search={
        <Button isPressed={isShown} onClick={() => void conflicts.set(isShown ? 'hidden' : 'shown')}>
          <ConflictWords calendar={calendar} schedule={schedule} />
        </Button>
      }
    >
      {view.value === 'timeline' ? (
        <TimelineTools calendar={calendar} />
      ) : (
        <ResourceChooser
          chosen={chosen}
          known={schedule.known}
          onChange={(value) => void resource.set(value)}
          onOpen={schedule.loadAll}
        />
      )}
      <span className={style['print']}>
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
      <Choices label="Days" value={days.value} options={lengths} onChange={(choice) => void days.set(choice)} />
      <Choices label="Rows" value={by.value} options={rows} onChange={(choice) => void by.set(choice)} />
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
  /** Of the reservations of these days. */
  known: Knowledge;
  onChange: (value: string) => void;
  /** Called when somebody is about to choose. */
  onOpen: () => void;
};

/** All, or one aircraft, instructor or pilot. A chosen one that is not listed stays chosen. */
function ResourceChooser({ chosen: { value, groups, isListed }, known, onChange, onOpen }: ResourceChooserProps) {
  const id = useId();
  return (
    <span className={controls['control']}>
      <label className={controls['label']} htmlFor={id}>
        For
      </label>
      <select
        id={id}
        className={controls['select']}
        style={{ width: 220 }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onOpen}
      >
        <option value="">everything</option>
        {!isListed && <option value={value}>{noneText(known, 'nothing booked here').text}</option>}
        {groups.map(({ name, options }) => (
          <optgroup key={name} label={name}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </span>
  );
}
