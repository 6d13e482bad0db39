/** What a measure comes to over some rows. */
export type Aggregate = {
  /** Rows with a value. */
  readonly filled: number;
  /** Null where no row has a value, and for columns that cannot be summed (times). */
  readonly sum: number | null;
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
};

/** What has been added up so far, for each of several groups. */
export type Tallies = {
  readonly filled: Uint32Array;
  readonly sum: Float64Array;
  /** What the rounding of sums has lost (Neumaier): it comes back at the end. */
  readonly lost: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
};

export function newTallies(groups: number): Tallies {
  return {
    filled: new Uint32Array(groups),
    sum: new Float64Array(groups),
    lost: new Float64Array(groups),
    least: new Float64Array(groups).fill(Number.POSITIVE_INFINITY),
    most: new Float64Array(groups).fill(Number.NEGATIVE_INFINITY),
  };
}

/** Takes a value into a group; NaN is none. */
export function addTo({ filled, sum, lost, least, most }: Tallies, group: number, value: number): void {
  if (Number.isNaN(value)) return;
  const before = sum[group] as number;
  const after = before + value;
  lost[group] =
    (lost[group] as number) + (Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before);
  sum[group] = after;
  filled[group] = (filled[group] as number) + 1;
  if (value < (least[group] as number)) least[group] = value;
  if (value > (most[group] as number)) most[group] = value;
}

/** What a group comes to. A sum has the decimals of its column and no more: 0.1 and 0.2 make 0.3. Averages have two more. */
export function aggregateAt(tallies: Tallies, group: number, decimals: number, isSummed: boolean): Aggregate {
  const filled = tallies.filled[group] as number;
  if (filled === 0) return { filled, sum: null, average: null, least: null, most: null };
  const sum = (tallies.sum[group] as number) + (tallies.lost[group] as number);
  return {
    filled,
    sum: isSummed ? rounded(sum, decimals) : null,
    average: isSummed ? rounded(sum / filled, decimals + 2) : null,
    least: tallies.least[group] as number,
    most: tallies.most[group] as number,
  };
}

/** To so many decimals, as far as a number has them, without a negative zero. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  return Math.abs(scaled) < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / scale || 0 : value;
}
