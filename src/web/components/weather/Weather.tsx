import { type ComponentType, lazy, Suspense, use } from 'react';
import { MomentContext } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import type { WeatherProps } from './WeatherStrip.tsx';

/** Loaded with the first weather, because most schools have none. If it cannot be loaded, the rest of the page still works. */
const WeatherStrip = lazy(() =>
  import('./WeatherStrip.tsx').then(
    (loaded): { default: ComponentType<WeatherProps> } => ({ default: loaded.WeatherStrip }),
    () => ({ default: () => 'Weather not known.' }),
  ),
);

/** Pixels kept free while the strip loads, so that nothing below it moves: two lines with their edges, as in its style. */
const stripHeight = 74;

/** The weather of the school's airports, if the gateway reads it. It is current weather, so another moment has none. */
export function Weather(props: WeatherProps) {
  const moment = use(MomentContext);
  return (
    useSchool().weather &&
    moment === null && (
      <Suspense fallback={<div style={{ height: stripHeight }} />}>
        <WeatherStrip {...props} />
      </Suspense>
    )
  );
}
