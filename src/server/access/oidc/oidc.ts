import * as client from 'openid-client';
import { millisecondsInHour } from '#domain/units.ts';
import type { ServiceRole } from '#server/access/store/store.ts';
import type { AtService } from '#server/access/store/sessions.ts';
import { isLoopback } from '#server/install/settingForms.ts';
import { type Attempt, attemptSeconds, sealerOf } from './attempt.ts';
import { isUnknownKey, signInError } from './failures.ts';
import { checkIdToken } from './idToken.ts';
import { logoutReader } from './logout.ts';
import type { OidcSettings } from './oidcSettings.ts';
import { claimAt, type Claims, personOf, serviceRoleIn } from './person.ts';
import { SignInError } from './signInError.ts';

export type OidcOptions = OidcSettings & {
  /** Encrypts sign-ins in progress: 32 random bytes, the same after a restart. */
  readonly secret: Uint8Array;
  /** Our own address as browsers write it, without a final slash. */
  readonly publicUrl: string;
  /** Seconds allowed for each call to the provider. */
  readonly timeout?: number;
};

/** Who signed in. */
type SignedIn = {
  /** The confirmed e-mail address in lower case, otherwise the provider's own id of the person (`sub`), which never holds an @. */
  readonly identity: string;
  /** The name to show, at most 100 characters. */
  readonly name: string;
  /** The role from the provider, if the settings request one. */
  readonly serviceRole: ServiceRole | null;
  readonly at: AtService;
};

export type Oidc = {
  /**
   * Begins a sign-in. The browser goes to `location` and keeps `cookie` until it returns; the server keeps nothing. `to`
   * returns unchanged, or as `/` if it is too long to keep. The caller makes sure that it is our own address. Rejects with
   * `SignInError`.
   */
  readonly start: (to: string, now: number) => Promise<{ readonly location: string; readonly cookie: string }>;
  /** The sign-in that this cookie began, if the address is the provider's return from it; otherwise null. Makes no call. */
  readonly begun: (url: URL, cookie: string, now: number) => Attempt | null;
  /** Ends that sign-in. The provider accepts the code in the address only once. Rejects with `SignInError`. */
  readonly finish: (url: URL, attempt: Attempt, now: number) => Promise<SignedIn>;
  /** Which sessions a logout token of the provider ends. Rejects with `SignInError`. */
  readonly logout: (token: string, now: number) => Promise<AtService>;
};

/** Characters. A browser may keep three cookies, and each must stay well below its limit. */
const maxTo = 1_500;
const discoveryMs = millisecondsInHour;
const defaultTimeout = 10;

/** Where the provider sends the browser back to. */
const callbackPath = '/sign-in/callback';

/**
 * Sign-in by a provider of OpenID Connect (Core 1.0, 3.1): authorization code with PKCE (RFC 7636), `state`, `nonce`, and
 * the issuer of the answer (RFC 9207); the ID token's signature is verified although it comes over TLS. The provider is
 * first called at a sign-in, so it may be down when we start. Throws a RangeError if the issuer is not https, unless it is
 * on this machine.
 */
export function openOidc(options: OidcOptions): Oidc {
  const redirect = `${options.publicUrl}${callbackPath}`;
  const { provider, forget } = openProvider(options);
  const { seal, open } = sealerOf(options.secret);
  const { acrValues, maxAge } = options;
  const stateIn = (url: URL) => url.searchParams.get('state') ?? '';

  return {
    async start(to, now) {
      const config = await provider(now);
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
        ...(maxAge !== null && { max_age: String(maxAge) }),
      });
      const attempt = { nonce, verifier, to: to.length > maxTo ? '/' : to, endsAt: now + attemptSeconds * 1000 };
      return { location: location.href, cookie: seal(attempt, state) };
    },
    begun(url, cookie, now) {
      const attempt = open(cookie, stateIn(url));
      return attempt && now < attempt.endsAt ? attempt : null;
    },
    async finish(url, attempt, now) {
      const config = await provider(now);
      // The library takes the redirect address from this one; behind a proxy ours is different.
      const answer = new URL(redirect);
      answer.search = url.search;
      const claims = await claimsOf(config, answer, attempt, options).catch((error: unknown) => {
        if (isUnknownKey(error)) forget();
        throw signInError(error, 'mismatch');
      });
      const { roles } = options;
      const { sub, sid } = claims;
      const at = { sub, sid: typeof sid === 'string' ? sid : null };
      return { ...personOf(claims), serviceRole: roles && serviceRoleIn(claims, roles), at };
    },
    logout: logoutReader(options.clientId, provider),
  };
}

