import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { Weather } from '#contract/gateway/weather.ts';
import type { Location } from '#domain/reservations/locations.ts';
import type { FlightCategory } from '#domain/weather/weather.ts';
import { type AirportWords, airportsAt, airportWords } from '#domain/weather/weatherWords.ts';
import { Mark, type Shape } from '#web/components/controls/StateMark.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice } from '#web/components/page/school.tsx';
import style from './WeatherStrip.module.css';

export type WeatherProps = {
  query: {
    readonly data?: { readonly value: { readonly weather: Weather } } | undefined;
    readonly failureReason: unknown;
  };
  /** Given on the wall: the board's own location; null for all. */
  wall?: Location | null;
};

/** A display has no links, and does not load what they need. If it cannot be loaded, the weather is shown without the reports. */
const Reports = lazy(() =>
  import('./WeatherReports.tsx').then(
    (file): { default: ComponentType<{ airports: readonly AirportWords[] }> } => ({ default: file.WeatherReports }),
    () => ({ default: () => null }),
  ),
);

/** The darker the shape, the worse the category; its word is always beside it. */
const shapes: { readonly [Category in FlightCategory]: Shape } = {
  VFR: 'ring',
  MVFR: 'half',
  IFR: 'dot',
  LIFR: 'octagon',
};

/** The present weather of each airport in a line, and how the forecast changes it. A page also shows the reports. */
export function WeatherStrip(props: WeatherProps) {
  return (
    <ErrorBoundary fallback={<p className={style['weather']}>Weather not known: it could not be shown.</p>}>
      <Strip {...props} />
    </ErrorBoundary>
  );
}

function Strip({ query: { data, failureReason }, wall }: WeatherProps) {
  const { chosen } = useLocationChoice();
  const look = wall === undefined ? 'page' : 'wall';
  const [now, clock] = [useMinute(), useClock()];
  const weather = data?.value.weather;
  if (!weather || (weather.askedAt === null && weather.failure === null)) {
    return (
      <p className={style['weather']} data-look={look} role="status">
        {failureReason ? 'Weather not known: this server does not send it.' : 'Loading weather…'}
      </p>
    );
  }
  const airports = airportsAt(weather.airports, (wall ?? chosen)?.name ?? null).map((airport) =>
    airportWords(airport, now, clock),
  );
  return (
    <section className={style['weather']} data-look={look} aria-label="Weather">
      {airports.map((airport) => (
        <AirportLine key={airport.station} airport={airport} isMadeUp={weather.isMadeUp} look={look} />
      ))}
      {weather.failure !== null && <p>{weather.failure}</p>}
      {look === 'page' && (
        <Suspense>
          <Reports airports={airports} />
        </Suspense>
      )}
    </section>
  );
}

type AirportLineProps = { airport: AirportWords; isMadeUp: boolean; look: 'page' | 'wall' };

function AirportLine({ airport, isMadeUp, look }: AirportLineProps) {
  const { station, reading, title, isMissing, facts, age, forecast, isChanging } = airport;
  const runway = facts.find(({ kind }) => kind === 'runway');
  // The wall shows only what people read from a distance; the rest is on the pages.
  const isShown = (fact: (typeof facts)[number]) =>
    look === 'page' || fact === runway || fact.kind === 'wind' || fact.kind === 'sky';
  return (
    <div className={style['airport']} data-is-missing={isMissing}>
      <p className={style['category']} data-category={reading?.category}>
        <span className={style['station']}>{station}</span>
        <Mark shape={reading ? shapes[reading.category] : 'dashed'} />
        <b>{title}</b>
        {age !== null && <span className={style['age']}>{age}</span>}
      </p>
      <ul>
        {facts.filter(isShown).map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
        {forecast !== null && (look === 'page' || isChanging) && <li>forecast: {forecast}</li>}
        {isMadeUp && <li className={style['made']}>made-up weather</li>}
      </ul>
    </div>
  );
}
