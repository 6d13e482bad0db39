import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { connected, type Connection } from '#domain/answers/connection.ts';
import { knowledgeOf, type Knowledge, type NoneText, noneText, type Telling } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { useMinute } from './now.ts';
import { useClock } from './school.tsx';

type Given = { readonly connection: Connection; readonly tryNow: () => void };

const GivenConnection = createContext<Given>({ connection: connected, tryNow: () => undefined });

/** Tells everything below how the browser stands with the gateway. */
export function ConnectionProvider({ given, children }: { given: Given; children: ReactNode }) {
  return <GivenConnection value={given}>{children}</GivenConnection>;
}

/** How the browser stands with the gateway; where nobody tells, that it is there. */
export function useConnection(): Connection {
  return useContext(GivenConnection).connection;
}

/** Tries the gateway at once, where it is lost. */
export function useTryNow(): () => void {
  return useContext(GivenConnection).tryNow;
}

/** What statements of what is there and what is not are told by: the minute, the clock and the connection. */
export function useTelling(): Telling {
  const now = useMinute();
  const clock = useClock();
  const { state } = useConnection();
  // When the next try is says nothing about what is known.
  return useMemo(() => ({ now, clock, connection: { ...connected, state } }), [now, clock, state]);
}

/** How much is known of these sources together; the same object while it says the same. A source that is null is not needed. */
export function useKnowledge(...readings: readonly (Reading | null)[]): Knowledge {
  const found = knowledgeOf(
    readings.filter((one) => one !== null),
    useTelling(),
  );
  const [kept, setKept] = useState(found);
  if (JSON.stringify(kept) === JSON.stringify(found)) return kept;
  setKept(found);
  return found;
}

/** That there is nothing, in these words, where everything is known of these sources; else that it is not known. */
export function useNoneText(words: string, ...readings: readonly (Reading | null)[]): NoneText {
  return noneText(useKnowledge(...readings), words);
}
