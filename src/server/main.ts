import { fileURLToPath } from 'node:url';
import { run } from './run.ts';
import { processSettings } from './settings.ts';

await run(processSettings, fileURLToPath(new URL('../../dist', import.meta.url)));
