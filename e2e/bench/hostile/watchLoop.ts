import { writeFileSync } from 'node:fs';

/**
 * Loaded into a gateway before its own code (`--import`): on SIGUSR2 it writes the longest stall of the event loop since the last
 * time, in milliseconds, to the file that LOOP_FILE names. With a timer of its own, because Node's histogram loses the first long
 * delay after a reset.
 */
const everyMs = 5;
let [last, worst] = [performance.now(), 0];

function look(): void {
  const now = performance.now();
  worst = Math.max(worst, now - last - everyMs);
  last = now;
}

setInterval(look, everyMs).unref();
process.on('SIGUSR2', () => {
  look();
  writeFileSync(process.env['LOOP_FILE'] ?? '', String(worst));
  worst = 0;
});
