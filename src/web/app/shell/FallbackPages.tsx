import type { ReactNode } from 'react';
import type { FallbackProps } from 'react-error-boundary';

/** How browsers and the build say that a file could not be loaded. */
const unloaded = /dynamically|module script|preload/;

/** Replaces a page that failed, or that could not be loaded. */
export function BrokenPage({ error }: FallbackProps) {
  const isUnloaded = unloaded.test(String(error));
  return (
    <div role="alert">
      <h1>{isUnloaded ? 'This page could not be loaded' : 'Something went wrong on this page'}</h1>
      <p>{isUnloaded ? 'Offline, or out of date.' : <code>{String(error)}</code>}</p>
      {!isUnloaded && <p>Other pages still work.</p>}
      {/* oxlint-disable-next-line react/forbid-elements -- drawn before MUI is loaded */}
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        Try again
      </button>
    </div>
  );
}

/** Shown until the gateway names the school; `children` explain a failure. */
export function Starting({ children }: { children?: ReactNode }) {
  return (
    <main className="starting">
      <title>Flightline</title>
      <h1>Flightline</h1>
      {children ?? <p role="status">Connecting…</p>}
    </main>
  );
}
