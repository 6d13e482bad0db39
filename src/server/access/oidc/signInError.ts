/** Each with its sentence for people, and the status of its answer. */
const kinds = {
  away: [503, 'The sign-in service cannot be reached. Try again in a minute.'],
  refused: [403, 'The sign-in service did not let you in. Try again, or ask whoever manages it.'],
  expired: [400, 'This sign-in took too long, was already used, or began in another browser. Sign in again.'],
  mismatch: [400, 'The answer of the sign-in service does not belong to this sign-in. Sign in again.'],
  factor: [
    403,
    'Your sign-in service did not ask for the second factor this server needs. Sign in again with it, or ask whoever manages the service.',
  ],
  stale: [
    403,
    'Your sign-in service did not ask you to sign in anew, which this server needs. Sign out there, then sign in again.',
  ],
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
