import { standbyLink } from '#domain/log/freed.ts';
import type { Takers } from '#domain/planning/standby.ts';
import type { FreedSlot } from '#domain/planning/standbySlots.ts';
import { freedText, lengthText, planeModel, planeText, seenText, slotText } from '#domain/planning/standbyText.ts';
import type { Instant } from '#domain/time/time.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock } from '#web/components/page/school.tsx';
import planStyle from '#web/pages/plan/plan.module.css';
import style from './standby.module.css';

type SlotListProps = {
  slots: readonly FreedSlot[];
  chosen: FreedSlot | null;
  /** Empty until the lessons have been read. */
  takers: ReadonlyMap<string, Takers>;
  now: Instant;
};

/** The freed slots, the next first; each opens who could use it. */
export function SlotList({ slots, chosen, takers, now }: SlotListProps) {
  const clock = useClock();
  return (
    <ul className={style['slots']}>
      {slots.map((slot) => (
        <li key={slot.key} data-is-chosen={slot === chosen}>
          <span className={style['line']}>
            <AppLink
              coversRow
              to={standbyLink(slot.key)}
              aria-current={slot === chosen ? 'true' : undefined}
              aria-label={`${slotText(slot, clock)}, ${planeText(slot)}`}
              onClick={() => window.scrollTo(0, 0)}
            >
              {slotText(slot, clock)}
            </AppLink>
            <span className={planStyle['quiet']}>{lengthText(slot)}</span>
            <b>{countWords(takers.get(slot.key))}</b>
          </span>
          <span className={style['line']}>
            <TailNumber tail={slot.room.aircraft.tailNumber} isSimulator={slot.room.aircraft.isSimulator ?? false} />
            <span>{planeModel(slot.room.aircraft)}</span>
            {slot.isPartlyNight && (
              <StateMark shape="half" tone="plain">
                Partly at night
              </StateMark>
            )}
          </span>
          <span className={planStyle['quiet']}>
            {freedText(slot.entry, clock)} · {seenText(slot.entry, now, clock)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `3 could use it`, `nobody`; `…` until it is known. */
function countWords(takers: Takers | undefined): string {
  if (!takers) return '…';
  const count = takers.candidates.length;
  return count === 0 ? 'nobody' : `${count} could use it`;
}
