import { serve } from '#server/app/serve.ts';
import { processSettings } from '#server/app/settings.ts';
import { now } from './servers.ts';

/**
 * The gateway as `npm run gateway` starts it, with its clock fixed at the time of the tests, or at GATEWAY_NOW. Its copy is in
 * memory unless DATA_DIR is given.
 */
const clocks = { monotonic: () => performance.now(), wall: () => Date.parse(process.env['GATEWAY_NOW'] ?? now) };
const settings = { ...processSettings(), dataDirectory: process.env['DATA_DIR'] ?? null };
const { url, close } = await serve(settings, process.env['DASHBOARD'] ?? 'dist', undefined, clocks);
console.log(`Flightline serves at ${url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close().then(() => process.exit()));
