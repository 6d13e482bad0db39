import { fileURLToPath } from 'node:url';
import { serve } from './serve.ts';
import { processSettings, SettingsError } from './settings.ts';

try {
  const running = await serve(processSettings(), fileURLToPath(new URL('../../dist', import.meta.url)));
  console.log(`Flightline at ${running.url}`);
  // Once only: whoever asks a second time does not want to wait.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof SettingsError ? 2 : 1;
}
