import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, jwtVerify } from 'jose';
import { MockAgent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostile, message, never } from '#e2e/fixtures/samples/sampleMessage.ts';
import { parsed } from '#server/http/body.ts';
import { isPushService, pushKeys, sendPush } from './push.ts';

/** Reads a message as a browser does (RFC 8291, section 3, and RFC 8188), without the library that wrote it. */
function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const part = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, size));
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // 2 marks the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

describe('a push message', () => {
  it('can be read only by the browser, and identifies the gateway', async () => {
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const auth = randomBytes(16);
    const agent = new MockAgent();
    agent.disableNetConnect();
    const sent: { headers: { readonly [name: string]: string }; body: Buffer }[] = [];
    agent
      .get('https://fcm.googleapis.com')
      .intercept({ path: '/send/1', method: 'POST' })
      .reply(({ headers, body }) => {
        // undici gets exactly the headers and bytes that would be sent.
        sent.push({ headers: headers as { [name: string]: string }, body: Buffer.from(body as unknown as Uint8Array) });
        return { statusCode: 201, data: '' };
      })
      .times(2);
    const keys = pushKeys(null);
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/send/1',
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    };
    const via = { keys, contact: 'mailto:it@example.com', dispatcher: agent };
    expect(await sendPush(subscription, message, via, never)).toEqual({ state: 'sent', answer: '201' });
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = sent;
    expect(parsed(decrypted(body, browser, auth))).toMatchObject({ body: hostile, link: '/fleet/1' });
    expect(body.length).toBeLessThanOrEqual(4_096);
    expect(headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' });
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers['authorization'] ?? '') ?? [];
    expect(key).toBe(keys.publicKey);
    const point = Buffer.from(keys.publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const { payload } = await jwtVerify(
      token,
      await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
    );
    expect(payload).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'mailto:it@example.com' });
  });

  it('uses the same keys again, from a file that only its owner can read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'push-keys-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    expect(pushKeys(directory)).toEqual(pushKeys(directory));
    expect(statSync(join(directory, 'push-keys.json')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-by3p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/abc', false],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://127.0.0.1/abc', false],
    ['https://user@fcm.googleapis.com/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['nonsense', false],
  ])('goes only to push services: %s', (endpoint, isOne) => {
    expect(isPushService(endpoint)).toBe(isOne);
  });
});