/** The provider's configuration with its keys, read at first use, at most once at a time, and again after an hour or if it was forgotten. */
function openProvider(options: OidcOptions): {
  readonly provider: (now: number) => Promise<client.Configuration>;
  /** The next use reads it again, if it can be reached. */
  readonly forget: () => void;
} {
  const issuer = issuerOf(options.issuer);
  const isPlain = issuer.protocol === 'http:';
  let known: { readonly config: client.Configuration; readonly endsAt: number } | null = null;
  let reading: Promise<client.Configuration> | null = null;

  const read = async (now: number) => {
    const { clientId, clientSecret, timeout = defaultTimeout } = options;
    // The library marks this as deprecated only to warn: it is for tests, and only for loopback.
    const execute = [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])];
    const config = await client.discovery(issuer, clientId, undefined, authOf(clientSecret), { execute, timeout });
    known = { config, endsAt: now + discoveryMs };
    return config;
  };
  const forget = () => {
    if (known) known = { ...known, endsAt: 0 };
  };
  const provider = async (now: number) => {
    if (known && now < known.endsAt) return known.config;
    reading ??= read(now).finally(() => (reading = null));
    return reading.catch((error: unknown) => {
      // An expired configuration must not keep people out. If the provider has changed it, the next step fails.
      if (known) return known.config;
      throw signInError(error, 'settings');
    });
  };
  return { provider, forget };
}

function issuerOf(text: string): URL {
  const issuer = URL.parse(text);
  const isSafe = issuer?.protocol === 'https:' || (issuer?.protocol === 'http:' && isLoopback(issuer.hostname));
  if (!issuer || !isSafe) throw new RangeError('The address of the sign-in service must begin with https://.');
  return issuer;
}

/** How the provider takes a secret; by default in the header (OpenID Connect Discovery 1.0, section 3). */
function authOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (isPost ? post : basic)(server, ...rest);
  };
}

/** The claims of the ID token; if some are missing, also those of the provider's userinfo. */
async function claimsOf(
  config: client.Configuration,
  answer: URL,
  { nonce, verifier }: Attempt,
  { acrValues, maxAge, roles, clientId }: OidcOptions,
): Promise<Claims> {
  const tokens = await client.authorizationCodeGrant(config, answer, {
    // Only this state opens the attempt.
    expectedState: answer.searchParams.get('state') ?? '',
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(maxAge !== null && { maxAge }),
  });
  const claims = tokens.claims();
  if (!claims) throw new SignInError('mismatch', 'no-id-token');
  checkIdToken(tokens.id_token ?? '', claims, clientId, Date.now());
  // Core 1.0, section 3.1.2.1: a provider may do less than requested.
  if (acrValues.length > 0 && !acrValues.some((value) => value === claims['acr']))
    throw new SignInError('factor', 'acr-not-met');
  const wanted = ['email', ...(roles ? [roles.name, roles.userIdName ?? roles.name] : [])];
  const hasAll = wanted.every((name) => claimAt(claims, name) !== undefined);
  if (hasAll || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  // Only the signed token identifies the session.
  return { ...claims, ...more, ...addressIn(claims, more), sid: claims['sid'] };
}

/** The e-mail address with the mark of the same source: a mark beside another address confirms nothing. */
function addressIn(claims: Claims, more: Claims): { readonly email: unknown; readonly email_verified: unknown } {
  const isMarked = claims['email'] !== undefined && claims['email_verified'] !== undefined;
  const { email, email_verified } = isMarked || more['email'] === undefined ? claims : more;
  return { email, email_verified };
}
