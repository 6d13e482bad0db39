import { describe, expect, it } from 'vitest';
import { clientsTrusted } from './proxySettings.ts';

/** A machine in two networks, and with a single address. */
const interfaces = {
  lo: [
    { address: '127.0.0.1', cidr: '127.0.0.1/8' },
    { address: '::1', cidr: '::1/128' },
  ],
  eth0: [
    { address: '192.168.1.5', cidr: '192.168.1.5/24' },
    { address: '2001:db8:1::5', cidr: '2001:db8:1::5/64' },
  ],
  docker0: [{ address: '172.17.0.1', cidr: '172.17.0.1/16' }],
  tailscale0: [{ address: '100.64.0.9', cidr: '100.64.0.9/32' }],
  odd: [{ address: '10.9.9.9', cidr: null }],
  none: undefined,
};

describe('trusted networks', () => {
  it.each([
    [['127.0.0.1']],
    [['127.0.0.0/8', '::1']],
    [['192.168.1.20']],
    [['192.168.1.20/32', '2001:db8:1::20/128']],
    [['192.168.1.16/28']],
    [['172.17.0.0/24']],
    [['10.0.0.0/8']],
    [['2001:db8:2::/64']],
    [['100.64.0.0/10']],
    [[]],
  ])('may be %j', (trusted) => {
    expect(clientsTrusted(trusted, interfaces)).toBeNull();
  });

  it.each([
    [['192.168.1.0/24']],
    [['192.168.1.77/24']],
    [['192.168.0.0/16']],
    [['127.0.0.1', '172.16.0.0/12']],
    [['2001:db8:1::/64']],
    [['2001:db8::/32']],
  ])('must not contain a network of this machine: %j', (trusted) => {
    expect(clientsTrusted(trusted, interfaces)).toMatch(/^TRUSTED_PROXIES must not [^\n]+\.$/);
  });
});
