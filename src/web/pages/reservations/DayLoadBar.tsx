import type { DayLoad } from '#domain/calendar/dayLoad.ts';
import { percent } from '#web/ui/timetrack/trackModel.ts';
import style from './DayLoadBar.module.css';

/** The hours booked against what could be flown, in words and as a thin bar; the place is kept where it is not known. */
export function DayLoadBar({ load }: { load: DayLoad | null }) {
  return (
    <span className={style['load']}>
      <span className={style['words']}>
        <span>{load?.words}</span> <span className={style['share']}>{load?.share}</span>
      </span>
      {load?.share !== null && (
        <span className={style['bar']} aria-hidden="true">
          <span style={{ width: percent(load?.filled ?? 0) }} />
        </span>
      )}
    </span>
  );
}
