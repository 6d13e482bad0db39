import { weatherPath, weatherShape } from '#contract/gateway/weather.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import { schoolRules } from '#domain/readiness/schoolRule.ts';
import { asking, readAs } from '#web/data/client.ts';

/** Requests the weather of the school's airports, with the line of the dispatch check that follows from it. */
export const readWeather = asking(weatherPath, (body) => {
  const weather = isolatedTexts(readAs(weatherShape, body));
  return { weather, rules: schoolRules(weather.airports) };
});
