import type { Failure, FailureKind } from '#domain/failures.ts';

/** The one error type of the data layer. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly failure: Failure;

  constructor(kind: FailureKind, details: Partial<Failure> = {}, options: ErrorOptions = {}) {
    super(`request failed: ${kind}`, options);
    this.failure = { status: null, entries: [], retryAfter: null, ...details, kind };
  }
}

/** Any thrown value as a failure; what the client did not throw is a defect of ours and counts as unreadable. */
export function asFailure(error: unknown): Failure {
  return error instanceof RequestFailure ? error.failure : new RequestFailure('unreadable').failure;
}
