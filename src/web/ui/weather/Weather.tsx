import { lazy, Suspense } from 'react';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './Weather.module.css';
import type { WeatherProps } from './WeatherStrip.tsx';

/** Loaded with the first weather: most schools have none. */
const WeatherStrip = lazy(async () => ({ default: (await import('./WeatherStrip.tsx')).WeatherStrip }));

/** The weather of the school's airports, if it is read. */
export function Weather(props: WeatherProps) {
  return (
    useSchool().weather && (
      <Suspense fallback={<div className={style['place']} />}>
        <WeatherStrip {...props} />
      </Suspense>
    )
  );
}
