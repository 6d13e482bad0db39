import { accessStarts, type CommandOptions } from '#server/cli/access.ts';
import { NotGranted } from '#server/access/store/grants.ts';
import { readCommandLine, UsageError, usageWords } from '#server/cli/commandLine.ts';
import { accessCommands, groups } from '#server/cli/commands.ts';

/** Runs `flightline` with these words, such as `access list`, as the program does. Returns the exit code. */
export function runAccess(words: readonly string[], options: CommandOptions): 0 | 1 | 2 {
  let running: string | null = null;
  try {
    const reading = readCommandLine(words, accessCommands, groups, accessStarts(options));
    if ('help' in reading) options.print(reading.help);
    else {
      running = reading.name;
      return reading.start();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) options.note(usageWords(error, running));
    else if (error instanceof NotGranted) options.note(error.message);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}
