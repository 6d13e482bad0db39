import { lazy, Suspense } from 'react';
import type { Weather as WeatherAnswer } from '#contract/gateway/weather.ts';
import type { Location } from '#domain/reservations/locations.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './Weather.module.css';

export type WeatherProps = {
  query: {
    readonly data?: { readonly value: { readonly weather: WeatherAnswer } } | undefined;
    readonly isError: boolean;
  };
  /** Given on the wall: the board's own location; null for all. */
  wall?: Location | null;
};

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
