import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { type Config, configShape, firstLoadId, firstLoadShape } from '#contract/gateway/config.ts';
import { isRecord } from '#contract/objects.ts';
import { personOf } from '#domain/access/rights.ts';
import { textOf } from '#domain/answers/members.ts';
import { setReminderClasses } from '#domain/maintenance/reminderClass.ts';
import { setSchool } from '#domain/school.ts';
import { setThresholds } from '#domain/thresholds.ts';
import { storedText, storeText } from '#web/device/stored.ts';
import { recordQuery } from './api.ts';
import { type Answer, ask, asFailure, gathered, hasSignedIn, readAs } from './client.ts';
import { configKey } from './policy.ts';
import { forgetPerson, keepAnswers } from './store.ts';
import { now } from '#web/device/screenClock.ts';

/** Milliseconds that a start waits for the gateway if its last answer is stored. */
const patience = 2 * millisecondsInSecond;
/** Milliseconds between requests until the gateway has answered in this visit. */
const interval = 15 * millisecondsInSecond;

/** Milliseconds between requests after that: a manager may set the class of a reminder while this page is open. */
const classesInterval = 5 * millisecondsInMinute;

/**
 * What the gateway tells the browser about the school (`GET /config`), or its last answer if it does not respond now. Nothing
 * is requested before this is loaded, so the stored answers are restored before any page needs them.
 */
export const configQuery = queryOptions({
  queryKey: configKey,
  queryFn: async ({ client, signal }) => {
    const last = client.getQueryData<Answer<Config>>(configKey);
    const answer = (last ? null : await writtenConfig()) ?? (await askConfig(signal, last ?? keptConfig()));
    if (!last) {
      setThresholds(answer.value.thresholds);
      setSchool(answer.value);
      await keepAnswers(client, ownerOf(answer.value));
    }
    setReminderClasses(answer.value.reminderClasses ?? {});
    return answer;
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: () => (isHeard ? classesInterval : interval),
});

/** Whether the gateway has answered in this visit. */
let isHeard = false;

/** The configuration that the gateway wrote into the page; null if there is none to read, as in the page kept for an outage. */
async function writtenConfig(): Promise<Answer<Config> | null> {
  const text = document.getElementById(firstLoadId)?.textContent;
  const read = firstLoadShape.safeParse(JSON.parse(text ?? 'null'));
  if (!read.success) return null;
  // These say what time it is for the gateway, and the days of the first requests follow from that.
  await gathered;
  const answer = answerOf(read.data.config, now());
  takeConfig(answer);
  return answer;
}

/** The gateway's answer; the last one if the request fails or takes too long. */
async function askConfig(signal: AbortSignal, last: Answer<Config> | null): Promise<Answer<Config>> {
  const asking = ask('/config', (body) => readAs(configShape, body), { signal }).then((answer) => {
    takeConfig(answer);
    return answer;
  });
  if (!last) return asking;
  const late = new Promise<Answer<Config>>((resolve) => setTimeout(resolve, patience, last));
  const kept = asking.catch((error: unknown) => {
    // The next person at this device must not see the last answer. A wall board keeps its last picture.
    if (asFailure(error).kind === 'signed out' && location.pathname !== '/board') throw error;
    return last;
  });
  return Promise.race([kept, late]);
}

const stored = 'flightline config';

/** The gateway's last answer, so that a display starts without it; null if this browser stores nothing. */
function keptConfig(): Answer<Config> | null {
  try {
    const kept: unknown = JSON.parse(storedText(stored) ?? 'null');
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

/** The owner of the answers that a browser stores: a school with its figures and rules, and a person with their role. */
function ownerOf({ operatorId, who, thresholds, ruleSet, soloWords }: Config): string {
  return `${operatorId} ${personOf(who)} ${JSON.stringify([thresholds, ruleSet, soloWords])}`;
}

/** Records what the gateway says. Data stored for another owner is dropped before any of it is shown. */
function takeConfig(answer: Answer<Config>): void {
  isHeard = true;
  hasSignedIn();
  const kept = keptConfig();
  if (kept && personOf(kept.value.who) !== personOf(answer.value.who)) void forgetPerson();
  // For the next start.
  storeText(stored, JSON.stringify({ value: answer.value, asOf: answer.asOf }));
}

/**
 * Reloads the page if the gateway reports another school, person or set of figures, or if another tab signs in or out. False
 * during the reload: all answers in memory belong to the first owner.
 */
export function useOneOwner(school: Config): boolean {
  const [first] = useState(school);
  const own = personOf(first.who);
  const isSame = ownerOf(school) === ownerOf(first);
  useEffect(() => {
    if (!isSame) location.reload();
  }, [isSame]);
  useEffect(() => {
    const look = ({ key }: StorageEvent) => {
      if (key !== null && key !== stored) return;
      const kept = keptConfig();
      if (!kept || personOf(kept.value.who) !== own) location.reload();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [own]);
  return isSame;
}

/** The school's name from its operator record; the configured name until that loads, or if it has no name. */
export function useOperatorName(school: Config): string {
  const { data: name } = useQuery({ ...recordQuery(school, 'getOperator'), select: nameIn });
  return name ?? school.operatorName;
}

function nameIn({ value }: Answer<unknown>): string | null {
  return isRecord(value) ? textOf(value, 'name', 'operatorName', 'displayName') : null;
}
