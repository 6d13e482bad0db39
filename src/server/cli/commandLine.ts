import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { calling, packageRoot } from '#server/install/settingsFile.ts';

/** A flag of a command, as `parseArgs` of Node takes it, and the words of its help. */
type Flag = {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  /** It must be given. */
  readonly needed?: true;
  /** What stands for its value in the help, such as `NAME`. */
  readonly value?: string;
  readonly about: string;
};

/** What a command is, for the list of commands, for its own help, and for reading its arguments. */
export type Command = {
  /** What it does, to follow its name in the list. */
  readonly does: string;
  /** Further sentences of its own help. */
  readonly more?: string;
  readonly flags?: { readonly [flag: string]: Flag };
  /** The one word that it takes, such as `FILE`; in brackets if it may be left out. */
  readonly word?: string;
  /** An example of what may follow its name. */
  readonly example?: string;
  /** It reads its arguments itself, and has a table of its own. */
  readonly ownFlags?: true;
};

/** Commands by name. `access list` is a command of the group `access`. */
export type Commands = { readonly [name: string]: Command };

type ValueOf<F extends Flag> = F extends { type: 'boolean' }
  ? boolean
  : F extends { multiple: true }
    ? readonly string[]
    : F extends { needed: true }
      ? string
      : string | undefined;

/** The values of a command's flags. */
type Values<C extends Command> = C extends { flags: infer Flags extends { readonly [flag: string]: Flag } }
  ? { readonly [Name in keyof Flags]: ValueOf<Flags[Name]> }
  : object;

/** What runs each command: gets the values of the flags, and the word. */
export type Starts<Table extends Commands, Result> = {
  readonly [Name in keyof Table]: (values: Values<Table[Name]>, word: string | undefined) => Result;
};

/** A mistake in the command line, in one sentence; `command` is the one whose help says more, if it is not the one that runs. */
export class UsageError extends Error {
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.command = command;
  }
}

/** The mistake, and where the help is. `running` is the command that found it. */
export function usageWords({ message, command }: UsageError, running: string | null): string {
  const name = command ?? running;
  return name === null ? message : `${message} "${called(name, '--help')}" lists what it takes.`;
}

/** What the arguments ask for: a command, ready to be started, or help to print. */
export type Reading<Result> = { readonly name: string; readonly start: () => Result } | { readonly help: string };

/** Commands whose names have two words, by the first one. */
export type Groups = { readonly [group: string]: { readonly does: string; readonly more: string } };

const isHelpFlag = (word: string | undefined) => word === '--help' || word === '-h';
const isHelp = (word: string | undefined) => isHelpFlag(word) || word === 'help';

/** Reads the arguments of a command line by the table. Throws `UsageError`. */
export function readCommandLine<Table extends Commands, Result>(
  args: readonly string[],
  table: Table,
  groups: Groups,
  starts: Starts<Table, Result>,
): Reading<Result> {
  const [first = '', second] = args;
  const group = Object.hasOwn(groups, first) ? groups[first] : undefined;
  if (first === '' || isHelp(first)) return { help: helpOfAll(table, groups) };
  if (group && isHelp(second)) return { help: helpOfGroup(first, group, table) };
  const name = group && second !== undefined ? `${first} ${second}` : first;
  const command = Object.hasOwn(table, name) ? table[name] : undefined;
  if (group && !command) {
    const what = second === undefined ? 'Give a command.' : 'There is no such command.';
    throw new UsageError(what, first);
  }
  if (!command) throw new UsageError(`There is no command ${first}: "flightline --help" lists them.`);
  const rest = args.slice(name.split(' ').length);
  // The row says which values there are, and so does the type of the function.
  const start = (values: object, word?: string) => () => starts[name as keyof Table](values as never, word);
  if (command.ownFlags) return { name, start: start({}) };
  if (rest.some(isHelpFlag)) return { help: helpOf(name, command) };
  const { values, word } = readArguments(name, rest, command);
  return { name, start: start(values, word) };
}

function readArguments(name: string, args: readonly string[], { flags = {}, word }: Command) {
  const named = Object.entries(flags);
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    named.map(([flag, { type, multiple = false }]) => [flag, { type, multiple }]),
  );
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ args: [...args], options, strict: true, allowPositionals: word !== undefined });
  } catch (error) {
    throw new UsageError(`${(error instanceof Error ? error.message : String(error)).split(/[.\n]/)[0]}.`, name);
  }
  const missing = named.find(([flag, { needed }]) => needed && read.values[flag] === undefined);
  if (missing) {
    const [flag, { value = '' }] = missing;
    const choices = value.includes('|') ? `: ${value.replaceAll('|', ', ')}` : '';
    throw new UsageError(`--${flag} must be given${choices}.`, name);
  }
  const [given, ...more] = read.positionals;
  if (word !== undefined && (more.length > 0 || (given === undefined && !word.startsWith('['))))
    throw new UsageError(`Give one ${word.replaceAll(/[[\]]/g, '')}.`, name);
  const values = named.map(([flag, { type, multiple }]) => {
    const absent = type === 'boolean' ? false : multiple ? [] : undefined;
    return [flag, read.values[flag] ?? absent] as const;
  });
  return { values: Object.fromEntries(values), word: given };
}

/** How people call a command. */
function called(name: string, ...rest: readonly string[]): string {
  const [command = '', ...words] = name.split(' ');
  return calling(command, ...words, ...rest);
}

/** Lines of two columns. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

const withValue = (flag: string, value: string | undefined) => `--${flag}${value === undefined ? '' : ` ${value}`}`;

function helpOf(name: string, { does, more, word, flags = {}, example }: Command): string {
  const named = Object.entries(flags);
  const taken = named.map(([flag, { value, needed }]) => {
    return needed ? withValue(flag, value) : `[${withValue(flag, value)}]`;
  });
  return [
    called(name, ...(word === undefined ? [] : [word]), ...taken),
    '',
    `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
    ...(more === undefined ? [] : [more]),
    ...(named.length > 0 ? [''] : []),
    ...columns(named.map(([flag, { value, about }]) => [withValue(flag, value), about])),
    ...(example === undefined ? [] : ['', `For example: ${called(name, example)}`]),
  ].join('\n');
}

function helpOfGroup(group: string, { more }: Groups[string], table: Commands): string {
  const commands = Object.entries(table).filter(([name]) => name.startsWith(`${group} `));
  const rows = commands.map(([name, { does }]) => [name.slice(group.length + 1), does] as const);
  return [
    calling(group, 'COMMAND', '[flags]'),
    '',
    ...columns(rows),
    '',
    more,
    `"${calling(group, 'COMMAND', '--help')}" lists what a command takes.`,
  ].join('\n');
}

function helpOfAll(table: Commands, groups: Groups): string {
  const rows = Object.entries(table).map(([name, { does }]) => {
    const [first = ''] = name.split(' ');
    return [first, groups[first]?.does ?? does] as const;
  });
  const lines = columns([...new Map(rows)]);
  return [
    'flightline COMMAND [flags]',
    '',
    ...lines,
    '',
    `Each command has --help. The manual is in ${packageRoot}src/manual.`,
  ].join('\n');
}
