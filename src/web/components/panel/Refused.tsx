import { type Failure, refusalWords } from '#domain/answers/failures.ts';

type RefusedProps = { words: string; failure: Failure };

/** Why something was not saved. Somebody whose session has ended signs in beside the form, which stays as it is. */
export function Refused({ words, failure }: RefusedProps) {
  if (failure.kind !== 'signed out')
    return (
      <span role="alert">
        {words}: {refusalWords(failure)}
      </span>
    );
  return (
    <span role="alert">
      {words}: You are signed out.{' '}
      <a href="/sign-in" target="_blank" rel="noreferrer">
        Sign in in a new tab
      </a>
      , then try again.
    </span>
  );
}
