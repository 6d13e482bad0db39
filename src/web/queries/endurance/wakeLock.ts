/**
 * Keeps the screen on until the returned function is called, and tells whether the browser does so. It lets go of a screen
 * when the page is hidden or the battery low, so it is asked again whenever it has.
 */
export function keepAwake(tell: (isAwake: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function request() {
    if (isOver || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => tell(false));
      if (isOver) void lock.release();
      else tell(true);
    } catch {
      // It is missing on plain HTTP, and refused where a policy or the battery forbids it.
      tell(false);
    }
  }

  const again = () => void request();
  const timer = setInterval(again, 60_000);
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
