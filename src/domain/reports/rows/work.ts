/** Work that pauses now and then, so that whoever runs it can let the screen breathe or give it up. */
export type Work<Result> = Generator<undefined, Result>;

/** Rows that are looked at between two pauses: a few milliseconds. */
export const sliceRows = 4096;

/** Does work in one go. */
export function done<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
