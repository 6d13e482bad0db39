import { createServer, type Server } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certificate } from '#e2e/servers/certificate.ts';
import { aircraftPath, always, emptyList, openStand } from '#e2e/servers/teststand.ts';
import { portOf } from '#server/app/serve.ts';
import { failureOfError } from './connection/connection.ts';
import { isUntrusted } from './upstream.ts';

/** A service whose certificate nobody has signed; `got` counts the requests that reach it. */
async function untrusted() {
  let got = 0;
  const server: Server = createServer(certificate(9), (_, outgoing) => {
    got++;
    outgoing.end(emptyList);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { base: `https://localhost:${portOf(server)}`, got: () => got };
}

describe('a service whose certificate cannot be trusted', () => {
  it('gets no key, and the answer says what is wrong', async () => {
    const { base, got } = await untrusted();
    const upstream = { bases: { core: base, scheduling: base, reports: base }, key: 'a-key-for-nobody' };
    const stand = await openStand(always(200, emptyList), { upstream });
    const { status, headers, body } = await stand.ask(aircraftPath);
    expect([status, headers['cache-status']]).toEqual([502, 'flightline; fwd=miss; detail=untrusted']);
    expect(body.toString()).toMatch(/certificate of the flight service cannot be trusted/);
    expect(body.toString()).not.toContain(base);
    expect(got()).toBe(0);
  });

  it('is named by the check of the connection', async () => {
    const { base, got } = await untrusted();
    const error = await fetch(base).catch((reason: unknown) => reason);
    expect(failureOfError(error)).toMatchObject({ kind: 'untrusted', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(got()).toBe(0);
  });

  it.each([
    ['CERT_HAS_EXPIRED', true],
    ['CERT_NOT_YET_VALID', true],
    ['CERT_REVOKED', true],
    ['SELF_SIGNED_CERT_IN_CHAIN', true],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true],
    ['HOSTNAME_MISMATCH', true],
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', false],
    ['', false],
  ])('is known by the code %s: %s', (code, is) => {
    expect(isUntrusted(code)).toBe(is);
  });
});
