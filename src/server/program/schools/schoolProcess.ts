import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { createLog, type Log } from '#server/gateway/observability/log.ts';
import { secretsIn } from '#server/settings.ts';
import { forwardLines } from './lines.ts';
import type { School } from './schoolsFile.ts';

/**
 * A school waits for its turn to start, starts, runs, pauses before the next try, or stops. It is running once its
 * gateway answers.
 */
export const schoolStates = ['waiting', 'starting', 'running', 'paused', 'stopping'] as const;

export type SchoolStatus = {
  readonly name: string;
  readonly host: string;
  readonly state: (typeof schoolStates)[number];
  /** Null while there is no process. */
  readonly pid: number | null;
  /** How often the process has ended by itself. */
  readonly restarts: number;
  /** When the state began, ISO 8601. */
  readonly since: string;
  /** How the process last ended by itself, in words; null if it never did. */
  readonly ended: string | null;
};

export type SchoolParts = {
  /** Node's arguments before the command: the file of the installed command, and what must be loaded before it. */
  readonly program: readonly string[];
  readonly turns: Turns;
  /** Takes a finished line of the log. */
  readonly write: (line: string) => void;
};

/** Lets only a certain number run at once. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves when the caller's turn begins, to the function that ends it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

/** How long one start may delay the others. */
const longestTurnMs = 30 * millisecondsInSecond;
/** Longer than the ten seconds that a gateway gives running requests. */
const patienceMs = 15 * millisecondsInSecond;

/** Milliseconds before a process that ended for the nth time in a row is started again: 1 s, 2 s, 4 s … 60 s. */
export function restartPauseMs(ends: number): number {
  return Math.min(2 ** (ends - 1) * millisecondsInSecond, millisecondsInMinute);
}

/** What a school's process gets from our own environment: no secrets and no settings. */
const passedOn = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** The whole environment of a process of a school. */
export function environmentOf(school: School): { readonly [name: string]: string } {
  const ours = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Otherwise a settings file for one school would add to the settings of all.
  return { ...Object.fromEntries(ours), ...school.environment, SETTINGS_FILE: 'none' };
}

/** Runs the gateway of a school in its own process, and starts it again whenever it ends, until it is stopped. */
export class SchoolProcess {
  readonly school: School;
  readonly #parts: SchoolParts;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #life: Promise<void>;
  #state: SchoolStatus['state'] = 'waiting';
  #since = new Date();
  #child: ChildProcess | null = null;
  #restarts = 0;
  #ended: string | null = null;

  /** Starts after `before`, such as the end of an earlier process of this school. */
  constructor(school: School, parts: SchoolParts, before: Promise<unknown> = Promise.resolve()) {
    this.school = school;
    this.#parts = parts;
    const { upstream } = school.settings;
    if (!upstream) throw new Error(`${school.name} has no service.`);
    this.#log = createLog(upstream, parts.write, secretsIn(school.settings));
    this.#life = before.then(() => this.#live());
  }

  status(): SchoolStatus {
    const { name, host } = this.school;
    const [state, since, restarts, ended] = [this.#state, this.#since.toISOString(), this.#restarts, this.#ended];
    return { name, host, state, pid: this.#child?.pid ?? null, restarts, since, ended };
  }

  /** Stops the process, which may finish running requests first. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#become('stopping');
    this.#stopping.abort();
    this.#child?.kill('SIGTERM');
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), patienceMs);
    await this.#life;
    clearTimeout(kill);
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #become(state: SchoolStatus['state']): void {
    this.#state = this.#isStopped ? 'stopping' : state;
    this.#since = new Date();
  }

  async #live(): Promise<void> {
    let inARow = 0;
    while (!this.#isStopped) {
      this.#become('waiting');
      const endTurn = await this.#parts.turns.take();
      const began = performance.now();
      const how = this.#isStopped ? 'stopped' : await this.#run(endTurn);
      endTurn();
      if (this.#isStopped) break;
      inARow = performance.now() - began < millisecondsInMinute ? inARow + 1 : 1;
      this.#restarts += 1;
      this.#ended = how;
      const pauseMs = restartPauseMs(inARow);
      this.#become('paused');
      const { name } = this.school;
      this.#log.error({ school: name, how, pauseMs }, 'The process of a school ended and will be started again.');
      await wait(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
    this.#become('stopping');
  }

  /** Runs the process once; resolves to how it ended. */
  async #run(onStarted: () => void): Promise<string> {
    this.#become('starting');
    const longest = setTimeout(onStarted, longestTurnMs);
    try {
      const child = this.#spawn();
      this.#child = child;
      child.on('message', (message) => {
        if (message !== 'started' || this.#state !== 'starting') return;
        this.#become('running');
        onStarted();
      });
      return await endOf(child);
    } catch (error) {
      // Its data directory cannot be used, or the system allows no more processes.
      return error instanceof Error ? error.message : String(error);
    } finally {
      this.#child = null;
      clearTimeout(longest);
    }
  }

  #spawn(): ChildProcess {
    const { name, dataDirectory, memoryMiB } = this.school;
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const args = [`--max-old-space-size=${memoryMiB}`, ...this.#parts.program, 'gateway'];
    const child = spawn(process.execPath, args, {
      cwd: dataDirectory,
      env: environmentOf(this.school),
      // Over the channel the gateway reports that it answers, and learns that the supervisor has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // The gateway has removed all secrets from its lines.
    forwardLines(child.stdout, (line) => this.#parts.write(`${withSchool(name, line)}\n`));
    forwardLines(child.stderr, (line) => this.#log.warn({ school: name }, line));
    return child;
  }
}

/** A line of JSON with the school as its first member; anything else becomes such a line. */
export function withSchool(name: string, line: string): string {
  if (line.startsWith('{"') && line.endsWith('}')) return `{"school":"${name}",${line.slice(1)}`;
  return JSON.stringify({ school: name, msg: line });
}

/** How a process ends, in words: `code 1`, `signal SIGKILL`, or why it could not be started. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => child.pid === undefined && resolve(error.message));
    child.once('close', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`));
  });
}
