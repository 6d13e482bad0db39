/** Each with a sentence for people and the status of its answer. */
const kinds = {
  away: [503, 'The sign-in service cannot be reached. Try again in a minute.'],
  refused: [403, 'The sign-in service did not let you in. Try again, or ask its administrator.'],
  expired: [400, 'This sign-in took too long, was already used, or began in another browser. Sign in again.'],
  mismatch: [400, 'The sign-in service’s answer does not match this sign-in. Sign in again.'],
  factor: [
    403,
    'Your sign-in service did not ask for the second factor that Flightline requires. Sign in again with it, or ask its administrator.',
  ],
  stale: [
    403,
    'Your sign-in service did not ask you to sign in afresh, which Flightline requires. Sign out there, then sign in again.',
  ],
  clock: [
    502,
    'The clocks of Flightline’s server and the sign-in service differ. Ask your Flightline administrator to set the time.',
  ],
  unconfirmed: [
    403,
    'The sign-in service has not confirmed your e-mail address. Confirm it there, then sign in again.',
  ],
  settings: [
    502,
    'The sign-in service does not accept Flightline. Ask your Flightline administrator to check the OIDC settings.',
  ],
} as const;

export type SignInErrorKind = keyof typeof kinds;

/**
 * Why a person could not sign in. The message is one sentence for them; `detail` is one word for the log. Neither holds
 * tokens, codes or claims, and there is no cause.
 */
export class SignInError extends Error {
  readonly kind: SignInErrorKind;
  /** The status of the answer. */
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
