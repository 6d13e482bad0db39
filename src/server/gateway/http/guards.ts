import type { IncomingMessage } from 'node:http';
import { isLoopback, urlHost } from './loopback.ts';
import type { Refusal } from './reply.ts';

/** What is refused whatever it asks for, or null. */
export type Guard = (incoming: IncomingMessage) => Refusal | null;

/**
 * Lets nothing in but reading, by one of our own names: else a web page could read a gateway on this machine under a name
 * of its own (DNS rebinding).
 */
export function guardOf(host: string): Guard {
  const own = urlHost(host);
  return ({ method, url, headers, rawHeaders }) => {
    const name = hostnameOf(headers.host ?? '');
    // Of several Host headers Node takes the first and others may take the last.
    const isOurs = countOf(rawHeaders, 'host') === 1 && (isLoopback(name) || name === own);
    if (!isOurs) return refusals.name;
    if (method !== 'GET' && method !== 'HEAD') {
      const problems = [{ message: `${method} is not taken here; use GET or HEAD.` }];
      return { status: 405, problems, headers: { allow: 'GET, HEAD' } };
    }
    return url?.startsWith('/') ? null : refusals.target;
  };
}

const refusals = {
  name: refuse(421, 'This server does not answer to that name. Open it by the address it printed at its start.'),
  target: refuse(400, 'This is not an address that can be asked for.'),
};

function refuse(status: number, message: string): Refusal {
  return { status, problems: [{ message }] };
}

/** The name in a `Host` header, as a URL writes it. */
function hostnameOf(header: string): string {
  return header.replace(/:\d{0,5}$/, '').toLowerCase();
}

/** Raw headers are names and values by turns. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) count++;
  }
  return count;
}
