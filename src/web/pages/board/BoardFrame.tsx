import { type CSSProperties, useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { isNight, pixelShift } from '#domain/board/care.ts';
import { criticalsOf } from '#domain/board/criticals.ts';
import type { BoardSettings } from '#domain/board/settings.ts';
import { boardSizes } from '#domain/board/sizes.ts';
import type { Endurance } from '#web/queries/endurance/useEndurance.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { Clocks } from './Clocks.tsx';
import { CriticalStrip } from './screens/CriticalStrip.tsx';
import style from './Frame.module.css';
import { Lights } from './Lights.tsx';
import { Stage } from './Stage.tsx';
import type { BoardData } from './useBoardData.ts';
import { useWindowRoom } from './useRoom.ts';
import { Fault } from './screens/Words.tsx';

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
    <main className={style['board']} data-dark="" style={look}>
      <h1 className="visually-hidden">{school.operatorName}, board</h1>
      <header className={style['header']}>
        <Clocks />
        <Lights data={data} isServerThere={endurance.isServerThere} />
      </header>
      {settings.notice !== '' && <p className={style['notice']}>{settings.notice}</p>}
      {notes.map((note) => (
        <p key={note} className={style['note']} role="status">
          {note}
        </p>
      ))}
      <ErrorBoundary FallbackComponent={Fault} resetKeys={[criticals]}>
        <CriticalStrip criticals={criticals} width={screen.width / sizes.easy - 2} />
      </ErrorBoundary>
      <Stage screens={settings.screens} data={data} sizes={sizes} />
      {isNight(settings.night, minute, school.timeZone) && <div className={style['night']} aria-hidden="true" />}
    </main>
  );
}
