import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/stands/access/testAccess.ts';
import type { Installation } from './installation.ts';
import { schoolsUnit } from './systemdUnit.ts';
import { runService, serviceFile, serviceKinds } from './service.ts';

const usual: Installation = {
  node: '/usr/bin/node',
  command: '/usr/local/lib/node_modules/flightline/program/bin.mjs',
  version: '1.2.3',
  settingsFile: '/etc/flightline/flightline.env',
  operatorsFile: '/etc/flightline/operators.json',
  settings: { dataDirectory: 'data/', port: 4600, socket: null },
};
const placed = (settings: Partial<Installation['settings']>, more: Partial<Installation> = {}): Installation => ({
  ...usual,
  ...more,
  settings: { ...usual.settings, ...settings },
});
const unit = (installation: Installation) => serviceFile('systemd', installation).file.split('\n');

/** The version of systemd, if its tool is here and can judge a unit that is not loaded (250). */
function systemdVersion(): number {
  try {
    return Number(/^systemd (\d+)/.exec(execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return 0;
  }
}

describe('the unit of systemd', () => {
  it('runs as its own user, may write only its data, and takes the key from a file', () => {
    const lines = unit(usual);
    expect(lines).toEqual(
      expect.arrayContaining([
        'User=flightline',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'StateDirectory=flightline',
        'StateDirectoryMode=0700',
        'UMask=0077',
        'CapabilityBoundingSet=',
        'PrivateUsers=yes',
        'EnvironmentFile=/etc/flightline/flightline.env',
        'Environment=DATA_DIR=/var/lib/flightline',
        `ExecStart=/usr/bin/node --initial-old-space-size=128 ${usual.command} gateway`,
      ]),
    );
    expect(lines.filter((line) => line.startsWith('ReadWritePaths='))).toEqual([]);
  });

  it('names other places of the settings: data, a socket, a low port, blanks and percent signs', () => {
    const elsewhere = unit(placed({ dataDirectory: '/srv/flight line/', socket: '/run/flightline/flightline.sock' }));
    expect(elsewhere).toContain('ReadWritePaths="/srv/flight line"');
    expect(elsewhere).toContain('Environment="DATA_DIR=/srv/flight line"');
    expect(elsewhere).toContain('RuntimeDirectory=flightline');
    expect(elsewhere.some((line) => line.startsWith('StateDirectory'))).toBe(false);
    const low = unit(placed({ port: 443 }, { node: '/opt/100%/node' }));
    expect(low).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
    expect(low).not.toContain('PrivateUsers=yes');
    expect(low.find((line) => line.startsWith('ExecStart='))).toContain('=/opt/100%%/node ');
  });

  it('of several schools names their file, takes changes by a reload, and ends them itself', () => {
    const lines = schoolsUnit({ ...usual, operatorsFile: '/etc/flightline/100%.json' }).file.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Environment=OPERATORS_FILE=/etc/flightline/100%%.json SETTINGS_FILE=none',
        `ExecStart=/usr/bin/node ${usual.command} schools`,
        'ExecReload=/bin/kill -HUP $MAINPID',
        'KillMode=mixed',
        'RuntimeDirectory=flightline',
        'StateDirectory=flightline',
        'PrivateUsers=yes',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('EnvironmentFile='))).toEqual([]);
  });

  it.skipIf(systemdVersion() < 250)(
    'is below 2.0 in systemd’s own judgement (not run without systemd-analyze 250)',
    () => {
      const elsewhere = placed({ dataDirectory: '/srv/data', socket: '/srv/run/flightline.sock' });
      for (const text of [...[usual, elsewhere].map((one) => unit(one).join('\n')), schoolsUnit(usual).file]) {
        const file = join(emptyDirectory(), 'flightline.service');
        writeFileSync(file, text);
        const judged = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
          encoding: 'utf8',
        });
        const [, level] = /exposure level for flightline\.service: ([\d.]+)/.exec(judged) ?? [];
        expect(Number(level)).toBeGreaterThan(0);
        expect(Number(level)).toBeLessThan(2);
      }
    },
  );
});

describe('other systems', () => {
  it('launchd gets a property list whose text is escaped', () => {
    const { file } = serviceFile('launchd', { ...usual, command: '/opt/a & b/bin.mjs' });
    expect(file).toContain('<string>/opt/a &amp; b/bin.mjs</string><string>gateway</string>');
    expect(file).toContain('<key>SETTINGS_FILE</key><string>/etc/flightline/flightline.env</string>');
    expect(file).toContain('<key>UserName</key><string>_flightline</string>');
  });

  it('Windows gets a task of the account with the fewest rights, which alone reads the settings', () => {
    const { file } = serviceFile('windows', { ...usual, node: String.raw`C:\Program Files\it's\node.exe` });
    expect(file).toContain(String.raw`-Execute 'C:\Program Files\it''s\node.exe'`);
    expect(file).toContain(String.raw`$account = 'NT AUTHORITY\LOCAL SERVICE'`);
    expect(file).toContain('icacls $settings /inheritance:r');
    expect(file).toContain(String.raw`$data = 'C:\ProgramData\Flightline\data'`);
  });

  it('a container is built from the packed file, without a network, for a user that is not root', () => {
    const { file } = serviceFile('docker', usual);
    const lines = file.split('\n');
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('RUN npm install')));
    expect(file).toContain('COPY flightline-1.2.3.tgz ');
    const composed = serviceFile('compose', usual).file;
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'ports: ["127.0.0.1:4600:4600"]', 'HOST: 0.0.0.0'])
      expect(composed).toContain(line);
  });
});

function run(...args: string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const code = runService(args, {
    installation: () => usual,
    print: (text) => void printed.push(text),
    note: (line) => void noted.push(line),
  });
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}

describe('the command', () => {
  it.each(serviceKinds)('prints the file for %s, and beside it what to do', (kind) => {
    const { code, printed, noted } = run('--for', kind);
    expect({ code, printed }).toEqual({ code: 0, printed: serviceFile(kind, usual).file });
    expect(noted).not.toBe('');
  });

  it('refuses any other system', () => {
    for (const args of [[], ['--for', 'openrc'], ['--what']])
      expect(run(...args)).toEqual({
        code: 2,
        printed: '',
        noted: 'Say for what: --for systemd, launchd, windows, docker, compose.',
      });
    expect(run('--for', 'docker', '--schools')).toMatchObject({
      code: 2,
      noted: expect.stringContaining('systemd only'),
    });
    expect(run('--for', 'systemd', '--schools').printed).toBe(schoolsUnit(usual).file);
    expect(run('--help')).toMatchObject({ code: 0, printed: expect.stringContaining('flightline service --for') });
  });
});
