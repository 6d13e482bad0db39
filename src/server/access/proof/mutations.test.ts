import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { cookieName, type Handed, type Person, publicHost } from './handedOut.ts';
import { askInProcess, type Got, type Sent } from './inProcess.ts';
import { openProof, ownAddresses, type ProofStand } from './proofStand.ts';

/** A change of a request. It never makes one better: it adds nothing that says who somebody is. */
type Mutation = (sent: Sent, handed: Handed) => Sent;

type Pair = Sent['headers'][number];
const without = ({ headers }: Sent, name: string) => headers.filter(([key]) => key.toLowerCase() !== name);
const replaced = (name: string, value: string) => (sent: Sent) => ({ ...sent, headers: [...without(sent, name), [name, value] as Pair] });
const added = (name: string, value: string, isFirst: boolean) => (sent: Sent): Sent => ({
  ...sent,
  headers: isFirst ? [[name, value], ...sent.headers] : [...sent.headers, [name, value]],
});
const valueOf = ({ headers }: Sent, name: string) => headers.find(([key]) => key === name)?.[1];

const method: fc.Arbitrary<Mutation> = fc
  .constantFrom('HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'get', 'Get', '')
  .map((name) => (sent) => {
    if (name !== 'POST' || sent.path === '/sign-out') return { ...sent, method: name };
    return { ...sent, method: name, body: '{}', headers: [...sent.headers, ['content-type', 'application/json']] };
  });

const hosts = ['evil.example', 'localhost', '127.0.0.1:4600', `${publicHost}:443`, `${publicHost}.`, 'OPS.EXAMPLE', ''];
const host: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constantFrom(...hosts, `${publicHost}@evil.example`, `${publicHost}:80`, '[::1]', '0.0.0.0').map((to) => replaced('host', to)),
  fc.tuple(fc.constantFrom(...hosts), fc.boolean()).map(([to, isFirst]) => added('Host', to, isFirst)),
);

const origin: fc.Arbitrary<Mutation> = fc
  .constantFrom('https://evil.example', 'null', `http://${publicHost}`, `https://${publicHost}.evil.example`, '', '*', 'file://')
  .map((from) => added('origin', from, false));

const fetched: fc.Arbitrary<Mutation> = fc
  .record({
    site: fc.constantFrom('cross-site', 'same-site', 'same-origin', 'none', 'Same-Origin', 'same-origin, none', ''),
    mode: fc.constantFrom('navigate', 'cors', 'no-cors', 'websocket', ''),
    dest: fc.constantFrom('document', 'iframe', 'image', 'script', 'empty', 'serviceworker'),
  })
  .map(({ site, mode, dest }) => (sent) => ({
    ...sent,
    headers: [...sent.headers, ['sec-fetch-site', site], ['sec-fetch-mode', mode], ['sec-fetch-dest', dest]],
  }));

/** Claims of somebody else's, as a client may write them; a proxy that signs people in passes on its own name besides. */
const proxied: fc.Arbitrary<Mutation> = fc
  .constantFrom('x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-original-url', 'x-rewrite-url', 'x-forwarded-user', 'x-http-method-override', 'authorization', 'x-flightline-refresh')
  .map((name) => (sent, { mode }) => {
    const claims: { readonly [name: string]: string } = {
      'x-forwarded-user': 'manager@school.example',
      authorization: 'Bearer manager@school.example',
      'x-original-url': '/replica/people',
      'x-rewrite-url': '/replica/people',
      'x-flightline-refresh': 'later',
    };
    // What the trusted proxy itself says once is the truth.
    if (name === 'x-forwarded-user' && mode === 'proxy' && valueOf(sent, name) === undefined) return sent;
    return added(name, claims[name] ?? '127.0.0.1', false)(sent);
  });

const cookieChange: fc.Arbitrary<(value: string) => string> = fc.oneof(
  fc.constantFrom<(value: string) => string>(
    (value) => `"${value}"`,
    (value) => value.toLowerCase(),
    (value) => value.toUpperCase(),
    (value) => `${value}=`,
    (value) => `${value}, ${value}`,
    (value) => encodeURIComponent(`${value}%`),
    (value) => Buffer.from(value).toString('base64url'),
    (value) => value.replaceAll(/[-_]/g, '+'),
  ),
  fc.nat(42).map((end) => (value) => value.slice(0, end)),
  fc.tuple(fc.nat(42), fc.integer({ min: 1, max: 127 })).map(([at, bits]) => (value) => flipped(value, at, bits)),
  fc.string({ minLength: 1, maxLength: 4 }).map((more) => (value) => `${value}${more.replaceAll(/[\s;]/g, 'x')}`),
);

const cookie: fc.Arbitrary<Mutation> = fc.oneof(
  cookieChange.map((change) => (sent) => {
    const [name = cookieName, value = 'x'.repeat(43)] = valueOf(sent, 'cookie')?.split('=') ?? [];
    return replaced('cookie', `${name}=${change(value)}`)(sent);
  }),
  fc.constantFrom('flightline', '__host-flightline', '__Secure-flightline', `${cookieName}-sign-in`, `x${cookieName}`, `${cookieName} `).map(
    (name) => (sent) => replaced('cookie', `${name}=${valueOf(sent, 'cookie')?.split('=')[1] ?? ''}`)(sent),
  ),
  // Of another mode; and tossed beside one's own, before it or behind it.
  fc.tuple(fc.nat(), fc.constantFrom('alone', 'first', 'last')).map(([which, place]) => (sent, { foreignCookies }) => {
    const own = valueOf(sent, 'cookie');
    const other = foreignCookies[which % Math.max(1, foreignCookies.length)] ?? `${cookieName}=x`;
    const both = place === 'first' ? [other, own] : [own, other];
    return replaced('cookie', (place === 'alone' ? [other] : both).filter((one) => one !== undefined).join('; '))(sent);
  }),
);

