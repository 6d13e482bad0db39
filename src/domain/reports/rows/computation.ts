/** A computation that yields every few milliseconds, so that its runner can let the page respond or abort. */
export type Computation<Result> = Generator<undefined, Result>;

/** Rows handled between two yields: a few milliseconds. */
export const sliceRows = 4096;

/** Runs a computation without pausing. */
export function runToEnd<Result>(computation: Computation<Result>): Result {
  for (;;) {
    const step = computation.next();
    if (step.done === true) return step.value;
  }
}

type IsAfter = (a: number, b: number) => boolean;

const shortRun = 16;

/** A stable merge sort that yields. `isAfter` says whether its first argument comes after the second. */
export function* mergeSorted(given: Uint32Array, isAfter: IsAfter): Computation<Uint32Array> {
  let from = given.slice();
  let to = new Uint32Array(from.length);
  let moved = 0;
  for (let start = 0; start < from.length; start += shortRun) {
    insertionSort(from, start, Math.min(start + shortRun, from.length), isAfter);
    if (start % sliceRows === 0) yield;
  }
  for (let length = shortRun; length < from.length; length *= 2) {
    for (let start = 0; start < from.length; start += 2 * length) {
      const end = Math.min(start + 2 * length, from.length);
      merge(from, to, start, Math.min(start + length, end), end, isAfter);
      moved += end - start;
      if (moved >= sliceRows) {
        moved = 0;
        yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function insertionSort(rows: Uint32Array, start: number, end: number, isAfter: IsAfter): void {
  for (let at = start + 1; at < end; at++) {
    const row = rows[at] ?? 0;
    let hole = at;
    while (hole > start && isAfter(rows[hole - 1] ?? 0, row)) {
      rows[hole] = rows[hole - 1] ?? 0;
      hole--;
    }
    rows[hole] = row;
  }
}

function merge(from: Uint32Array, to: Uint32Array, start: number, middle: number, end: number, isAfter: IsAfter): void {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at++) {
    const takesRight = left >= middle || (right < end && isAfter(from[left] ?? 0, from[right] ?? 0));
    to[at] = from[takesRight ? right++ : left++] ?? 0;
  }
}
