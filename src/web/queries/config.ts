import { queryOptions } from '@tanstack/react-query';
import { type Config, configShape } from '#contract/config.ts';
import { UnreadableAnswer } from '#contract/answers.ts';
import { askAddress } from './client.ts';

/**
 * What the gateway tells the browser about the school (`GET /config`). Nothing is asked before it is there, so what was kept
 * from last time is back before any page looks.
 */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ client, signal }) => {
    const [answer, store] = await Promise.all([
      askAddress('/config', readConfig, signal),
      import('./store.ts').catch(() => null),
    ]);
    await store?.keepAnswers(client, answer.value.operatorId);
    return answer;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

function readConfig(body: unknown): Config {
  const read = configShape.safeParse(body);
  if (!read.success) throw new UnreadableAnswer('The gateway did not send its configuration.');
  return read.data;
}
