import { type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { reloadWhenServed } from '#web/data/endurance/server.ts';

/** Around the whole board: an unattended display recovers from any error by itself. */
export function BoardGuard({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={BoardError}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function BoardError({ error }: FallbackProps) {
  useEffect(reloadWhenServed, []);
  return (
    <main role="alert" style={{ padding: '4vmin', fontSize: '4vmin' }}>
      <h1>Something went wrong on this board</h1>
      <p>It reloads automatically in half a minute, or as soon as the server responds.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
    </main>
  );
}
