import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Outage } from '#domain/answers/connection.ts';
import { outageGrace, outageIn, outageKinds } from '#domain/answers/outage.ts';
import { ConnectionProvider, useConnection, useTryNow } from '#web/components/page/connection.tsx';
import { useSecond } from '#web/components/page/now.ts';
import { useReadings } from '#web/data/readings.ts';
import { storedText, storeText } from '#web/device/stored.ts';

/** Finds the cause for which several sources fail, from all sources on the screen, and remembers it over pages and reloads. */
export function OutageWatch({ children }: { children: ReactNode }) {
  const connection = useConnection();
  const tryNow = useTryNow();
  const outage = useOutage();
  const given = useMemo(() => ({ connection: { ...connection, outage }, tryNow }), [connection, outage, tryNow]);
  return <ConnectionProvider given={given}>{children}</ConnectionProvider>;
}

function useOutage(): Outage | null {
  const [last, setLast] = useState(keptOutage);
  const next = outageIn(last, useReadings(), useSecond());
  if (next !== last) setLast(next);
  const isWaiting = next !== null && !next.isShown;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLast((outage) => outage && { ...outage, isShown: true }), outageGrace);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const kept = next?.isShown ? [next.failure.kind, next.since, next.seenAt, ...next.sources].join('\n') : null;
  useEffect(() => storeText(storageName, kept, 'sessionStorage'), [kept]);
  return next;
}

const storageName = 'flightline outage';

/** The outage of before this tab was reloaded. */
function keptOutage(): Outage | null {
  const [kind, since, seenAt, ...sources] = storedText(storageName, 'sessionStorage')?.split('\n') ?? [];
  const known = outageKinds.find((each) => each === kind);
  if (!known || !Number.isFinite(Number(since)) || !Number.isFinite(Number(seenAt))) return null;
  const failure = { kind: known, status: null, entries: [], retryAfter: null };
  return { failure, since: Number(since), seenAt: Number(seenAt), sources, isShown: true };
}
