import { queryOptions, useQuery } from '@tanstack/react-query';
import { millisecondsInMinute } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import { onlyIf, polling } from '#web/data/policy.ts';

/** The code that reads the answer loads with the first weather, because most schools have none. */
export const weatherQuery = queryOptions({
  queryKey: ['replica', 'weather'] as const,
  queryFn: async (context) => (await import('./readWeather.ts')).readWeather(context),
  // Events report news, but a board must not depend on them.
  ...polling(5 * millisecondsInMinute),
});

/** The weather, with what follows from it for the dispatch check; without an answer if it is off. */
export function useWeather({ weather }: Config) {
  return useQuery({ ...weatherQuery, ...onlyIf(weather === true) });
}
