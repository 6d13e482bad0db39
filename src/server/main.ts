import { fileURLToPath } from 'node:url';
import { run } from './serve.ts';
import { processSettings } from './settings.ts';

await run(processSettings, fileURLToPath(new URL('../../dist', import.meta.url)));
