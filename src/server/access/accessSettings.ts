import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { isLoopback, urlHost } from '#server/gateway/service/upstream.ts';

/** Who is let in, and how they show who they are. */
export type AccessSettings = {
  readonly mode: AccessMode;
  /** Under which address browsers reach this server: its origin, `https://ops.school.example`. Null where only this machine does. */
  readonly publicUrl: string | null;
  /** Addresses and networks (`10.0.0.0/8`) whose word about who asks is taken. */
  readonly trustedProxies: readonly string[];
  /** The header in which such a proxy names who has signed in, in small letters. */
  readonly userHeader: string;
  /** Null unless people sign in at a service of the school's. */
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string | null } | null;
};

/** The settings of access as text; `.env.example` says what they mean. No message repeats a value. */
export const accessShape = {
  ACCESS: z._default(z.enum(accessModes, 'must be open, tokens, proxy or oidc.'), 'open'),
  PUBLIC_URL: z.optional(
    z.string().check(
      z.refine(isOrigin, {
        error: 'must be an address such as https://ops.school.example, without path, user name, query or fragment.',
        abort: true,
      }),
      z.refine(isProtected, 'must begin with https://, because http:// would show the data to everyone on the way.'),
    ),
  ),
  TRUSTED_PROXIES: z._default(
    z.pipe(
      z.string().check(
        z.refine((written) => listed(written).length > 0 && listed(written).every(isNetwork), {
          error: 'must be IP addresses or networks such as 127.0.0.1,10.0.0.0/8, separated by commas.',
          abort: true,
        }),
      ),
      z.transform(listed),
    ),
    [],
  ),
  PROXY_USER_HEADER: z._default(
    z.pipe(
      z.string().check(
        z.regex(/^(?!(host|cookie|connection)$)[a-z][a-z0-9-]{0,63}$/i, {
          error: 'must be the name of a header such as x-forwarded-user.',
          abort: true,
        }),
      ),
      z.transform((written: string) => written.toLowerCase()),
    ),
    'x-forwarded-user',
  ),
  OIDC_ISSUER: z.optional(
    z.string().check(
      z.refine(isIssuer, {
        error:
          'must be the address of your sign-in service such as https://login.school.example, without query or fragment.',
        abort: true,
      }),
      z.refine(isProtected, 'must begin with https://, because who signs in would be known to everyone on the way.'),
    ),
  ),
  OIDC_CLIENT_ID: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, visible(200)))),
  OIDC_CLIENT_SECRET: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,512}$/, visible(512)))),
};
const environment = z.object({ ...accessShape, HOST: z.string() });
type Given = z.output<typeof environment>;

function visible(most: number): string {
  return `must be ${most} visible ASCII characters at most, without spaces.`;
}

/** Problems between settings of access that are each valid, one sentence each. */
export function accessDisagreements(given: Given): string[] {
  const { ACCESS: mode, PUBLIC_URL: address } = given;
  if (mode === 'open') return openProblems(given);
  const problems: string[] = [];
  const need = (name: string, why: string) => problems.push(`${name} must be given with ACCESS=${mode}: ${why}.`);
  if (address === undefined) need('PUBLIC_URL', 'the address under which browsers reach this server');
  if (mode === 'proxy' && given.TRUSTED_PROXIES.length === 0)
    need('TRUSTED_PROXIES', 'the address of the proxy that signs people in');
  if (mode === 'oidc' && given.OIDC_ISSUER === undefined) need('OIDC_ISSUER', 'the address of your sign-in service');
  if (mode === 'oidc' && given.OIDC_CLIENT_ID === undefined)
    need('OIDC_CLIENT_ID', 'the name that your sign-in service has given to Flightline');
  return problems;
}

/** Where nobody signs in, nobody but this machine may get in: neither by an address of its own nor through a proxy. */
function openProblems({ HOST: host, PUBLIC_URL: address }: Given): string[] {
  const how = 'or set ACCESS to tokens, proxy or oidc, so that people sign in.';
  if (!isLoopback(urlHost(host))) {
    return [
      `HOST must be this machine (127.0.0.1, ::1 or localhost) as long as nobody has to sign in; leave it out, ${how}`,
    ];
  }
  const isReached = address !== undefined && !isLoopback(URL.parse(address)?.hostname ?? '');
  return isReached
    ? [
        `PUBLIC_URL must be this machine (127.0.0.1, ::1 or localhost) as long as nobody has to sign in; leave it out, ${how}`,
      ]
    : [];
}

/** The settings of access, of an environment that is valid. */
export function accessSettingsOf(given: Given): AccessSettings {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret = null } = given;
  const hasService = given.ACCESS === 'oidc' && issuer !== undefined && clientId !== undefined;
  return {
    mode: given.ACCESS,
    publicUrl: given.PUBLIC_URL === undefined ? null : new URL(given.PUBLIC_URL).origin,
    trustedProxies: given.TRUSTED_PROXIES,
    userHeader: given.PROXY_USER_HEADER,
    oidc: hasService ? { issuer, clientId, clientSecret } : null,
  };
}

function listed(written: string): string[] {
  return written
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `192.0.2.1`, `2001:db8::1`, or either with the number of bits that count: `192.0.2.0/24`; never all addresses there are. */
function isNetwork(written: string): boolean {
  const [address = '', bits, ...more] = written.split('/');
  const version = isIP(address);
  const isMapped = /^[0:]*:ffff:/i.test(address);
  if (version === 0 || isMapped || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isOrigin(written: string): boolean {
  const url = URL.parse(written);
  const isPlain = /^[\x21-\x7e]+$/.test(written) && !/[?#@\\]/.test(written);
  return isPlain && url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/';
}

function isIssuer(written: string): boolean {
  const url = URL.parse(written);
  return /^[\x21-\x7e]+$/.test(written) && !/[?#@\\]/.test(written) && url !== null && /^https?:$/.test(url.protocol);
}

function isProtected(written: string): boolean {
  const url = URL.parse(written);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}
