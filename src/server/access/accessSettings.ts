import * as z from 'zod/mini';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { isLoopback, urlHost } from '#server/gateway/service/upstream.ts';
import { oidcDisagreements, type OidcSettings, oidcSettingsOf, oidcShape } from './oidc/oidcSettings.ts';
import { proxyDisagreements, type ProxySettings, proxySettingsOf, proxyShape } from './proxy/proxySettings.ts';
import { address } from './settingForms.ts';

/** Who is let in, and how they show who they are. */
export type AccessSettings = ProxySettings & {
  readonly mode: AccessMode;
  /** Under which address browsers reach this server: its origin, `https://ops.school.example`. Null where only this machine does. */
  readonly publicUrl: string | null;
  /** Null unless people sign in at a service of the school's. */
  readonly oidc: OidcSettings | null;
};

/** The settings of access as text; `.env.example` says what they mean. No message repeats a value. */
export const accessShape = {
  ACCESS: z._default(z.enum(accessModes, 'must be open, tokens, proxy or oidc.'), 'open'),
  PUBLIC_URL: z.optional(
    address(
      (url) => url.pathname === '/' && !url.href.includes('?'),
      'must be an address such as https://ops.school.example, without path, user name, query or fragment.',
      'would show the data to everyone on the way',
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

/** Where nobody signs in, nobody but this machine may get in: neither by an address of its own nor through a proxy. */
function openProblems({ HOST: host, PUBLIC_URL: publicUrl, LISTEN_SOCKET: socket }: Given): string[] {
  if (socket !== undefined)
    return ['LISTEN_SOCKET must be left out as long as nobody has to sign in: it is for a proxy, which serves others.'];
  const how = 'or set ACCESS to tokens, proxy or oidc, so that people sign in.';
  if (!isLoopback(urlHost(host))) {
    return [
      `HOST must be this machine (127.0.0.1, ::1 or localhost) as long as nobody has to sign in; leave it out, ${how}`,
    ];
  }
  const isReached = publicUrl !== undefined && !isLoopback(URL.parse(publicUrl)?.hostname ?? '');
  return isReached
    ? [
        `PUBLIC_URL must be this machine (127.0.0.1, ::1 or localhost) as long as nobody has to sign in; leave it out, ${how}`,
      ]
    : [];
}

/** The settings of access, of an environment that is valid. */
export function accessSettingsOf(given: Given): AccessSettings {
  return {
    mode: given.ACCESS,
    publicUrl: given.PUBLIC_URL === undefined ? null : new URL(given.PUBLIC_URL).origin,
    ...proxySettingsOf(given, given.ACCESS === 'proxy'),
    oidc: given.ACCESS === 'oidc' ? oidcSettingsOf(given) : null,
  };
}
