import { queryOptions } from '@tanstack/react-query';
import { type Config, configShape } from '#contract/config.ts';
import { UnreadableAnswer } from '#contract/answers.ts';
import { type Answer, askAddress } from './client.ts';
import { keepConfig, keptConfig } from './keptConfig.ts';

const second = 1000;

/** Milliseconds that a start waits for the gateway where it knows from last time what it would say. */
const patience = 2 * second;
/** Until the gateway has answered in this visit it is asked again so often. */
const interval = 15 * second;

/**
 * What the gateway tells the browser about the school (`GET /config`), or told it last time where it does not answer now.
 * Nothing is asked before it is there, so what was kept from last time is back before any page looks.
 */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ client, signal }) => {
    const last = client.getQueryData<Answer<Config>>(['config']);
    const [answer, store] = await Promise.all([
      askConfig(signal, last ?? keptConfig()),
      last ? null : import('./store.ts').catch(() => null),
    ]);
    // All answers that are here are another school's.
    if (last && last.value.operatorId !== answer.value.operatorId) location.reload();
    await store?.keepAnswers(client, answer.value.operatorId);
    return answer;
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state: { data } }) => (data && data.asOf >= startedAt ? false : interval),
});

const startedAt = Date.now();

/** The gateway's answer; the last one when it fails or is not here in time. */
async function askConfig(signal: AbortSignal, last: Answer<Config> | null): Promise<Answer<Config>> {
  const asking = askAddress('/config', readConfig, signal).then((answer) => {
    keepConfig(answer);
    return answer;
  });
  if (!last) return asking;
  const late = new Promise<Answer<Config>>((resolve) => setTimeout(resolve, patience, last));
  return Promise.race([asking.catch(() => last), late]);
}

function readConfig(body: unknown): Config {
  const read = configShape.safeParse(body);
  if (!read.success) throw new UnreadableAnswer('The gateway did not send its configuration.');
  return read.data;
}
