import * as z from 'zod/mini';
import { secondsInDay } from '#domain/units.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { address, claimName, optionalText, listed, readAs, visible } from '#server/install/settingForms.ts';
import type { RoleClaim } from './person.ts';

/** The school's sign-in service, and what is required of it. */
export type OidcSettings = {
  /** The provider's address, under which `/.well-known/openid-configuration` says the rest. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which has only PKCE. */
  readonly clientSecret: string | null;
  /** The accepted ways of signing in, by the provider's own names; empty accepts all. */
  readonly acrValues: readonly string[];
  /** Greatest age, in seconds, of the person's sign-in at the provider; null for any. */
  readonly maxAge: number | null;
  /** Null if roles are only handed out here. */
  readonly roles: RoleClaim | null;
};

const personRoles = roles.filter((role) => role !== 'display');

/** The settings as text; `.env.example` says what they mean. */
export const oidcShape = {
  OIDC_ISSUER: z.optional(
    address(
      (url) => !url.href.includes('?'),
      'must be the address of your sign-in service such as https://login.school.example, without query or fragment.',
      'would send sign-ins unencrypted',
    ),
  ),
  OIDC_CLIENT_ID: visible(200),
  OIDC_CLIENT_SECRET: optionalText(
    /^[\x21-\x7e]{8,512}$/,
    'must be 8 to 512 visible ASCII characters, without spaces.',
  ),
  OIDC_ROLE_CLAIM: z.optional(claimName),
  OIDC_ROLES: z.optional(
    readAs(
      (written) => pairsIn(written) !== null,
      `must be values of that claim with their roles, such as ramp=dispatcher,shop=maintenance. Roles: ${personRoles.join(', ')}.`,
      (written) => pairsIn(written) ?? [],
    ),
  ),
  OIDC_USER_ID_CLAIM: z.optional(claimName),
  OIDC_ACR_VALUES: z._default(
    readAs(
      (written) => /^[\x20-\x7e]{1,500}$/.test(written) && acrValuesIn(written).length > 0,
      'must be authentication methods (acr values) of your sign-in service, separated by spaces, at most 500 characters.',
      acrValuesIn,
    ),
    [],
  ),
  OIDC_MAX_AGE: z.optional(
    readAs(
      (written) => /^\d{1,7}$/.test(written) && Number(written) <= maxAge,
      'must be a whole number of seconds from 0 to 2592000 (30 days).',
      Number,
    ),
  ),
};
const environment = z.object(oidcShape);
type Given = z.output<typeof environment>;

const maxAge = 30 * secondsInDay;

function acrValuesIn(written: string): string[] {
  return written.split(/[ ,]/).filter((value) => value !== '');
}

/** `value=role`, in order; a value may contain an equals sign. Null if one is malformed or a value occurs twice. */
function pairsIn(written: string): (readonly [string, Role])[] | null {
  const pairs = listed(written).map((pair) => {
    const at = pair.lastIndexOf('=');
    const [value, name] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    const role = personRoles.find((personRole) => personRole === name);
    return role && value !== '' ? ([value, role] as const) : null;
  });
  const known = pairs.filter((pair) => pair !== null);
  const isWhole = known.length === pairs.length && new Set(known.map(([value]) => value)).size === pairs.length;
  return isWhole && pairs.length > 0 ? known : null;
}

/** Problems between these settings, one sentence each. */
export function oidcDisagreements(given: Given): string[] {
  const { OIDC_ROLE_CLAIM: claim, OIDC_ROLES: pairs, OIDC_USER_ID_CLAIM: userId } = given;
  const problems: string[] = [];
  const need = (name: string, why: string) => problems.push(`${name} must be given with ${why}.`);
  if (given.OIDC_ISSUER === undefined) need('OIDC_ISSUER', 'ACCESS=oidc: the address of your sign-in service');
  if (given.OIDC_CLIENT_ID === undefined)
    need('OIDC_CLIENT_ID', 'ACCESS=oidc: the name that your sign-in service has given to Flightline');
  if (claim === undefined && pairs) need('OIDC_ROLE_CLAIM', 'OIDC_ROLES: the claim that holds those values');
  if (claim !== undefined && !pairs) need('OIDC_ROLES', 'OIDC_ROLE_CLAIM: which value means which role');
  if (userId === undefined && pairs?.some(([, role]) => role === 'instructor'))
    need('OIDC_USER_ID_CLAIM', 'a value for instructor in OIDC_ROLES: the claim that holds the instructor’s user id');
  return problems;
}

/** The settings from a valid environment; null if people do not sign in there. */
export function oidcSettingsOf(given: Given): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret = null } = given;
  if (issuer === undefined || clientId === undefined) return null;
  const { OIDC_ROLE_CLAIM: name, OIDC_ROLES: pairs, OIDC_USER_ID_CLAIM: userIdName = null } = given;
  return {
    issuer,
    clientId,
    clientSecret,
    acrValues: given.OIDC_ACR_VALUES,
    maxAge: given.OIDC_MAX_AGE ?? null,
    roles: name !== undefined && pairs ? { name, roles: pairs, userIdName } : null,
  };
}
