import type { Failure } from '#domain/failures.ts';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';

/** What stands on the screen before the gateway has said which school this is. */
export function Starting({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) {
  return (
    <main style={{ minHeight: '100vh', display: 'grid', placeItems: 'center', alignContent: 'center' }}>
      <title>Flightline</title>
      <h1>Flightline</h1>
      {failure ? <ErrorNote failure={failure} onRetry={onRetry} /> : <p role="status">Connecting…</p>}
    </main>
  );
}
