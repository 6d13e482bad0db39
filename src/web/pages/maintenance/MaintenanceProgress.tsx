import { failureWords } from '#domain/answers/failures.ts';
import type { FillProgress } from '#web/queries/maintenance.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from './maintenance.module.css';

type MaintenanceProgressProps = { progress: FillProgress; of?: 'reminders' | 'squawks' };

/** How far the first reading of the fleet's reminders or squawks has come, and which aircraft could not be read; nothing where all is well. */
export function MaintenanceProgress({
  progress: { known, total, failed },
  of = 'reminders',
}: MaintenanceProgressProps) {
  const clock = useClock();
  if (known >= total && failed.length === 0) return null;
  return (
    <div className={style['progress']} role="status">
      {known < total && (
        <>
          <progress max={total} value={known} aria-label={`Aircraft whose ${of} are here`} />
          <span>
            {known} of {total} aircraft read
          </span>
        </>
      )}
      {failed.map(({ aircraft: { aircraftId, tailNumber }, failure }) => (
        <StateMark key={aircraftId} shape="triangle" tone="warning">
          {tailNumber ?? 'no tail number'}: {failureWords(failure, clock).title}
        </StateMark>
      ))}
    </div>
  );
}
