/**
 * Runs work of one name after another, and work of different names beside each other. After each, everybody else's requests come
 * first. Whoever asks for much at once waits for themselves, and nobody for them.
 */
export class EachInTurn {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #pause: () => Promise<unknown>;

  constructor(pause: () => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve))) {
    this.#pause = pause;
  }

  /** Resolves and rejects as the work does. */
  async run<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    const before = this.#last.get(name);
    const result = (async () => {
      if (before) {
        await before;
        await this.#pause();
      }
      return work();
    })();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(name, ended);
    try {
      return await result;
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }

  /** How many names have work. */
  get size(): number {
    return this.#last.size;
  }
}
