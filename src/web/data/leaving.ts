import { millisecondsInMinute } from '#domain/units.ts';
import { now } from '#web/device/screenClock.ts';
import { leaving, sentToSignIn, tabMemory } from './client.ts';

/** Habit: somebody who typed into an open form this recently is still at it. Later, the next person may find the page. */
const atForm = 5 * millisecondsInMinute;
let typed: { readonly form: WeakRef<Element>; readonly at: number } | null = null;

/** Notes that somebody types into a form. */
export function noteTyping({ target }: Pick<Event, 'target'>): void {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form) typed = { form: new WeakRef(form), at: now() };
}

function isAtForm(): boolean {
  return typed?.form.deref()?.isConnected === true && now() - typed.at < atForm;
}

/**
 * Keeps a page in whose form somebody types from leaving for the sign-in, which would throw the words away; until the returned
 * function is called.
 */
export function keepForms(): () => void {
  addEventListener('input', noteTyping);
  leaving.isHeld = isAtForm;
  return () => {
    removeEventListener('input', noteTyping);
    leaving.isHeld = () => false;
  };
}

/** A person signs out: the refusals that follow must not redirect, and the next person must not land on the last page. */
export function leavesBySigningOut(memory: Storage | null = tabMemory()): void {
  memory?.setItem(sentToSignIn, 'yes');
}
