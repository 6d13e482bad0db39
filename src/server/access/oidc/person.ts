import { grantLimits } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import { isRecord } from '#contract/objects.ts';
import type { SaidRole } from '#server/access/store/store.ts';
import { SignInError } from './signInError.ts';

/** How the sign-in service says who has which role. */
export type RoleClaim = {
  /** The name of a claim, or the names on the way to one within others, joined by dots: `groups`, `realm_access.roles`. */
  readonly name: string;
  /** What the claim says, and the role it stands for; of several the first counts. */
  readonly roles: readonly (readonly [value: string, role: Role])[];
  /** The claim that says an instructor's user id; null where there is none. */
  readonly userIdName: string | null;
};

export type Claims = { readonly sub: string; readonly [name: string]: unknown };

/** In ASCII alone: other letters fold to these (the Kelvin sign to k), so that two addresses would be one person. */
const plainSigns = /^[\u0021-\u007E]+$/;

function isPlainAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && at < text.length - 1 && plainSigns.test(text);
}

/** Core 1.0, section 2: at most 255 ASCII characters. Blanks around it would be gone where roles are looked up. */
const plainId = /^(?! )[\u0020-\u007E]{1,255}(?<! )$/;

/** Who somebody is, by the claims of a provider: what counts, and the name that people read. Throws `SignInError`. */
export function personOf(claims: Claims): { readonly identity: string; readonly name: string } {
  const { sub, email } = claims;
  const isConfirmed = claims['email_verified'] === true && typeof email === 'string' && isPlainAddress(email);
  // An id with an @ could be the address of somebody else: whoever may choose an id or an address there would be them.
  if (!isConfirmed && (sub.includes('@') || !plainId.test(sub)))
    throw new SignInError('unconfirmed', 'email-not-verified');
  const identity = isConfirmed ? email.toLowerCase() : sub;
  return { identity, name: nameOf(claims) ?? identity };
}

function nameOf(claims: Claims): string | null {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const whole = `${text('given_name')} ${text('family_name')}`;
  const names = [text('name'), whole, text('preferred_username')].map((name) =>
    Array.from(name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
      .slice(0, grantLimits.name)
      .join(''),
  );
  return names.find((name) => name !== '') ?? null;
}

/** A claim by its name, or by the names on the way to it: the name of one may itself have dots. */
export function claimAt(claims: { readonly [name: string]: unknown }, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

const userId = /^[\x21-\x7e]{1,100}$/;

/** The role that a provider says somebody has: nobody is an instructor without the id that says which one. */
export function saidRole(claims: Claims, { name, roles, userIdName }: RoleClaim): SaidRole | null {
  const said = new Set([claimAt(claims, name)].flat());
  const id = userIdName === null ? null : claimAt(claims, userIdName);
  const written = typeof id === 'number' ? String(id) : id;
  const ownId = typeof written === 'string' && userId.test(written) ? written : null;
  const [, role] = roles.find(([value, one]) => said.has(value) && (one !== 'instructor' || ownId !== null)) ?? [];
  return role ? { role, userId: role === 'instructor' ? ownId : null } : null;
}
