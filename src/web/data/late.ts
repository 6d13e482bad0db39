import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseRecord } from '#contract/answers.ts';
import { lateNumbersPath, lateNumbersShape, latePath, lateSheetShape, type LateTick } from '#contract/gateway/late.ts';
import { millisecondsInSecond } from '#domain/units.ts';
import { asking, readAs } from './client.ts';
import { send } from './gateway/gateway.ts';
import { changing, onlyIf, polling } from './policy.ts';
import { readingOf } from './readings.ts';

/** What the gateway knows for the sheet of a flight. Its key is below that of what people put off, whose event renews both. */
function lateQuery(key: string) {
  return queryOptions({
    queryKey: ['replica', 'snoozes', 'late', key] as const,
    queryFn: asking(`${latePath}?reservation=${encodeURIComponent(key)}`, readSheet),
    // Events report ticks at once. Two people at the telephone must agree also where no event arrives.
    ...polling(10 * millisecondsInSecond),
  });
}

function readSheet(body: unknown) {
  const { record, ...rest } = readAs(lateSheetShape, body);
  return { ...rest, record: record === null ? null : parseRecord('listReservations', record) };
}

export type LateSheetRead = ReturnType<typeof readSheet>;

/** The sheet of a flight, and how to tick a step of it. Every open screen is told of a tick. */
export function useLateSheet(key: string) {
  const client = useQueryClient();
  const query = lateQuery(key);
  const result = useQuery({ ...query, ...onlyIf(key !== '') });
  const tick = (step: Omit<LateTick, 'reservation'>) => send(latePath, { reservation: key, ...step }, readSheet);
  const change = useMutation(changing(client, query.queryKey, tick));
  return {
    sheet: result.data?.value ?? null,
    reading: readingOf('reservation', result),
    queryKey: query.queryKey,
    tick: change.mutate,
    isSending: change.isPending,
    failure: change.error,
  };
}

/** The telephone numbers of the people aboard: requested by a press, each time with an entry of the audit, and not kept. */
export function useLateNumbers(key: string) {
  const asked = useMutation({
    mutationFn: () => send(lateNumbersPath, { reservation: key }, (body) => readAs(lateNumbersShape, body).people),
    gcTime: 0,
  });
  return { people: asked.data ?? null, ask: () => asked.mutate(), isAsking: asked.isPending, failure: asked.error };
}
