import { createServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { pageAt } from '#contract/pages.ts';
import { componentsInDevelopment, componentsPath } from './serve.ts';

it('the demonstration is served in development, with its script, and is no page of the product', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    plugins: [componentsInDevelopment],
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, ws: false },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const address = server.httpServer?.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const shown = new URL(`http://127.0.0.1:${port}${componentsPath}?open=sheet`);
  const page = await (await fetch(shown)).text();
  expect(page).toContain('<title>Components</title>');
  const scripts = Array.from(page.matchAll(/ src="([^"]+)"/g), ([, path = '']) => path);
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts) {
    const answer = await fetch(new URL(script, shown));
    expect([script, answer.status, answer.headers.get('content-type')]).toEqual([script, 200, 'text/javascript']);
  }
  expect(pageAt(componentsPath)).toBeNull();
});
