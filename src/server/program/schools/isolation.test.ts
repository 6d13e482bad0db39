import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAddresses } from '#e2e/stands/access/proofStand.ts';
import { emptyDirectory } from '#e2e/stands/access/testAccess.ts';
import {
  buildInstallation,
  openStandSchool,
  type RunningSchools,
  type SchoolPlan,
  type StandSchool,
  startSchools,
  writeSchools,
} from '#e2e/stands/schoolsStand.ts';
import { eventually } from '#e2e/stands/teststand.ts';

let installation: Awaited<ReturnType<typeof buildInstallation>>;
beforeAll(async () => void (installation = await buildInstallation()));
afterAll(() => installation.remove());

const plans: readonly SchoolPlan[] = [
  { name: 'pikes', zone: 'America/Denver', mode: 'tokens' },
  { name: 'elbe', zone: 'Europe/Berlin', mode: 'proxy' },
  { name: 'sumida', zone: 'Asia/Tokyo', mode: 'tokens', isOnSocket: true },
];

type Stand = RunningSchools & {
  readonly directory: string;
  readonly schools: readonly [StandSchool, StandSchool, StandSchool];
};

/** Three schools, running, each with its copy complete. */
async function openStand(): Promise<Stand> {
  const directory = emptyDirectory();
  const schools = await Promise.all(plans.map((plan, index) => openStandSchool(directory, index + 1, plan)));
  const file = writeSchools(
    directory,
    schools.map(({ entry }) => entry),
  );
  const running = startSchools(installation.command, file, join(directory, 'data'));
  await running.run(...plans.map(({ name }) => name));
  await Promise.all(schools.map(complete));
  const [first, second, third] = schools;
  if (!first || !second || !third) throw new Error('Three schools are planned.');
  return { ...running, directory, schools: [first, second, third] };
}

type Part = { readonly set: string; readonly parts: number; readonly known: number };

const complete = (school: StandSchool) =>
  eventually(async () => {
    const { status, text } = await school.ask('manager', '/state');
    expect(status).toBe(200);
    const { sets }: { sets: readonly Part[] } = JSON.parse(text).replica;
    expect(sets.filter(({ set, parts, known }) => set !== 'report' && (parts === 0 || known < parts))).toEqual([]);
  });

/** The operator of each address is that of the school. */
const addressesFor = ({ handed, entry }: StandSchool) => {
  const { API_OPERATOR_ID: id } = entry['settings'] as { API_OPERATOR_ID: number };
  return ownAddresses({ handed }).map((path) => path.replace('/operators/1001', `/operators/${id}`));
};

