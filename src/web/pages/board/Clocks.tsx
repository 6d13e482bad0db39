import { dayText, shownDay } from '#domain/time/clock.ts';
import { wallText } from '#domain/time/time.ts';
import { useSecond } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './Frame.module.css';

/** Local and Zulu time. The colons come and go with each true second, so that a page that has frozen looks it. */
export function Clocks() {
  const zone = useSchool().timeZone;
  const now = useSecond();
  const isOdd = Math.floor(now / 1000) % 2 === 1;
  return (
    <div className={style['clocks']}>
      <WallClock wall={wallText(now, zone)} mark="L" isOdd={isOdd} />
      <WallClock wall={wallText(now, 'UTC')} mark="Z" isOdd={isOdd} />
      <span className={style['date']}>{dayText(shownDay(now, { zone, mode: 'L' }))}</span>
    </div>
  );
}

function WallClock({ wall, mark, isOdd }: { wall: string; mark: 'L' | 'Z'; isOdd: boolean }) {
  return (
    <time className={style['clock']} dateTime={wall.slice(11, 16)}>
      {wall.slice(11, 13)}
      <span className={style['colon']} data-is-odd={isOdd} aria-hidden="true">
        :
      </span>
      {wall.slice(14, 16)}
      <span className={style['clockMark']}>{mark}</span>
    </time>
  );
}
