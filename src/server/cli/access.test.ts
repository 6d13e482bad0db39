import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '#e2e/servers/teststand.ts';
import { runAccess } from '#e2e/servers/access/accessCommand.ts';
import { isSecret } from '#server/access/store/secrets.ts';
import { cookieIn, day, emptyDirectory, openAccessStand, testNow, tokensMode } from '#e2e/servers/access/testAccess.ts';

type Said = { readonly code: number; readonly out: string[]; readonly notes: string };

function run(
  directory: string,
  words: string[],
  settings: Partial<typeof tokensMode> = {},
  now = testNow,
  databaseUrls: readonly string[] | null = null,
): Said {
  const out: string[] = [];
  const notes: string[] = [];
  const code = runAccess(words[0] === 'display-link' ? words : ['access', ...words], {
    settings: () => ({
      access: { ...tokensMode, ...settings },
      dataDirectory: directory,
      databaseUrls,
      host: '127.0.0.1',
      port: 4600,
    }),
    clock: () => now,
    print: (line) => void out.push(line),
    note: (line) => void notes.push(line),
  });
  return { code, out, notes: notes.join('\n') };
}

const idIn = ({ notes }: Said) => /its id is (\w+)/.exec(notes)?.[1] ?? '';

describe('the command line', () => {
  it('hands out a token that signs in at once, and revokes it, while the gateway runs', async () => {
    const { directory, enter, ask } = await openAccessStand();
    const made = run(directory, ['token', '--name', 'Anna', '--role', 'dispatcher', '--days', '30']);
    expect([made.code, made.out.length, isSecret(made.out[0] ?? '')]).toEqual([0, 1, true]);
    expect(made.notes).toMatch(/^token Anna ends on 2026-06-11; its id is [a-z]{8}\. It is shown only this once\.$/);
    const signedIn = await enter(made.out[0] ?? '');
    expect(signedIn.status).toBe(303);
    expect(run(directory, ['revoke', idIn(made)])).toMatchObject({ code: 0, notes: 'Revoked: token Anna.' });
    expect((await enter(made.out[0] ?? '')).status).toBe(401);
    expect((await ask('/config', { headers: { cookie: cookieIn(signedIn) } })).status).toBe(401);
  });

  it('makes a display’s link that opens a board', async () => {
    const { directory, post } = await openAccessStand();
    const made = run(directory, [
      'display-link',
      '--name',
      'lobby',
      '--days',
      '365',
      '--names',
      '--board',
      '?slides=fleet&names=full',
    ]);
    const [link = ''] = made.out;
    expect(link).toMatch(/^https:\/\/ops\.example\/display\?slides=fleet&names=full#[\w-]{43}$/);
    expect((await post('/sign-in/display', { token: link.split('#')[1] })).status).toBe(200);
    const local = run(directory, ['display-link', '--name', 'lobby'], { mode: 'open', publicUrl: null });
    expect(local.out[0]).toMatch(/^http:\/\/127\.0\.0\.1:4600\/display#[\w-]{43}$/);
  });

  it('gives a person a role without an end, and says if it has no effect', () => {
    const made = run(emptyDirectory(), [
      'add',
      '--name',
      'anna@school.example',
      '--role',
      'instructor',
      '--instructor',
      'u1',
    ]);
    expect([made.code, made.out]).toEqual([0, []]);
    expect(made.notes).toMatch(
      /^person anna@school\.example has no end; its id is [a-z]{8}\.\nIt has no effect while ACCESS is tokens\.$/,
    );
  });

  it('lists what is valid, without secrets', () => {
    const directory = emptyDirectory();
    expect(run(directory, ['list'])).toEqual({ code: 0, out: [], notes: 'Nothing has been handed out.' });
    const token = run(directory, ['token', '--name', 'Anna Garcia', '--role', 'manager', '--days', '1']);
    const display = run(directory, ['display-link', '--name', 'lobby']);
    const { out } = run(directory, ['list']);
    expect(out.toSorted()).toEqual(
      [
        'id        kind     role     ends        last used  name',
        `${idIn(display)}  display  display  2027-05-12  never      lobby`,
        `${idIn(token)}  token    manager  2026-05-13  never      Anna Garcia`,
      ].toSorted(),
    );
    for (const line of out) expect(line).not.toContain(token.out[0]);
    expect(run(directory, ['list'], {}, testNow + day).out).toHaveLength(2);
  });
});

describe('a grant from the command line', () => {
  it('has no end only with a reason, which the list shows', () => {
    const directory = emptyDirectory();
    const reason = 'lobby TV has nobody to renew it';
    const made = run(directory, ['display-link', '--name', 'lobby', '--no-end', '--reason', reason]);
    expect(made.notes).toMatch(/^display lobby has no end; /);
    run(directory, ['add', '--name', 'anna@school.example', '--role', 'manager']);
    const lines = [
      expect.stringMatching(/ no end +never +anna@school\.example$/),
      expect.stringMatching(/ no end: lobby TV has nobody to renew it +never +lobby$/),
    ];
    expect(run(directory, ['list']).out).toEqual(expect.arrayContaining(lines));
  });

  it.each([['--help'], ['help'], ['-h']])('lists its commands: %s', (words) => {
    const { code, out } = run('/nowhere', [words]);
    expect(code).toBe(0);
    for (const command of ['list', 'token', 'add', 'program', 'revoke', 'sessions', 'end', 'audit'])
      expect(out.join('\n')).toMatch(new RegExp(`^  ${command} +\\S`, 'm'));
  });

  it('explains each command', () => {
    expect(run('/nowhere', ['token', '--name', 'Anna', '--help'])).toMatchObject({
      code: 0,
      out: [
        expect.stringMatching(/^npm run access -- token --name NAME [^]*\n  --days N +days until it ends \(365\)\n/),
      ],
    });
    expect(run('/nowhere', ['display-link', '-h']).out[0]).toContain('npm run display-link -- --name lobby');
    // The word is a name here.
    expect(run(emptyDirectory(), ['token', '--name', 'help', '--role', 'manager']).code).toBe(0);
  });
});

describe('a wrong command line', () => {
  it.each([
    ['', 'Give a command.'],
    ['frob', 'There is no such command.'],
    ['list --all', 'Unknown option'],
    ['token', '--name must be given.'],
    ['token --name Anna', '--role must be'],
    ['token --name Anna --role admin', '--role must be'],
    ['token --name Anna --role display', '--role must be'],
    ['token --name Anna --role instructor', 'An instructor needs the user id'],
    ['token --name Anna --role manager --days 0', '--days must be'],
    ['token --name Anna --role manager --days 3651', '--days must be'],
    ['token --name Anna --role manager --days ten', '--days must be'],
    ['token --name Anna --role manager --names', 'Unknown option'],
    ['display-link --name lobby --role manager', 'Unknown option'],
    ['display-link --name lobby --board a#b', '--board must be'],
    ['display-link --name lobby --no-end', 'Without an end'],
    ['display-link --name lobby --no-end --reason no', 'Without an end'],
    ['token --name Anna --role manager --no-end --days 3 --reason because', 'Give --days or'],
    ['token --name Anna --role manager --reason because', '--reason says why'],
    ['display-link --days 3', '--name must be given.'],
    ['revoke', 'Give one ID.'],
    ['revoke a b', 'Give one ID.'],
    ['end', 'Give one ID.'],
    ['audit', 'Say what to do with the audit'],
  ])('is refused with code 2 and advice before it touches a file: "%s"', (words, said) => {
    const { code, out, notes } = run('/dev/null/nowhere', words === '' ? [] : words.split(' '));
    expect([code, out, notes.startsWith(said)]).toEqual([2, [], true]);
    const [command = ''] = words.split(' ');
    const help = /^(?:display-link)$/.test(command)
      ? 'npm run display-link -- --help'
      : `npm run access -- ${['', 'frob'].includes(command) ? '' : `${command} `}--help`;
    expect(notes.endsWith(`"${help}" lists what it takes.`)).toBe(true);
  });

  it('ends with code 1 for an unknown id, and for a person who already has a role', () => {
    const directory = emptyDirectory();
    expect(run(directory, ['revoke', 'abcdefgh'])).toMatchObject({
      code: 1,
      notes: expect.stringMatching(/^Nothing with this id/),
    });
    const add = ['add', '--name', 'anna@school.example', '--role', 'manager'];
    expect([run(directory, add).code, run(directory, add).code]).toEqual([0, 1]);
  });

  it('says in one sentence that the file cannot be written', () => {
    expect(() => run('/dev/null/nowhere', ['list'])).toThrow(/^The file .* cannot be written: [^\n]+\.$/);
  });
});

describe('programs, sessions and the audit', () => {
  it('a program’s token reads the sets that were given, and mistakes are explained', async () => {
    const { directory, ask } = await openAccessStand();
    const words = ['program', '--name', 'prometheus', '--role', 'administrator', '--reads', 'metrics'];
    const made = run(directory, words);
    expect(made.notes).toMatch(/^program prometheus ends on 2026-08-10;/);
    const headers = { authorization: `Bearer ${made.out[0]}` };
    expect((await ask('/metrics', { headers })).status).toBe(200);
    expect(run(directory, [...words.slice(0, -1), 'money'])).toMatchObject({
      code: 2,
      notes: expect.stringMatching(/^--reads takes school, fleet, /),
    });
    expect(run(directory, [...words, '--days', '400'])).toMatchObject({ code: 2 });
  });

  it('sessions are listed and ended', async () => {
    const { directory, ask, cookieOf } = await openAccessStand();
    const cookie = await cookieOf();
    const listed = run(directory, ['sessions']);
    expect([listed.code, listed.out.length]).toEqual([0, 2]);
    const [id = ''] = listed.out[1]?.split(' ') ?? [];
    expect(run(directory, ['end', id])).toMatchObject({ code: 0, notes: 'Ended: the session of Anna.' });
    expect(run(directory, ['end', id]).code).toBe(1);
    expect(run(directory, ['end']).code).toBe(2);
    await eventually(async () => expect((await ask('/config', { headers: { cookie } })).status).toBe(401));
  });

  it('the audit is found whole, then found changed', async () => {
    const { directory, cookieOf, stand } = await openAccessStand();
    await cookieOf('manager');
    await cookieOf('dispatcher', { name: 'Ben' });
    await stand.gateway.close();
    const whole = run(directory, ['audit', '--verify']);
    expect(whole).toMatchObject({
      code: 0,
      out: [],
      notes: 'The audit is whole: 2 entries from 2026-05-12 to 2026-05-12.',
    });
    const path = join(directory, 'audit', '2026-05.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('manager', 'display'));
    expect(run(directory, ['audit', '--verify'])).toMatchObject({
      code: 1,
      out: ['audit/2026-05.jsonl, line 2: the entry before it was changed.'],
    });
    expect(run(directory, ['audit', '--verify'], {}, testNow, ['postgres://db/x'])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('keep their audit in the database'),
    });
    expect(run(directory, ['audit']).code).toBe(2);
  });
});
