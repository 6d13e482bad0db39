import type { ReactNode } from 'react';
import type { FallbackProps } from 'react-error-boundary';

/** Replaces a page that failed, or that could not be loaded. */
export function BrokenPage({ error }: FallbackProps) {
  return (
    <div role="alert">
      <h1>This page has an error</h1>
      <p>Something went wrong on this page. Other pages still work.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        Reload page
      </button>
    </div>
  );
}

/** Shown until the gateway names the school; `children` explain a failure. */
export function Starting({ children }: { children?: ReactNode }) {
  return (
    <main style={{ minHeight: '100vh', display: 'grid', placeItems: 'center', alignContent: 'center' }}>
      <title>Flightline</title>
      <h1>Flightline</h1>
      {children ?? <p role="status">Connecting…</p>}
    </main>
  );
}
