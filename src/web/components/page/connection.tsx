import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { connected, type Connection } from '#domain/answers/connection.ts';
import { knowledgeOf, type Knowledge, type NoneText, noneText, type Situation } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { useKept, usePresentMinute } from './now.ts';
import { useClock } from './school.tsx';

type Given = { readonly connection: Connection; readonly tryNow: () => void };

const GivenConnection = createContext<Given>({ connection: connected, tryNow: () => undefined });

/** Provides the state of the gateway connection to everything below. */
export function ConnectionProvider({ given, children }: { given: Given; children: ReactNode }) {
  return <GivenConnection value={given}>{children}</GivenConnection>;
}

/** The state of the gateway connection; connected if no provider is present. */
export function useConnection(): Connection {
  return useContext(GivenConnection).connection;
}

/** Tries the gateway at once if the connection is lost. */
export function useTryNow(): () => void {
  return useContext(GivenConnection).tryNow;
}

/** What statements such as "none" depend on: the minute, the clock and the connection. */
export function useSituation(): Situation {
  const now = usePresentMinute();
  const clock = useClock();
  const { state, outage = null } = useConnection();
  // The time of the next attempt does not affect what is known.
  return useMemo(() => ({ now, clock, connection: { ...connected, state, outage } }), [now, clock, state, outage]);
}

/** How much is known of these sources together; the same object while unchanged. A null source is not needed. */
export function useKnowledge(...readings: readonly (Reading | null)[]): Knowledge {
  const found = knowledgeOf(
    readings.filter((reading) => reading !== null),
    useSituation(),
  );
  return useKept(found);
}

/** These words for "none" if these sources are fully known; otherwise a text that says they are not known. */
export function useNoneText(words: string, ...readings: readonly (Reading | null)[]): NoneText {
  return noneText(useKnowledge(...readings), words);
}
