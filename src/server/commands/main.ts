import { processSettings, SettingsError } from '#server/settings.ts';
import { runCommand } from './commands.ts';

try {
  process.exitCode = runCommand(process.argv.slice(2), {
    settings: processSettings,
    clock: Date.now,
    print: (line) => console.log(line),
    note: (line) => console.error(line),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof SettingsError ? 2 : 1;
}
