import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Size = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isTouch: boolean;
};

/** One source of input and its actions, in the form of both WebDriver protocols. */
export type Input = {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' };
  readonly actions: readonly { readonly type: string; readonly [member: string]: unknown }[];
};

/** A browser with one page. */
export type Driver = {
  readonly go: (address: string) => Promise<void>;
  /** Calls a function of `window.inPage`, or reads `location.href`. */
  readonly call: (name: string, values: readonly unknown[]) => Promise<unknown>;
  readonly perform: (input: Input) => Promise<void>;
  readonly engine: 'Gecko' | 'WebKit';
  /** The page on landscape paper, as a PDF; null if the driver cannot print. */
  readonly print: () => Promise<Buffer | null>;
  readonly picture: () => Promise<Buffer>;
  /** Errors that the browser itself has reported since the last call. */
  readonly takeErrors: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** The source of a function that both protocols run in the page; it takes and returns JSON. */
export const callInPage = `function (name, values) {
  if (name === 'address') return JSON.stringify(location.href);
  if (window.inPage === undefined) return 'null';
  return JSON.stringify(window.inPage[name](...JSON.parse(values)) ?? null);
}`;

export const parsed = (text: unknown): unknown => JSON.parse(String(text));

export type Process = { readonly child: ChildProcess; readonly stop: () => Promise<void> };

/** Browsers in their own process groups would outlive us if we are stopped, so they are stopped too. */
const running = new Set<number>();
process.on('exit', () => {
  for (const group of running) process.kill(-group, 'SIGKILL');
});

/** Starts a process in its own group, so that its children end with it. */
export function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Process {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
  const ended = once(child, 'exit').catch(() => undefined);
  if (child.pid !== undefined) running.add(child.pid);
  child.once('exit', () => child.pid !== undefined && running.delete(child.pid));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGTERM');
    const isLate = await Promise.race([
      ended.then(() => false),
      new Promise<true>((done) => setTimeout(done, 5000, true)),
    ]);
    if (isLate) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  return { child, stop };
}

/** The first group of the first line of a process's output that matches; the output is read further after it. */
export async function lineOf({ child }: Process, pattern: RegExp): Promise<string> {
  let seen = '';
  return new Promise((resolve, reject) => {
    const read = (part: Buffer) => {
      seen = (seen + part.toString()).slice(-20_000);
      const found = pattern.exec(seen)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`ended before it was ready: ${seen.slice(-400)}`)));
    setTimeout(() => reject(new Error(`not ready after a minute: ${seen.slice(-400)}`)), 60_000).unref();
  });
}

export const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `flightline-${name}-`));

/** Neither the operator's zone nor ours, so that any use of the browser's zone is noticed. */
export const browsersEnvironment = { ...process.env, TZ: 'Asia/Kolkata', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
