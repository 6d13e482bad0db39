import type { School } from './schoolsFile.ts';

export type NginxOptions = {
  /** Where nginx listens for browsers, such as `443` or `127.0.0.1:8443`. */
  readonly listen: string;
  /** Paths of the certificate and its key; `{host}` stands for the school's host name. */
  readonly certificate: string;
  readonly certificateKey: string;
};

export const usualNginx: NginxOptions = {
  listen: '443',
  certificate: '/etc/ssl/{host}.pem',
  certificateKey: '/etc/ssl/private/{host}.key',
};

/** What is wrong with these options, in one sentence, or null: their text becomes part of a configuration. */
export function nginxProblem({ listen, certificate, certificateKey }: NginxOptions): string | null {
  if (!/^(?:(?:[\d.]{7,15}|\[[0-9a-f:.]{2,45}\]):)?\d{1,5}$/.test(listen))
    return '--listen must be a port, or an address and a port such as 127.0.0.1:8443.';
  const isPath = (path: string) => /^\/[\w./-]{1,200}$/.test(path.replaceAll('{host}', 'host'));
  return isPath(certificate) && isPath(certificateKey)
    ? null
    : '--certificate and --certificate-key must be absolute paths; {host} in them is the name of the school’s host.';
}

/**
 * Open connections to one school, the same number as its gateway accepts. A flood at one school meets this limit before
 * it uses up nginx's own.
 */
const mostConnections = 2_048;

/** The configuration of nginx for all schools, to be included in its `http` block. */
export function nginxConfiguration(schools: readonly School[], options: NginxOptions): string {
  const head = `limit_conn_zone $server_name zone=flightline_schools:4m;
limit_conn_status 503;

# Any other name: no school's certificate, and no school.
server {
  listen ${options.listen} ssl default_server;
  server_name _;
  ssl_reject_handshake on;
}
`;
  return [head, ...schools.map((school) => serverBlock(school, options))].join('\n');
}

function serverBlock({ name, host, listens }: School, { listen, certificate, certificateKey }: NginxOptions): string {
  const target = 'port' in listens ? `http://127.0.0.1:${listens.port}` : `http://unix:${listens.socket}`;
  const of = (path: string) => path.replaceAll('{host}', host);
  return `# ${name}
server {
  listen ${listen} ssl;
  server_name ${host};
  ssl_certificate     ${of(certificate)};
  ssl_certificate_key ${of(certificateKey)};
  limit_conn flightline_schools ${mostConnections};
  client_max_body_size 64k;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_connect_timeout 5s;
  proxy_read_timeout 2m;
  location / {
    proxy_pass ${target};
  }
  # A stream of events, each of which must be passed on at once.
  location = /events {
    proxy_buffering off;
    proxy_read_timeout 1h;
    proxy_pass ${target};
  }
}
`;
}
