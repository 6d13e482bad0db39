import { type ComponentType, lazy, Suspense, use } from 'react';
import { millisecondsInHour } from '#domain/units.ts';
import { MomentContext, useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import type { ForecastProps } from './ForecastBand.tsx';
import type { WeatherProps } from './WeatherStrip.tsx';
import style from './Weather.module.css';

/** Loaded with the first weather, because most schools have none. If it cannot be loaded, the rest of the page still works. */
const WeatherStrip = lazy(() =>
  import('./WeatherStrip.tsx').then(
    (loaded): { default: ComponentType<WeatherProps> } => ({ default: loaded.WeatherStrip }),
    () => ({ default: () => 'Weather not known.' }),
  ),
);
const bands = () => import('./ForecastBand.tsx');
const ForecastBand = lazy(() =>
  bands().then(
    (loaded): { default: ComponentType<ForecastProps> } => ({ default: loaded.ForecastBand }),
    () => ({ default: () => null }),
  ),
);
const ForecastKey = lazy(() =>
  bands().then(
    (loaded): { default: ComponentType } => ({ default: loaded.ForecastKey }),
    () => ({ default: () => null }),
  ),
);

/** Whether weather is shown: if the gateway reads it, and for the present alone, because it is current weather. */
export function useHasWeather(): boolean {
  const moment = use(MomentContext);
  return useSchool().weather === true && moment === null;
}

/** The weather of the school's airports. Its space is kept while it loads, so that nothing below it moves. */
export function Weather(props: WeatherProps) {
  return (
    useHasWeather() && (
      <Suspense fallback={<div className={style['kept']} />}>
        <WeatherStrip {...props} />
      </Suspense>
    )
  );
}

/** The forecast as a band. Its space must be kept by what is around it. */
export function Forecast(props: ForecastProps) {
  return (
    useHasWeather() && (
      <Suspense>
        <ForecastBand {...props} />
      </Suspense>
    )
  );
}

/** The forecast of the next six hours with its station and hours. Its space is kept while it loads. */
export function ForecastHours({ query: { data } }: Pick<WeatherProps, 'query'>) {
  const now = useMinute();
  const window = { start: now, end: now + 6 * millisecondsInHour };
  return (
    useHasWeather() && (
      <div className={style['hours']}>
        <Suspense>
          <ForecastBand weather={data?.value.weather} window={window} as="hours" />
        </Suspense>
      </div>
    )
  );
}

/** Explains the band; nothing without weather. */
export function ForecastLegend() {
  return (
    useHasWeather() && (
      <Suspense>
        <ForecastKey />
      </Suspense>
    )
  );
}
