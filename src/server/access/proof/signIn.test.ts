import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookieName, type Person, publicHost } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%0d%0a',
    '\t',
    '\n',
    '\r',
    '@',
    ':',
    '?',
    '#',
    '&',
    ';',
  ),
  fc.constantFrom(
    'evil.example',
    'https:',
    'javascript:',
    publicHost,
    'sign-in',
    'fleet',
    '\u2215',
    '\uff0f',
    '\u3002',
  ),
  fc.string({ maxLength: 3 }),
  fc.string({ maxLength: 3, unit: 'binary' }),
);
const paths = fc.oneof(
  fc.array(piece, { maxLength: 7 }).map((pieces) => `/${pieces.join('')}`),
  fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join('')),
  fc.webUrl(),
);

function expectOwn(location: string | null): void {
  expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  expect(new URL(location ?? '', `https://${publicHost}/sign-in`).origin).toBe(`https://${publicHost}`);
}

describe('wherever a person wants to go', () => {
  it('every way of signing in leads to our own address', async () => {
    const { ask, handed } = await openProof('tokens');
    const token = handed.secretOf('manager');
    await fc.assert(
      fc.asyncProperty(paths, async (to) => {
        const query = new URLSearchParams({ to }).toString();
        const body = new URLSearchParams({ token, to }).toString();
        const byForm = await ask('nobody', '/sign-in', { method: 'POST', body, also: form });
        expect([byForm.status, byForm.cookies.length]).toEqual([303, 1]);
        expectOwn(byForm.location);
        const sent = { method: 'POST', body: JSON.stringify({ token, to }), also: json };
        const { text } = await ask('nobody', '/sign-in', sent);
        expectOwn(JSON.parse(text.slice(text.indexOf('\n'))).to);
        const on = await ask('dispatcher', `/sign-in?${query}`);
        expect(on.status).toBe(303);
        expectOwn(on.location);
        const page = await ask('nobody', `/sign-in?${query}`);
        const [, kept = ''] = /name="to" value="([^"]*)"/.exec(page.text) ?? [];
        expectOwn(kept);
      }),
      { numRuns: 150 },
    );
  });

  it('a signed-out person is led to this server’s sign-in, and nowhere else', async () => {
    const { ask } = await openProof('tokens');
    const also = { accept: 'text/html' };
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const { status, location } = await ask('nobody', path, { also });
        if (status !== 302) return;
        expectOwn(location);
        expect(location).toMatch(/^\/sign-in($|\?to=)/);
        expectOwn(new URL(location ?? '', `https://${publicHost}`).searchParams.get('to') ?? '/');
      }),
      { numRuns: 300 },
    );
    expect((await ask('nobody', '//evil.example', { also })).location).toBe('/sign-in');
  });
});

describe('a cookie planted in the browser', () => {
  const cookieOf = ({ handed }: ProofStand, person: Person) => handed.headersOf(person)['cookie'] ?? '';
  const signIn = async ({ ask, handed }: ProofStand, person: 'manager' | 'display', cookie: string) => {
    const path = person === 'display' ? '/sign-in/display' : '/sign-in';
    const body = JSON.stringify({ token: handed.secretOf(person), instead: true });
    const { status, cookies } = await ask('nobody', path, { method: 'POST', body, also: { ...json, cookie } });
    expect([status, cookies.length]).toEqual([200, 1]);
    return cookies[0]?.split(';')[0] ?? '';
  };
  const roleOf = async ({ ask }: ProofStand, cookie: string) =>
    /"role":"(\w+)"/.exec((await ask('nobody', '/config', { also: { cookie } })).text)?.[1] ?? null;

  it('never becomes the session of the next sign-in (session fixation), by a token or by a link', async () => {
    const stand = await openProof('tokens');
    for (const person of ['manager', 'display'] as const) {
      for (const planted of [
        `${cookieName}=${'A'.repeat(43)}`,
        cookieOf(stand, 'stranger'),
        cookieOf(stand, 'named'),
      ]) {
        const cookie = await signIn(stand, person, planted);
        expect(cookie).not.toBe(planted);
        expect(await roleOf(stand, cookie)).toBe(person);
        // The planted session has ended, and its owner gained nothing.
        expect(await roleOf(stand, planted)).toBeNull();
      }
    }
  });

  it('beside the right one makes both count for nothing (cookie tossing), in any position', async () => {
    const stand = await openProof('tokens');
    const own = cookieOf(stand, 'dispatcher');
    const other = fc.oneof(
      fc.constantFrom(
        cookieOf(stand, 'manager'),
        own,
        `${cookieName}=`,
        `${cookieName}=x`,
        ...stand.handed.foreignCookies,
      ),
      fc.constantFrom('a=b', 'c', '', `x${own}`, own.replace('__Host-', ''), own.toLowerCase(), `a="${own}"`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(other, { maxLength: 4 }), fc.nat(4), async (others, at) => {
        const isTossed = others.some((one) => one.startsWith(`${cookieName}=`));
        const cookie = others.toSpliced(at, 0, own).join('; ');
        expect(await roleOf(stand, cookie)).toBe(isTossed ? null : 'dispatcher');
      }),
      { numRuns: 200 },
    );
  });
});
