import { ECDH, generateKeyPairSync, hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondsInHour } from '#domain/units.ts';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { Dispatcher } from 'undici';
import * as z from 'zod/mini';
import type { Subscription } from '#server/alerts/recipients.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { parsed } from '#server/http/body.ts';
import { cut, type Message, type Outcome } from './channel.ts';
import { post } from './post.ts';

const keysShape = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.output<typeof keysShape>;
export const pushKeysFile = 'push-keys.json';

/**
 * The keys by which push services recognise this gateway (VAPID, RFC 8292). They are made at first use and kept in the data
 * directory, because with other keys every browser would have to subscribe again. Throws one sentence if they are damaged.
 */
export function pushKeys(directory: string | null): PushKeys {
  const path = directory === null ? null : join(directory, pushKeysFile);
  if (path !== null && existsSync(path)) {
    const read = keysShape.safeParse(parsed(textOf(path)));
    if (read.success) return read.data;
    throw new Error(`${path}, which holds the keys of push messages, is damaged: restore a copy, or move it away.`);
  }
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const keys = { publicKey: point.toString('base64url'), privateKey: d };
  if (path !== null && directory !== null) {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if (fileFailureOf(error) === null) throw error;
      // On a disk that is full or cannot be written, nobody can subscribe anyway. Half a file would stop the next start.
      rmSync(path, { force: true });
    }
  }
  return keys;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const words = `${path}, which holds the keys of push messages, cannot be read: make it readable, or move it away.`;
    throw new Error(words, { cause: error });
  }
}

/** The browsers' push services. A browser names its own; any other address could make this server call anyone. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
  '.push.services.mozilla.com',
] as const;

/** Whether this is the address of a browser's push service. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return false;
  return services.some((name) => (name.startsWith('.') ? url.hostname.endsWith(name) : url.hostname === name));
}

const maxEndpoint = 1_024;
/** Bytes of a browser's keys (RFC 8291, section 3.1 and 3.2). */
const keyBytes = { p256dh: 65, auth: 16 } as const;

/** The first thing wrong with a browser's subscription; null if messages can be sent to it. */
export function subscriptionProblem({
  endpoint,
  keys,
}: Subscription): readonly [message: string, dataField: string] | null {
  const isAddress = endpoint.length <= maxEndpoint && /^[\x21-\x7e]+$/.test(endpoint) && isPushService(endpoint);
  if (!isAddress) return ['This is not the address of a push service.', 'endpoint'];
  if (!isPoint(keys.p256dh) || !isOfBytes(keys.auth, keyBytes.auth))
    return ['These are not the keys of a browser: turn alerts off and on again there.', 'keys'];
  return null;
}

function isOfBytes(text: string, bytes: number): boolean {
  return /^[\w-]{1,100}$/.test(text) && Buffer.from(text, 'base64url').length === bytes;
}

/** Whether this is a point of the curve, whole, as browsers send it. */
function isPoint(text: string): boolean {
  if (!isOfBytes(text, keyBytes.p256dh)) return false;
  try {
    const point = ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return point === text;
  } catch {
    return false;
  }
}

/** Seconds for which a push service keeps a message while the browser is away. */
const ttl = 12 * secondsInHour;
/** Characters of a payload: a service takes 4 kB (RFC 8030, section 7.2). */
const max = { title: 200, body: 800 } as const;

/** The subscription has ended (RFC 8030, section 7.3). */
const isGone = (status: number) => status === 404 || status === 410;

type PushOptions = { readonly keys: PushKeys; readonly contact: string; readonly dispatcher?: Dispatcher };

/** Sends to a browser (RFC 8030), encrypted so that only the browser can read it (RFC 8291). */
export async function sendPush(
  subscription: Subscription,
  { key, subject, lines, isUrgent }: Message,
  { keys, contact, dispatcher }: PushOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const [first] = lines;
  const body = lines.length === 1 ? (first?.evidence.join('\n') ?? '') : lines.map(({ words }) => words).join('\n');
  const tag = hash('sha256', key, 'base64url').slice(0, 32);
  const url = lines.length === 1 && first ? new URL(first.link) : null;
  const link = url ? url.pathname + url.search : '/alerts';
  const data = { title: cut(subject, max.title), body: cut(body, max.body), tag, link };
  const urgency = isUrgent ? 'high' : 'normal';
  const payload = await buildPushPayload(
    { data, options: { ttl, urgency, topic: tag } },
    { ...subscription, expirationTime: null },
    { ...keys, subject: contact },
  );
  const { 'content-length': _, ...headers } = payload.headers;
  return post(subscription.endpoint, { headers, body: payload.body }, signal, isGone, dispatcher);
}
