import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { clockFault } from '#domain/time/clockCheck.ts';
import { useIsKept } from '#web/queries/store.ts';
import { watchClock } from './clockWatch.ts';
import { watchServer } from './serverWatch.ts';
import { useCanStartOffline } from './shell.ts';
import { keepAwake } from './wakeLock.ts';
import { watchPolls } from './watchdog.ts';

export type Endurance = {
  /** What is wrong with this device's clock, in a sentence to be shown large: all times and ages hang on it. */
  readonly clockFault: string | null;
  /** Whether the gateway answered when it was last asked; null before the first answer. */
  readonly isServerThere: boolean | null;
  /** What this browser does not do for a wall display, while whoever set it up is likely still there; else null. */
  readonly setupNote: string | null;
};

/**
 * Keeps a wall display alive for months. Call it once, in the page that stays: polls go on in a hidden tab, one that stalls
 * is begun again, all are when the clock was set; the screen stays on where the browser allows; the page loads anew for a new
 * build or after a long outage, and only from a server that answers.
 */
export function useEndurance(): Endurance {
  const client = useQueryClient();
  const [isServerThere, setServerThere] = useState<boolean | null>(null);
  const [lead, setLead] = useState<number | null>(null);
  const [isAwake, setAwake] = useState<boolean>();
  const isNew = useIsNew();
  const isKept = useIsKept();
  const canStartOffline = useCanStartOffline();

  useEffect(() => {
    focusManager.setFocused(true);
    return () => focusManager.setFocused(undefined);
  }, []);
  useEffect(() => watchPolls(client), [client]);
  useEffect(() => watchClock(() => void client.refetchQueries({ type: 'active' })), [client]);
  useEffect(() => keepAwake(setAwake), []);
  useEffect(
    () =>
      watchServer((word) => {
        setServerThere(word !== null);
        if (word) setLead(word.lead);
      }),
    [],
  );

  const fault = clockFault(lead);
  const lacks = [
    isAwake === false ? 'the screen may go to sleep' : null,
    canStartOffline ? null : 'it cannot start without the server',
    isKept ? null : 'it keeps no picture for a restart',
  ].filter((lack) => lack !== null);
  const setupNote = isNew && lacks.length > 0 ? `With this browser ${lacks.join(', ')}.` : null;
  return useMemo(() => ({ clockFault: fault, isServerThere, setupNote }), [fault, isServerThere, setupNote]);
}

/** Milliseconds in which whoever set a display up looks whether it is well. */
const beginning = 5 * 60_000;
/** Until then all is still being made ready. */
const start = 20_000;

function useIsNew(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const timers = [setTimeout(() => setNew(true), start), setTimeout(() => setNew(false), beginning)];
    return () => timers.forEach(clearTimeout);
  }, []);
  return isNew;
}
