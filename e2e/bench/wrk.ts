import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram, processorSeconds } from './processes.ts';

export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Body of a Lua function that returns the path for `count`, the number of the request. */
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
};

export type Loaded = { readonly requests: number; readonly failed: number };

/** Puts load on a server with wrk, from one thread. */
export async function load({ url, connections, seconds, path, headers = {} }: Load): Promise<Loaded> {
  needProgram('wrk', '-v', 'on Debian, apt-get install wrk');
  const directory = mkdtempSync(join(tmpdir(), 'flightline-bench-'));
  const script = join(directory, 'load.lua');
  // Each run starts at a different count, so that no address of an earlier run is repeated.
  const begin = Date.now() % 100_000_000;
  writeFileSync(
    script,
    `local number = ${begin}
    local headers = {${Object.entries(headers)
      .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
      .join(', ')}}
    function pathOf(count) ${path} end
    function request() number = number + 1; return wrk.format("GET", pathOf(number), headers) end`,
  );
  const args = ['-t1', `-c${connections}`, `-d${seconds}`, '--timeout', '10', '-s', script, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  rmSync(directory, { recursive: true });
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
  return { requests, failed: broken.reduce((sum, count) => sum + Number(count), refused) };
}

/** Microseconds of processor time of this process for each request of a load. */
export async function microsecondsEach(pid: number, given: Load): Promise<number> {
  const before = processorSeconds(pid);
  const { requests, failed } = await load(given);
  if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${given.url} failed.`);
  return ((processorSeconds(pid) - before) / requests) * 1e6;
}
