import { millisecondsInMinute } from '#domain/units.ts';
import { isQuiet, shouldReload } from '#domain/answers/reload.ts';
import { askServer, ownBuild, sinceReload } from './server.ts';

const interval = 5 * millisecondsInMinute;

/** Text that somebody has typed and not sent: filters are in the address, but forms are not. */
const fields = 'main form input:not([type=checkbox], [type=radio]), main form textarea';

function isTyping(): boolean {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) return true;
  if (document.querySelector('[role=dialog]')) return true;
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(
    ({ value }) => value !== '',
  );
}

/**
 * Loads the page again for a new build of the server, but only while nobody looks at it. Until such a time the page
 * goes on with its own files, which the service worker keeps. The address holds what the page shows. The returned
 * function ends this.
 */
export function reloadWhenQuiet(): () => void {
  let hiddenAt = document.hidden ? performance.now() : null;
  const onChange = () => {
    hiddenAt = document.hidden ? performance.now() : null;
  };
  const look = async () => {
    const isReady = () =>
      isQuiet({ hiddenFor: hiddenAt === null ? null : performance.now() - hiddenAt, isTyping: isTyping() });
    if (!isReady()) return;
    const answer = await askServer();
    const known = { ownBuild: ownBuild(), servedBuild: answer?.build ?? null, outage: 0, sinceReload: sinceReload() };
    if (shouldReload(known) && isReady()) location.reload();
  };
  document.addEventListener('visibilitychange', onChange);
  const timer = setInterval(() => void look(), interval);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    clearInterval(timer);
  };
}
