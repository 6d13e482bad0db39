import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Nginx, startNginx } from '#e2e/bench/nginx.ts';

/** Whether this machine has nginx. Without it the gate counts the skipped tests. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** The nginx of the manual in front of gateways, on this port and without TLS. */
export function startFront(port: number, gateways: readonly { readonly url: string }[]): Promise<Nginx> {
  const page = readFileSync(new URL('../../../src/manual/gateways.md', import.meta.url), 'utf8');
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
  const servers = gateways.map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;\n`);
  const configuration = block
    .replace(/(?:\s*server \S+ max_fails=1 fail_timeout=2s;\n)+/, `\n${servers.join('')}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^.*ssl_certificate.*$/gm, '')
    .replace('server_name ops.school.example;', 'server_name localhost;')
    .replace('Host $host;', 'Host $http_host;');
  if (configuration.includes('school.example')) throw new Error('The manual has another nginx than this stand reads.');
  return startNginx(() => configuration, port);
}
