import { serve } from './serve.ts';
import { type Settings, SettingsError } from './settings.ts';

/**
 * Runs the server until a signal ends it. Standard output gets the log, in lines of JSON; what is for people goes to
 * standard error. The exit code is 0 after a signal, 2 for settings that cannot be, 1 for everything else.
 */
export async function run(readSettings: () => Settings, dashboardDirectory: string): Promise<void> {
  try {
    const running = await serve(readSettings(), dashboardDirectory, (line) => process.stdout.write(line));
    console.error(`Flightline at ${running.url}`);
    running.log.info({ url: running.url }, 'Started.');
    const stop = async (reason: string) => {
      running.log.info({ reason }, 'Stopping.');
      await running.close();
    };
    // Once only: whoever asks a second time does not want to wait.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
    // Nothing is known of the state after this: what is under way may end, and whoever started us starts us again.
    process.once('uncaughtException', (error) => {
      running.log.error({ err: error }, 'Something went wrong outside all requests.');
      process.exitCode = 1;
      void stop('fault');
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = error instanceof SettingsError ? 2 : 1;
  }
}
