import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as secureRequest, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import {
  buildInstallation,
  domain,
  get,
  handshake,
  hasNginx,
  printedFile,
  type RunningNginx,
  startNginx,
  startSchool,
} from '#e2e/servers/schoolsStand.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { loadSettingsFile, placesOfSchool } from '#server/install/settingsFile.ts';
import { readSettings } from '#server/app/settings.ts';

const page = readFileSync('src/manual/schools.md', 'utf8');

describe('the settings of a school', () => {
  it('that the manual shows are valid with what the unit sets', () => {
    const [, name = '', example = ''] = /> \/etc\/flightline\/(pikes)\.env <<'END'\n([^]*?)\nEND\n/.exec(page) ?? [];
    const places = placesOfSchool(`/etc/flightline/${name}.env`, '/etc/flightline/flightline.env');
    expect(readSettings({ ...places, ...parseEnv(example) })).toMatchObject({
      socket: '/run/flightline/pikes.sock',
      port: null,
      dataDirectory: '/var/lib/flightline/pikes',
      access: { publicUrl: 'https://pikes.ops.example.org' },
    });
  });

  it('belong to its own file beside the usual one, whose name is that of the unit', () => {
    const usual = '/etc/flightline/flightline.env';
    expect(placesOfSchool('/etc/flightline/elbe-2.env', usual)?.DATA_DIR).toBe('/var/lib/flightline/elbe-2');
    for (const other of [usual, '/srv/elbe.env', '/etc/flightline/Elbe.env', '/etc/flightline/a b.env', '.env'])
      expect(placesOfSchool(other, usual)).toBeNull();
  });

  it.skipIf(process.platform !== 'linux')('give commands the places of the unit, which the file may change', () => {
    const directory = emptyDirectory();
    const file = join(directory, 'elbe.env');
    const names = ['SETTINGS_FILE', 'DATA_DIR', 'PORT', 'LISTEN_SOCKET'];
    const clear = () => names.forEach((name) => delete process.env[name]);
    onTestFinished(clear);
    for (const [text, expected] of [
      ['', ['/var/lib/flightline/elbe', 'none', '/run/flightline/elbe.sock']],
      ['DATA_DIR=data/\nPORT=4601', ['/var/lib/flightline/elbe/data', '4601', '/run/flightline/elbe.sock']],
      ['DATA_DIR=/srv/elbe', ['/srv/elbe', 'none', '/run/flightline/elbe.sock']],
    ] as const) {
      clear();
      process.env['SETTINGS_FILE'] = file;
      writeFileSync(file, text);
      expect(loadSettingsFile(join(directory, 'flightline.env'))).toBeNull();
      expect(names.slice(1).map((name) => process.env[name])).toEqual(expected);
    }
  });

  it('come from an operators.json of an earlier version by the command of the manual', () => {
    const directory = emptyDirectory();
    const [, script = ''] = /node --input-type=module -e '\n([^]*?)'\n/.exec(page) ?? [];
    const [etc, lib] = [join(directory, 'etc'), join(directory, 'lib')];
    for (const folder of [etc, join(lib, 'schools/pikes')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(lib, 'schools/pikes/access.sqlite'), 'data');
    writeFileSync(join(directory, 'key'), 'key-of-elbe\n');
    const settings = { API_BASE_URL: 'https://api.example.com', ACCESS: 'tokens' };
    const pikes = { API_OPERATOR_ID: 1001, OPERATOR_TIME_ZONE: 'America/Denver', OPERATOR_NAME: 'Pike’s Peak # 1' };
    const elbe = { API_OPERATOR_ID: 1002, OPERATOR_TIME_ZONE: 'Europe/Berlin', TRUSTED_PROXIES: '127.0.0.1' };
    const schools = [
      { name: 'pikes', host: 'pikes.ops.example', key: 'key-of-pikes', settings: pikes },
      { name: 'elbe', host: 'elbe.ops.example', port: 4601, keyFile: join(directory, 'key'), settings: elbe },
    ];
    writeFileSync(join(etc, 'operators.json'), JSON.stringify({ settings, sockets: '/run/flightline', schools }));
    const moved = script.replaceAll('/etc/flightline', etc).replaceAll('/var/lib/flightline', lib);
    execFileSync(process.execPath, ['--input-type=module', '-e', moved]);
    expect(readFileSync(join(lib, 'pikes/access.sqlite'), 'utf8')).toBe('data');
    expect(existsSync(join(lib, 'schools/pikes'))).toBe(false);
    const read = (name: string) => {
      const file = join(etc, `${name}.env`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const places = placesOfSchool(`/etc/flightline/${name}.env`, '/etc/flightline/flightline.env');
      return readSettings({ ...places, ...parseEnv(readFileSync(file, 'utf8')) });
    };
    expect(read('pikes')).toMatchObject({
      operatorId: 1001,
      operatorName: 'Pike’s Peak # 1',
      upstream: { key: 'key-of-pikes' },
      port: null,
      access: { publicUrl: 'https://pikes.ops.example', mode: 'tokens' },
    });
    expect(read('elbe')).toMatchObject({ operatorId: 1002, port: 4601, upstream: { key: 'key-of-elbe' } });
  });
});

describe.skipIf(!hasNginx)('nginx with the printed file (left out without nginx and openssl)', () => {
  let installation: Awaited<ReturnType<typeof buildInstallation>>;
  beforeAll(async () => void (installation = await buildInstallation()));
  afterAll(() => installation.remove());

  /** The answer of nginx to a request for a host, which is also the name of the connection unless another is given. */
  const askFor = ({ port, ca }: RunningNginx, host: string, path = '/config', servername = host) =>
    get({ port, path, headers: { host }, servername, ca, rejectUnauthorized: false } as RequestOptions, secureRequest);

  it('serves each school by its host name, and no other name opens anything', async () => {
    const directory = emptyDirectory();
    const unit = await printedFile(installation.command, '--for', 'systemd', '--schools');
    const plan = { zone: 'Europe/Berlin', mode: 'tokens' } as const;
    const schools = await Promise.all(
      ['alpha', 'be-ta2'].map((name, index) => startSchool(unit, directory, index + 1, { ...plan, name })),
    );
    const nginx = await startNginx(installation.command, directory);
    await eventually(async () => {
      for (const { ask } of schools) expect((await ask('manager', '/health')).status).toBe(200);
    });
    const opened = readdirSync(join(directory, 'run')).toSorted();
    expect(opened).toEqual(['alpha.sock', 'be-ta2.sock']);
    for (const school of schools) {
      const config = await school.ask('manager', '/config?x=1', {}, nginx);
      expect(config).toMatchObject({ status: 200, text: expect.stringContaining(`"operatorId":${school.operatorId}`) });
      for (const other of schools.filter((candidate) => candidate !== school))
        expect((await school.ask('nobody', '/config', other.handed.headersOf('manager'), nginx)).status).toBe(401);
      // The event arrives at once, not when a buffer is full.
      const events = await school.ask('manager', '/events', {}, nginx);
      expect([events.status, events.text.length > 0]).toEqual([200, true]);
    }
    // A browser that says who it is: nobody signed it in at this nginx.
    const signed = await startSchool(unit, directory, 3, { ...plan, name: 'gamma', mode: 'proxy' });
    await eventually(async () => expect((await signed.ask('manager', '/config')).status).toBe(200));
    expect((await signed.ask('manager', '/config', {}, nginx)).status).toBe(401);

    const before = nginx.log();
    for (const name of ['unknown', 'alpha2', 'alph', 'flightline'])
      expect([name, (await askFor(nginx, `${name}.${domain}`)).status]).toEqual([name, 421]);
    // A name that is no host of a school, on a connection of one.
    for (const host of [
      domain,
      'alpha.other.example',
      `alpha.x.${domain}`,
      `al%2fpha.${domain}`,
      `alpha.${domain}.example`,
    ])
      expect([host, (await askFor(nginx, host, '/config', `alpha.${domain}`)).status]).toEqual([host, 421]);
    expect([400, 421]).toContain((await askFor(nginx, `../alpha.${domain}`, '/config', `alpha.${domain}`)).status);
    expect((await askFor(nginx, `ALPHA.${domain.toUpperCase()}`, '/health')).status).toBe(200);
    expect(nginx.log().slice(before.length)).not.toMatch(/connect\(\)|upstream/);
    for (const name of ['alpha.other.example', domain, `-alpha.${domain}`, `${'x'.repeat(60)}.${domain}`])
      await expect(handshake(nginx.port, name)).rejects.toThrow();
    await expect(handshake(nginx.port, `alpha.${domain}`)).resolves.toBeUndefined();

    // A known school that does not run is told apart from an unknown one, and the other goes on.
    await schools[0]?.stop();
    expect((await askFor(nginx, `alpha.${domain}`, '/health')).status).toBe(502);
    expect((await askFor(nginx, `be-ta2.${domain}`, '/health')).status).toBe(200);
  });
});
