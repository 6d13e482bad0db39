import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Must come first: otherwise reading our own files takes a third of the start.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/flightline', import.meta.url)));
const [{ run }, { processSettings }] = await Promise.all([import('./serve.ts'), import('./settings.ts')]);

await run(processSettings, fileURLToPath(new URL('../../dist', import.meta.url)));
