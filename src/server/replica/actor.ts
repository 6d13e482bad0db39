import { snoozeLimits } from '#contract/gateway/snoozes.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { refuse, type Refusal } from '#server/http/reply.ts';

/** Who does something at an address: the name that others see, and the person, who is the same for all of their requests. */
export type Actor = { readonly by: string; readonly person: string };

/**
 * Who does something. The session says it; only where nobody signs in, the name that was sent. Refuses a name that is missing,
 * too long or not one line of text; `what` completes `by must say who …`.
 */
export function actorOf({ who: { mode, role, name }, grant }: Caller, sent: string | undefined, what: string) {
  if (mode !== 'open') return { by: name ?? role, person: grant } satisfies Actor;
  const by = sent?.trim() ?? '';
  if (by === '' || by.length > snoozeLimits.name || /\p{C}/u.test(by))
    return refuse(
      400,
      `by must say who ${what}, in one line of at most ${snoozeLimits.name} letters.`,
      'by',
    ) satisfies Refusal;
  return { by, person: `name ${by.toLowerCase()}` } satisfies Actor;
}
