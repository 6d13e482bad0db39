import * as z from 'zod/mini';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { urlHost } from '#server/upstream/upstream.ts';
import { oidcDisagreements, type OidcSettings, oidcSettingsOf, oidcShape } from './oidc/oidcSettings.ts';
import { proxyDisagreements, type ProxySettings, proxySettingsOf, proxyShape } from './proxy/proxySettings.ts';
import { address, isLoopback } from '#server/install/settingForms.ts';

/** Who may sign in, and how. */
export type AccessSettings = ProxySettings & {
  readonly mode: AccessMode;
  /** The origin by which browsers reach this server: `https://ops.school.example`. Null if only this machine does. */
  readonly publicUrl: string | null;
  /** Null unless people sign in at the school's own service. */
  readonly oidc: OidcSettings | null;
};

/** The shape of the access settings as text; `.env.example` explains them. No message repeats a value. */
export const accessShape = {
  ACCESS: z._default(z.enum(accessModes, 'must be open, tokens, proxy or oidc.'), 'open'),
  PUBLIC_URL: z.optional(
    address(
      (url) => url.pathname === '/' && !url.href.includes('?'),
      'must be an address such as https://ops.school.example, without path, user name, query or fragment.',
      'would send the data unencrypted',
    ),
  ),
  ...proxyShape,
  ...oidcShape,
};
const environment = z.object({ ...accessShape, HOST: z.string() });
type Given = z.output<typeof environment>;

/** Problems between settings of access that are each valid, one sentence each. */
export function accessDisagreements(given: Given): string[] {
  const { ACCESS: mode, PUBLIC_URL: publicUrl } = given;
  if (mode === 'open') return openProblems(given);
  const problems = proxyDisagreements(given, mode === 'proxy');
  if (publicUrl === undefined)
    problems.push(`PUBLIC_URL must be given with ACCESS=${mode}: the address under which browsers reach this server.`);
  return mode === 'oidc' ? [...problems, ...oidcDisagreements(given)] : problems;
}

/** Without a sign-in only this machine may use the server: not through another address, and not through a proxy. */
function openProblems({ HOST: host, PUBLIC_URL: publicUrl, LISTEN_SOCKET: socket }: Given): string[] {
  if (socket !== undefined)
    return ['LISTEN_SOCKET must be left out with ACCESS=open: it is for a proxy, which serves other machines.'];
  const how = 'or turn sign-in on: set ACCESS to tokens, proxy or oidc.';
  if (!isLoopback(urlHost(host))) {
    return [`HOST must be this machine (127.0.0.1, ::1 or localhost) with ACCESS=open; leave it out, ${how}`];
  }
  const isReached = publicUrl !== undefined && !isLoopback(URL.parse(publicUrl)?.hostname ?? '');
  return isReached
    ? [`PUBLIC_URL must be this machine (127.0.0.1, ::1 or localhost) with ACCESS=open; leave it out, ${how}`]
    : [];
}

/** The access settings from a valid environment. */
export function accessSettingsOf(given: Given): AccessSettings {
  return {
    mode: given.ACCESS,
    publicUrl: given.PUBLIC_URL === undefined ? null : new URL(given.PUBLIC_URL).origin,
    ...proxySettingsOf(given, given.ACCESS === 'proxy'),
    oidc: given.ACCESS === 'oidc' ? oidcSettingsOf(given) : null,
  };
}
