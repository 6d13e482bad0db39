import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { flightline } from './src/server/develop.ts';
import { offlineShell } from './src/server/offlineShell.ts';

export default defineConfig({
  plugins: [react(), process.env['VITEST'] ? null : flightline(), offlineShell()],
  server: { host: '127.0.0.1' },
  build: {
    /** Browsers of two years: a wall display is seldom newer. */
    target: ['chrome129', 'edge129', 'firefox131', 'safari18'],
    manifest: true,
    modulePreload: { polyfill: false },
    /** Never `data:` addresses: the content security policy takes fonts from our own origin only. */
    assetsInlineLimit: 0,
  },
  test: {
    projects: [
      runtime('neutral', ['src/contract/**/*.test.ts', 'src/domain/**/*.test.ts']),
      runtime('server', ['src/server/**/*.test.ts']),
      runtime('web', ['src/web/**/*.test.ts']),
      runtime('gate', ['e2e/support/**/*.test.ts']),
    ],
  },
});

function runtime(name: string, include: string[]) {
  // Machines are shared: a property of a hundred runs may take its time.
  return { test: { name, include, environment: 'node' as const, testTimeout: 30_000 } };
}
