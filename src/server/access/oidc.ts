import { createHash, randomBytes } from 'node:crypto';
import * as client from 'openid-client';
import { grantLimits } from '#contract/access/grants.ts';
import { isLoopback } from '#server/gateway/service/upstream.ts';
import { signInError, SignInError } from './signInError.ts';

export type OidcOptions = {
  /** The provider's address, under which `/.well-known/openid-configuration` says the rest. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null of a public client, which has PKCE alone. */
  readonly clientSecret: string | null;
  /** Our own address as browsers write it, without a slash at its end. */
  readonly publicUrl: string;
  /** For each call to the provider, in seconds. */
  readonly timeout?: number;
};

/** Who signed in, and where they wanted to go. */
type SignedIn = {
  /** The confirmed e-mail address in lower case, else the provider's own id of the person (`sub`), which never holds an @. */
  readonly identity: string;
  /** For people, at most 100 characters. */
  readonly name: string;
  readonly to: string;
};

export type Oidc = {
  /**
   * Begins a sign-in. The browser is sent to `location`, and keeps `cookie` until it comes back. `to` comes back as it is, or as
   * `/` where it is too long to keep: who calls sees to it that it is an address of ours. Rejects with `SignInError`.
   */
  readonly start: (to: string, now: number) => Promise<{ readonly location: string; readonly cookie: string }>;
  /** Ends the sign-in that this cookie began, with the address that the provider sent the browser to. Rejects with `SignInError`. */
  readonly finish: (url: URL, cookie: string, now: number) => Promise<SignedIn>;
};

/** A sign-in under way. What the browser does not hold is kept here: the cookie alone does not tell it. */
type Attempt = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly to: string;
  readonly endsAt: number;
};

const attemptMs = 10 * 60_000;
const maxAttempts = 1_000;
/** Anyone can begin sign-ins, and each is kept for ten minutes. */
const maxTo = 4_096;
const discoveryMs = 3_600_000;
const usualTimeout = 10;

/** Where the provider sends the browser back to. */
const callbackPath = '/sign-in/callback';

/**
 * Sign-in by a provider of OpenID Connect (Core 1.0, 3.1): authorization code with PKCE (RFC 7636), `state`, `nonce`, and the
 * issuer of the answer (RFC 9207); the ID token's signature is verified although it comes over TLS. The provider is first
 * called when somebody signs in, so that it may be away when we start. Throws a RangeError where the issuer is not https,
 * unless it is on this machine.
 */
export function openOidc(options: OidcOptions): Oidc {
  const redirect = `${options.publicUrl}${callbackPath}`;
  const provider = openProvider(options);
  const attempts = new Map<string, Attempt>();

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
      });
      const cookie = randomBytes(32).toString('base64url');
      makeRoom(attempts, now);
      attempts.set(keyOf(cookie, state), {
        state,
        nonce,
        verifier,
        to: to.length > maxTo ? '/' : to,
        endsAt: now + attemptMs,
      });
      return { location: location.href, cookie };
    },
    async finish(url, cookie, now) {
      // By both, so that an address with another state, which anyone can send a browser to, does not end a sign-in under way.
      const key = keyOf(cookie, url.searchParams.get('state') ?? '');
      const attempt = attempts.get(key);
      attempts.delete(key);
      if (!attempt || attempt.endsAt <= now) throw new SignInError('expired', 'attempt');
      const config = await provider(now);
      // The library takes the redirect address from this one, and behind a proxy ours is another.
      const answer = new URL(redirect);
      answer.search = url.search;
      const claims = await claimsOf(config, answer, attempt).catch((error: unknown) => {
        throw signInError(error, 'mismatch');
      });
      return { ...personOf(claims), to: attempt.to };
    },
  };
}

/** A hash: what is kept here would not let anyone finish a sign-in. */
function keyOf(cookie: string, state: string): string {
  return createHash('sha256').update(`${cookie} ${state}`).digest('base64url');
}

/** Drops what has ended, and the oldest where there are too many; a Map keeps the order in which they began. */
function makeRoom(attempts: Map<string, Attempt>, now: number): void {
  for (const [key, { endsAt }] of attempts) {
    if (endsAt > now && attempts.size < maxAttempts) return;
    attempts.delete(key);
  }
}

/** The provider's configuration, read when it is first wanted, at most once at a time, and again after an hour. */
function openProvider(options: OidcOptions): (now: number) => Promise<client.Configuration> {
  const issuer = issuerOf(options.issuer);
  const isPlain = issuer.protocol === 'http:';
  let known: { readonly config: client.Configuration; readonly endsAt: number } | null = null;
  let reading: Promise<client.Configuration> | null = null;

  const read = async (now: number) => {
    const { clientId, clientSecret, timeout = usualTimeout } = options;
    // What the library calls deprecated here is a warning: it is for tests, and for loopback alone.
    const execute = [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])];
    const config = await client.discovery(issuer, clientId, undefined, authOf(clientSecret), { execute, timeout });
    known = { config, endsAt: now + discoveryMs };
    return config;
  };
  return async (now) => {
    if (known && now < known.endsAt) return known.config;
    reading ??= read(now).finally(() => (reading = null));
    return reading.catch((error: unknown) => {
      // An hour's end is no reason to keep people out: what has changed shows in the next step.
      if (known) return known.config;
      throw signInError(error, 'settings');
    });
  };
}

function issuerOf(text: string): URL {
  const issuer = URL.parse(text);
  const isSafe = issuer?.protocol === 'https:' || (issuer?.protocol === 'http:' && isLoopback(issuer.hostname));
  if (!issuer || !isSafe) throw new RangeError('The address of the sign-in service has to begin with https://.');
  return issuer;
}

/** As the provider says that it takes a secret; where it says nothing, in the header (OpenID Connect Discovery 1.0, section 3). */
function authOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (isPost ? post : basic)(server, ...rest);
  };
}

type Claims = { readonly sub: string; readonly [name: string]: unknown };

/** What the ID token says, and where it does not say an e-mail address, what the provider says of its bearer. */
async function claimsOf(config: client.Configuration, answer: URL, attempt: Attempt): Promise<Claims> {
  const { state, nonce, verifier } = attempt;
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new SignInError('mismatch', 'no-id-token');
  if (claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) };
}

/** In ASCII alone: other letters fold to these (the Kelvin sign to k), so that two addresses would be one person. */
const plainSigns = /^[\u0021-\u007E]+$/;

function isPlainAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && at < text.length - 1 && plainSigns.test(text);
}

/** Core 1.0, section 2: at most 255 ASCII characters. Blanks around it would be gone where roles are looked up. */
const plainId = /^(?! )[\u0020-\u007E]{1,255}(?<! )$/;

function personOf(claims: Claims): Omit<SignedIn, 'to'> {
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
