import { type Statement, statements } from './judge.ts';
import { type Cell, emptyTally, type Tally } from './run.ts';

/** The words of the screens, if the code has different ones. */
const shownWords: { readonly [One in Statement]?: string } = {
  stop: 'do not dispatch',
  'limit near': 'maintenance due soon',
  'instructor’s hours': 'instructor duty limit',
};

const verdicts = ['true', 'false alarm', 'missed', 'not knowable'] as const;

/** Several schools in one. */
export function joined(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const { cells, checks, contradictions, instants, examples } of tallies) {
    for (const statement of statements) {
      const ownCell = cells[statement];
      if (ownCell) sum.cells[statement] = added(sum.cells[statement], ownCell);
    }
    sum.checks.departures += checks.departures;
    sum.checks.idle += checks.idle;
    sum.checks.marked += checks.marked;
    sum.instants += instants;
    for (const [question, count] of Object.entries(contradictions))
      sum.contradictions[question] = (sum.contradictions[question] ?? 0) + count;
    for (const [cell, own] of Object.entries(examples)) sum.examples[cell] = [...(sum.examples[cell] ?? []), ...own];
  }
  return sum;
}

function added(a: Cell | undefined, b: Cell): Cell {
  const of = (name: keyof Cell) => (a?.[name] ?? 0) + b[name];
  return {
    said: of('said'),
    true: of('true'),
    'false alarm': of('false alarm'),
    missed: of('missed'),
    'not knowable': of('not knowable'),
  };
}

export type Aim = { readonly name: string; readonly figure: string; readonly isMet: boolean };

/** The targets, each with its figure. */
export function aimsOf({ cells, checks, contradictions }: Tally): Aim[] {
  const missed = statements.reduce((sum, statement) => sum + (cells[statement]?.missed ?? 0), 0);
  const falsely = (statement: 'not back' | 'stop') => cells[statement]?.['false alarm'] ?? 0;
  const idle = checks.marked === 0 ? 0 : checks.idle / checks.marked;
  const against = Object.values(contradictions).reduce((sum, count) => sum + count, 0);
  const none = (name: string, count: number): Aim => ({ name, figure: String(count), isMet: count === 0 });
  return [
    none('missed statements: 0', missed),
    none('false “not back”: 0', falsely('not back')),
    none('false “do not dispatch”: 0', falsely('stop')),
    { name: 'idle “caution” below 1 in 5', figure: `${(idle * 100).toFixed(1)} %`, isMet: idle < 0.2 },
    none('contradictions between screens: 0', against),
  ];
}

/** The tables as lines of text. */
export function reportOf(tally: Tally): string[] {
  const head = ['statement', 'said', ...verdicts];
  const rows = statements.map((statement) => {
    const cell = tally.cells[statement];
    return [
      shownWords[statement] ?? statement,
      cell?.said ?? 0,
      ...verdicts.map((verdict) => cell?.[verdict] ?? 0),
    ].map(String);
  });
  const { departures, idle, marked } = tally.checks;
  const questions = Object.entries(tally.contradictions).map(([question, count]) => `  ${question}: ${count}`);
  return [
    ...columns([head, ...rows]),
    '',
    `${tally.instants} instants; ${departures} departures looked at, ${marked} marked “caution”, ${idle} of those with nothing behind it`,
    ...(questions.length > 0 ? ['contradictions:', ...questions] : []),
    '',
    ...columns(aimsOf(tally).map(({ name, figure, isMet }) => [name, figure, isMet ? 'met' : 'not met'])),
  ];
}

/** The worked examples of each cell that should be empty. */
export function examplesOf({ examples }: Tally, max: number): string[] {
  return Object.entries(examples).flatMap(([cell, own]) => ['', cell, ...own.slice(0, max).map((text) => `  ${text}`)]);
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, place) => (place === 0 ? text.padEnd(widths[place] ?? 0) : text.padStart(widths[place] ?? 0)))
      .join('  '),
  );
}
