import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { type Command, readCommandLine, type Starts, UsageError } from './commandLine.ts';
import { commands, groups } from './commands.ts';

const rows: readonly (readonly [string, Command])[] = Object.entries(commands);
const ours = rows.filter(([, { ownFlags }]) => !ownFlags);

/** What would be started, in place of it. */
const starts = Object.fromEntries(
  rows.map(([name]) => [name, (values: object, word?: string) => ({ name, values, word })]),
) as Starts<typeof commands, { name: string; values: object; word: string | undefined }>;

const read = (...args: string[]) => {
  const reading = readCommandLine(args, commands, groups, starts);
  return 'help' in reading ? reading : { ...reading.start(), is: reading.name };
};
const refusalOf = (...args: string[]) => {
  try {
    read(...args);
    return null;
  } catch (error) {
    return error instanceof UsageError ? error.message : error;
  }
};

/** Arguments that the row needs: its flags and its word. */
const neededBy = ({ flags = {}, word }: Command): string[] => [
  ...Object.entries(flags).flatMap(([flag, { needed }]) => (needed ? [`--${flag}`, 'some'] : [])),
  ...(word !== undefined && !word.startsWith('[') ? ['one'] : []),
];

describe('the table of commands', () => {
  it.each(ours)('%s takes what its row says, and nothing else', (name, row) => {
    const words = name.split(' ');
    expect(read(...words, ...neededBy(row))).toMatchObject({ name, is: name });
    expect(refusalOf(...words, ...neededBy(row), '--frob')).toMatch(/^Unknown option '--frob'/);
    expect(refusalOf(...words, ...neededBy(row), 'one', 'more')).toMatch(
      row.word === undefined ? /^Unexpected argument / : /^Give one \w+\.$/,
    );
    for (const flag of Object.keys(row.flags ?? {})) {
      const isText = row.flags?.[flag]?.type === 'string';
      expect(read(...words, ...neededBy(row), `--${flag}`, ...(isText ? ['other'] : []))).toMatchObject({
        values: { [flag]: isText ? (row.flags?.[flag]?.multiple ? ['other'] : 'other') : true },
      });
    }
  });

  it.each(ours)('the help of %s names all that it takes', (name, row) => {
    for (const flag of ['--help', '-h']) {
      const given = read(...name.split(' '), flag);
      const help = 'help' in given ? given.help : '';
      for (const key of Object.keys(row.flags ?? {})) expect(help).toMatch(new RegExp(`^  --${key}\\b.* \\S`, 'm'));
      if (row.word !== undefined) expect(help).toContain(row.word);
      expect(help.toLowerCase()).toContain(row.does.toLowerCase());
      for (const line of help.split('\n')) expect(line.length).toBeLessThan(260);
    }
  });

  it('says what is missing, one thing at a time', () => {
    expect(refusalOf('access', 'token')).toBe('--name must be given.');
    expect(refusalOf('access', 'add', '--name', 'x')).toBe(
      '--role must be given: manager, administrator, dispatcher, maintenance, instructor.',
    );
    expect(refusalOf('service')).toBe('--for must be given: systemd, launchd, windows, docker, compose, nginx.');
    expect(refusalOf('forget')).toBe('--user must be given.');
    expect(refusalOf('restore')).toBe('Give one FILE.');
    expect(refusalOf('access')).toBe('Give a command.');
    expect(refusalOf('access', 'toString')).toBe('There is no such command.');
    expect(refusalOf('constructor')).toBe('There is no command constructor: "flightline --help" lists them.');
  });

  it('a command with flags of its own gets them all', () => {
    expect(read('operator', '--help')).toMatchObject({ is: 'operator' });
  });

  it('lists every command once', () => {
    const given = read('--help');
    const help = 'help' in given ? given.help : '';
    const names = new Set(rows.map(([name]) => name.split(' ')[0] ?? ''));
    const listed = Array.from(help.matchAll(/^ {2}(\S+) +\S/gm), ([, name]) => name);
    expect(listed).toEqual([...names]);
  });
});

describe('the program', () => {
  const main = fileURLToPath(new URL('./flightline.ts', import.meta.url));
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const cwd = emptyDirectory();
      const child = execFile(process.execPath, [main, ...args], { cwd, env: { DATA_DIR: cwd } }, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
    });

  it('ends with 0 for help, 2 for a wrong command line or wrong settings, and 1 for what cannot be done', async () => {
    const [help, none, strange, wrong, version, refused, noService, unknownId] = await Promise.all([
      run('--help'),
      run(),
      run('fly'),
      run('backup', '--frob'),
      run('--version'),
      run('restore', '/nowhere.tar.gz'),
      run('gateway'),
      run('access', 'revoke', 'abcdefgh'),
    ]);
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^flightline COMMAND/) });
    expect(none).toMatchObject({ code: 2, out: '', err: help.out });
    expect(strange).toEqual({ code: 2, out: '', err: 'There is no command fly: "flightline --help" lists them.\n' });
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(
      /^Unknown option '--frob'\. "npm run flightline -- backup --help" lists what it takes\.\n$/,
    );
    expect(version).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(refused).toMatchObject({ code: 1, err: '/nowhere.tar.gz cannot be read.\n' });
    expect(noService).toMatchObject({ code: 2, err: expect.stringMatching(/^API_BASE_URL is not set\./) });
    expect(unknownId).toMatchObject({ code: 1, err: expect.stringMatching(/^Nothing with this id is valid/) });
  });
});
