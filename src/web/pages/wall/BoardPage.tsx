import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { isOut, nextTryText } from '#domain/answers/connection.ts';
import type { Reading, ReadingState } from '#domain/answers/pageChecks.ts';
import { dayText, shownDay } from '#domain/time/clock.ts';
import { wallText } from '#domain/time/time.ts';
import { type BoardSettings, boardSettingNames, readBoardSettings } from '#domain/wall/settings.ts';
import { textSizes } from '#domain/wall/textSizes.ts';
import type { Wording } from '#domain/wall/words.ts';
import { type Endurance, useEndurance } from '#web/data/endurance/useEndurance.ts';
import { useEvents } from '#web/data/events.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { Weather } from '#web/components/weather/Weather.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { useConnection } from '#web/components/page/connection.tsx';
import { useClockNote, useMinute, useSecond } from '#web/components/page/now.ts';
import { useSchool, useSchoolName } from '#web/components/page/school.tsx';
import { useUrlParams } from '#web/components/page/urlState.ts';
import style from './BoardPage.module.css';
import {
  type Alert,
  alertLines,
  alertsOf,
  type FittedAlert,
  isDimmed,
  lightOf,
  lightReading,
  lostWords,
  pixelShift,
  signedOutNote,
  standstillWords,
} from './frameModel.ts';
import { Message } from './screens/parts.tsx';
import { FailedSlide, Slideshow } from './Slideshow.tsx';
import { useWallModel, type WallData } from './useWallModel.ts';

/** The wall board: all its settings are in the address, and it needs no operator. */
export function BoardPage() {
  const [params] = useUrlParams(boardSettingNames);
  const { settings, problems } = useMemo(() => readBoardSettings(params), [params]);
  const endurance = useEndurance();
  useEvents(true);
  const data = useWallModel(settings);
  return <BoardFrame settings={settings} data={data} endurance={endurance} problems={problems} />;
}

type BoardFrameProps = {
  settings: BoardSettings;
  data: WallData;
  endurance: Endurance;
  /** What is wrong with the address. */
  problems: readonly string[];
};

