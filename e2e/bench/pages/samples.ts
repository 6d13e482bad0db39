import { quantile } from '#e2e/bench/outcome.ts';

/** The samples of each contender, one per round, ours first; null for one that once took too long. */
export type Samples<Sample> = ReadonlyMap<string, readonly Sample[] | null>;

/**
 * Measures every contender once in each round, so that a temporary slowdown of the machine affects all of them.
 *
 * @param isWorthMore whether more rounds are useful for a contender, after the first one
 */
export async function byTurns<Sample>(
  contenders: readonly string[],
  rounds: number,
  measure: (contender: string) => Promise<Sample | null>,
  isWorthMore: (ownSample: Sample, others: readonly Sample[]) => boolean = () => true,
): Promise<Samples<Sample>> {
  const samples = new Map<string, Sample[] | null>(contenders.map((name) => [name, []]));
  let running = contenders;
  for (let round = 0; round < rounds; round++) {
    for (const name of running) {
      const sample = await measure(name);
      samples.set(name, sample && [...(samples.get(name) ?? []), sample]);
    }
    running = running.filter((name) => samples.get(name));
    if (round > 0) continue;
    const firstOf = (names: readonly string[]) => names.flatMap((name) => samples.get(name)?.[0] ?? []);
    const isKept = (name: string) => {
      const rest = firstOf(running.filter((other) => other !== name && other !== contenders[0]));
      return name === contenders[0] || firstOf([name]).some((own) => isWorthMore(own, rest));
    };
    running = running.filter(isKept);
  }
  return samples;
}

export function medianOf<Key extends string>(
  samples: readonly Readonly<Record<Key, number>>[] | null | undefined,
  key: Key,
): number {
  const values = (samples ?? []).map((sample) => sample[key]);
  return quantile(values, 0.5);
}

/**
 * Our ratio to the best of the others, round by round; NaN if all of them took too long. A contender of only the first round
 * counts with that result in each.
 */
export function toBest<Key extends string>(samples: Samples<Readonly<Record<Key, number>>>, key: Key): number {
  const [ours, ...others] = samples.values();
  const rivals = others.filter((other) => other !== null);
  const best = (round: number) => Math.min(...rivals.map((other) => (other[round] ?? other.at(-1)!)[key]));
  const ratios = (rivals.length === 0 ? [] : (ours ?? [])).map((sample, round) => sample[key] / best(round));
  return quantile(ratios, 0.5);
}
