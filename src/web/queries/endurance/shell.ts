import { useEffect, useState } from 'react';

/** Lets the page start without the server from now on, where the browser can: on plain HTTP from another machine it cannot. */
export function keepShell(): void {
  // Missing there, whatever the types say.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // A browser that refuses to keep it says so on the display; nothing else depends on it.
  worker?.register('/sw.js').catch(() => undefined);
}

/** Whether the page would start without the server. */
export function useCanStartOffline(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isOver = false;
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    void worker?.ready.then(() => isOver || setReady(true));
    return () => {
      isOver = true;
    };
  }, []);
  return isReady;
}
