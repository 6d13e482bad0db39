import { type FileFailure, fileFailureOf } from '#server/install/fileFailure.ts';
import { refusalReply, refuse, type Reply } from './reply.ts';

/** A change that cannot be kept now; its message says why, in one or two sentences for people. Nothing has changed. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
}

/** What somebody took away, and where it still counts, in words; null if it is gone everywhere. */
type TakenAway<Result> = { readonly result: Result; readonly notYet: string | null };

/**
 * How a change that somebody makes at an address becomes lasting. What is answered as refused has not happened, and does
 * not happen later.
 */
export type Keeping = {
  /**
   * Makes a change as a whole, and resolves with its result once it will outlast this process, at every gateway. Rejects
   * with `NotKept`, and then nothing has changed; rejects with what `change` throws. `change` must be synchronous.
   */
  readonly keep: <Result>(change: () => Result) => Promise<Result>;
  /** Like `keep`, for what people need at once, such as a sign-in: where only a disk fails, it is kept in memory. */
  readonly keepForNow: <Result>(change: () => Result) => Promise<Result>;
  /**
   * Takes something away: at this gateway at once, whatever becomes of it elsewhere, and later at those that do not answer
   * now. Nobody who is to be kept out stays in because of a fault.
   */
  readonly takeAway: <Result>(change: () => Result) => Promise<TakenAway<Result>>;
};

/** The keeping of a gateway alone: its files are written before a change returns. */
export const keepingAlone: Keeping = {
  keep: async (change) => orNotKept(change),
  keepForNow: async (change) => orNotKept(change),
  takeAway: async (change) => ({ result: change(), notYet: null }),
};

/** Runs a change. Throws `NotKept` if the file cannot be written. */
export function orNotKept<Result>(change: () => Result): Result {
  try {
    return change();
  } catch (error) {
    const failure = fileFailureOf(error);
    if (failure === null) throw error;
    throw new NotKept(diskWords[failure], { cause: error });
  }
}

const notWritten = 'This cannot be saved now';
const diskWords: { readonly [Name in FileFailure]: string } = {
  full: `${notWritten}, because the disk of the server is full. Free some space there, then try again.`,
  'read-only': `${notWritten}, because the data directory of the server cannot be written. Make it writable, then try again.`,
  damaged: `${notWritten}, because a file of the server is damaged. Restart Flightline there; it says which.`,
  unusable: `${notWritten}, because the disk of the server does not work. Check it, then try again.`,
  'in use': `${notWritten}, because another program writes the file. Try again in a minute.`,
};

/** The answer to a change; 503 with the reason if it cannot be kept. No cache may keep a refusal. */
export async function answerKept(answer: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return refusalReply(refuse(503, error.message), { 'cache-control': 'no-store' });
  }
}

/** The answer to a change that cannot be shared with the other gateways. */
export const notConfirmed = 'This cannot be saved now, because the database does not answer. Try again in a minute.';

/** The answer to a change that could not even begin, because others wait for the database too. */
export const tooSlow =
  'This cannot be saved now, because the database is slow and other changes wait for it. Try again in a minute.';
