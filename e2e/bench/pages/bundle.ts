import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';

export type Bundle = { readonly code: string; readonly style: string };

/** Builds one script and one style sheet of everything an entry imports, as the product is built. */
export async function bundle(entry: string, external: readonly RegExp[] = []): Promise<Bundle> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      target: 'chrome129',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: entry, external: [...external], output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  // Fonts are separate files, and the pages work without them.
  const texts = built.output.map((file) => {
    if (file.type === 'chunk') return { code: file.code };
    return file.fileName.endsWith('.css') ? { style: String(file.source) } : {};
  });
  return {
    code: texts.map(({ code = '' }) => code).join('\n'),
    style: texts.map(({ style = '' }) => style).join('\n'),
  };
}

/** Compressed, in KiB. */
export function kibibytes({ code, style }: Bundle): number {
  return [code, style].reduce((sum, text) => sum + (text === '' ? 0 : gzipSync(text, { level: 9 }).length), 0) / 1024;
}
