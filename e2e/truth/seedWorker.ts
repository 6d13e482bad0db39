import { parentPort, workerData } from 'node:worker_threads';
import { type RunOptions, runSchool, type ThreadMessage } from './run.ts';

const tell = (message: ThreadMessage) => parentPort?.postMessage(message, []);

// These options come from our own main thread.
const options = workerData as RunOptions;
const tally = await runSchool(options, (done) => tell({ done }));
tell({ tally });
process.exit(0);
