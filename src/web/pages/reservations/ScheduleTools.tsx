import type { Conflict } from '#domain/schedule/conflicts.ts';
import { Button } from '#web/ui/controls.tsx';
import { ConflictIcon } from './BookingMarks.tsx';
import { ResourceChooser } from './ResourceChooser.tsx';
import type { Calendar } from './useCalendar.ts';
import type { Chosen } from './useChosen.ts';

type ScheduleToolsProps = {
  calendar: Calendar;
  /** Null while nothing is here. */
  conflicts: readonly Conflict[] | null;
  chosen: Chosen;
};

/** Whose bookings, what clashes, and the day on paper. */
export function ScheduleTools({ calendar, conflicts, chosen }: ScheduleToolsProps) {
  const { view, resource, conflicts: shown } = calendar;
  const isShown = shown.value === 'shown';
  return (
    <>
      {view.value !== 'timeline' && (
        <ResourceChooser
          resources={chosen.resources}
          value={chosen.value}
          onChange={(value) => void resource.set(value)}
        />
      )}
      <Button isPressed={isShown} onClick={() => void shown.set(isShown ? 'hidden' : 'shown')}>
        {conflicts ? <ConflictCount conflicts={conflicts} /> : 'Conflicts'}
      </Button>
      <Button onClick={() => window.print()}>Print day</Button>
    </>
  );
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
