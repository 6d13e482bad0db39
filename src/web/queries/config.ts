import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { millisecondsInSecond } from 'date-fns/constants';
import { type Config, configShape, firstLoadId, firstLoadShape } from '#contract/gateway/config.ts';
import { isRecord } from '#contract/objects.ts';
import { personOf } from '#domain/access/rights.ts';
import { textOf } from '#domain/answers/unknownMembers.ts';
import { recordQuery } from './api.ts';
import { type Answer, ask, asFailure, hasSignedIn, readAs } from './client.ts';
import { configKey } from './policy.ts';
import { forgetPerson, keepAnswers } from './store.ts';

/** Milliseconds that a start waits for the gateway where it knows from last time what it would say. */
const patience = 2 * millisecondsInSecond;
/** Until the gateway has answered in this visit it is asked again so often. */
const interval = 15 * millisecondsInSecond;

/**
 * What the gateway tells the browser about the school (`GET /config`), or told it last time where it does not answer now.
 * Nothing is asked before it is there, so what was kept from last time is back before any page looks.
 */
export const configQuery = queryOptions({
  queryKey: configKey,
  queryFn: async ({ client, signal }) => {
    const last = client.getQueryData<Answer<Config>>(configKey);
    const answer = (last ? null : writtenConfig()) ?? (await askConfig(signal, last ?? keptConfig()));
    // All answers that are here are another school's, or another person's.
    if (last && ownerOf(last.value) !== ownerOf(answer.value)) location.reload();
    if (!last) await keepAnswers(client, ownerOf(answer.value));
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
  takeConfig(answer);
  return answer;
}

/** The gateway's answer; the last one when it fails or is not here in time. */
async function askConfig(signal: AbortSignal, last: Answer<Config> | null): Promise<Answer<Config>> {
  const asking = ask('/config', (body) => readAs(configShape, body), { signal }).then((answer) => {
    takeConfig(answer);
    return answer;
  });
  if (!last) return asking;
  const late = new Promise<Answer<Config>>((resolve) => setTimeout(resolve, patience, last));
  const kept = asking.catch((error: unknown) => {
    // The next person at this device must not see it; a wall board keeps its last picture.
    if (asFailure(error).kind === 'signed out' && location.pathname !== '/board') throw error;
    return last;
  });
  return Promise.race([kept, late]);
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

/** Whose the answers are that a browser keeps: a school's, and a person's with their role. */
function ownerOf({ operatorId, who }: Config): string {
  return `${operatorId} ${personOf(who)}`;
}

/** Takes note of what the gateway says. What was kept for somebody else is dropped before anything of it is shown. */
function takeConfig(answer: Answer<Config>): void {
  hasSignedIn();
  const kept = keptConfig();
  if (kept && personOf(kept.value.who) !== personOf(answer.value.who)) void forgetPerson();
  keepConfig(answer);
}

/** Loads the page again when somebody else signs in or out in another tab: the session is the browser's. */
export function useOnePerson({ who }: Config): void {
  const own = personOf(who);
  useEffect(() => {
    const look = ({ key }: StorageEvent) => {
      if (key !== null && key !== stored) return;
      const kept = keptConfig();
      if (!kept || personOf(kept.value.who) !== own) location.reload();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [own]);
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
