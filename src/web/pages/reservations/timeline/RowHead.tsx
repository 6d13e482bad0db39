import { memo } from 'react';
import { aircraftLink, instructorLink, personLink } from '#domain/lists/links.ts';
import { hoursDown } from '#domain/maintenance/reminders.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import type { Upkeep } from '#domain/conflicts/upkeep.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import style from './RowHead.module.css';

/** Whose row it is: a tail with its worst reminder and its hours left against those booked, or a person. */
export const RowHead = memo(function RowHead({ row, upkeep }: { row: Resource; upkeep: Upkeep | null }) {
  if (row.kind !== 'aircraft') {
    return (
      <div className={style['head']}>
        <div className={style['line']}>
          <PersonName row={row} />
        </div>
      </div>
    );
  }
  return (
    <div className={style['head']}>
      <div className={style['line']}>
        <AppLink to={aircraftLink(row.id)} tabIndex={-1}>
          <TailNumber tail={row.label} isSimulator={row.aircraft?.isSimulator ?? false} />
        </AppLink>
        {upkeep && <UpkeepMark upkeep={upkeep} />}
      </div>
    </div>
  );
});

function PersonName({ row }: { row: Resource }) {
  if (row.kind === 'none') return <span className={style['none']}>{row.label}</span>;
  const address = row.kind === 'instructor' ? instructorLink(row.id) : personLink(row.id);
  return (
    <AppLink to={address} tabIndex={-1}>
      {row.label}
    </AppLink>
  );
}

/** `6.2 h left · 14.5 booked`, and in front of it the worst reminder where it is Warning or Expired. */
function UpkeepMark({ upkeep: { alert, worst, hoursLeft, hoursBooked } }: { upkeep: Upkeep }) {
  const booked = hoursBooked === null ? '' : `/${hoursBooked.toFixed(1)}`;
  const hours = hoursLeft === null ? null : hoursDown(hoursLeft).replace(' h', `${booked} h`);
  const words = [
    alert && worst && `${worst.status}: ${worst.name}`,
    hoursLeft !== null && `${hoursDown(hoursLeft)} left by the service's meter`,
    hoursBooked !== null && `${hoursBooked.toFixed(1)} h booked until then`,
  ].filter(Boolean);
  return (
    <span className={style['upkeep']} title={words.join(', ')}>
      {alert && worst && (
        <StateMark {...reminderLook(worst.statusId)}>{alert === 'expired' ? 'Expired' : 'Warning'}</StateMark>
      )}
      {hours && (
        <span className={style['hours']} data-is-short={hoursBooked !== null && hoursBooked > (hoursLeft ?? 0)}>
          {hours}
        </span>
      )}
    </span>
  );
}
