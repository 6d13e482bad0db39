import type { ReactNode } from 'react';

/** What stands on the screen before the gateway has said which school this is: why it does not, where it fails. */
export function Starting({ children }: { children?: ReactNode }) {
  return (
    <main style={{ minHeight: '100vh', display: 'grid', placeItems: 'center', alignContent: 'center' }}>
      <title>Flightline</title>
      <h1>Flightline</h1>
      {children ?? <p role="status">Connecting…</p>}
    </main>
  );
}
