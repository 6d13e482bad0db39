import type { IncomingMessage } from 'node:http';
import {
  longestReminderName,
  reminderClassesPath,
  reminderClassRequestShape,
  reminderNameKey,
} from '#contract/access/reminderClasses.ts';
import { mayOpen } from '#contract/routes.ts';
import type { Caller } from '#server/gateway/rights/caller.ts';
import { answerJson } from '#server/gateway/http/body.ts';
import { jsonReply, type Reply } from '#server/gateway/http/reply.ts';
import { noStore, refused } from './signIn/context.ts';
import type { AccessStore } from './store/store.ts';

const mostBytes = 2_048;

/** `/access/reminders`, for managers: the classes of reminders that they have set. Sets them, by name. */
export async function manageClasses(
  store: Pick<AccessStore, 'reminderClasses' | 'setReminderClass'>,
  incoming: IncomingMessage,
  caller: Caller,
): Promise<Reply> {
  if (!mayOpen(caller.who.role, reminderClassesPath)) return refused(403, 'Only a manager may do this.');
  const listed = () => jsonReply(200, { classes: store.reminderClasses() }, noStore);
  if (incoming.method !== 'POST') return listed();
  return answerJson(incoming, { shape: reminderClassRequestShape, mostBytes }, ({ name, class: given }) => {
    const key = reminderNameKey(name);
    if (key === '' || key.length > longestReminderName || /\p{C}/u.test(key))
      return refused(400, `The name must have 1 to ${longestReminderName} characters, in one line.`);
    store.setReminderClass(key, given, caller.grant);
    return listed();
  });
}
