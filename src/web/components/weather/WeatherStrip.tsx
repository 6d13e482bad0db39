import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { Weather } from '#contract/gateway/weather.ts';
import type { Location } from '#domain/reservations/locations.ts';
import { type AirportPicture, airportPicture } from '#domain/weather/figures.ts';
import { airportsAt, weatherLines } from '#domain/weather/weatherWords.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { CategoryBadge, CeilingMark, CrosswindMark, VisibilityMark, WindMark } from './marks.tsx';
import type { DetailsProps } from './WeatherDetails.tsx';
import style from './WeatherStrip.module.css';

export type WeatherProps = {
  query: {
    readonly data?: { readonly value: { readonly weather: Weather } } | undefined;
    readonly failureReason: unknown;
  };
  /** Given on the wall: the board's own location; null for all. */
  wall?: Location | null;
};

/** A display has no links, and does not load what they need. If it cannot be loaded, the weather is shown without its details. */
const Details = lazy(() =>
  import('./WeatherDetails.tsx').then(
    (file): { default: ComponentType<DetailsProps> } => ({ default: file.WeatherDetails }),
    () => ({ default: () => null }),
  ),
);

/** The most airports that a display has room for. */
const maxOnWall = 2;

/** The present weather of each airport in one line, and first what may soon be worse. A page opens the rest in words. */
export function WeatherStrip(props: WeatherProps) {
  return (
    <ErrorBoundary fallback={<Line look={lookOf(props.wall)}>Weather not known: it could not be shown.</Line>}>
      <Strip {...props} />
    </ErrorBoundary>
  );
}

type Look = 'page' | 'wall';

function lookOf(wall: WeatherProps['wall']): Look {
  return wall === undefined ? 'page' : 'wall';
}

/** A sentence in place of the weather, as tall as that. */
function Line({ look, children }: { look: Look; children: string }) {
  return (
    <p className={style['weather']} data-look={look} role="status">
      {children}
    </p>
  );
}

