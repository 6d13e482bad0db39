import { useMemo } from 'react';
import { useMaintenance } from '#web/data/maintenance.ts';
import { useScheduleNow } from '#web/data/reservations.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { BarTable } from './FigureTables.tsx';
import { fleetHours } from './fleetHours.ts';
import style from './figures.module.css';
import { PictureShown } from './PictureShown.tsx';

/** The hours left across the fleet for eight weeks, from what the maintenance page asks. */
export function FleetHours({ isTable }: { isTable: boolean }) {
  const school = useSchool();
  const now = useMinute();
  const near = useScheduleNow(school, now);
  const { aircraft, items, horizons } = useMaintenance(school, now, near, { withInactive: false });
  const picture = useMemo(() => fleetHours(aircraft, items, horizons), [aircraft, items, horizons]);
  return (
    <>
      <PictureShown picture={picture} />
      {isTable && (
        <div className={style['ahead']}>
          <BarTable picture={picture} />
        </div>
      )}
    </>
  );
}
