import { sliceRows, type Work } from './work.ts';

type IsAfter = (a: number, b: number) => boolean;

const shortRun = 16;

/** These numbers in order; those of which neither comes after the other stay as they were. Runs are merged from the bottom up. */
export function* mergeSorted(given: Uint32Array, isAfter: IsAfter): Work<Uint32Array> {
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
    const row = rows[at] as number;
    let hole = at;
    while (hole > start && isAfter(rows[hole - 1] as number, row)) {
      rows[hole] = rows[hole - 1] as number;
      hole--;
    }
    rows[hole] = row;
  }
}

function merge(from: Uint32Array, to: Uint32Array, start: number, middle: number, end: number, isAfter: IsAfter): void {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at++) {
    const takesRight = left >= middle || (right < end && isAfter(from[left] as number, from[right] as number));
    to[at] = from[takesRight ? right++ : left++] as number;
  }
}
