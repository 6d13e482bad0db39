import { type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { beginAnew } from '#web/queries/endurance/beginAnew.ts';

/** Around the whole board: whatever breaks, a display that nobody touches comes back by itself. */
export function BoardGuard({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={BrokenBoard}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function BrokenBoard({ error }: FallbackProps) {
  useEffect(beginAnew, []);
  return (
    <main role="alert" style={{ padding: '4vmin', fontSize: '4vmin' }}>
      <h1>The board has a fault</h1>
      <p>It begins anew by itself in half a minute, or as soon as the server answers.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
    </main>
  );
}
