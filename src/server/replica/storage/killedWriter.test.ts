import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { inspectSlices, openForKill } from '#e2e/servers/killedWriter.ts';

const kills = 24;

const script = `const work = await import(${JSON.stringify(new URL('../../../../e2e/servers/killedWriter.ts', import.meta.url).href)});`;

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'replica-kill-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Compiled modules of the writer: a third of its start. They are stored when a process ends by itself. */
function compileOnce(): NodeJS.ProcessEnv {
  const env = { ...process.env, NODE_COMPILE_CACHE: temporaryDirectory() };
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script], { env }).status).toBe(0);
  return env;
}

/** A gateway's storage in its own process, which is killed after a random time of writing. Returns its output. */
async function workAndKill(
  name: 'writeUntilKilled' | 'callUntilKilled',
  directory: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const work = `${script} work.${name}(${JSON.stringify(directory)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', work], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Kills the process even if an expectation fails first.
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  // A random delay, so that the kill comes at any step of the process.
  await delay(Math.random() * 40);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  return said;
}

async function writeAndKill(directory: string, env: NodeJS.ProcessEnv): Promise<{ begun: number; done: number }> {
  const said = await workAndKill('writeUntilKilled', directory, env);
  const latest = (word: string) => Number(said.match(new RegExp(`${word} (\\d+)\\n(?![^]*${word} )`))?.[1] ?? 0);
  return { begun: latest('begun'), done: latest('done') };
}

/** Kills and reopens one directory repeatedly. Returns how many kills interrupted a replacement. */
async function killAgainAndAgain(times: number, env: NodeJS.ProcessEnv): Promise<number> {
  const directory = temporaryDirectory();
  let inTheMiddle = 0;
  for (let time = 0; time < times; time++) {
    const { begun, done } = await writeAndKill(directory, env);
    if (begun > done) inTheMiddle++;
    // It opens only if the lock ended with the process.
    const storage = openForKill(directory);
    const { faults, versions } = inspectSlices(storage);
    expect(faults).toEqual([]);
    expect(storage.trouble()).toBeNull();
    const latest = Math.max(0, ...versions);
    expect([begun - 1, begun]).toContain(latest);
    expect(latest).toBeGreaterThanOrEqual(done);
    storage.pruneChanges(latest - 3);
    storage.close();
  }
  const database = new DatabaseSync(join(directory, 'replica.sqlite'));
  expect({ ...database.prepare('PRAGMA integrity_check').get() }).toEqual({ integrity_check: 'ok' });
  database.close();
  return inTheMiddle;
}

it('a process killed while it replaces slices leaves the old slice or the new one, and no lock', async () => {
  const env = compileOnce();
  const counts = await Promise.all([killAgainAndAgain(kills / 2, env), killAgainAndAgain(kills / 2, env)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(kills / 4);
});

it('no call of a killed process is lost, and running ones count as ending when the next one starts', async () => {
  const env = compileOnce();
  const directory = temporaryDirectory();
  const began = Date.now();
  let known: number[] = [];
  for (let time = 0; time < 15; time++) {
    const said = await workAndKill('callUntilKilled', directory, env);
    const killedAt = Date.now();
    const begun = said.split('begun\n').length - 1;
    const ends = Array.from(said.matchAll(/ended (\d+)\n/g), ([, at]) => Number(at));
    const storage = openForKill(directory);
    const recent = storage.recentCalls(began);
    expect(storage.trouble()).toBeNull();
    storage.close();
    // It may have been killed before it printed the last one.
    expect([begun, begun + 1]).toContain(recent.length - known.length);
    const left = recent.filter((at) => at >= killedAt).length;
    expect([recent.length - known.length - ends.length - 1, recent.length - known.length - ends.length]).toContain(
      left,
    );
    expect(recent.slice(0, known.length + ends.length)).toEqual([...known, ...ends]);
    known = recent;
  }
});