function Strip({ query: { data, failureReason }, wall }: WeatherProps) {
  const { chosen } = useLocationChoice();
  const { embedded } = useSchool();
  const look = lookOf(wall);
  const [now, clock] = [useMinute(), useClock()];
  const weather = data?.value.weather;
  if (!weather || (weather.askedAt === null && weather.failure === null)) {
    const words = failureReason ? 'Weather not known: this server does not send it.' : 'Loading weather…';
    return <Line look={look}>{words}</Line>;
  }
  const place = (wall ?? chosen)?.name ?? null;
  const airports = airportsAt(weather.airports, place).map((airport) => airportPicture(airport, now, clock));
  const shown = look === 'wall' ? airports.slice(0, maxOnWall) : airports;
  // The board of a made-up school says so beside its date.
  const isMadeUp = weather.isMadeUp && !(look === 'wall' && embedded);
  return (
    <section className={style['weather']} data-look={look} aria-label="Weather">
      {/* The line may be wider than a narrow window: it scrolls by itself, by the keyboard too. */}
      <div
        className={style['line']}
        {...(look === 'page' ? { tabIndex: 0, role: 'group', 'aria-label': 'Present weather' } : {})}
      >
        {weather.failure !== null && <Failure words={weather.failure} />}
        {shown.map((airport, index) => (
          <AirportGroup key={airport.station} airport={airport} look={look}>
            {index === shown.length - 1 && (
              <>
                {airports.length > shown.length && (
                  <span className={style['quiet']}>+{airports.length - shown.length} more</span>
                )}
                {isMadeUp && <span className={style['made']}>Made up</span>}
              </>
            )}
          </AirportGroup>
        ))}
      </div>
      {look === 'page' && (
        <Suspense>
          <Details airports={airports} failure={weather.failure} />
        </Suspense>
      )}
      {look === 'page' && (
        <ul className={style['paper']}>
          {weatherLines(weather, { now, clock, place }).map(({ name, text }) => (
            <li key={name}>
              {name}: {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The service's failure: its sentence is in the tooltip and the details. */
function Failure({ words }: { words: string }) {
  return (
    <span className={style['failure']} data-tip={words}>
      <StateMark shape="triangle" tone="warning">
        No new reports<span className="visually-hidden">: {words}</span>
      </StateMark>
    </span>
  );
}

/** An airport's weather: drawn for the eye, and as a sentence for a screen reader. */
function AirportGroup({ airport, look, children }: { airport: AirportPicture; look: Look; children: ReactNode }) {
  const { station, reading, title, isMissing, age, figures, soon, forecast, unread, isLate } = airport;
  const change = soon && (
    <span data-tip={`Forecast ${station}: ${forecast}`}>
      <CategoryBadge reading={soon.reading} words={soon.category}>
        <span className={style['from']}>from</span> {soon.at}
      </CategoryBadge>
    </span>
  );
  const hasAge = age !== null && (look === 'page' || isLate);
  return (
    <div className={style['airport']}>
      <p className="visually-hidden">{sentenceOf(airport)}</p>
      <div className={style['picture']} aria-hidden="true">
        {soon?.mayBeWorse === true && change}
        <span className={style['station']}>{station}</span>
        {isMissing ? (
          <span className={style['missing']}>
            <StateMark shape="dashed" tone="plain">
              {title}
            </StateMark>
          </span>
        ) : (
          <CategoryBadge reading={reading} words={title} />
        )}
        {soon?.mayBeWorse === false && change}
        {figures && <Figures airport={airport} figures={figures} look={look} />}
        {forecast?.startsWith('none') === true && <span className={style['quiet']}>no forecast</span>}
        {unread !== null && (
          <span data-tip={`${unread}.`}>
            <StateMark shape="dashed" tone="warning">
              not all read
            </StateMark>
          </span>
        )}
        {hasAge && (
          <span className={style['quiet']} data-is-late={isLate} data-tip={age}>
            {age.replace(' old', '')}
          </span>
        )}
        {children}
      </div>
    </div>
  );
}

type FiguresProps = { airport: AirportPicture; figures: NonNullable<AirportPicture['figures']>; look: Look };

function Figures({ airport: { facts }, figures, look }: FiguresProps) {
  const { wind, crosswind, ceiling, visibility, weather } = figures;
  const tipOf = (start: string) => facts.find(({ text }) => text.startsWith(start))?.text;
  const runway = crosswind?.runway ?? null;
  return (
    <>
      <span className={style['figure']} data-tip={tipOf('wind')}>
        <WindMark {...wind} />
        {wind.from !== '' && <span className={style['direction']}>{wind.from}</span>}
        <b>{wind.speed}</b>
      </span>
      {crosswind && (
        <span className={style['figure']} data-tip={tipOf(`runway ${runway ?? ''}`) ?? `crosswind ${crosswind.speed}`}>
          <CrosswindMark {...crosswind} />
          {crosswind.speed}
          {runway !== null && <span className={style['direction']}>{runway}</span>}
        </span>
      )}
      <span className={style['figure']} data-tip={tipOf('ceiling') ?? tipOf('no ceiling')}>
        <CeilingMark />
        {ceiling === 'no ceiling' && look === 'wall' ? 'none' : ceiling}
      </span>
      <span className={style['figure']} data-tip={tipOf('visibility')}>
        <VisibilityMark />
        {visibility}
      </span>
      {weather !== '' && <span className={style['codes']}>{weather}</span>}
    </>
  );
}

/** `XPPF: VFR, 11 min old. wind 310° 12 kt · visibility 10 SM. forecast: IFR from 1155L until 2000L.` */
function sentenceOf({ station, title, age, facts, forecast, unread }: AirportPicture): string {
  return [
    `${station}: ${title}${age === null ? '' : `, ${age}`}`,
    facts.map(({ text }) => text).join(' · '),
    forecast === null ? '' : `forecast: ${forecast}`,
    unread ?? '',
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
