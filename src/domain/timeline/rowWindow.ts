import { firstIndex } from './lanes.ts';

/** Where each line of a board begins, in pixels from the first; one figure more than there are lines, the whole height. */
export function topsOf(heights: readonly number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1);
  heights.forEach((height, index) => {
    tops[index + 1] = tops[index]! + height;
  });
  return tops;
}

/** The lines `from` to `to` (exclusive) of which something is between two heights. */
export function linesBetween(tops: Float64Array, above: number, below: number) {
  const count = tops.length - 1;
  return {
    from: firstIndex(count, (index) => tops[index + 1]! > above),
    to: firstIndex(count, (index) => tops[index]! >= below),
  };
}
