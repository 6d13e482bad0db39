import { queryOptions } from '@tanstack/react-query';
import { type Config, configShape } from '#contract/config.ts';
import { UnreadableAnswer } from '#contract/answers.ts';
import { askAddress } from './client.ts';

/** What the gateway tells the browser about the school (`GET /config`). */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => askAddress('/config', readConfig, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

function readConfig(body: unknown): Config {
  const read = configShape.safeParse(body);
  if (!read.success) throw new UnreadableAnswer('The gateway did not send its configuration.');
  return read.data;
}
