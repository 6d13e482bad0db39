import type { IncomingMessage } from 'node:http';
import {
  longestReminderName,
  reminderClassesPath,
  reminderClassRequestShape,
  reminderNameKey,
} from '#contract/access/reminderClasses.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { answerJson } from '#server/http/body.ts';
import type { Keeping } from '#server/http/keeping.ts';
import { jsonReply, type Reply } from '#server/http/reply.ts';
import { noStore, refused } from './signIn/context.ts';
import type { AccessStore } from './store/store.ts';

type Classes = Pick<AccessStore, 'reminderClasses' | 'setReminderClass'>;
type ClassesOptions = { readonly store: Classes; readonly keeping: Keeping };

/** `GET /access/reminders`, for managers: the classes of reminders that they have set. */
export function listClasses(store: Pick<Classes, 'reminderClasses'>): Reply {
  return jsonReply(200, { classes: store.reminderClasses() }, noStore);
}

/** `POST /access/reminders`: sets the class of all reminders of a name. */
export function changeClasses(
  { store, keeping }: ClassesOptions,
  incoming: IncomingMessage,
  caller: Caller,
): Promise<Reply> {
  return answerJson(incoming, reminderClassesPath, reminderClassRequestShape, async ({ name, class: given }) => {
    const key = reminderNameKey(name);
    if (key === '' || key.length > longestReminderName || /\p{C}/u.test(key))
      return refused(400, `The name must have 1 to ${longestReminderName} characters, in one line.`);
    await keeping.keep(() => store.setReminderClass(key, given, caller.grant));
    return listClasses(store);
  });
}
