import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ticks of `/proc/PID/stat` in a second: the figure of Linux on all common machines. */
const ticksPerSecond = 100;

/** Seconds of processor time used by all threads of a process. */
export function processorSeconds(pid: number): number {
  // The program's name is second, in parentheses, and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** If a program is missing, fails with a message on how to get it. */
export function needProgram(name: string, version: string, howToGet: string): void {
  try {
    execFileSync(name, [version], { stdio: 'ignore' });
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) throw new Error(`This benchmark needs ${name}: ${howToGet}.`, { cause });
  }
}

/** Servers that this process has started and not stopped; a failing benchmark stops them all. */
const ownProcesses = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of ownProcesses) child.kill('SIGKILL');
});

/** Starts a program, and waits until it answers at this address. */
export async function startServer(
  program: string,
  args: readonly string[],
  address: string,
  environment: { readonly [name: string]: string } = {},
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  ownProcesses.add(child);
  child.once('exit', () => ownProcesses.delete(child));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${program} ended at its start: ${said}`);
    const isUp = await fetch(address).then(
      () => true,
      () => false,
    );
    if (isUp) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error(`${program} does not answer at ${address}.`);
}

/** Stops a server that `startServer` started. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
