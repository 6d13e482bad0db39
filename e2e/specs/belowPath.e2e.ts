import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { gatewayAddress } from '#e2e/servers/servers.ts';

/** A proxy that serves the gateway below a path, with and without the path in what it sends on. */
async function proxyBelow(prefix: string, isCut: boolean) {
  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming;
    if (!url.startsWith(prefix)) {
      outgoing.writeHead(404).end();
      return;
    }
    const path = isCut ? `/${url.slice(prefix.length)}` : url;
    const call = request(gatewayAddress + path, { headers: { accept: incoming.headers.accept } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}` };
}

for (const isCut of [true, false]) {
  test(`below a path, ${isCut ? 'which the proxy cuts off' : 'which it passes on'}, the page says why it cannot work`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404|MIME|Failed to load/);
    const { server, address } = await proxyBelow('/flightline/', isCut);
    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText(/cannot be served below a path such as \/flightline\//);
    server.close();
    server.closeAllConnections();
  });
}
