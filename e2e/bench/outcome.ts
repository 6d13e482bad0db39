/** A benchmark's result: a table for people, and the same as named numbers. */
export type Outcome = {
  /** The first row names the columns. */
  readonly table: readonly (readonly string[])[];
  /** Absolute numbers, with the unit in each name. */
  readonly figures: { readonly [name: string]: number };
  /** The basis of claims: machines differ, but ratios hardly do. */
  readonly ratios: { readonly [name: string]: number };
};

/** One of several measurements of a benchmark. */
export type Part = Pick<Outcome, 'figures' | 'ratios'> & { readonly rows: readonly (readonly string[])[] };

/** A benchmark; the arguments are what follows its name on the command line. */
export type Bench = (args: readonly string[]) => Promise<Outcome>;

/** A benchmark of several parts; the arguments name those to measure, by default all. */
export function benchOf(name: string, parts: { readonly [part: string]: () => Part | Promise<Part> }): Bench {
  return async (names) => {
    const unknown = names.filter((one) => !Object.hasOwn(parts, one));
    if (unknown.length > 0)
      throw new Error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}.`);
    const found: Part[] = [];
    for (const [part, measure] of Object.entries(parts)) {
      if (names.length > 0 && !names.includes(part)) continue;
      console.error(`${part}:`);
      found.push(await measure());
    }
    return {
      table: [[name, 'ours', 'beside', 'ratio'], ...found.flatMap(({ rows }) => rows)],
      figures: Object.assign({}, ...found.map(({ figures }) => figures)) as Outcome['figures'],
      ratios: Object.assign({}, ...found.map(({ ratios }) => ratios)) as Outcome['ratios'],
    };
  };
}

/** The table, and one JSON object as the last line. */
export function print(bench: string, { table, figures, ratios }: Outcome): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  console.log([...lines, JSON.stringify({ bench, figures: rounded(figures), ratios: rounded(ratios) })].join('\n'));
}

/** Three significant digits, because no measurement here is more precise. */
function rounded(numbers: Outcome['figures']): Outcome['figures'] {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, Number(number.toPrecision(3))]));
}

/** The value below which this share of the sorted samples is. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
