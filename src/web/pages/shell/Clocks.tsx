import { clockText, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { useClockMode, useSchool } from '#web/ui/page/school.tsx';
import { useSecond } from '#web/ui/page/now.ts';
import style from './Shell.module.css';

/** Local and Zulu time; the one that is pressed is the one all times on the page are shown in. */
export function Clocks() {
  const zone = useSchool().timeZone;
  const now = useSecond();
  const mode = useClockMode();
  return (
    <div className={style['clocks']} role="group" aria-label="Times are shown in">
      {(['L', 'Z'] as const).map((one) => {
        const clock = { zone, mode: one };
        const name = one === 'L' ? `local time, ${zone}` : 'Zulu time';
        return (
          <button
            key={one}
            type="button"
            aria-pressed={mode.value === one}
            aria-label={`${clockText(now, clock)}, ${name}`}
            title={[`${dayText(shownDay(now, clock))}, ${name}`, repeatedHourNote([now], clock)]
              .filter(Boolean)
              .join('; ')}
            onClick={() => void mode.set(one)}
          >
            {clockText(now, clock)}
          </button>
        );
      })}
    </div>
  );
}
