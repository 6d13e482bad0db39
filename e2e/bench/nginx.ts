import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#e2e/servers/freePort.ts';
import { childrenOf, needProgram, startServer, stopServer } from './processes.ts';

export type Nginx = { readonly url: string; readonly worker: number; readonly stop: () => Promise<void> };

/** An empty list (section 2.1). */
const emptyList = JSON.stringify({ totalItems: 0, offset: 0, limit: null, items: [] });

/**
 * An nginx that answers everything with this JSON. Lists that fill a local copy, other than that of aircraft, are empty unless
 * the query contains `mark`.
 */
export function startStatic(json: string, mark = '-'): Promise<Nginx> {
  return startNginx((directory, port) => {
    writeFileSync(join(directory, 'answer.json'), json);
    return `server {
      listen 127.0.0.1:${port};
      root ${directory};
      default_type application/json;
      location / { try_files /answer.json =404; }
      location ~ /(users|instructors|equipment|reservations|maintenanceReminders|squawks)$ {
        if ($args !~ "${mark}") { return 200 '${emptyList}'; }
        try_files /answer.json =404;
      }
    }`;
  });
}

/** An nginx in front of an upstream: everything below `/cached` is kept for ten minutes, everything else passed on. */
export function startProxy(upstream: string): Promise<Nginx> {
  return startNginx((directory, port) => {
    return `proxy_cache_path ${directory}/cache keys_zone=answers:10m;
    upstream peer { server ${new URL(upstream).host}; keepalive 32; }
    server {
      listen 127.0.0.1:${port};
      proxy_http_version 1.1;
      proxy_set_header connection "";
      proxy_set_header x-subscription-key benchmark;
      location / { proxy_pass http://peer; }
      location /cached { proxy_cache answers; proxy_cache_valid 200 10m; proxy_pass http://peer; }
    }`;
  });
}

/** An nginx with these servers in its `http` block; on a free port unless one is given. */
export async function startNginx(servers: (directory: string, port: number) => string, given?: number): Promise<Nginx> {
  needProgram('nginx', '-v', 'on Debian, apt-get install nginx-light');
  const directory = mkdtempSync(join(tmpdir(), 'flightline-bench-'));
  for (const name of ['body', 'proxy']) mkdirSync(join(directory, name));
  const port = given ?? (await freePort());
  const configuration = join(directory, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log;
    user root;
    events { worker_connections 4096; }
    http {
      access_log off;
      sendfile on;
      keepalive_requests 1000000000;
      client_body_temp_path ${directory}/body;
      proxy_temp_path ${directory}/proxy;
      fastcgi_temp_path ${directory}/body; uwsgi_temp_path ${directory}/body; scgi_temp_path ${directory}/body;
      ${servers(directory, port)}
    }`,
  );
  const url = `http://127.0.0.1:${port}`;
  const master = await startServer('nginx', ['-c', configuration, '-e', join(directory, 'error.log')], url);
  return {
    url,
    worker: childrenOf(master.pid ?? 0)[0] ?? 0,
    stop: async () => {
      await stopServer(master);
      rmSync(directory, { recursive: true });
    },
  };
}
