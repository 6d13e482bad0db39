import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import * as z from 'zod/mini';
import { isLoopbackAddress } from '#server/http/proxies.ts';
import { address, claimName, optionalText, headerName, listed, visible } from '#server/install/settingForms.ts';

/** A proxy's signed token with the name of the person (Cloudflare Access, Google IAP, Pomerium and others send one). */
export type SignedIdentitySettings = {
  /** In lower case. */
  readonly header: string;
  /** Where the proxy's public keys are (RFC 7517). */
  readonly keysUrl: string;
  readonly issuer: string;
  readonly audience: string;
  /** The claim that names a person. */
  readonly claim: string;
};

export type ProxySettings = {
  /** Addresses and networks (`10.0.0.0/8`) that may name the person or client. */
  readonly trustedProxies: readonly string[];
  /** The header with the signed-in person's name, in lower case. */
  readonly userHeader: string;
  /** Null if only the header names people. */
  readonly signedIdentity: SignedIdentitySettings | null;
};

/** Bytes of the path of a Unix socket. Linux takes 107, and other systems fewer. */
const longestSocket = 100;

/** The settings as text; `.env.example` says what they mean. */
export const proxyShape = {
  TRUSTED_PROXIES: z._default(
    z.pipe(
      z.string().check(
        z.refine((written) => listed(written).length > 0 && listed(written).every(isNetwork), {
          error: 'must be IP addresses or networks such as 127.0.0.1,10.0.0.0/8, separated by commas.',
          abort: true,
        }),
        z.refine((written) => !listed(written).some(isWide), {
          error: 'must not contain a network wider than /8, or /32 for IPv6: give only the addresses of your proxies.',
          abort: true,
        }),
      ),
      z.transform(listed),
    ),
    [],
  ),
  LISTEN_SOCKET: optionalText(
    (written) => /^\/\P{C}*[^\p{C}/]$/u.test(written) && Buffer.byteLength(written) <= longestSocket,
    `must be the path of a file such as /run/flightline/flightline.sock, ${longestSocket} bytes at most.`,
  ),
  PROXY_USER_HEADER: z._default(headerName('x-forwarded-user'), 'x-forwarded-user'),
  PROXY_JWT_HEADER: z.optional(headerName('cf-access-jwt-assertion')),
  PROXY_JWKS_URL: z.optional(
    address(
      () => true,
      'must be the address of your proxy’s public keys such as https://school.cloudflareaccess.com/cdn-cgi/access/certs.',
      'would let an attacker replace the keys',
    ),
  ),
  PROXY_JWT_ISSUER: visible(500),
  PROXY_JWT_AUDIENCE: visible(500),
  PROXY_JWT_CLAIM: z._default(claimName, 'email'),
};
const environment = z.object(proxyShape);
type Given = z.output<typeof environment>;

/** `192.0.2.1`, `2001:db8::1`, or a network such as `192.0.2.0/24`; never all addresses. */
function isNetwork(written: string): boolean {
  const [text = '', bits, ...more] = written.split('/');
  const version = isIP(text);
  const isMapped = /^[0:]*:ffff:/i.test(text);
  if (version === 0 || isMapped || text.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

type Network = { readonly text: string; readonly version: 4 | 6; readonly bits: number };

function networkIn(written: string): Network {
  const [text = '', bits] = written.split('/');
  const version = isIP(text) === 4 ? 4 : 6;
  return { text, version, bits: bits === undefined ? whole[version] : Number(bits) };
}

const whole = { 4: 32, 6: 128 } as const;
const widest = { 4: 8, 6: 32 } as const;

function isWide(written: string): boolean {
  const { version, bits } = networkIn(written);
  return bits < widest[version];
}

/** Problems between these settings, one sentence each; `names` is true if the proxy names people. */
export function proxyDisagreements(given: Given, names: boolean): string[] {
  const problems: string[] = [];
  if (names && given.TRUSTED_PROXIES.length === 0 && given.LISTEN_SOCKET === undefined)
    problems.push(
      'TRUSTED_PROXIES must be given with ACCESS=proxy: the address of the proxy that signs people in; or LISTEN_SOCKET.',
    );
  const together = ['PROXY_JWT_HEADER', 'PROXY_JWKS_URL', 'PROXY_JWT_ISSUER', 'PROXY_JWT_AUDIENCE'] as const;
  const missing = together.filter((name) => given[name] === undefined);
  if (missing.length === together.length) return problems;
  const givenNames = together.filter((name) => given[name] !== undefined).join(' and ');
  return [...problems, ...missing.map((name) => `${name} must be given with ${givenNames}, or none of them.`)];
}

/** The settings from a valid environment; `names` as above. */
export function proxySettingsOf(given: Given, names: boolean): ProxySettings {
  const { PROXY_JWT_HEADER: header, PROXY_JWKS_URL: keysUrl, PROXY_JWT_ISSUER: issuer } = given;
  const { PROXY_JWT_AUDIENCE: audience, PROXY_JWT_CLAIM: claim } = given;
  const isSigned =
    names && header !== undefined && keysUrl !== undefined && issuer !== undefined && audience !== undefined;
  return {
    trustedProxies: given.TRUSTED_PROXIES,
    userHeader: given.PROXY_USER_HEADER,
    signedIdentity: isSigned ? { header, keysUrl, issuer, audience, claim } : null,
  };
}

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'cidr'>[]>;

/**
 * What is wrong with the trusted networks on this machine, in one sentence, or null. Anyone in a trusted network can claim
 * any name. So no trusted network may contain a whole network of this machine, which its clients share. Single addresses and
 * this machine's own are fine.
 */
export function clientsTrusted(trustedProxies: readonly string[], interfaces: Interfaces): string | null {
  const ownNetworks = Object.values(interfaces)
    .flatMap((card) => card ?? [])
    .filter(({ address: text, cidr }) => cidr !== null && !isLoopbackAddress(text))
    .map(({ cidr }) => networkIn(cidr ?? ''))
    .filter(({ version, bits }) => bits < whole[version]);
  const isHeld = (trusted: Network) => {
    const family = trusted.version === 4 ? 'ipv4' : 'ipv6';
    const block = new BlockList();
    block.addSubnet(trusted.text, trusted.bits, family);
    return ownNetworks.some(
      ({ text, version, bits }) => version === trusted.version && trusted.bits <= bits && block.check(text, family),
    );
  };
  const isOwn = ({ text, version, bits }: Network) => bits === whole[version] || isLoopbackAddress(text);
  if (!trustedProxies.map(networkIn).some((network) => !isOwn(network) && isHeld(network))) return null;
  return (
    'TRUSTED_PROXIES must not contain a network that this machine is in, because anyone there could pose as someone else: ' +
    'give only the address of the proxy, or use LISTEN_SOCKET or PROXY_JWT_HEADER.'
  );
}
