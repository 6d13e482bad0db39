type Labels = { readonly [name: string]: string };

/** A value under its labels. For a summary, the sum of the observations or their number. */
export type Sample = readonly [labels: Labels, value: number, part?: 'sum' | 'count'];

/** One figure of `/metrics`, and how it is taken from the state of its part. */
export type Figure<State> = {
  /** Without `flightline_`. Counters end with `_total`, other figures with their unit, if they have one. */
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'summary';
  /** One sentence for people. */
  readonly help: string;
  /** A value, or one for each set of labels. Null means that it is not known, and is written as NaN. */
  readonly of: (state: State) => number | null | readonly Sample[];
};

type NamedFigure = Omit<Figure<never>, 'of'> & { readonly samples: readonly Sample[] };

/** The present figures of one part. They are read only when `/metrics` is requested. */
export type FigureGroup = () => readonly NamedFigure[];

/** The figures of a table, read from a part's state. A part without a state, such as one that is off, has none. */
export function figureGroup<State>(table: readonly Figure<State>[], read: () => State | null): FigureGroup {
  return () => {
    const state = read();
    if (state === null) return [];
    return table.map(({ of, ...figure }) => {
      const value = of(state);
      const samples: readonly Sample[] = Array.isArray(value) ? value : [[{}, Number(value ?? Number.NaN)]];
      return { ...figure, samples };
    });
  };
}

/** Groups as one text in the Prometheus format 0.0.4. */
export function figuresText(groups: readonly FigureGroup[]): string {
  return groups.flatMap((group) => group().map(figureText)).join('');
}

function figureText({ name, type, help, samples }: NamedFigure): string {
  const full = `flightline_${name}`;
  const lines = samples.map(([labels, value, part]) => {
    const written = Object.entries(labels).map(([label, text]) => `${label}="${text.replaceAll(/["\\\n]/g, escaped)}"`);
    return `${full}${part === undefined ? '' : `_${part}`}${written.length > 0 ? `{${written.join(',')}}` : ''} ${valueText(value)}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

const escaped = (sign: string) => (sign === '\n' ? String.raw`\n` : `\\${sign}`);

/** Infinity as the format writes it. */
function valueText(value: number): string {
  return Math.abs(value) === Number.POSITIVE_INFINITY ? `${value < 0 ? '-' : '+'}Inf` : String(value);
}
