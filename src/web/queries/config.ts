import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Config, configShape, firstLoadId, firstLoadShape } from '#contract/gateway/config.ts';
import { isRecord } from '#contract/objects.ts';
import { textOf } from '#domain/answers/unknownMembers.ts';
import { recordQuery } from './api.ts';
import { type Answer, ask, readAs } from './client.ts';
import { keepAnswers } from './store.ts';

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
    const answer = (last ? null : writtenConfig()) ?? (await askConfig(signal, last ?? keptConfig()));
    // All answers that are here are another school's.
    if (last && last.value.operatorId !== answer.value.operatorId) location.reload();
    if (!last) await keepAnswers(client, answer.value.operatorId);
    return answer;
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state: { data } }) => (data && data.asOf >= startedAt ? false : interval),
});

const startedAt = Date.now();

/** What the gateway has written into the page; null where it wrote nothing that can be read, as in the page kept for an outage. */
function writtenConfig(): Answer<Config> | null {
  const text = document.getElementById(firstLoadId)?.textContent;
  const read = firstLoadShape.safeParse(JSON.parse(text ?? 'null'));
  if (!read.success) return null;
  const answer = answerOf(read.data.config, startedAt);
  keepConfig(answer);
  return answer;
}

/** The gateway's answer; the last one when it fails or is not here in time. */
async function askConfig(signal: AbortSignal, last: Answer<Config> | null): Promise<Answer<Config>> {
  const asking = ask('/config', (body) => readAs(configShape, body), { signal }).then((answer) => {
    keepConfig(answer);
    return answer;
  });
  if (!last) return asking;
  const late = new Promise<Answer<Config>>((resolve) => setTimeout(resolve, patience, last));
  return Promise.race([asking.catch(() => last), late]);
}

const stored = 'flightline config';

/** What the gateway said last time, so that a display starts without it; null where this browser keeps nothing. */
function keptConfig(): Answer<Config> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(stored) ?? 'null');
    const read = configShape.safeParse(isRecord(kept) ? kept['value'] : null);
    if (!read.success || !isRecord(kept)) return null;
    return answerOf(read.data, Number(kept['asOf']));
  } catch {
    return null;
  }
}

function answerOf(value: Config, asOf: number): Answer<Config> {
  return { value, asOf, expected: null, trouble: null, etag: null, parts: null };
}

/** Keeps it for the next start, where the browser allows. */
function keepConfig({ value, asOf }: Answer<Config>): void {
  try {
    localStorage.setItem(stored, JSON.stringify({ value, asOf }));
  } catch {
    // A browser that keeps nothing asks the gateway each time.
  }
}

/** The school's name by its operator record, or the configured one while that is not there or names nothing. */
export function useOperatorName(school: Config): string {
  const { data } = useQuery(recordQuery(school, 'getOperator'));
  const record = data?.value;
  return (isRecord(record) ? textOf(record, 'name', 'operatorName', 'displayName') : null) ?? school.operatorName;
}
