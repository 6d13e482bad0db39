import { type Part, quantile } from './outcome.ts';
import { type Load, microsecondsEach } from './wrk.ts';

/** One side of a comparison: the process that answers, and what it is asked. */
export type Side = { readonly pid: number } & Pick<Load, 'url' | 'path' | 'headers'>;

export type Comparison = {
  readonly name: string;
  readonly connections: number;
  readonly ours: Side;
  readonly nginx: Side;
  /** What the ratio must not exceed, where there is a bound. */
  readonly bound?: number;
};

/** Rounds of each comparison, ours and nginx by turns; those before them only warm up. */
export type Rounds = { readonly rounds: number; readonly warmUps: number; readonly seconds: number };

/** Processor time of one request in microseconds, ours and nginx: the medians, and the median of the ratios of each round. */
export async function compareWithNginx(
  cases: readonly Comparison[],
  { rounds, warmUps, seconds }: Rounds,
): Promise<Part> {
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  for (const { name, connections, ours, nginx, bound } of cases) {
    const each = (side: Side) => microsecondsEach(side.pid, { ...side, connections, seconds });
    const samples: { own: number; peer: number }[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const sample = { own: await each(ours), peer: await each(nginx) };
      if (round >= 0) samples.push(sample);
    }
    const median = (of: (sample: (typeof samples)[number]) => number) => quantile(samples.map(of), 0.5);
    const [own, peer, ratio] = [
      median((one) => one.own),
      median((one) => one.peer),
      median((one) => one.own / one.peer),
    ];
    const limit = bound === undefined ? '' : `, at most ${bound.toFixed(1)}`;
    part.rows.push([
      `processor time, ${name}`,
      `${own.toFixed(1)} us`,
      `nginx ${peer.toFixed(1)} us${limit}`,
      ratio.toFixed(2),
    ]);
    Object.assign(part.figures, { [`${name}, us`]: own, [`${name} by nginx, us`]: peer });
    Object.assign(part.ratios, { [`${name} to nginx`]: ratio });
  }
  return part;
}
