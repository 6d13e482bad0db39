import fc from 'fast-check';
import { cookieName, type Handed, publicHost } from './proofPeople.ts';
import type { Sent } from './inProcess.ts';

/** A change to a request. It never gives more access: it adds no valid identity. */
export type RequestChange = (sent: Sent, handed: Handed) => Sent;

type Pair = Sent['headers'][number];
const without = ({ headers }: Sent, name: string) => headers.filter(([key]) => key.toLowerCase() !== name);
const replaced = (name: string, value: string) => (sent: Sent) => ({
  ...sent,
  headers: [...without(sent, name), [name, value] as Pair],
});
const added =
  (name: string, value: string, isFirst: boolean) =>
  (sent: Sent): Sent => ({
    ...sent,
    headers: isFirst ? [[name, value], ...sent.headers] : [...sent.headers, [name, value]],
  });
const valueOf = ({ headers }: Sent, name: string) => headers.find(([key]) => key === name)?.[1];

const method: fc.Arbitrary<RequestChange> = fc
  .constantFrom(
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'QUERY',
    'get',
    'Get',
    '',
  )
  .map((name) => (sent) => {
    if (name !== 'POST' || sent.path === '/sign-out') return { ...sent, method: name };
    return { ...sent, method: name, body: '{}', headers: [...sent.headers, ['content-type', 'application/json']] };
  });

const hosts = ['evil.example', 'localhost', '127.0.0.1:4600', `${publicHost}:443`, `${publicHost}.`, 'OPS.EXAMPLE', ''];
const host: fc.Arbitrary<RequestChange> = fc.oneof(
  fc
    .constantFrom(...hosts, `${publicHost}@evil.example`, `${publicHost}:80`, '[::1]', '0.0.0.0')
    .map((to) => replaced('host', to)),
  fc.tuple(fc.constantFrom(...hosts), fc.boolean()).map(([to, isFirst]) => added('Host', to, isFirst)),
);

const origin: fc.Arbitrary<RequestChange> = fc
  .constantFrom(
    'https://evil.example',
    'null',
    `http://${publicHost}`,
    `https://${publicHost}.evil.example`,
    '',
    '*',
    'file://',
  )
  .map((from) => added('origin', from, false));

const fetched: fc.Arbitrary<RequestChange> = fc
  .record({
    site: fc.constantFrom('cross-site', 'same-site', 'same-origin', 'none', 'Same-Origin', 'same-origin, none', ''),
    mode: fc.constantFrom('navigate', 'cors', 'no-cors', 'websocket', ''),
    dest: fc.constantFrom('document', 'iframe', 'image', 'script', 'empty', 'serviceworker'),
  })
  .map(({ site, mode, dest }) => (sent) => ({
    ...sent,
    headers: [...sent.headers, ['sec-fetch-site', site], ['sec-fetch-mode', mode], ['sec-fetch-dest', dest]],
  }));

/** False claims that a client may send; a proxy that signs people in also adds its own name. */
const proxied: fc.Arbitrary<RequestChange> = fc
  .constantFrom(
    'x-forwarded-for',
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-host',
    'x-original-url',
    'x-rewrite-url',
    'x-forwarded-user',
    'x-http-method-override',
    'authorization',
    'x-flightline-refresh',
  )
  .map((name) => (sent, { mode }) => {
    const claims: { readonly [name: string]: string } = {
      'x-forwarded-user': 'manager@school.example',
      authorization: 'Bearer manager@school.example',
      'x-original-url': '/replica/people',
      'x-rewrite-url': '/replica/people',
      'x-flightline-refresh': 'later',
    };
    // With ACCESS=proxy, a single name header is not a false claim: it is how the trusted proxy signs a person in.
    if (name === 'x-forwarded-user' && mode === 'proxy' && valueOf(sent, name) === undefined) return sent;
    return added(name, claims[name] ?? '127.0.0.1', false)(sent);
  });

type Change = (text: string) => string;

const cookieChange: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>(
    (value) => `"${value}"`,
    (value) => value.toLowerCase(),
    (value) => value.toUpperCase(),
    (value) => `${value}=`,
    (value) => `${value}, ${value}`,
    (value) => encodeURIComponent(`${value}%`),
    (value) => Buffer.from(value).toString('base64url'),
    (value) => value.replaceAll(/[-_]/g, '+'),
  ),
  fc.nat(42).map(
    (end): Change =>
      (value) =>
        value.slice(0, end),
  ),
  fc.tuple(fc.nat(42), fc.integer({ min: 1, max: 127 })).map(
    ([at, bits]): Change =>
      (value) =>
        flipped(value, at, bits),
  ),
  fc.string({ minLength: 1, maxLength: 4 }).map(
    (more): Change =>
      (value) =>
        `${value}${more.replaceAll(/[\s;]/g, 'x')}`,
  ),
);