/** The bytes of every file below a directory, read as Latin-1. */
function bytesIn(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

/** Everything that anyone can learn at a school: each answer to each person, its log, its files, its process. */
async function learnedAt(school: StandSchool, { lines, status }: RunningSchools): Promise<{ [where: string]: string }> {
  const answers: { [where: string]: string } = {};
  for (const person of school.handed.people)
    for (const path of addressesFor(school)) {
      const { status: code, headers, text } = await school.ask(person, path);
      answers[`${person} ${path}`] = `${code} ${JSON.stringify(headers)} ${text}`;
    }
  const pid = (await status())[school.name]?.pid;
  return {
    ...answers,
    log: JSON.stringify(lines().filter((line) => line.school === school.name)),
    files: bytesIn(school.directory),
    environment: readFileSync(`/proc/${pid}/environ`, 'utf8'),
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  };
}

/** What belongs to one school only: its key, its service, its directory, and the secrets handed out there. */
const secretsOf = ({ key, service, directory, handed }: StandSchool) => [
  key,
  new URL(service.url).host,
  directory,
  ...handed.secrets,
];

it('nothing of a school is in an answer, the log, a file or the process of another', async () => {
  const stand = await openStand();
  for (const school of stand.schools) {
    const learned = await learnedAt(school, stand);
    const everything = Object.values(learned).join('\n');
    expect(school.canaries.in(everything).size).toBeGreaterThan(100);
    expect(learned['environment']).toContain(school.key);
    expect(learned['files']).not.toContain(school.key);
    for (const other of stand.schools.filter((one) => one !== school)) {
      const found = Object.entries(learned).flatMap(([where, text]) => [
        ...[...other.canaries.in(text)].map((canary) => `${where}: ${canary}`),
        ...secretsOf(other)
          .filter((secret) => text.includes(secret))
          .map((secret) => `${where}: ${secret}`),
      ]);
      expect([school.name, other.name, found]).toEqual([school.name, other.name, []]);
      // A name or a session of one school does not sign in at another.
      const foreign = other.handed.headersOf('manager');
      expect((await school.ask('nobody', '/config', foreign)).status).toBe(401);
      expect((await other.ask('nobody', '/config', foreign)).status).toBe(200);
    }
    expect(learned['environment']).not.toContain('MARKER');
  }
  // The supervisor's own lines hold no key and no canary either.
  const all = JSON.stringify(stand.lines()) + stand.errors();
  expect(
    stand.schools.flatMap(({ key, canaries }) => [...canaries.in(all), ...(all.includes(key) ? [key] : [])]),
  ).toEqual([]);
  expect(new Set(stand.lines().map(({ school }) => school))).toEqual(new Set(plans.map(({ name }) => name)));
});

/** Makes requests to a school until `isOver`. Resolves to their number, the wrong answers, and the slowest time. */
async function watch(school: StandSchool, isOver: () => boolean) {
  const bad: string[] = [];
  let [count, slowest] = [0, 0];
  while (!isOver()) {
    // A pause, because each person has a limited share of requests.
    await wait(50);
    for (const [person, path] of [
      ['manager', '/health'],
      ['manager', '/replica/squawks'],
      ['dispatcher', '/config'],
    ] as const) {
      const began = performance.now();
      const { status } = await school.ask(person, path).catch((error: unknown) => ({ status: String(error) }));
      slowest = Math.max(slowest, performance.now() - began);
      count += 1;
      if (status !== 200) bad.push(`${school.name} ${path} ${status}`);
    }
  }
  return { bad, count, slowest };
}

/** While something is wrong with one school, the others answer everything. */
async function othersAnswer(stand: Stand, wrong: StandSchool, trouble: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  const others = stand.schools.filter((one) => one !== wrong);
  const watched = Promise.all(others.map((one) => watch(one, () => isOver)));
  try {
    await trouble();
  } finally {
    isOver = true;
  }
  for (const { bad, count, slowest } of await watched) {
    expect(bad).toEqual([]);
    expect(count).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(10_000);
  }
}

/** A piece of an answer that never ends. */
const endless = '['.repeat(65_536);

describe('while one school', () => {
  it('has no service, a hostile one, a flood, or no process, the others answer', async () => {
    const stand = await openStand();
    const [wrong] = stand.schools;
    const called = () =>
      Promise.all(['/api/core/v1.0/operators/1001/aircraft', '/replica/squawks'].map((path) => refreshed(wrong, path)));
    const pids = async () => Object.values(await stand.status()).map(({ pid }) => pid);
    const before = await pids();

    await othersAnswer(stand, wrong, async () => {
      wrong.answerWith((incoming) => incoming.socket.destroy());
      await called();
      await wait(2_000);
    });
    await othersAnswer(stand, wrong, async () => {
      let sent = 0;
      wrong.answerWith((_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        const more = () => {
          let isTaken = !outgoing.destroyed;
          for (; isTaken; sent += endless.length) isTaken = outgoing.write(endless);
        };
        outgoing.on('drain', more);
        more();
      });
      // After failures, the gateway asks only now and then.
      await eventually(async () => {
        await called();
        expect(sent).toBeGreaterThan(1_000_000);
      });
      await wait(2_000);
    });
    expect(await pids()).toEqual(before);

    await othersAnswer(stand, wrong, () => flood(wrong));

    const victim = (await stand.status())[wrong.name]?.pid ?? 0;
    await othersAnswer(stand, wrong, async () => {
      process.kill(victim, 'SIGKILL');
      await eventually(async () =>
        expect((await stand.status())[wrong.name]).toMatchObject({ state: 'running', restarts: 1 }),
      );
    });
    expect((await stand.status())[wrong.name]?.pid).not.toBe(victim);
    expect(stand.lines().filter(({ msg }) => msg.startsWith('The process of a school ended'))).toMatchObject([
      { school: wrong.name, how: 'signal SIGKILL', pauseMs: 1_000 },
    ]);
    wrong.answerWith(wrong.canaries.answer);
    await complete(wrong);
  });
});

/** Requests the newest data, past the copy, and ignores the answer. */
const refreshed = (school: StandSchool, path: string) =>
  school.ask('manager', path, { 'x-flightline-refresh': 'now' }).catch(() => undefined);

/** A script for another process: it floods many connections, and prints a dot for every thousand answers. */
const flooding = `
import { connect } from 'node:net';
const text = 'GET /config HTTP/1.1\\r\\nhost: wrong.example\\r\\n\\r\\n'.repeat(20);
let answers = 0;
const open = () => {
  const socket = connect(Number(process.argv[1]), '127.0.0.1', () => socket.write(text));
  socket.on('error', () => undefined).on('close', () => setTimeout(open, 10)).on('data', (bytes) => {
    const before = Math.floor(answers / 1000);
    answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
    if (Math.floor(answers / 1000) > before) process.stdout.write('.');
    socket.write(text);
  });
};
for (let count = 0; count < 200; count++) open();`;

/** Floods a school until it has answered some thousand requests. */
async function flood({ at }: StandSchool): Promise<void> {
  if (!('port' in at)) throw new Error('Only a school with a port can be reached by strangers.');
  const child = spawn(process.execPath, ['--input-type=module', '-e', flooding, String(at.port)]);
  let dots = '';
  child.stdout.on('data', (text) => (dots += String(text)));
  const ended = once(child, 'exit');
  await eventually(() => expect(dots.length).toBeGreaterThan(4));
  child.kill('SIGKILL');
  await ended;
}
