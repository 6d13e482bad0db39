import { type Part, quantile } from './outcome.ts';
import { type Load, microsecondsEach } from './wrk.ts';

/** One side of a comparison: the process that answers, and the request. */
export type Side = { readonly pid: number } & Pick<Load, 'url' | 'path' | 'headers'>;

export type Comparison = {
  readonly name: string;
  readonly connections: number;
  readonly ours: Side;
  readonly peer: Side;
  /** The highest ratio allowed, if there is a bound. */
  readonly bound?: number;
};

/** Rounds of each comparison, ours and the peer in turn; the warm-up rounds before them do not count. */
export type Rounds = { readonly rounds: number; readonly warmUps: number; readonly seconds: number };

/**
 * Processor time of one request in microseconds, for us and for a named peer: the medians, and the median of each round's ratio.
 */
export async function compareWith(
  name: string,
  cases: readonly Comparison[],
  { rounds, warmUps, seconds }: Rounds,
): Promise<Part> {
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  for (const { name: what, connections, ours, peer, bound } of cases) {
    const each = (side: Side) => microsecondsEach(side.pid, { ...side, connections, seconds });
    const samples: { own: number; peer: number }[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const sample = { own: await each(ours), peer: await each(peer) };
      if (round >= 0) samples.push(sample);
    }
    const median = (of: (sample: (typeof samples)[number]) => number) => quantile(samples.map(of), 0.5);
    const [own, other, ratio] = [
      median((one) => one.own),
      median((one) => one.peer),
      median((one) => one.own / one.peer),
    ];
    const limit = bound === undefined ? '' : `, at most ${bound.toFixed(1)}`;
    part.rows.push([
      `processor time, ${what}`,
      `${own.toFixed(1)} us`,
      `${name} ${other.toFixed(1)} us${limit}`,
      ratio.toFixed(2),
    ]);
    Object.assign(part.figures, { [`${what}, us`]: own, [`${what} by ${name}, us`]: other });
    Object.assign(part.ratios, { [`${what} to ${name}`]: ratio });
  }
  return part;
}