const cookie: fc.Arbitrary<RequestChange> = fc.oneof(
  cookieChange.map((change): RequestChange => (sent) => {
    const [name = cookieName, value = 'x'.repeat(43)] = valueOf(sent, 'cookie')?.split('=') ?? [];
    return replaced('cookie', `${name}=${change(value)}`)(sent);
  }),
  fc
    .constantFrom(
      'flightline',
      '__host-flightline',
      '__Secure-flightline',
      `${cookieName}-sign-in`,
      `x${cookieName}`,
      `${cookieName} `,
    )
    .map(
      (name): RequestChange =>
        (sent) =>
          replaced('cookie', `${name}=${valueOf(sent, 'cookie')?.split('=')[1] ?? ''}`)(sent),
    ),
  // A cookie from another mode: alone, or before or after the person's own.
  fc
    .tuple(fc.nat(), fc.constantFrom('alone', 'first', 'last'))
    .map(([which, place]): RequestChange => (sent, { foreignCookies }) => {
      const ownCookie = valueOf(sent, 'cookie');
      const other = foreignCookies[which % Math.max(1, foreignCookies.length)] ?? `${cookieName}=x`;
      const both = place === 'first' ? [other, ownCookie] : [ownCookie, other];
      return replaced(
        'cookie',
        (place === 'alone' ? [other] : both).filter((text) => text !== undefined).join('; '),
      )(sent);
    }),
);

const path: fc.Arbitrary<RequestChange> = fc
  .tuple(
    fc.nat(200),
    fc.oneof(
      fc.constantFrom<(text: string, at: number) => string>(
        (text, at) => spliced(text, at, (sign) => sign.toUpperCase()),
        (text, at) => spliced(text, at, encoded),
        (text, at) => spliced(text, at, (sign) => encodeURIComponent(encoded(sign))),
        (text, at) => spliced(text, at, (sign) => encoded(sign).toLowerCase()),
        (text) => text.toUpperCase(),
        (text) => Array.from(text, (sign) => (sign === '/' ? sign : encoded(sign))).join(''),
        (text) => text.replaceAll('/', '%2f'),
        (text) => text.replaceAll('/', '\\'),
        (text) => `http://${publicHost}${text}`,
      ),
      fc
        .constantFrom(
          '/',
          '//',
          '/.',
          '/..',
          '/../',
          '%2e%2e/',
          ';',
          ';x=1',
          '%00',
          '%20',
          '%0d%0a',
          '\\',
          '#',
          '.',
          '~',
          '%c0%af',
          '\u00e9',
        )
        .map((sign) => (text: string, at: number) => text.slice(0, at) + sign + text.slice(at)),
    ),
  )
  .map(([at, change]) => (sent) => {
    const [pathname = '', ...query] = sent.path.split('?');
    return { ...sent, path: [change(pathname, at % (pathname.length + 1)), ...query].join('?') };
  });

function spliced(text: string, at: number, change: (sign: string) => string): string {
  return text.slice(0, at) + change(text.slice(at, at + 1)) + text.slice(at + 1);
}

function encoded(sign: string): string {
  return Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function flipped(value: string, at: number, bits: number): string {
  return spliced(value, at, (sign) => String.fromCharCode(sign.charCodeAt(0) ^ bits)).replaceAll(
    /[^\x21-\x7e]|;/g,
    'x',
  );
}

/** One change to any part of a request. */
export const requestChange = fc.oneof(method, host, origin, fetched, proxied, cookie, path);

const alphabet: fc.Arbitrary<Change> = fc.constantFrom<Change>(
  (token) => Buffer.from(token, 'base64url').toString('base64'),
  (token) => Buffer.from(token, 'base64url').toString('hex'),
  (token) => token.replaceAll(/[a-z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0x33a)),
  (token) => `${token}\u0000`,
  (token) => `${token}=`,
  (token) => encodeURIComponent(encodeURIComponent(`${token}/`)),
  (token) => `"${token}"`,
  (token) => token.toLowerCase(),
  (token) => token.toUpperCase(),
  (token) => token + token,
  (token) => Array.from(token).toReversed().join(''),
);

/** A change to a token: its bits, its length, its alphabet. */
export const tokenChange = fc.oneof(alphabet, cookieChange);
