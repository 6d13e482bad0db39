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
      <Button onClick={() => location.reload()}>Load this page again</Button>
    </div>
  );
}
