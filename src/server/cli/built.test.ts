import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#e2e/servers/teststand.ts';
import { serve } from '#server/app/serve.ts';
import { readSettings } from '#server/app/settings.ts';

const environment = {
  API_BASE_URL: 'https://api.upstream.example/flight',
  API_SUBSCRIPTION_KEY: 'key-that-no-browser-gets',
  API_OPERATOR_ID: '7',
  OPERATOR_TIME_ZONE: 'America/New_York',
  PORT: '0',
};

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
let stage: string;
/** Milliseconds until a hung build fails. Beside the browser tests, two builds and an installation take minutes. */
const buildMs = 420_000;

/** Builds the dashboard and the server as `npm pack` does, with a school's settings in the environment, and installs them. */
beforeAll(async () => {
  stage = await mkdtemp(join(tmpdir(), 'flightline-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...environment, PATH: process.env['PATH'] };
  const build = (folder: string, ...more: string[]) =>
    run(process.execPath, [vite, 'build', ...more, '--outDir', join(stage, folder), '--emptyOutDir'], {
      cwd: root,
      env,
    });
  await build('dist');
  await build('program', '--ssr');
  await install();
}, buildMs);
afterAll(() => rm(stage, { recursive: true }));

it('no file of the built dashboard, and no header sent with it, contains the key or the upstream’s address', async () => {
  const directory = join(stage, 'dist');
  const running = await serve(readSettings({ ...environment, DATA_DIR: join(stage, 'data') }), directory);
  onTestFinished(running.close);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'));
  const paths = files.map((file) => join(file.parentPath, file.name).slice(directory.length));
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(1);
  for (const path of ['/', '/config', ...paths]) {
    const answer = await fetch(running.url + path);
    const everything = JSON.stringify(Array.from(answer.headers)) + (await answer.text());
    expect(answer.status).toBe(200);
    expect(everything.includes(environment.API_SUBSCRIPTION_KEY)).toBe(false);
    expect(everything.includes('api.upstream.example')).toBe(false);
  }
});

const commandNames =
  'run gateway operator check-connection access display-link doctor monitoring database service backup restore forget'.split(
    ' ',
  );

describe('the packed file', () => {
  it('has one command, the server, the dashboard, and no package beside it', () => {
    expect(existsSync(join(prefix(), 'bin/flightline'))).toBe(true);
    expect(readdirSync(installed()).toSorted()).toEqual(
      ['.env.example', 'LICENSE', 'README.md', 'dist', 'package.json', 'program', 'src'].toSorted(),
    );
    expect(existsSync(join(installed(), 'program/licences.md'))).toBe(true);
    expect(readdirSync(join(installed(), 'program/files'))).toEqual(
      readdirSync(join(root, 'src/server/install/files')),
    );
  });

  it('runs, with the school that is made up, and answers', async () => {
    const data = join(stage, 'installed');
    const child = spawn(process.execPath, [bin(), 'run'], { env: { PORT: '0', DATA_DIR: data }, cwd: prefix() });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stderr.on('data', (text) => (output += String(text)));
    const url = await eventually(() => {
      const [, address] = /^Flightline at (\S+)$/m.exec(output) ?? [];
      expect(address).toBeDefined();
      return address as string;
    });
    expect(await (await fetch(url)).text()).toContain('<meta name="build"');
    expect(await (await fetch(`${url}/config`)).json()).toMatchObject({ embedded: true });
    const school = await fetch(`${url}/api/core/v1.0/operators/1001/aircraft`);
    expect(await school.json()).toMatchObject({ items: expect.arrayContaining([expect.anything()]) });
  });

  it('lists its commands, and refuses others and a gateway without a service in one sentence', async () => {
    const { out } = await flightline(['--help']);
    const [, folder = ''] = /^.*The manual is in (.*)\.$/m.exec(out) ?? [];
    expect(readdirSync(folder)).toEqual(readdirSync(join(root, 'src/manual')));
    for (const name of commandNames) expect(out).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    expect(await flightline(['fly'])).toEqual({
      code: 2,
      out: '',
      err: 'There is no command fly: "flightline --help" lists them.\n',
    });
    expect(await flightline(['gateway'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^API_BASE_URL is not/),
    });
    expect((await flightline(['access', 'frobnicate'])).err).toContain('"flightline access --help" lists');
    expect((await flightline(['operator', '--help'])).out).toMatch(/^flightline operator \[flags\]/);
  });
});

describe('the installed command', () => {
  it('prints the unit of this installation with its settings, without the key', async () => {
    const settings = join(stage, 'flightline.env');
    writeFileSync(
      settings,
      Object.entries({ ...environment, PORT: '4711' })
        .map((pair) => pair.join('='))
        .join('\n'),
    );
    const { code, out, err } = await flightline(['service', '--for', 'systemd'], null, { SETTINGS_FILE: settings });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('systemctl enable --now flightline') });
    expect(out).toContain(`ExecStart=":${process.execPath}" --initial-old-space-size=128 "${bin()}" gateway`);
    expect(out).toContain(`EnvironmentFile=${settings}`);
    expect(out + err).not.toContain(environment.API_SUBSCRIPTION_KEY);
  });

  it('prints what Grafana and Prometheus need, from its own files', async () => {
    const { out } = await flightline(['monitoring', '--for', 'grafana'], null, environment);
    expect(JSON.parse(out)).toMatchObject({ title: 'Flightline' });
    const rules = await flightline(['monitoring', '--for', 'rules'], null, environment);
    expect(rules).toMatchObject({ code: 0, out: expect.stringContaining('- alert: FlightlineDataOld') });
  });

  it('says in one sentence which Node it needs, and uses the one that npm installed beside it', async () => {
    const { code, err } = await flightline(['--version'], '20.19.2');
    expect(code).toBe(2);
    expect(err).toMatch(/^Flightline needs Node 24\.15 or newer and was started with 20\.19\.2: install [^\n]+\.\n$/);
    const name = `node-${process.platform}-${process.arch}`;
    mkdirSync(join(installed(), 'node_modules', name, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(installed(), 'node_modules', name, 'bin/node'));
    expect(await flightline(['--version'], '20.19.2')).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    expect(await flightline(['fly'], '20.19.2')).toMatchObject({ code: 2 });
  });
});

const prefix = () => join(stage, 'prefix');
const installed = () => join(prefix(), 'lib/node_modules/flightline');
const bin = () => join(installed(), 'program/bin.mjs');

/**
 * Packs the staged build and installs it as by `npm install -g FILE`, without a network and from an empty store: npm would take
 * the optional Node from one that has it, whatever `--omit` says.
 */
async function install(): Promise<void> {
  for (const name of [
    'package.json',
    'README.md',
    'LICENSE',
    '.env.example',
    'src/manual',
    'src/server/access/README.md',
  ])
    cpSync(join(root, name), join(stage, name), { recursive: true });
  mkdirSync(prefix());
  await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: stage });
  const file = readdirSync(stage).find((name) => /^flightline-.*\.tgz$/.test(name)) ?? '';
  const store = join(stage, 'npm');
  const args = ['install', '-g', '--offline', '--cache', store, '--prefix', prefix(), join(stage, file)];
  await run('npm', args, { cwd: stage });
}

/** The command with the Node of these tests, or a Node that claims another version. */
async function flightline(args: readonly string[], version: string | null = null, env = {}) {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const pretend = version === null ? [] : ['--import', `data:text/javascript,${encodeURIComponent(versions)}`];
  const cwd = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [...pretend, bin(), ...args],
      { cwd, env: { ...process.env, ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}
