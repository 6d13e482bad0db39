import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type Command, readCommandLine, type Starts, UsageError } from '#server/program/commandLine.ts';
import { commands, groups } from '#server/program/commands.ts';
import { environmentShape } from '#server/settings.ts';

/** What the documents say is so: their commands, settings and links exist, and what exists is in them. */

const read = (file: string) => readFileSync(file, 'utf8');
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => posix.join(folder, path));
const isDocument = (path: string) => path.endsWith('.md') && !path.includes('node_modules');

const manual = below('src/manual').filter(isDocument);
const documents = ['README.md', ...below('src'), ...below('e2e')].filter(isDocument);
/** Decisions also say what was. */
const withCommands = [...documents.filter((path) => !path.startsWith('src/decisions/')), '.env.example'];
const own: {
  readonly scripts: { readonly [name: string]: string };
  readonly files: readonly string[];
} = JSON.parse(read('package.json'));

const fences = /^( *)```(\w*)\n([^]*?)^\1```$/gm;
/** The lines of the blocks of code. */
const blockLines = (text: string) =>
  Array.from(text.matchAll(fences), ([, , , block = '']) => block.split('\n').map((line) => line.trim())).flat();
/** What stands in a line of text as code. */
const spans = (text: string) =>
  Array.from(text.replaceAll(fences, '').matchAll(/`([^`]+)`/g), ([, span = '']) => span.replaceAll(/\s+/g, ' '));

/** The first words of a command, after settings of its own. */
const commandLine =
  /(?:^|&& )(?:[A-Z_]+=\S+ )*(?:(flightline)|npm (?:run(?: -s)? ([\w:-]+)(?: --)?|(start|test)))(?= |$)([^|>&;#]*)/g;

type Called = { readonly script: string | null; readonly args: readonly string[] };

function calledIn(code: string): Called[] {
  return Array.from(code.matchAll(commandLine), ([, installed, script, short, rest = '']) => {
    const words = rest.trim().split(/\s+/).filter(Boolean);
    const name = script ?? short ?? null;
    if (installed || name === 'flightline') return { script: name, args: words };
    // Some commands have a script of their own.
    const isOurs = name !== null && (name in groups || Object.hasOwn(commands, name));
    return { script: name, args: isOurs ? [name, ...words] : [] };
  });
}

const table: { readonly [name: string]: Command } = commands;
/** In place of what would be started: the values that the table does not know. */
const starts: Starts<typeof table, string[]> = Object.fromEntries(
  Object.entries(table).map(([name, { flags = {} }]) => [
    name,
    (values: object) =>
      Object.entries(values).flatMap(([flag, given]) => {
        const value = flags[flag]?.value;
        const isKnown = typeof given !== 'string' || !value?.includes('|') || value.split('|').includes(given);
        return isKnown ? [] : [`--${flag} ${given}`];
      }),
  ]),
);

/** What is wrong with a command; null if nothing is. A part of one, as in a sentence, may leave out what is needed. */
function faultOf({ script, args }: Called, isPart: boolean): string | null {
  if (script !== null && !Object.hasOwn(own.scripts, script)) return `there is no script ${script}`;
  if (args.length === 0) return null;
  try {
    const reading = readCommandLine(args, table, groups, starts);
    return 'help' in reading ? null : (reading.start()[0] ?? null);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return isPart && /must be given|^Give (?:one|a) /.test(error.message) ? null : error.message;
  }
}

const faultsIn = (text: string) => [
  ...blockLines(text).flatMap((line) => calledIn(line).map((called) => faultOf(called, false))),
  ...spans(text).flatMap((span) => calledIn(span).map((called) => faultOf(called, true))),
];
const callsIn = (text: string) => [...blockLines(text), ...spans(text)].flatMap(calledIn);

describe('the commands of the documents', () => {
  it.each(withCommands)('those of %s exist, with their flags', (file) => {
    expect(faultsIn(read(file)).filter((fault) => fault !== null)).toEqual([]);
  });

  it('a wrong one is found, in a block and in a sentence', () => {
    const block =
      '```sh\nflightline access token --name Anna\nSETTINGS_FILE=a flightline fly\nnpm run fly && npm start\n```';
    expect(faultsIn(block)).toEqual([
      expect.stringMatching(/^--role must be given/),
      expect.stringMatching(/^There is no command fly/),
      'there is no script fly',
      null,
    ]);
    const sentence =
      'Run `npm run access -- token`, `flightline backup --frob`, `npm run flightline -- service\n--for os2`.';
    expect(faultsIn(sentence)).toEqual([null, expect.stringMatching(/^Unknown option '--frob'/), '--for os2']);
  });

  it('every command is in the manual, and every script in a document', () => {
    const named = new Set(manual.flatMap((file) => callsIn(read(file)).flatMap(({ args }) => args.slice(0, 1))));
    expect(Object.keys(table).filter((name) => !named.has(name.split(' ')[0] ?? ''))).toEqual([]);
    const scripts = new Set(withCommands.flatMap((file) => callsIn(read(file)).map(({ script }) => script)));
    // npm runs it: `npm pack`.
    scripts.add('prepack');
    expect(Object.keys(own.scripts).filter((name) => !scripts.has(name))).toEqual([]);
  });
});

/** Set by people or by systems, and no settings of Flightline's own. */
const others = new Set(['SETTINGS_FILE']);
const settings = new Set(Object.keys(environmentShape.shape));

test.each(['README.md', ...manual, '.env.example'])('the settings that %s names exist', (file) => {
  const code = [...blockLines(read(file)), ...spans(read(file))];
  const named = code.flatMap((one) => one.match(/^[A-Z][A-Z0-9_]*(?==)|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []);
  expect(named.filter((name) => !settings.has(name) && !others.has(name))).toEqual([]);
});

/** As GitHub makes the address of a heading. */
const addressOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
const headingsOf = (file: string) =>
  Array.from(
    read(file)
      .replaceAll(fences, '')
      .matchAll(/^#+ (.*)$/gm),
    ([, heading = '']) => addressOf(heading),
  );

function linksIn(file: string): { readonly link: string; readonly path: string; readonly place: string }[] {
  const text = read(file)
    .replaceAll(fences, '')
    .replaceAll(/`[^`]*`/g, (code) => (code.includes('](') ? '' : code));
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = '', place = ''] = link.split('#');
      return { link, path: target === '' ? file : posix.join(dirname(file), target), place };
    });
}

test.each(documents)('the links of %s lead to a file and a heading', (file) => {
  const isWrong = ({ path, place }: { readonly path: string; readonly place: string }) =>
    !existsSync(path) || (place !== '' && !headingsOf(path).includes(place));
  expect(linksIn(file).filter(isWrong)).toEqual([]);
});

describe('the manual', () => {
  it('is reached from the README, which is short', () => {
    expect(manual.length).toBeGreaterThan(8);
    const reached = new Set(linksIn('README.md').map(({ path }) => path));
    expect(manual.filter((page) => !reached.has(page))).toEqual([]);
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
  });

  it('is in the installed package, with all that its pages lead to', () => {
    const packed = [...own.files, 'README.md', 'LICENSE', 'package.json'];
    const isPacked = (path: string) => packed.some((one) => path === one || path.startsWith(`${one}/`));
    expect(manual.filter((page) => !isPacked(page))).toEqual([]);
    const led = manual.flatMap((page) => linksIn(page).map(({ path }) => path));
    expect(led.length).toBeGreaterThan(20);
    expect(led.filter((path) => !isPacked(path))).toEqual([]);
  });
});
