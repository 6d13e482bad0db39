import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuard, type GuardOptions, maxHeaders } from './guard.ts';
import { behind, headers, unproxied, open, requestOf, status } from '#e2e/servers/guardStand.ts';
import { clientAddress, plainAddress, proxyMatcher } from './proxies.ts';

describe('a proxy', () => {
  it.each([
    'forwarded',
    'via',
    'Via',
    'x-forwarded-for',
    'X-Forwarded-Host',
    'x-forwarded-proto',
    'x-forwarded-ssl',
    'x-real-ip',
    'CF-Connecting-IP',
    'true-client-ip',
    'x-client-ip',
  ])('shows itself by %s, and is refused unless it is trusted', (name) => {
    const sent = headers(['Host', 'localhost'], [name, '127.0.0.1']);
    expect(status(open, { headers: sent })).toBe(403);
    expect(status(unproxied, { headers: headers(['Host', 'ops.example:4600'], [name, '127.0.0.1']) })).toBe(403);
    expect(
      status(behind, { from: '192.168.1.20', headers: headers(['Host', 'ops.example'], [name, '10.0.0.7']) }),
    ).toBe(403);
  });

  it('cannot hide behind many headers', () => {
    const many = Array.from({ length: maxHeaders }, (_, index) => [`a${index}`, ''] as const);
    expect(status(open, { headers: headers(['Host', 'localhost'], ...many) })).toBe(431);
    expect(status(open, { headers: headers(['Host', 'localhost'], ...many.slice(1)) })).toBe(200);
  });
});

describe('a trusted proxy', () => {
  it.each([
    [[['X-Forwarded-For', '203.0.113.9']], '203.0.113.9'],
    [[['X-Forwarded-For', 'junk, 198.51.100.1, 203.0.113.9']], '203.0.113.9'],
    [[['X-Forwarded-For', '203.0.113.9, 10.2.0.1, 10.0.0.8']], '203.0.113.9'],
    [[['X-Forwarded-For', '203.0.113.9:4711']], '203.0.113.9'],
    [[['X-Forwarded-For', '2001:DB8::1']], '2001:db8::1'],
    [[['X-Forwarded-For', '10.2.0.1']], '10.2.0.1'],
    [
      [
        ['X-Forwarded-For', '198.51.100.1'],
        ['X-Forwarded-For', '203.0.113.9'],
      ],
      '203.0.113.9',
    ],
    [[['Forwarded', 'for=203.0.113.9;proto=https']], '203.0.113.9'],
    [[['Forwarded', 'for=unknown, For="[2001:db8::1]:4711" ; proto=https;by=_x, for=10.0.0.8']], '2001:db8::1'],
    [
      [
        ['Forwarded', 'for=203.0.113.9'],
        ['X-Forwarded-For', '203.0.113.9'],
      ],
      '203.0.113.9',
    ],
    [
      [
        ['X-Forwarded-For', '203.0.113.9'],
        ['X-Forwarded-Proto', 'HTTPS'],
        ['Via', '1.1 proxy'],
      ],
      '203.0.113.9',
    ],
  ] as const)('names the client: %j', (sent, expected) => {
    const incoming = requestOf({ from: '10.0.0.7', headers: headers(['Host', 'ops.example'], ...sent) });
    expect(createGuard(behind)(incoming)).toBeNull();
    expect(clientAddress(incoming)).toBe(expected);
  });

  it.each([
    [['X-Forwarded-For', '']],
    [['X-Forwarded-For', '203.0.113.9,']],
    [['X-Forwarded-For', '203.0.113.9, unknown']],
    [['X-Forwarded-For', '203.0.113.999']],
    [['X-Forwarded-For', '[203.0.113.9']],
    [['Forwarded', 'for=unknown']],
    [['Forwarded', 'for=_hidden']],
    [['Forwarded', 'proto=https']],
    [['Forwarded', 'for="203.0.113.9']],
    [['Forwarded', 'for=", for=203.0.113.9']],
    [['Forwarded', 'for=203.0.113.9;for=10.0.0.7']],
    [['Forwarded', 'for="x, for="[2001:db8::1]"']],
    [
      ['Forwarded', 'for=198.51.100.1'],
      ['X-Forwarded-For', '203.0.113.9'],
    ],
    [['Via', '1.1 proxy']],
    [['X-Real-IP', '203.0.113.9']],
    [
      ['X-Forwarded-For', '203.0.113.9'],
      ['X-Forwarded-Proto', 'http'],
    ],
    [['Forwarded', 'for=203.0.113.9;proto=http']],
  ] as const)('that does not name it clearly is refused: %j %j', (...sent) => {
    expect(status(behind, { from: '10.0.0.7', headers: headers(['Host', 'ops.example'], ...sent) })).toBe(400);
  });
});

describe('a request through a trusted proxy', () => {
  it('has the name that people open', () => {
    const sent = headers(['Host', '127.0.0.1:4600'], ['X-Forwarded-For', '203.0.113.9']);
    expect(status(behind, { headers: sent })).toBe(421);
  });

  it('may reach an open server from this machine only', () => {
    const options: GuardOptions = {
      ...open,
      isTrustedProxy: proxyMatcher(['127.0.0.1']),
      publicUrl: new URL('http://here.example'),
    };
    const through = (address: string) => ({ headers: headers(['Host', 'here.example'], ['X-Forwarded-For', address]) });
    expect([status(options, through('127.0.0.9')), status(options, through('192.168.1.20'))]).toEqual([200, 403]);
  });

  it('names no other client, whatever the client writes to the left of the proxies’ entries', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const written = fc.array(fc.oneof(address, fc.string()), { maxLength: 4 });
    fc.assert(
      fc.property(written, address, fc.nat(3), fc.boolean(), (theirs, client, hops, isRfc) => {
        fc.pre(!behind.isTrustedProxy(plainAddress(client)));
        const addresses = [client, ...Array.from({ length: hops }, (_, index) => `10.0.1.${index}`)];
        const quoted = addresses.map((text) => (text.includes(':') ? `for="[${text}]"` : `for=${text}`));
        const value = (isRfc ? [...theirs, ...quoted] : [...theirs, ...addresses]).join(', ');
        const incoming = requestOf({
          from: '10.0.0.7',
          headers: headers(['Host', 'ops.example'], [isRfc ? 'Forwarded' : 'X-Forwarded-For', value]),
        });
        const refusal = createGuard(behind)(incoming);
        // A malformed header is refused; otherwise the client is the one that the proxies saw.
        expect(refusal ? [refusal.status] : [200, clientAddress(incoming)]).toEqual(
          refusal && isRfc ? [400] : [200, plainAddress(client)],
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the list of trusted proxies', () => {
  it.each(['', 'proxy.example', '10.0.0.1/33', '10.0.0.1/x', '::1/129', '10.0.0.1/-1'])('cannot be %j', (entry) => {
    expect(() => proxyMatcher([entry])).toThrow();
  });

  it('has addresses and ranges of both kinds', () => {
    const isTrusted = proxyMatcher(['10.1.2.3', '172.16.0.0/12', 'fd00::/8', '::ffff:10.9.9.9']);
    const addresses = ['10.1.2.3', '10.1.2.4', '172.31.0.1', '172.32.0.1', 'fd12::1', 'fe80::1', '', 'x', '10.9.9.9'];
    expect(addresses.map(isTrusted)).toEqual([true, false, true, false, true, false, false, false, true]);
  });
});