const path: fc.Arbitrary<Mutation> = fc
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
        .constantFrom('/', '//', '/.', '/..', '/../', '%2e%2e/', ';', ';x=1', '%00', '%20', '%0d%0a', '\\', '#', '.', '~', '%c0%af', '\u00e9')
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
  return spliced(value, at, (sign) => String.fromCharCode(sign.charCodeAt(0) ^ bits)).replaceAll(/[^\x21-\x7e]|;/g, 'x');
}

/** What an answer tells: canaries of the school, ids of what was handed out, and of what role somebody is. */
function factsIn({ text }: Got, { school, handed }: ProofStand): Set<string> {
  const ids = Array.from(handed.ids.values()).filter((id) => text.includes(id));
  return new Set([...school.in(text), ...ids, ...(text.match(/"role":"\w+"/g) ?? [])]);
}

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('no change of a request gets more than the request as it was', async () => {
    const stand = await openProof(mode);
    const { handed, gateway, ask } = stand;
    const own = new Map<string, Set<string>>();
    const factsOf = async (person: Person, address: string, isAgain = false): Promise<Set<string>> => {
      const key = `${person} ${address}`;
      const before = own.get(key);
      if (before && !isAgain) return before;
      // A changed address may lead to a page, which is given with the role of who asks, or to the sign-in, which names the school.
      const usual = [await ask(person, '/config'), await ask('nobody', '/sign-in')];
      const answers = [...usual, await ask(person, address)];
      const facts = new Set([...answers.flatMap((got) => [...factsIn(got, stand)]), ...(before ?? [])]);
      own.set(key, facts);
      return facts;
    };
    const statuses = new Map<number, number>();
    const address = fc.constantFrom(...ownAddresses(stand));
    const mutation = fc.oneof(method, host, origin, fetched, proxied, cookie, path);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...handed.people),
        address,
        fc.array(mutation, { minLength: 1, maxLength: 2 }),
        async (person, asked, changes) => {
          const headers = Object.entries(handed.headersOf(person));
          const plain: Sent = { method: 'GET', path: asked, headers };
          const sent = changes.reduce((before, change) => change(before, handed), plain);
          const got = await askInProcess(gateway, sent);
          statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
          const facts = factsIn(got, stand);
          let allowed = await factsOf(person, asked);
          // The first answers of a page leave out what is late.
          if (!facts.isSubsetOf(allowed)) allowed = await factsOf(person, asked, true);
          expect([...facts.difference(allowed)], JSON.stringify(sent)).toEqual([]);
          expect(got.cookies.filter((line) => line.startsWith(`${cookieName}=`) && !line.includes('Max-Age=0'))).toEqual([]);
          expect(stand.secrets.filter((secret) => got.text.includes(secret))).toEqual([]);
        },
      ),
      { numRuns: 1_500 },
    );
    // The changes neither all pass nor are all refused, and nobody has lost what they had.
    for (const status of [200, 400, 403, 404, 405, 421]) expect([status, statuses.has(status)]).toEqual([status, true]);
    for (const person of handed.people)
      expect([person, (await ask(person, '/config')).status]).toEqual([person, person === 'nobody' ? 401 : 200]);
  });
});

const alphabet = fc.constantFrom<(token: string) => string>(
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

describe('a token that is not the one, to the bit', () => {
  it('signs nobody in and opens no calendar', async () => {
    const { gateway, handed, ask } = await openProof('tokens');
    const headers = [...Object.entries(handed.headersOf('nobody')), ['content-type', 'application/json']] as const;
    const enter = (path: string, token: string) =>
      askInProcess(gateway, { method: 'POST', path, headers, body: JSON.stringify({ token }) });
    const change = fc.oneof(alphabet, cookieChange);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('manager', 'display', 'calendar'), change, async (name, changed) => {
        const secret = handed.secretOf(name);
        const token = changed(secret);
        fc.pre(token.trim() !== secret);
        const answers = [await enter('/sign-in', token), await enter('/sign-in/display', token)];
        for (const { status, cookies } of answers) {
          expect([400, 401, 413, 429]).toContain(status);
          expect(cookies).toEqual([]);
        }
        const calendar = await ask('nobody', `/calendar/${token}.ics`);
        expect([400, 401, 404, 429]).toContain(calendar.status);
      }),
      { numRuns: 300 },
    );
    // A secret of one kind is none of another.
    expect((await enter('/sign-in', handed.secretOf('display'))).cookies).toEqual([]);
    expect((await enter('/sign-in/display', handed.secretOf('manager'))).cookies).toEqual([]);
    expect((await ask('nobody', `/calendar/${handed.secretOf('manager')}.ics`)).status).toBe(429);
    // The right ones are taken still.
    expect((await enter('/sign-in', handed.secretOf('manager'))).cookies).toHaveLength(1);
    expect((await enter('/sign-in/display', handed.secretOf('display'))).cookies).toHaveLength(1);
    expect((await ask('nobody', `/calendar/${handed.secretOf('calendar')}.ics`)).status).toBe(200);
  });
});
