import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { millisecondsInMinute } from '#domain/units.ts';
import { onClockSet } from '#web/device/screenClock.ts';
import { noteHeard } from '#web/data/connection.ts';
import { useIsKept } from '#web/data/store.ts';
import { watchPolls } from './polls.ts';
import { useCanStartOffline, watchServer } from './server.ts';

export type Endurance = {
  /** What this browser cannot do for a wall board, while the person who set it up is probably still there; otherwise null. */
  readonly setupNote: string | null;
};

/**
 * Keeps a display running for months; for one page that stays open. Polls continue in a hidden tab, stalled ones restart, and
 * all restart when the clock was set; the screen stays on where the browser allows; the page reloads for a new build or after a
 * long outage, and only from a server that responds.
 */
export function useEndurance(): Endurance {
  const client = useQueryClient();
  const [isAwake, setAwake] = useState<boolean>();
  const isNew = useIsNew();
  const isKept = useIsKept();
  const canStartOffline = useCanStartOffline();

  useEffect(() => {
    focusManager.setFocused(true);
    return () => focusManager.setFocused(undefined);
  }, []);
  useEffect(() => watchPolls(client), [client]);
  useEffect(() => onClockSet((isJump) => isJump && void client.refetchQueries({ type: 'active' })), [client]);
  useEffect(() => keepAwake(setAwake), []);
  useEffect(() => watchServer((answer) => noteHeard(answer !== null)), []);

  return {
    setupNote: isNew ? setupNote({ maySleep: isAwake === false, canStartOffline, isKept }) : null,
  };
}

type Abilities = {
  readonly maySleep: boolean;
  readonly canStartOffline: boolean;
  /** Whether data is stored for the next start. */
  readonly isKept: boolean;
};

/** What this browser cannot do, in a sentence; null if it can do everything. */
export function setupNote({ maySleep, canStartOffline, isKept }: Abilities): string | null {
  const lacks = [
    ...(maySleep ? ['the screen may go to sleep'] : []),
    ...(canStartOffline ? [] : ['the board cannot start without the server']),
    ...(isKept ? [] : ['no data is kept for a restart']),
  ];
  return lacks.length > 0 ? `In this browser ${lacks.join(', ')}.` : null;
}

/** Milliseconds after the start between which the note is shown: before that, parts are still loading. */
const noteFrom = 20_000;
const noteUntil = 5 * millisecondsInMinute;

function useIsNew(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const timers = [setTimeout(() => setNew(true), noteFrom), setTimeout(() => setNew(false), noteUntil)];
    return () => timers.forEach(clearTimeout);
  }, []);
  return isNew;
}

/**
 * Keeps the screen on until the returned function is called, and reports whether the browser does. The browser releases the lock
 * when the page is hidden or the battery low, so it is requested again.
 */
function keepAwake(report: (isAwake: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function request() {
    if (isOver || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => report(false));
      if (isOver) void lock.release();
      else report(true);
    } catch {
      // Missing on plain HTTP, and refused by some policies or on low battery.
      report(false);
    }
  }

  const retry = () => void request();
  const timer = setInterval(retry, millisecondsInMinute);
  document.addEventListener('visibilitychange', retry);
  retry();
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', retry);
    void lock?.release();
  };
}
