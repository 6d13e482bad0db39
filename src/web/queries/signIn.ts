import { signInAddress } from '#domain/access/rights.ts';

/** The way to the sign-in page, for a page whose session has ended. */

/** Of this tab: it has been sent to sign in, and nothing has been answered since. */
const sent = 'flightline sent to sign in';

/**
 * Goes to the sign-in page, once until the gateway has told again who is signed in: where signing in does not help, the page says
 * so rather than going there and back. A wall board stays where it is, with its last picture.
 */
export function goToSignIn(page: Location = location, memory: Storage | null = tabMemory()): void {
  if (page.pathname === '/board' || !memory || memory.getItem(sent) !== null) return;
  memory.setItem(sent, 'yes');
  page.assign(signInAddress(page));
}

/** Somebody is signed in: the next end of a session leads to the sign-in page again. */
export function hasSignedIn(memory: Storage | null = tabMemory()): void {
  memory?.removeItem(sent);
}

/** Null where the browser forbids it, and outside of a browser. */
function tabMemory(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
