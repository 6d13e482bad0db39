import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Each forbidden import: the module, its import, and part of the advice. */
const forbidden = [
  ['src/contract/planted.ts', '#domain/fleet/fleet.ts', 'move meaning to #domain'],
  ['src/contract/planted.ts', '#server/settings.ts', 'move meaning to #domain'],
  ['src/contract/planted.ts', '#web/theme.ts', 'move meaning to #domain'],
  ['src/contract/planted.ts', 'node:fs', 'plain functions'],
  ['src/domain/planted.ts', '#server/settings.ts', 'as an argument'],
  ['src/domain/planted.ts', '#web/queries/fleet.ts', 'as an argument'],
  ['src/domain/planted.ts', 'react', 'plain functions'],
  ['src/web/planted.ts', '#server/settings.ts', 'over HTTP'],
  ['src/web/planted.ts', 'node:fs', 'over HTTP'],
  ['src/web/ui/planted.tsx', '#web/queries/fleet.ts', 'let the page ask'],
  ['src/web/ui/planted.tsx', '#web/pages/fleet/FleetPage.tsx', 'let the page ask'],
  ['src/web/ui/planted.tsx', '#server/settings.ts', 'over HTTP'],
  ['src/web/queries/planted.ts', '#web/ui/Panel.tsx', 'let the page draw it'],
  ['src/web/queries/planted.ts', '#web/pages/fleet/FleetPage.tsx', 'let the page draw it'],
  ['src/web/queries/planted.ts', '#server/settings.ts', 'over HTTP'],
  ['src/web/pages/fleet/planted.tsx', '#server/settings.ts', 'over HTTP'],
  ['src/web/pages/fleet/planted.tsx', '#web/routes.tsx', 'only main imports it'],
  ['src/server/planted.ts', '#web/theme.ts', 'over HTTP'],
  ['src/server/planted.ts', 'react', 'move the code to src/web'],
  ['src/server/gateway/planted.ts', '#server/operator/routes.ts', 'as it would the vendor'],
  ['src/server/gateway/planted.ts', '#server/replica/replica.ts', 'LocalCopy interfaces'],
  ['src/server/gateway/planted.ts', '#server/access/access.ts', 'LocalCopy interfaces'],
  ['src/server/replica/planted.ts', '#server/access/access.ts', 'above the local copy'],
  ['src/server/replica/planted.ts', '#server/operator/routes.ts', 'as it would the vendor'],
  ['src/server/replica/planted.ts', '#web/theme.ts', 'over HTTP'],
  ['src/server/gateway/planted.ts', '#web/theme.ts', 'over HTTP'],
  ['src/server/operator/planted.ts', '#server/gateway/forward.ts', 'knows no gateway'],
  ['src/server/check/planted.ts', '#server/operator/routes.ts', 'calls a service by itself'],
  ['src/server/operator/planted.ts', '#web/theme.ts', 'over HTTP'],
  ['src/server/operator/planted.ts', '#server/main.ts', 'imported by nothing'],
  ['src/server/operator/planted.ts', './main.ts', 'imported by nothing'],
  ['src/server/program/planted.ts', '#server/operator/main.ts', 'imported by nothing'],
  ['src/domain/planted.ts', '../contract/filters.ts', '#folder/file.ts'],
  ['src/web/ui/planted.tsx', '../pages/fleet/FleetPage.tsx', '#folder/file.ts'],
  ['src/web/planted.ts', 'zod', 'zod/mini'],
] as const;

/** One permitted import for each direction. */
const permitted = [
  ['src/contract/planted.ts', './filters.ts'],
  ['src/domain/planted.ts', '#contract/filters.ts'],
  ['src/web/ui/planted.tsx', '#domain/fleet/fleet.ts'],
  ['src/web/ui/planted.tsx', '#contract/filters.ts'],
  ['src/web/queries/planted.ts', '#contract/addresses.ts'],
  ['src/web/pages/fleet/planted.tsx', '#web/queries/fleet.ts'],
  ['src/web/pages/fleet/planted.tsx', '#web/ui/Panel.tsx'],
  ['src/web/pages/fleet/planted.tsx', './FleetTable.tsx'],
  ['src/web/main.tsx', './routes.tsx'],
  ['src/web/planted.tsx', './pages/fleet/FleetPage.tsx'],
  ['src/server/planted.ts', './gateway/forward.ts'],
  ['src/server/check/planted.test.ts', '#server/operator/start.ts'],
  ['src/server/planted.ts', './operator/routes.ts'],
  ['src/server/program/flightline.ts', '#server/operator/main.ts'],
  ['src/server/gateway/planted.ts', '#contract/addresses.ts'],
  ['src/server/replica/planted.ts', '#server/gateway/api.ts'],
  ['src/server/operator/planted.ts', '#domain/fleet/fleet.ts'],
  ['src/web/planted.ts', 'zod/mini'],
  ['src/server/planted.ts', 'node:fs'],
] as const;

type Finding = { filename: string; code: string; help: string | null };

/** A separate tree under the same rules, so that planted files do not disturb work in this one. */
const house = mkdtempSync(join(tmpdir(), 'arrows-'));
const plants = [...forbidden, ...permitted].map(([file, wanted], index) => ({
  wanted,
  path: join(dirname(file), `${index}`, file.split('/').at(-1) ?? ''),
}));
let findings: Finding[] = [];

beforeAll(() => {
  copyFileSync('oxlint.config.ts', join(house, 'oxlint.config.ts'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(house, 'node_modules'));
  for (const { path, wanted } of plants) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), `import { planted } from '${wanted}';\nplanted();\n`);
  }
  findings = lint();
});
afterAll(() => rmSync(house, { recursive: true }));

/** oxlint's findings about imports; it exits with 1 if there are any. */
function lint(): Finding[] {
  const oxlint = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');
  const ask = () => execFileSync(process.execPath, [oxlint, '--format=json', 'src'], { cwd: house, encoding: 'utf8' });
  let output: string;
  try {
    output = ask();
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
}

function restricted(index: number): Finding[] {
  return findings.filter(
    ({ filename, code }) => filename === plants[index]?.path && code.includes('no-restricted-imports'),
  );
}

test.each(forbidden.map((row, index) => [...row, index] as const))(
  '%s may not import %s',
  (_file, _wanted, advice, index) => {
    expect(restricted(index).map(({ help }) => help)).toEqual([expect.stringContaining(advice)]);
  },
);

test.each(permitted.map((row, index) => [...row, index + forbidden.length] as const))(
  '%s may import %s',
  (_file, _wanted, index) => {
    expect(restricted(index)).toEqual([]);
  },
);
