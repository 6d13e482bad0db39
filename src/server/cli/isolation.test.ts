import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ownAddresses } from '#e2e/servers/access/proofStand.ts';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import {
  buildInstallation,
  hasNginx,
  printedFile,
  type RunningNginx,
  type SchoolPlan,
  type StandSchool,
  startNginx,
  startSchool,
} from '#e2e/servers/schoolsStand.ts';
import { eventually } from '#e2e/servers/teststand.ts';

let installation: Awaited<ReturnType<typeof buildInstallation>>;
beforeAll(async () => void (installation = await buildInstallation()));
afterAll(() => installation.remove());

const plans: readonly SchoolPlan[] = [
  { name: 'pikes', zone: 'America/Denver', mode: 'tokens' },
  { name: 'elbe', zone: 'Europe/Berlin', mode: 'proxy' },
  { name: 'sumida', zone: 'Asia/Tokyo', mode: 'tokens' },
];

type Stand = {
  readonly schools: readonly [StandSchool, StandSchool, StandSchool];
  /** In front of the schools; null if this machine has none. */
  readonly nginx: RunningNginx | null;
  /** Sends a person's request through nginx, if it is there and the school has no proxy of its own. */
  readonly ask: (school: StandSchool, ...request: AskArguments) => ReturnType<StandSchool['ask']>;
};
type AskArguments = [
  person: Parameters<StandSchool['ask']>[0],
  path: string,
  also?: { readonly [header: string]: string },
];

/** Three schools, running, each with its copy complete. */
async function openStand(): Promise<Stand> {
  const directory = emptyDirectory();
  const unit = await printedFile(installation.command, '--for', 'systemd', '--schools');
  const schools = await Promise.all(plans.map((plan, index) => startSchool(unit, directory, index + 1, plan)));
  const nginx = hasNginx ? await startNginx(installation.command, directory) : null;
  await Promise.all(schools.map(complete));
  const [first, second, third] = schools;
  if (!first || !second || !third) throw new Error('Three schools are planned.');
  return {
    schools: [first, second, third],
    nginx,
    ask: (school, person, path, also = {}) =>
      school.ask(person, path, also, school.handed.mode === 'proxy' ? null : nginx),
  };
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
const addressesFor = ({ handed, operatorId }: StandSchool) =>
  ownAddresses({ handed }).map((path) => path.replace('/operators/1001', `/operators/${operatorId}`));

/** The bytes of every file below a directory, read as Latin-1. */
function bytesIn(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

/** Everything that anyone can learn at a school: each answer to each person, its log, its files, its process. */
async function learnedAt(school: StandSchool, { ask }: Stand): Promise<{ [where: string]: string }> {
  const answers: { [where: string]: string } = {};
  for (const person of school.handed.people)
    for (const path of addressesFor(school)) {
      const { status: code, headers, text } = await ask(school, person, path);
      answers[`${person} ${path}`] = `${code} ${JSON.stringify(headers)} ${text}`;
    }
  const pid = school.pid();
  return {
    ...answers,
    log: JSON.stringify(school.lines()) + school.errors(),
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
  process.env['MARKER'] = 'MARKER of ours';
  onTestFinished(() => void delete process.env['MARKER']);
  const stand = await openStand();
  for (const school of stand.schools) {
    const learned = await learnedAt(school, stand);
    const everything = Object.values(learned).join('\n');
    expect(school.canaries.in(everything).size).toBeGreaterThan(100);
    expect(learned['environment']).toContain(school.key);
    expect(learned['files']).not.toContain(school.key);
    for (const other of stand.schools.filter((candidate) => candidate !== school)) {
      const found = Object.entries(learned).flatMap(([where, text]) => [
        ...[...other.canaries.in(text)].map((canary) => `${where}: ${canary}`),
        ...secretsOf(other)
          .filter((secret) => text.includes(secret))
          .map((secret) => `${where}: ${secret}`),
      ]);
      expect([school.name, other.name, found]).toEqual([school.name, other.name, []]);
      // A name or a session of one school does not sign in at another.
      const foreign = other.handed.headersOf('manager');
      expect((await stand.ask(school, 'nobody', '/config', foreign)).status).toBe(401);
      expect((await stand.ask(other, 'nobody', '/config', foreign)).status).toBe(200);
    }
    expect(learned['environment']).not.toContain('MARKER');
  }
  // What nginx writes holds no key and no canary either.
  const all = stand.nginx?.log() ?? '';
  expect(
    stand.schools.flatMap(({ key, canaries }) => [...canaries.in(all), ...(all.includes(key) ? [key] : [])]),
  ).toEqual([]);
});

/** Makes requests to a school until `isOver`. Resolves to their number, the wrong answers, and the slowest time. */
async function watch({ ask }: Stand, school: StandSchool, isOver: () => boolean) {
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
      const { status } = await ask(school, person, path).catch((error: unknown) => ({ status: String(error) }));
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
  const others = stand.schools.filter((school) => school !== wrong);
  const watched = Promise.all(others.map((other) => watch(stand, other, () => isOver)));
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
    const pids = () => stand.schools.map(({ pid }) => pid());
    const before = pids();

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
    expect(pids()).toEqual(before);

    await othersAnswer(stand, wrong, () => flood(stand, wrong));
    expect(pids()).toEqual(before);

    await othersAnswer(stand, wrong, async () => {
      process.kill(wrong.pid(), 'SIGKILL');
      await eventually(async () => {
        expect(wrong.restarts()).toBe(1);
        expect((await wrong.ask('manager', '/health')).status).toBe(200);
      });
    });
    expect(pids().map((pid, index) => pid === before[index])).toEqual([false, true, true]);
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
import { connect as connectSecurely } from 'node:tls';
const { host, port, path } = JSON.parse(process.argv[1]);
const text = ('GET /config HTTP/1.1\\r\\nhost: ' + host + '\\r\\n\\r\\n').repeat(20);
let answers = 0;
const open = () => {
  const begin = () => socket.write(text);
  const socket = path
    ? connect(path, begin)
    : connectSecurely({ port, host: '127.0.0.1', servername: host, rejectUnauthorized: false }, begin);
  socket.on('error', () => undefined).on('close', () => setTimeout(open, 10)).on('data', (bytes) => {
    const before = Math.floor(answers / 1000);
    answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
    if (Math.floor(answers / 1000) > before) process.stdout.write('.');
    socket.write(text);
  });
};
for (let count = 0; count < 200; count++) open();`;

/** Floods a school, through nginx if it is there, until some thousand requests were answered. */
async function flood({ nginx }: Stand, { host, at }: StandSchool): Promise<void> {
  const where = JSON.stringify(nginx ? { host, port: nginx.port } : { host, path: at.socketPath });
  const child = spawn(process.execPath, ['--input-type=module', '-e', flooding, where]);
  let dots = '';
  child.stdout.on('data', (text) => (dots += String(text)));
  const ended = once(child, 'exit');
  await eventually(() => expect(dots.length).toBeGreaterThan(4));
  child.kill('SIGKILL');
  await ended;
}
