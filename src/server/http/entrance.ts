import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#contract/gateway/config.ts';
import { createGuard, type GuardOptions } from './guard.ts';
import { type AddressMatcher, clientAddress, isLoopbackAddress, noProxies, remoteAddress } from './proxies.ts';
import { type Client, createShares, networkOf, type ShareLimits, type Shares, defaultShares } from './shares.ts';
import { alwaysSent } from './reply.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import type { Tuning } from '#server/upstream/source.ts';

export type EntranceOptions = {
  readonly config: Config;
  /** The host name of the server, besides those of this machine. */
  readonly host: string;
  /** Which requests are answered; by default only those of this machine. */
  readonly guard?: Partial<GuardOptions>;
  /** Each client's share, if not the default. */
  readonly shares?: Partial<ShareLimits>;
};

/** Without a sign-in there is one client, who has everything. */
export function isShared({ guard }: Pick<EntranceOptions, 'guard'>): boolean {
  return (guard?.mode ?? 'open') !== 'open';
}

/** The checks before anything answers a request. */
export function entranceOf(options: EntranceOptions, { monotonic }: Tuning, free: () => number) {
  const { guard: given = {}, host, config, shares: limits } = options;
  const { publicUrl = null, isTrustedProxy = noProxies, mode = 'open' } = given;
  const allowance = config.rateLimit ?? Number.POSITIVE_INFINITY;
  const shares = createShares({ ...defaultShares, ...limits }, monotonic, { allowance, free });
  return {
    guard: createGuard({ publicUrl, isTrustedProxy, mode, host }),
    shares,
    always: alwaysSent(publicUrl),
    clientOf: isShared(options) ? sharing : () => null,
    connected: connectionLimit(shares, isTrustedProxy),
  };
}

/** The share that a request counts against. People on a network who have not signed in share one. */
function sharing(incoming: IncomingMessage, caller: Caller | null): Client {
  const network = networkOf(clientAddress(incoming));
  return { person: caller?.grant ?? `from ${network}`, network };
}

/** Limits the connections of a network, except those of a trusted proxy, which holds everyone's, and of this machine. */
function connectionLimit(shares: Shares, isTrustedProxy: AddressMatcher): (socket: Socket) => void {
  return (socket) => {
    const address = remoteAddress(socket);
    if (isLoopbackAddress(address) || isTrustedProxy(address)) return;
    const end = shares.openConnection(networkOf(address));
    if (end) socket.once('close', end);
    else socket.destroy();
  };
}
