import { readFlags } from './flags.ts';
import { startOperator } from './start.ts';

const reading = readFlags(process.argv.slice(2));
if ('help' in reading) console.log(reading.help);
else if ('refusal' in reading) refuse(reading.refusal);
else {
  try {
    const operator = await startOperator(reading.settings);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void operator.close());
    console.log(`operator ready at ${operator.url}`);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}
