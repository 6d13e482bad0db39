import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const check = join(root, 'src/server/cli/needsNode.mjs');

type Ran = { readonly code: unknown; readonly out: string; readonly err: string };

function run(file: string, args: readonly string[], options: object = {}): Promise<Ran> {
  return new Promise((resolve) =>
    execFile(file, args, options, (error, out, err) => resolve({ code: error?.code ?? 0, out, err })),
  );
}

/** Starts a script after the check, with a Node that claims this version. */
function startedBy(version: string): Promise<Ran> {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const pretend = `data:text/javascript,${encodeURIComponent(versions)}`;
  return run(process.execPath, ['--import', pretend, '--import', check, '--eval', 'console.log("started")']);
}

describe('the Node that starts us', () => {
  it.each(['24.15.0', '24.21.0', '26.10.0'])('%s is accepted', async (version) => {
    expect(await startedBy(version)).toEqual({ code: 0, out: 'started\n', err: '' });
  });

  it.each(['18.20.0', '20.20.2', '22.23.3', '24.14.1'])('%s is refused in one sentence', async (version) => {
    const { code, out, err } = await startedBy(version);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Flightline needs Node 24\.15 or newer and was started with [\d.]+: install [^\n]+\.\n$/);
  });

  it('is checked before every script that people start', () => {
    const { scripts }: { scripts: { [name: string]: string } } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    const ownScripts = Object.entries(scripts).filter(([, script]) => /node [^&]*src\/server\//.test(script));
    expect(ownScripts.map(([name]) => name).toSorted()).toEqual(
      [
        'access',
        'check-connection',
        'conformance',
        'display-link',
        'flightline',
        'gateway',
        'operator',
        'start',
      ].toSorted(),
    );
    for (const [, script] of ownScripts) expect(script).toContain('node --import ./src/server/cli/needsNode.mjs ');
  });

  it('is the installed one if the package of Node is left out', async () => {
    const directory = emptyDirectory();
    copyFileSync(join(root, 'package.json'), join(directory, 'package.json'));
    symlinkSync(join(root, 'src'), join(directory, 'src'));
    mkdirSync(join(directory, 'bin'));
    symlinkSync(process.execPath, join(directory, 'bin/node'));
    const path = `${join(directory, 'bin')}:${(process.env['PATH'] ?? '').replaceAll(/[^:]*node_modules\/\.bin:?/g, '')}`;
    const env = { ...process.env, PATH: path, DATA_DIR: directory };
    const { err } = await run('npm', ['run', '--silent', 'access', '--', 'list'], { cwd: directory, env });
    expect(err).toContain('Nothing has been handed out.');
  });
});
