import { queryOptions, useQuery } from '@tanstack/react-query';
import { behindPath, behindShape } from '#contract/gateway/behind.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { asking, readAs } from './client.ts';
import { onlyIf, polling, useRefresh } from './policy.ts';
import { readingOf } from './readings.ts';

/** Students and why some fall behind, as the gateway finds them in the local copy. */
const behindQuery = queryOptions({
  queryKey: ['replica', 'behind'] as const,
  queryFn: asking(behindPath, (body) => isolatedTexts(readAs(behindShape, body))),
  ...polling(5 * millisecondsInMinute),
});

/** The students that the viewer may see, null until they are known; off unless it is wanted. */
export function useBehind(isWanted: boolean) {
  const refresh = useRefresh();
  const result = useQuery({ ...behindQuery, ...onlyIf(isWanted) });
  return {
    answer: result.data?.value ?? null,
    // As old as the days of reservations that are furthest away.
    reading: { ...readingOf('forecast', result), source: 'Students' },
    onRetry: () => refresh(behindQuery.queryKey),
  };
}
