import type { Conflict } from '#domain/conflicts/conflict.ts';
import { monthConflicts, monthOfSummaries } from '#domain/calendar/days.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { ConflictIcon } from './BookingMarks.tsx';
import { ResourceChooser } from './ResourceChooser.tsx';
import type { Calendar } from './useCalendar.ts';
import type { Chosen } from './useChosen.ts';
import type { Schedule } from './useSchedule.ts';

type ScheduleToolsProps = {
  calendar: Calendar;
  schedule: Schedule;
  chosen: Chosen;
};

/** Whose bookings, what clashes, and the day on paper. */
export function ScheduleTools({ calendar, schedule, chosen }: ScheduleToolsProps) {
  const { view, resource, conflicts: shown } = calendar;
  const isShown = shown.value === 'shown';
  return (
    <>
      {view.value !== 'timeline' && (
        <ResourceChooser
          resources={chosen.resources}
          value={chosen.value}
          onChange={(value) => void resource.set(value)}
          onOpen={schedule.loadAll}
        />
      )}
      <Button isPressed={isShown} onClick={() => void shown.set(isShown ? 'hidden' : 'shown')}>
        <ConflictWords calendar={calendar} schedule={schedule} />
      </Button>
      <Button onClick={() => window.print()}>Print day</Button>
    </>
  );
}

/** Nothing is said before it is known. */
function ConflictWords({ calendar: { date }, schedule }: Pick<ScheduleToolsProps, 'calendar' | 'schedule'>) {
  const { conflicts, isAll, isHere, isSettled, unchecked, days } = schedule;
  if (isAll) {
    if (isSettled) return <ConflictCount conflicts={conflicts} />;
    return isHere && unchecked > 0 ? <Unchecked conflicts={conflicts} unchecked={unchecked} /> : 'Conflicts';
  }
  const found = days && monthConflicts(monthOfSummaries(date.value.slice(0, 7), days));
  if (!found) return 'Conflicts';
  if (found.definite + found.possible === 0) return 'No conflicts';
  return (
    <>
      <ConflictIcon certainty={found.definite > 0 ? 'definite' : 'possible'} />
      {found.definite > 0 ? `definite on ${daysText(found.definite)}` : `possible on ${daysText(found.possible)}`}
      <span className="visually-hidden"> conflicts</span>
    </>
  );
}

/** Conflicts that rest on reminders are not all found before these have been read: never that there are none. */
function Unchecked({ conflicts, unchecked }: { conflicts: readonly Conflict[]; unchecked: number }) {
  return (
    <>
      {conflicts.length > 0 ? <ConflictCount conflicts={conflicts} /> : 'Conflicts'}, not checked for{' '}
      {unchecked === 1 ? '1 aircraft' : `${unchecked} aircraft`}
    </>
  );
}

function daysText(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

function ConflictCount({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return 'No conflicts';
  const definite = conflicts.filter(({ certainty }) => certainty === 'definite').length;
  return (
    <>
      <ConflictIcon certainty={definite > 0 ? 'definite' : 'possible'} />
      {definite} definite, {conflicts.length - definite} possible
      <span className="visually-hidden"> conflicts</span>
    </>
  );
}
