import { counted } from '#domain/words.ts';
import { type Keeping, NotKept, notConfirmed, orNotKept } from '#server/http/keeping.ts';
import type { Cluster } from './cluster.ts';
import type { WorkingCopy } from './workingCopy.ts';

/** What the keeping asks of the cluster. */
type Shared = Pick<Cluster, 'reached' | 'settled' | 'trouble' | 'touch' | 'figures'>;

/**
 * Keeps changes in the shared database. A change is only begun while the database answers, and is undone if it stops in
 * the moment between. One change at a time, so that each is undone by itself. `onUndone`: rows have changed back.
 */
export function keepingOf(
  cluster: Shared,
  copy: Pick<WorkingCopy, 'undoable' | 'hasChanges'>,
  onUndone: () => void,
): Keeping {
  let last: Promise<unknown> = Promise.resolve();
  const keep: Keeping['keep'] = async (change) => {
    // Waiting for a database that is gone keeps nobody else waiting.
    await cluster.reached().catch(refuse);
    const turn = last.then(() => inTurn(change));
    last = turn.catch(() => undefined);
    return turn;
  };
  const inTurn = async <Result>(change: () => Result): Promise<Result> => {
    const trouble = cluster.trouble();
    if (trouble !== null) throw new NotKept(notConfirmed, { cause: trouble });
    const { result, undo } = orNotKept(() => copy.undoable(change));
    try {
      await cluster.settled();
      return result;
    } catch (error) {
      undo();
      onUndone();
      // The change may have arrived although nobody said so: what is put back is sent as well.
      cluster.touch();
      return refuse(error);
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
