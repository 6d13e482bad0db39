import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import * as z from 'zod/mini';
import { pathOf } from './guard.ts';
import { clientAddress, isForwarded } from './proxies.ts';
import { streamHeaders } from './reply.ts';

/**
 * The probe of `flightline doctor`: a request through the proxy to `/events`, whose answer shows what arrived. It needs
 * the secret that `doctor` has just left in the data directory, which only its owner can read and write.
 */

/** The probed address: a proxy may have its own rules for it. */
export const probedPath = '/events';
export const probeHeader = 'x-flightline-probe';
/** The pause between the two events of the answer. A proxy that buffers sends both together. */
export const probeGapMs = millisecondsInSecond;

/** What reached the gateway from a probe. */
export const seenShape = z.object({
  /**
   * The sender's address as the gateway counts it, whether a proxy named it, and the last address of its
   * `X-Forwarded-For`.
   */
  client: z.string(),
  isForwarded: z.boolean(),
  lastForwarded: z.nullable(z.string()),
  host: z.nullable(z.string()),
  scheme: z.nullable(z.string()),
});
export type SeenProbe = z.output<typeof seenShape>;

const secretName = '.probe';
const lifetimeMs = millisecondsInMinute;

/**
 * Leaves a new secret in the data directory, and returns it with a function that removes it. Throws if it cannot be
 * written.
 */
export function leaveProbeSecret(directory: string): { readonly secret: string; readonly remove: () => void } {
  const path = join(directory, secretName);
  const secret = randomBytes(32).toString('base64url');
  rmSync(path, { force: true });
  writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
  return { secret, remove: () => rmSync(path, { force: true }) };
}

/** Answers a probe with the right secret; false for all other requests. */
export function probeIn(directory: string | null): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  return (incoming, outgoing) => {
    const given = incoming.headers[probeHeader];
    if (given === undefined || directory === null || pathOf(incoming.url) !== probedPath) return false;
    if (!isSecret(String(given), join(directory, secretName))) return false;
    const { 'x-forwarded-proto': scheme, 'x-forwarded-for': list } = incoming.headers;
    const seen: SeenProbe = {
      client: clientAddress(incoming),
      isForwarded: isForwarded(incoming),
      lastForwarded:
        String(list ?? '')
          .split(',')
          .at(-1)
          ?.trim() || null,
      host: incoming.headers.host ?? null,
      scheme: scheme === undefined ? null : String(scheme),
    };
    outgoing.writeHead(200, streamHeaders);
    outgoing.write(`data: ${JSON.stringify(seen)}\n\n`);
    setTimeout(() => outgoing.end('data: end\n\n'), probeGapMs).unref();
    return true;
  };
}

function isSecret(given: string, path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > lifetimeMs) return false;
    const [left, right] = [Buffer.from(given), readFileSync(path)];
    return left.length === right.length && right.length > 0 && timingSafeEqual(left, right);
  } catch {
    return false;
  }
}
