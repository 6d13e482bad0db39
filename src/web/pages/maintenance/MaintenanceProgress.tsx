import type { Sweep } from '#web/queries/sweep.ts';
import { SweepProgress } from '#web/ui/SweepProgress.tsx';

/** How far the reminders of the fleet have come. */
export function MaintenanceProgress({ sweep }: { sweep: Sweep<'listMaintenanceReminders'> }) {
  const failed = sweep.entries.flatMap(({ aircraft, failure }) =>
    failure ? [{ aircraftId: aircraft.aircraftId, tail: aircraft.tailNumber ?? 'no tail number', failure }] : [],
  );
  return (
    <SweepProgress
      what="reminders"
      done={sweep.done}
      total={sweep.total}
      waiting={sweep.waiting}
      isPaused={sweep.isPaused}
      pausedUntil={sweep.pausedUntil}
      interruption={sweep.interruption}
      failed={failed}
      onPause={() => sweep.pause()}
      onResume={() => sweep.resume()}
      onRetry={(aircraftId) => sweep.retry(aircraftId)}
    />
  );
}
