import type { OnDisconnect } from '#server/upstream/refresh.ts';
import type { Piece } from '#server/replica/register/parts.ts';
import type { Refresher } from './refresher.ts';

/** Whether a piece has been read and is as new as `since`, or has just failed. Times of the clock for ages. */
export function isSettled(piece: Piece, { since, began, now }: { since: number; began: number; now: number }): boolean {
  const { asOf, failure, retryAt, refusedAt, isRunning } = piece;
  const isNewEnough = asOf !== null && asOf >= since;
  const hasFailed = (failure !== null && retryAt > now) || refusedAt >= began;
  return isNewEnough || (hasFailed && !isRunning);
}

const never: OnDisconnect = () => undefined;

/** The requests that wait for pieces of the copy. */
export class Waits {
  readonly #refresher: Pick<Refresher, 'until' | 'withdraw'>;
  /** How many wait for a piece. */
  readonly #waiting = new WeakMap<Piece, number>();

  constructor(refresher: Pick<Refresher, 'until' | 'withdraw'>) {
    this.#refresher = refresher;
  }

  /**
   * Waits for pieces that have been requested, at most this many milliseconds. If everybody who waited for one has left, it is
   * no longer wanted.
   */
  async until(needed: readonly Piece[], isDone: () => boolean, milliseconds: number, onDisconnect = never) {
    let isOver = false;
    this.#count(needed, 1);
    const end = () => {
      if (isOver) return false;
      isOver = true;
      this.#count(needed, -1);
      return true;
    };
    onDisconnect(() => {
      if (end()) this.#refresher.withdraw(needed.filter((piece) => this.#waiting.get(piece) === 0));
    });
    await this.#refresher.until(() => isOver || isDone(), milliseconds);
    end();
  }

  /** Nobody asks for these any more; those that somebody waits for now are read all the same. */
  drop(pieces: readonly Piece[]): void {
    if (pieces.length > 0) this.#refresher.withdraw(pieces.filter((piece) => (this.#waiting.get(piece) ?? 0) === 0));
  }

  #count(needed: readonly Piece[], change: 1 | -1): void {
    for (const piece of needed) this.#waiting.set(piece, (this.#waiting.get(piece) ?? 0) + change);
  }
}
