import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { millisecondsInMinute } from '#domain/units.ts';
import * as z from 'zod/mini';
import {
  alertsPath,
  alertsShape,
  alertTestPath,
  newsPath,
  newsShape,
  pushPath,
  type Recipient,
  recipientsPath,
  testAnswerShape,
} from '#contract/gateway/alerts.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { asking, readAs } from '#web/data/client.ts';
import { changing } from '#web/data/policy.ts';
import { failureOf } from '#web/data/readings.ts';
import type { Who } from '#contract/access/grants.ts';
import { rightsOf } from '#domain/access/rights.ts';
import { send } from './gateway.ts';

/** In milliseconds. Messages are sent within seconds, and events report news at once. */
const interval = millisecondsInMinute;

const alertsQuery = queryOptions({
  queryKey: ['alerts', 'all'] as const,
  queryFn: asking(alertsPath, (body) => readAs(alertsShape, body)),
  refetchInterval: interval,
  staleTime: 0,
});

const newsQuery = queryOptions({
  queryKey: ['alerts', 'news'] as const,
  queryFn: asking(newsPath, (body) => readAs(newsShape, body)),
  refetchInterval: interval,
});

/** Who gets which alerts, and what was sent; null until loaded. */
export function useAlerts() {
  const result = useQuery(alertsQuery);
  const asOf = result.data?.asOf ?? null;
  const reading: Reading = { source: 'Alerts', asOf, interval, failure: failureOf(result) };
  return { alerts: result.data?.value ?? null, reading, queryKey: alertsQuery.queryKey };
}

/** The latest alerts that the user may see; null until loaded, and for those who may see none. */
export function useNews(who: Who) {
  const result = useQuery({ ...newsQuery, enabled: rightsOf(who).maySee('alerts') });
  return { news: result.data?.value ?? null, failure: failureOf(result) };
}

const savedShape = z.object({ id: z.string() });

/** Sends a change, and then requests the alerts again. */
function useChange<Change, Answer>(mutationFn: (change: Change) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation(changing(client, ['alerts'], mutationFn));
}

/** Saves a recipient, or removes it with `null`. */
export function useSaveRecipient() {
  return useChange((request: { readonly id: string; readonly recipient: Recipient | null }) =>
    send(recipientsPath, request, (body) => readAs(savedShape, body)),
  );
}

/** Sends a test message now, and returns the receiver's answer. */
export function useTestRecipient() {
  return useChange((id: string) => send(alertTestPath, { id }, (body) => readAs(testAnswerShape, body)));
}

/** This browser's push subscription; `keys: null` ends it. */
export function useSavePush() {
  return useChange((request: { endpoint: string; name: string; keys: { p256dh: string; auth: string } | null }) =>
    send(pushPath, request, (body) => readAs(savedShape, body)),
  );
}