/** Everything around the slides: clocks, the state of the sources and the alerts are always visible. */
function BoardFrame({ settings, data, endurance, problems }: BoardFrameProps) {
  const { timeZone, who, embedded } = useSchool();
  const name = useSchoolName();
  const minute = useMinute();
  const { width, height } = useWindowSize();
  const sizes = useMemo(() => textSizes(settings, { width, height }), [settings, width, height]);
  const reach = Math.round(Math.min(width, height) / 270);
  const { x, y } = pixelShift(minute, reach);
  const alerts = useMemo(() => alertsOf(data.model.tiles), [data.model.tiles]);
  const readings = Object.values(data.readings);
  const signedOut = signedOutNote(readings, who.role === 'display', data.model.wording);
  const clockNote = useClockNote();
  const notes = [
    signedOut,
    clockNote,
    endurance.setupNote,
    sizes.isTooFar && 'This screen is too small to read from that distance.',
    ...problems,
    ...data.notes,
  ].filter((note) => typeof note === 'string');
  const look: CSSProperties & Record<`--${string}`, string> = {
    '--legible': `${sizes.legible}px`,
    '--reach': `${reach}px`,
    fontSize: sizes.easy,
    transform: `translate(${x}px, ${y}px)`,
  };
  return (
    <main className={style['board']} data-dark="" style={look}>
      <h1 className="visually-hidden">{name}, board</h1>
      <header className={style['header']}>
        <Clocks isMadeUp={embedded} />
        <div className={style['beside']}>
          <Weather query={useWeather(useSchool())} wall={data.model.location} />
          <Lights data={data} />
        </div>
      </header>
      {signedOut === null && <Lost readings={readings} wording={data.model.wording} />}
      {settings.notice !== '' && <p className={style['notice']}>{settings.notice}</p>}
      {notes.map((note) => (
        <p key={note} className={style['note']} role="status">
          {note}
        </p>
      ))}
      {data.isShown ? (
        <>
          <ErrorBoundary FallbackComponent={FailedSlide} resetKeys={[alerts]}>
            <Alerts alerts={alerts} width={(width - 2 * reach) / sizes.easy - 2.6} />
          </ErrorBoundary>
          <Slideshow turns={settings.screens} data={data} sizes={sizes} />
        </>
      ) : (
        <Message text="Loading…" role="status" />
      )}
      {isDimmed(settings.night, minute, timeZone) && <div className={style['night']} aria-hidden="true" />}
    </main>
  );
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** In pixels. */
function useWindowSize() {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return { width, height };
}

/** Local and Zulu time. A bar under them grows by the second, so that a frozen page is noticed. */
function Clocks({ isMadeUp }: { isMadeUp: boolean }) {
  const zone = useSchool().timeZone;
  const now = useSecond();
  const second = Math.floor(now / 1000) % 60;
  return (
    <div className={style['clocks']}>
      <WallClock wall={wallText(now, zone)} mark="L" />
      <WallClock wall={wallText(now, 'UTC')} mark="Z" />
      <span
        className={style['seconds']}
        data-second={second}
        style={{ transform: `scaleX(${(second + 1) / 60})` }}
        aria-hidden="true"
      />
      <span className={style['date']}>
        {dayText(shownDay(now, { zone, mode: 'L' }))}
        {isMadeUp && <span className={style['made']}>Made up</span>}
      </span>
    </div>
  );
}

function WallClock({ wall, mark }: { wall: string; mark: 'L' | 'Z' }) {
  return (
    <time className={style['clock']} dateTime={wall.slice(11, 16)}>
      {wall.slice(11, 16)}
      <span className={style['clockMark']}>{mark}</span>
    </time>
  );
}

/**
 * Says in large letters that the gateway does not answer, and when it is tried next; or that it answers, but has nothing new from
 * the service.
 */
function Lost({ readings, wording }: { readings: readonly Reading[]; wording: Wording }) {
  const connection = useConnection();
  const now = useSecond();
  const words = isOut(connection)
    ? lostWords(connection, { ...wording, now })
    : standstillWords(readings, wording, now);
  if (words === null) return null;
  return (
    <div className={style['lost']}>
      <p role="status">
        <StateMark shape="octagon" tone="expired">
          <b>{words}</b>
        </StateMark>
      </p>
      {isOut(connection) && <span>{nextTryText(connection, now)}</span>}
    </div>
  );
}

/** A light for each source that is not fresh, with its age; those that are fresh are there for screen readers alone. */
function Lights({ data: { readings, model, read } }: { data: WallData }) {
  const now = useMinute();
  const { wording } = model;
  const { aircraft, reservations, history, reminders, squawks } = readings;
  const booked = lightReading([reservations, history], now) ?? reservations;
  return (
    <ul className={style['lights']} aria-label="Sources">
      <SourceLight name="Aircraft" reading={aircraft} wording={wording} />
      <SourceLight name="Reservations" reading={booked} wording={wording} />
      <SourceLight name="Reminders" reading={reminders} wording={wording} progress={read.reminders} />
      <SourceLight name="Squawks" reading={squawks} wording={wording} progress={read.squawks} />
    </ul>
  );
}

const lightLooks: Readonly<Record<ReadingState, Look>> = {
  fresh: { shape: 'dot', tone: 'ok' },
  late: { shape: 'triangle', tone: 'warning' },
  stale: { shape: 'dashed', tone: 'warning' },
  loading: { shape: 'ring', tone: 'inactive' },
  failed: { shape: 'octagon', tone: 'expired' },
};

type SourceLightProps = {
  name: string;
  reading: Reading;
  wording: Wording;
  progress?: WallData['read']['reminders'];
};

function SourceLight({ name, reading, wording, progress }: SourceLightProps) {
  const { state, text } = lightOf(reading, wording, { now: useSecond(), connection: useConnection() }, progress);
  return (
    <li data-state={state} className={state === 'fresh' ? 'visually-hidden' : undefined}>
      <StateMark {...lightLooks[state]}>
        {name} <span className={style['age']}>{text}</span>
      </StateMark>
    </li>
  );
}

const alertLooks: Readonly<Record<Alert['kind'], Look>> = {
  grounded: { shape: 'octagon', tone: 'expired' },
  missing: { shape: 'open', tone: 'expired' },
  open: { shape: 'open', tone: 'warning' },
};

/** The strip that is on every slide. `width` in font sizes. */
function Alerts({ alerts, width }: { alerts: readonly Alert[]; width: number }) {
  if (alerts.length === 0) return null;
  return (
    <section className={style['alerts']} aria-label="Needs attention">
      {alertLines(alerts, width).map((line) => (
        <div key={line[0]?.kind} className={style['alertLine']}>
          {line.map((alert) => (
            <AlertEntries key={alert.kind} alert={alert} />
          ))}
        </div>
      ))}
    </section>
  );
}

function AlertEntries({ alert: { kind, label, count, shown, more } }: { alert: FittedAlert }) {
  return (
    <p className={style['alert']} data-kind={kind}>
      <StateMark {...alertLooks[kind]}>
        <b>{label}</b> {count}
      </StateMark>
      {shown.map((entry) => (
        <span key={entry}>{entry}</span>
      ))}
      {more > 0 && <span className={style['more']}>+{more} more</span>}
    </p>
  );
}
