import { lazy, Suspense } from 'react';
import { useSchool } from '#web/ui/page/school.tsx';
import type { WeatherProps } from './WeatherStrip.tsx';

/** Loaded with the first weather: most schools have none. */
const WeatherStrip = lazy(async () => ({ default: (await import('./WeatherStrip.tsx')).WeatherStrip }));

/** Pixels kept free while the strip loads, so that nothing below it moves: two lines with their edges, as in its style. */
const stripHeight = 74;

/** The weather of the school's airports, if it is read. */
export function Weather(props: WeatherProps) {
  return (
    useSchool().weather && (
      <Suspense fallback={<div style={{ height: stripHeight }} />}>
        <WeatherStrip {...props} />
      </Suspense>
    )
  );
}
