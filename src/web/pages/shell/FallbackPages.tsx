import type { ReactNode } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { Button } from '#web/ui/controls/controls.tsx';

/** In place of a page that broke, or that could not be loaded. */
export function BrokenPage({ error }: FallbackProps) {
  return (
    <div role="alert">
      <h1>This page has a fault</h1>
      <p>Something went wrong on this page. Other pages still work.</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <Button onClick={() => location.reload()}>Reload page</Button>
    </div>
  );
}

/** Before the gateway has said which school this is; `children` say why it has not, where it fails. */
export function Starting({ children }: { children?: ReactNode }) {
  return (
    <main style={{ minHeight: '100vh', display: 'grid', placeItems: 'center', alignContent: 'center' }}>
      <title>Flightline</title>
      <h1>Flightline</h1>
      {children ?? <p role="status">Connecting…</p>}
    </main>
  );
}
