#!/usr/bin/env node
// The installed command. An older Node starts the one that npm installed beside us, or says what is missing.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isTooOld, refusal } from './nodeVersion.mjs';

const { version: own, arch, platform } = { ...process, version: process.versions.node };
if (!isTooOld(own)) await import('./flightline.js');
else {
  const brought = process.env.FLIGHTLINE_NODE ? null : nodeBeside();
  if (brought === null) {
    console.error(
      refusal(
        own,
        'install Flightline again by npm, which brings one along if it reaches its registry and --omit=optional is not set.',
      ),
    );
    process.exitCode = 2;
  } else run(brought);
}

/** The Node among our optional packages; null if it was left out. */
function nodeBeside() {
  const { resolve } = createRequire(import.meta.url);
  const program = platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const name of [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`]) {
    try {
      return resolve(`${name}/${program}`);
    } catch {
      // The package may have the other name, or be missing.
    }
  }
  return null;
}

/** Runs the same command with another Node; it gets our signals and we end as it does. */
function run(node) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, FLIGHTLINE_NODE: node } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The Node beside Flightline cannot be started: ${error.message}`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    // The system's loader reports which library is missing.
    if (code === 127) console.error('Install that library first; on Debian: apt-get install libatomic1');
    process.exitCode = signal === null ? code : 1;
  });
}
