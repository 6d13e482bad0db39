import { boardTime, type Telling } from '#domain/board/boardWords.ts';
import { durationText } from '#domain/time/clock.ts';
import { type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { useSecond } from '#web/ui/page/now.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './Frame.module.css';
import type { BoardData } from './useBoardData.ts';

const looks: Readonly<Record<ReadingState, { shape: Shape; tone: Tone }>> = {
  fresh: { shape: 'dot', tone: 'ok' },
  late: { shape: 'triangle', tone: 'warning' },
  stale: { shape: 'dashed', tone: 'warning' },
  loading: { shape: 'ring', tone: 'inactive' },
  failed: { shape: 'octagon', tone: 'expired' },
};

type LightsProps = {
  data: Pick<BoardData, 'readings' | 'telling' | 'answered'>;
  isServerThere: boolean | null;
};

/** A light for each source, with its age; and one more while the gateway does not answer. */
export function Lights({ data: { readings, telling, answered }, isServerThere }: LightsProps) {
  const { count, total } = answered;
  return (
    <ul className={style['lights']} aria-label="Sources">
      {isServerThere === false && (
        <li data-state="failed">
          <StateMark shape="octagon" tone="expired">
            No connection
          </StateMark>
        </li>
      )}
      <Light name="Aircraft" reading={readings.aircraft} telling={telling} />
      <Light name="Reservations" reading={readings.reservations} telling={telling} />
      <Light
        name="Reminders"
        reading={readings.reminders}
        telling={telling}
        progress={count < total ? `${count}/${total}` : null}
      />
    </ul>
  );
}

type LightProps = {
  name: string;
  reading: Reading;
  telling: Telling;
  /** In place of its age while not all has been read. */
  progress?: string | null;
};

function Light({ name, reading, telling, progress = null }: LightProps) {
  const now = useSecond();
  const state = readingState(reading, now);
  return (
    <li data-state={state}>
      <StateMark {...looks[state]}>
        {name} <span className={style['age']}>{progress ?? ageOf(reading, state, now, telling)}</span>
      </StateMark>
    </li>
  );
}

function ageOf({ asOf }: Reading, state: ReadingState, now: number, telling: Telling): string {
  if (asOf === null) return state === 'failed' ? 'failed' : '…';
  return state === 'fresh' ? durationText(now - asOf) : `AS OF ${boardTime(asOf, telling)}`;
}
