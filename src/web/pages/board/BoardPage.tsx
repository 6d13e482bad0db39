import { boardSettingNames, readBoardSettings, type BoardSettings } from '#domain/board/settings.ts';
import { useEndurance, type Endurance } from '#web/queries/endurance/useEndurance.ts';
import { useEvents } from '#web/queries/events.ts';
import { useUrlParams } from '#web/ui/page/urlState.ts';
import { useMemo, type CSSProperties } from 'react';
import { useBoardData, type BoardData } from './useBoardData.ts';
import { dayText, shownDay, durationText } from '#domain/time/clock.ts';
import { wallText } from '#domain/time/time.ts';
import { useSecond, useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import frameStyle from './Frame.module.css';
import { ErrorBoundary } from 'react-error-boundary';
import { isNight, pixelShift } from '#domain/board/care.ts';
import { criticalsOf } from '#domain/board/criticals.ts';
import { boardSizes } from '#domain/board/sizes.ts';
import { CriticalStrip } from './screens/CriticalStrip.tsx';
import { Stage } from './Stage.tsx';
import { useWindowRoom } from './useRoom.ts';
import { Fault } from './screens/Words.tsx';
import { boardTime, type Telling } from '#domain/board/boardWords.ts';
import { type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';

/** The wall board: everything about it is in the address, and nobody has to touch it. */
export function BoardPage() {
  const [params] = useUrlParams(boardSettingNames);
  const { settings, problems } = useMemo(() => readBoardSettings(params), [params]);
  const endurance = useEndurance();
  useEvents(true);
  const data = useBoardData(settings);
  return <BoardFrame settings={settings} data={data} endurance={endurance} problems={problems} />;
}

/** Local and Zulu time. The colons come and go with each true second, so that a page that has frozen looks it. */
export function Clocks() {
  const zone = useSchool().timeZone;
  const now = useSecond();
  const isOdd = Math.floor(now / 1000) % 2 === 1;
  return (
    <div className={frameStyle['clocks']}>
      <WallClock wall={wallText(now, zone)} mark="L" isOdd={isOdd} />
      <WallClock wall={wallText(now, 'UTC')} mark="Z" isOdd={isOdd} />
      <span className={frameStyle['date']}>{dayText(shownDay(now, { zone, mode: 'L' }))}</span>
    </div>
  );
}

function WallClock({ wall, mark, isOdd }: { wall: string; mark: 'L' | 'Z'; isOdd: boolean }) {
  return (
    <time className={frameStyle['clock']} dateTime={wall.slice(11, 16)}>
      {wall.slice(11, 13)}
      <span className={frameStyle['colon']} data-is-odd={isOdd} aria-hidden="true">
        :
      </span>
      {wall.slice(14, 16)}
      <span className={frameStyle['clockMark']}>{mark}</span>
    </time>
  );
}

type BoardFrameProps = {
  settings: BoardSettings;
  data: BoardData;
  endurance: Endurance;
  /** What is wrong with the address. */
  problems: readonly string[];
};

/** Everything around the screens: what must be true at a glance stands here and never rotates away. */
export function BoardFrame({ settings, data, endurance, problems }: BoardFrameProps) {
  const school = useSchool();
  const minute = useMinute();
  const screen = useWindowRoom();
  const sizes = useMemo(() => boardSizes(settings, screen), [settings, screen]);
  const reach = Math.round(Math.min(screen.width, screen.height) / 270);
  const { x, y } = pixelShift(minute, reach);
  const criticals = useMemo(() => criticalsOf(data.tiles), [data.tiles]);
  const notes = [
    endurance.clockFault,
    endurance.setupNote,
    sizes.isTooFar ? 'This screen is too small to be read from so far away.' : null,
    ...problems,
    ...data.notes,
  ].filter((note) => note !== null);
  const look = {
    '--legible': `${sizes.legible}px`,
    '--reach': `${reach}px`,
    fontSize: sizes.easy,
    transform: `translate(${x}px, ${y}px)`,
  } as CSSProperties;
  return (
    <main className={frameStyle['board']} data-dark="" style={look}>
      <h1 className="visually-hidden">{school.operatorName}, board</h1>
      <header className={frameStyle['header']}>
        <Clocks />
        <Lights data={data} isServerThere={endurance.isServerThere} />
      </header>
      {settings.notice !== '' && <p className={frameStyle['notice']}>{settings.notice}</p>}
      {notes.map((note) => (
        <p key={note} className={frameStyle['note']} role="status">
          {note}
        </p>
      ))}
      <ErrorBoundary FallbackComponent={Fault} resetKeys={[criticals]}>
        <CriticalStrip criticals={criticals} width={screen.width / sizes.easy - 2} />
      </ErrorBoundary>
      <Stage screens={settings.screens} data={data} sizes={sizes} />
      {isNight(settings.night, minute, school.timeZone) && <div className={frameStyle['night']} aria-hidden="true" />}
    </main>
  );
}

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
    <ul className={frameStyle['lights']} aria-label="Sources">
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
        {name} <span className={frameStyle['age']}>{progress ?? ageOf(reading, state, now, telling)}</span>
      </StateMark>
    </li>
  );
}

function ageOf({ asOf }: Reading, state: ReadingState, now: number, telling: Telling): string {
  if (asOf === null) return state === 'failed' ? 'failed' : '…';
  return state === 'fresh' ? durationText(now - asOf) : `AS OF ${boardTime(asOf, telling)}`;
}
