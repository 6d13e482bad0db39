import * as client from 'openid-client';
import { isRecord } from '#contract/objects.ts';
import { SignInError, type SignInErrorKind } from './signInError.ts';

/** Kinds by the `code` of an error from the library or from Node. */
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

/** Kinds by the `error` of an answer (RFC 6749, 4.1.2.1 and 5.2). */
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
 * What went wrong, or `otherwise` if the error does not say. It drops the causes, because the library's causes hold answers,
 * tokens and claims.
 */
export function signInError(error: unknown, otherwise: SignInErrorKind): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    return new SignInError(kindOfAnswer.get(error.error) ?? 'refused', word(error.error));
  }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new SignInError('settings', `status-${error.status}`);
  const code = codeOf(error);
  if (isStale(error)) return new SignInError('stale', 'auth_time');
  // `fetch failed`, with the reason in its cause.
  if (error instanceof TypeError && code === null) return new SignInError('away', word(codeOf(error.cause) ?? 'fetch'));
  return new SignInError(kindOfCode.get(code ?? '') ?? otherwise, word(code ?? 'unknown'));
}

/** Whether no key that we have read signed the token: the provider may have changed its keys since. */
export function isUnknownKey(error: unknown): boolean {
  const codes = [codeOf(error), error instanceof Error ? codeOf(error.cause) : null];
  return codes.includes('OAUTH_KEY_SELECTION_FAILED');
}

/** Whether the sign-in at the provider is too old, or undated. The error names the claim in its cause, or only in its sentence. */
function isStale(error: unknown): boolean {
  const below = error instanceof Error ? error.cause : null;
  if (!(below instanceof Error)) return false;
  return /"auth_time"/.test(below.message) || (isRecord(below.cause) && below.cause['claim'] === 'auth_time');
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Any site that sent the browser here may have written the `error`. */
function word(text: string): string {
  return /^[A-Za-z_]{1,50}$/.test(text) ? text : 'unknown';
}
