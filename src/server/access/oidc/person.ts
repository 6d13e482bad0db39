import { grantLimits } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import { isRecord } from '#contract/objects.ts';
import type { ServiceRole } from '#server/access/store/store.ts';
import { SignInError } from './signInError.ts';

/** How the sign-in service assigns roles. */
export type RoleClaim = {
  /** The name of a claim, or of a nested one with dots: `groups`, `realm_access.roles`. */
  readonly name: string;
  /** The claim's values and their roles; the first match counts. */
  readonly roles: readonly (readonly [value: string, role: Role])[];
  /** The claim with an instructor's user id; null if there is none. */
  readonly userIdName: string | null;
};

export type Claims = { readonly sub: string; readonly [name: string]: unknown };

/** Only ASCII. Other letters fold to these (the Kelvin sign to k), and two people's addresses would become the same. */
const plainSigns = /^[\u0021-\u007E]+$/;

function isPlainAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && at < text.length - 1 && plainSigns.test(text);
}

/**
 * Core 1.0, section 2: at most 255 ASCII characters. No blanks at its ends, because the look-up of roles would drop
 * them.
 */
const plainId = /^(?! )[\u0020-\u007E]{1,255}(?<! )$/;

/** A person by a provider's claims: the identity that counts, and the name to show. Throws `SignInError`. */
export function personOf(claims: Claims): { readonly identity: string; readonly name: string } {
  const { sub, email } = claims;
  const isConfirmed = claims['email_verified'] === true && typeof email === 'string' && isPlainAddress(email);
  // An id with an @ could be another person's address. People who may choose their id there could become that person.
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

/** A claim by its name or path; a name may itself contain dots. */
export function claimAt(claims: { readonly [name: string]: unknown }, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

const userId = /^[\x21-\x7e]{1,100}$/;

/** The role from a provider; an instructor also needs the id that says which one. */
export function serviceRoleIn(claims: Claims, { name, roles, userIdName }: RoleClaim): ServiceRole | null {
  const values = new Set([claimAt(claims, name)].flat());
  const id = userIdName === null ? null : claimAt(claims, userIdName);
  const written = typeof id === 'number' ? String(id) : id;
  const ownId = typeof written === 'string' && userId.test(written) ? written : null;
  const [, role] =
    roles.find(([value, offered]) => values.has(value) && (offered !== 'instructor' || ownId !== null)) ?? [];
  return role ? { role, userId: role === 'instructor' ? ownId : null } : null;
}
