import { millisecondsInSecond } from '#domain/units.ts';
import { counted } from '#domain/words.ts';
import { type Keeping, NotKept, notConfirmed, orNotKept, tooSlow } from '#server/http/keeping.ts';
import type { Cluster } from './cluster.ts';
import type { WorkingCopy } from './workingCopy.ts';

/** What the keeping asks of the cluster. */
type Shared = Pick<Cluster, 'reached' | 'settled' | 'trouble' | 'touch' | 'figures'>;

/** A change that waits to be begun. */
type Waiting = {
  readonly until: number;
  readonly begin: () => Begun;
  readonly refuse: (error: unknown) => void;
};
type Begun = { readonly kept: () => void; readonly undo: () => void; readonly refuse: (error: unknown) => void };

/** A change that could not begin within this time is refused, because a person would wait no longer, and would try again. */
const longestWaitMs = 10 * millisecondsInSecond;
/** Changes that one exchange confirms. All of them block other requests while they are made. */
const atOnce = 500;

/**
 * Keeps changes in the shared database. A change is only begun while the database answers, and is undone if it stops in
 * the moment between. Changes that come while others are being confirmed are then confirmed together, so that a slow
 * database keeps a crowd waiting no longer than one person. `onUndone`: rows have changed back.
 */
export function keepingOf(
  cluster: Shared,
  copy: Pick<WorkingCopy, 'undoable' | 'hasChanges'>,
  onUndone: () => void,
  clock: () => number = () => performance.now(),
): Keeping {
  const queue: Waiting[] = [];
  let isRunning = false;
  const keep: Keeping['keep'] = async (change) => {
    const until = clock() + longestWaitMs;
    // Waiting for a database that is gone keeps nobody else waiting.
    await cluster.reached().catch(refuse);
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof change>>();
    const begin = (): Begun => {
      const { result, undo } = orNotKept(() => copy.undoable(change));
      return { kept: () => resolve(result), undo, refuse: reject };
    };
    queue.push({ until, begin, refuse: reject });
    if (!isRunning) void run();
    return promise;
  };
  const run = async () => {
    isRunning = true;
    while (queue.length > 0) await together(queue.splice(0, atOnce));
    isRunning = false;
  };
  /** Never rejects. */
  const together = async (waiting: readonly Waiting[]) => {
    const begun = waiting.flatMap((change) => begin(change));
    if (begun.length === 0) return;
    try {
      await cluster.settled();
      for (const { kept } of begun) kept();
    } catch (error) {
      const why = undone(begun) ?? new NotKept(notConfirmed, { cause: error });
      for (const change of begun) change.refuse(why);
    }
  };
  const begin = ({ until, begin: beginOne, refuse: refuseOne }: Waiting): readonly Begun[] => {
    try {
      if (clock() > until) throw new NotKept(tooSlow);
      const trouble = cluster.trouble();
      if (trouble !== null) throw new NotKept(notConfirmed, { cause: trouble });
      return [beginOne()];
    } catch (error) {
      refuseOne(error);
      return [];
    }
  };
  /** Undoes changes, the last one first; returns what went wrong meanwhile. */
  const undone = (begun: readonly Begun[]): unknown => {
    try {
      for (const { undo } of begun.toReversed()) undo();
      onUndone();
      // The changes may have arrived although nobody said so: what is put back is sent as well.
      cluster.touch();
      return null;
    } catch (error) {
      return error;
    }
  };
  return {
    keep,
    keepForNow: keep,
    takeAway: async (change) => {
      const result = change();
      cluster.touch();
      // What was taken away before may wait too.
      if (!copy.hasChanges(true)) return { result, notYet: null };
      try {
        await cluster.settled();
        return { result, notYet: null };
      } catch {
        return { result, notYet: notYetWords(cluster.figures().gateways - 1) };
      }
    },
  };
}

function refuse(cause: unknown): never {
  throw new NotKept(notConfirmed, { cause });
}

function notYetWords(others: number): string {
  const where = others > 0 ? counted(others, 'other server') : 'any other server';
  return `This is in effect at this server. It does not count yet at ${where}: the database does not answer. There it takes effect when the database answers again; nothing has to be repeated.`;
}
