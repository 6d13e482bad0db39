import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packagesOf, sourceTree } from './sourceTree.ts';

/** Licences of packages without one in `package.json` and the lockfile, read from the file LICENSE of each. */
const licences: { readonly [name: string]: string } = { suncalc: 'BSD-2-Clause' };

/** The default file of `npm run sbom`. */
const defaultFile = 'sbom.cdx.json';

type Component = {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
};
type Dependency = { readonly ref: string; readonly dependsOn: readonly string[] };
type Sbom = {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
};
type Names = { readonly [name: string]: string };
export type Locked = {
  readonly version?: string;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
  readonly devDependencies?: Names;
};
type Packages = { readonly [path: string]: Locked };

/** Only a style sheet names its files. */
const fontOfStyles = '@fontsource-variable/inter';

/** A module that runs only during development. */
const building = 'src/server/cli/develop.ts';

/**
 * The lockfile paths of the packages that run: those that the source imports, their dependencies, and Node. (For npm everything
 * is a development dependency, because the installed package has it bundled.)
 */
export function runningPackages(packages: Packages): ReadonlySet<string> {
  const found = new Set<string>();
  const own = packages[''];
  const add = (from: string, name: string): void => {
    const path = nearest(packages, from, name);
    const entry = path === null ? undefined : packages[path];
    if (path === null || !entry || found.has(path)) return;
    found.add(path);
    const isOptional = (peer: string) => entry.peerDependenciesMeta?.[peer]?.optional === true;
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (peer) => !peer.startsWith('@types/') && (!isOptional(peer) || own?.devDependencies?.[peer] !== undefined),
    );
    for (const needed of [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers])
      add(path, needed);
  };
  const imported = sourceTree().filter(({ path, isTest }) => !isTest && path !== building);
  for (const name of new Set([...imported.flatMap(packagesOf), fontOfStyles])) add('', name);
  for (const name of Object.keys(own?.optionalDependencies ?? {})) add('', name);
  return found;
}

/** Where Node finds a package from another: beside it, or further up. */
function nearest(packages: Packages, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return null;
  }
}

/**
 * Flightline's bill of materials as CycloneDX 1.6: npm's own list from the lockfile, without packages for building and testing.
 * npm writes version 1.5, and every such document is also valid as 1.6. It names the product after its directory, and leaves out
 * licences that are not declared.
 */
export function sbom(): Sbom {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const listed: Sbom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }));
  const { packages }: { packages: Packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const own: { name: string; version: string; license: string } = JSON.parse(
    readFileSync(`${root}package.json`, 'utf8'),
  );
  const running = new Set(
    [...runningPackages(packages)].map((path) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version}`),
  );
  const { component, ...metadata } = listed.metadata;
  const whole = { ...component, name: own.name, version: own.version, licenses: [{ license: { id: own.license } }] };
  const components = listed.components.filter(({ name, version }) => running.has(`${name}@${version}`)).map(licensed);
  const named = new Set([component, ...components].map((one) => one['bom-ref']));
  const dependencies = listed.dependencies
    .filter(({ ref }) => named.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((text) => named.has(text)) }));
  const format = { $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', specVersion: '1.6' };
  return { ...listed, ...format, metadata: { ...metadata, component: whole }, components, dependencies };
}

function licensed(component: Component): Component {
  const id = licences[component.name];
  return id === undefined || component.licenses ? component : { ...component, licenses: [{ license: { id } }] };
}

if (import.meta.main) {
  const file = process.argv[2] ?? defaultFile;
  const list = sbom();
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  console.error(`${file}: ${list.components.length} packages, as CycloneDX 1.6.`);
}
