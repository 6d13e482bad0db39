import * as client from 'openid-client';

/** Each with its sentence for people, and the status of its answer. */
const kinds = {
  away: [503, 'The sign-in service cannot be reached. Try again in a minute.'],
  refused: [403, 'The sign-in service did not let you in. Try again, or ask whoever manages it.'],
  expired: [400, 'This sign-in took too long, was already used, or began in another browser. Sign in again.'],
  mismatch: [400, 'The answer of the sign-in service does not belong to this sign-in. Sign in again.'],
  clock: [502, 'The clocks of this server and of the sign-in service differ. Ask whoever runs them to set the time.'],
  unconfirmed: [
    403,
    'The sign-in service has not confirmed your e-mail address. Confirm it there, then sign in again.',
  ],
  settings: [502, 'The sign-in service does not accept this server. Ask whoever runs it to check the OIDC settings.'],
} as const;

export type SignInErrorKind = keyof typeof kinds;

/**
 * Why somebody could not sign in. The message is one sentence for them; `detail` is one word for the log. Nothing of tokens,
 * codes or claims is in either, nor in a cause, which there is none of.
 */
export class SignInError extends Error {
  readonly kind: SignInErrorKind;
  /** Of the answer that tells it. */
  readonly status: number;
  readonly detail: string;

  constructor(kind: SignInErrorKind, detail: string) {
    const [status, message] = kinds[kind];
    super(message);
    this.name = 'SignInError';
    this.kind = kind;
    this.status = status;
    this.detail = detail;
  }
}

/** By the `code` of an error of the library, or of Node beneath it. */
const kindOfCode = new Map<string, SignInErrorKind>([
  ['OAUTH_TIMEOUT', 'away'],
  ['OAUTH_ABORT', 'away'],
  ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'away'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'clock'],
  ['OAUTH_MISSING_SERVER_METADATA', 'settings'],
  ['OAUTH_HTTP_REQUEST_FORBIDDEN', 'settings'],
  ['OAUTH_REQUEST_PROTOCOL_FORBIDDEN', 'settings'],
  ['OAUTH_UNSUPPORTED_OPERATION', 'settings'],
]);

/** By the `error` of an answer (RFC 6749, 4.1.2.1 and 5.2). */
const kindOfAnswer = new Map<string, SignInErrorKind>([
  ['invalid_grant', 'mismatch'],
  ['invalid_client', 'settings'],
  ['unauthorized_client', 'settings'],
  ['unsupported_response_type', 'settings'],
  ['unsupported_grant_type', 'settings'],
  ['invalid_scope', 'settings'],
  ['invalid_request', 'settings'],
  ['server_error', 'away'],
  ['temporarily_unavailable', 'away'],
]);

/**
 * What went wrong, `otherwise` where the error does not say, with nothing of what it was made from: causes of the library hold
 * answers, tokens and claims.
 */
export function signInError(error: unknown, otherwise: SignInErrorKind): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    return new SignInError(kindOfAnswer.get(error.error) ?? 'refused', word(error.error));
  }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new SignInError('settings', `status-${error.status}`);
  const code = codeOf(error);
  // `fetch failed`, with the reason beneath it.
  if (error instanceof TypeError && code === null) return new SignInError('away', word(codeOf(error.cause) ?? 'fetch'));
  return new SignInError(kindOfCode.get(code ?? '') ?? otherwise, word(code ?? 'unknown'));
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** An `error` may have been written by whoever sent the browser here. */
function word(text: string): string {
  return /^[A-Za-z_]{1,50}$/.test(text) ? text : 'unknown';
}
