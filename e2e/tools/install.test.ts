import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const script = read('e2e/tools/install/install.sh');

it('the manual shows the commands that `npm run install:try` runs', () => {
  expect(read('src/manual/install.md')).toContain(`\`\`\`sh\n${script.trimEnd()}\n\`\`\``);
});

it('they are valid, fewer than twenty, and name the present file', () => {
  execFileSync('bash', ['-n'], { input: script });
  const withoutTexts = script.replaceAll(/<<'END'\n[^]*?\nEND$/gm, '');
  const commands = withoutTexts.trim().split('\n');
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.length).toBeLessThan(20);
  const { name, version }: { name: string; version: string } = JSON.parse(read('package.json'));
  expect(commands).toContain(`npm install -g ./${name}-${version}.tgz`);
});

it('their settings exist', () => {
  const example = read('.env.example');
  const [, settings = ''] = /flightline\.env <<'END'\n([^]*?)\nEND/.exec(script) ?? [];
  const names = settings.split('\n').map((line) => line.split('=')[0] ?? '');
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
});
