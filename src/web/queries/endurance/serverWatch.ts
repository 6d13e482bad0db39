import { shouldReload } from '#domain/answers/reload.ts';
import { askServer, ownBuild, type ServerWord } from './askServer.ts';

const interval = 60_000;
/** While it does not answer. */
const outageInterval = 15_000;

/**
 * Asks the server every minute how it is, until the returned function is called; tells what it said, and loads the page anew
 * where there is a new build or a long outage is over.
 */
export function watchServer(tell: (word: ServerWord | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  let answeredAt = performance.now();

  async function look() {
    const word = await askServer();
    if (isOver) return;
    tell(word);
    if (word) {
      const outage = performance.now() - answeredAt - interval;
      answeredAt = performance.now();
      if (shouldReload({ ownBuild: ownBuild(), servedBuild: word.build, outage, sinceReload: sinceReload() }))
        location.reload();
    }
    timer = setTimeout(() => void look(), word ? interval : outageInterval);
  }

  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

function sinceReload(): number | null {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' ? performance.now() : null;
}
