import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type GatewayProcess,
  heldBytes,
  hottest,
  startGateway,
  temporaryDirectory,
} from '#e2e/bench/gatewayProcess.ts';
import type { Outcome } from '#e2e/bench/outcome.ts';
import { generateSchool, type GeneratedSchool, serveSchool } from '#e2e/bench/school.ts';
import { dayPage, daysPath, today } from '#e2e/bench/replicaPages.ts';
import { briefAddress } from '#contract/gateway/brief.ts';
import { shareEverything } from './sharedRows.ts';

/** Reservations in all. */
const defaultSizes = [1_000, 10_000, 30_000];
const days = 60;
const watch = fileURLToPath(new URL('./watchLoop.ts', import.meta.url));

/** Milliseconds: after the copy is full, so long that alerts look and pages are asked for several times. */
const fullMs = 35_000;
const maxFillMs = 300_000;
const healthEveryMs = 20;

/** What pages ask for, again and again. */
const pages = () => [
  '/state',
  '/replica/snoozes',
  briefAddress(today()),
  daysPath(today(), 7),
  ...dayPage().map(({ path }) => path),
];

type Phase = { readonly stallMs: number; readonly healthMs: number };
type Measured = { readonly fill: Phase & { readonly seconds: number }; readonly full: Phase; readonly heapMb: number };

/**
 * How a gateway stands a hostile school, whose reservations all share one aircraft, one instructor and one pilot and are late since
 * the same hour, beside an ordinary school with as many reservations. The longest stall of its event loop and the slowest `/health`
 * while the copy fills and after that, and its heap. The arguments: numbers of reservations, or `--profile`.
 */
export async function hostileBench(args: readonly string[]): Promise<Outcome> {
  const sizes = args.map(Number).filter((size) => size > 0);
  const isProfiled = args.includes('--profile');
  const table = [['reservations', 'hostile', 'ordinary', 'ratio']];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const size of sizes.length > 0 ? sizes : defaultSizes) {
    const of = (isHostile: boolean) => measure(size, isHostile, isProfiled);
    const [hostile, ordinary] = [await of(true), await of(false)];
    const rows = {
      'fill, longest stall, ms': ({ fill }: Measured) => fill.stallMs,
      'fill, slowest health, ms': ({ fill }: Measured) => fill.healthMs,
      'fill, s': ({ fill }: Measured) => fill.seconds,
      'full, longest stall, ms': ({ full }: Measured) => full.stallMs,
      'full, slowest health, ms': ({ full }: Measured) => full.healthMs,
      'heap, MB': ({ heapMb }: Measured) => heapMb,
    };
    for (const [name, read] of Object.entries(rows)) {
      const [ours, beside] = [read(hostile), read(ordinary)];
      table.push([`${size}: ${name}`, ours.toFixed(0), beside.toFixed(0), (ours / beside).toFixed(2)]);
      figures[`${size}, hostile, ${name}`] = ours;
      figures[`${size}, ordinary, ${name}`] = beside;
      ratios[`${size}, ${name}`] = ours / beside;
    }
  }
  return { table, figures, ratios };
}

function schoolOf(size: number, isHostile: boolean): GeneratedSchool {
  const generated = generateSchool(
    { aircraft: Math.max(4, Math.round(size / days / 4)), perDay: size / days, days },
    true,
  );
  if (isHostile) shareEverything(generated);
  return generated;
}

async function measure(size: number, isHostile: boolean, isProfiled: boolean): Promise<Measured> {
  const service = await serveSchool(schoolOf(size, isHostile), { allowance: 1_000_000, delay: 0 });
  const directory = temporaryDirectory();
  const file = join(directory.path, 'loop');
  const gateway = await startGateway(service.url, 1_000_000, directory.path, {
    flags: [`--import=${watch}`],
    environment: { LOOP_FILE: file },
  });
  const loop = { file, gateway };
  await stallOf(loop);
  const began = performance.now();
  const fill = await during(loop, () => untilFull(service.calls));
  const seconds = (performance.now() - began) / 1000;
  const full = await during(loop, () => askPages(gateway, isProfiled));
  const heapMb = (await heldBytes(gateway)) / 1e6;
  await gateway.stop();
  await service.stop();
  directory.remove();
  const found = { fill: { ...fill, seconds }, full, heapMb };
  console.error(size, isHostile ? 'hostile' : 'ordinary', JSON.stringify(found));
  return found;
}

type Loop = { readonly file: string; readonly gateway: GatewayProcess };

/** The longest stall of the event loop since the last call, in milliseconds. */
async function stallOf({ file, gateway }: Loop): Promise<number> {
  rmSync(file, { force: true });
  process.kill(gateway.pid, 'SIGUSR2');
  for (;;) {
    await delay(50);
    try {
      const text = readFileSync(file, 'utf8');
      if (text !== '') return Number(text);
    } catch {
      // Not written yet.
    }
  }
}

async function during(loop: Loop, work: () => Promise<unknown>): Promise<Phase> {
  const state = { isOver: false };
  let healthMs = 0;
  const asking = (async () => {
    while (!state.isOver) {
      const began = performance.now();
      await (await fetch(`${loop.gateway.url}/health`)).text();
      healthMs = Math.max(healthMs, performance.now() - began);
      await delay(healthEveryMs);
    }
  })();
  await work();
  state.isOver = true;
  await asking;
  return { stallMs: await stallOf(loop), healthMs };
}

/** Until the service has not been asked for a while. */
async function untilFull(calls: readonly unknown[]): Promise<void> {
  const end = performance.now() + maxFillMs;
  let [known, quiet] = [-1, 0];
  while (performance.now() < end && quiet < 5) {
    await delay(1_000);
    quiet = calls.length === known ? quiet + 1 : 0;
    known = calls.length;
  }
}

async function askPages(gateway: GatewayProcess, isProfiled: boolean): Promise<void> {
  const ask = async () => {
    const end = performance.now() + fullMs;
    while (performance.now() < end) {
      for (const page of pages()) await (await fetch(gateway.url + page)).arrayBuffer();
      await delay(2_000);
    }
  };
  if (!isProfiled) return ask();
  for (const { name, share } of (await hottest(gateway, ask)).slice(0, 40)) console.error(share.toFixed(3), name);
}
