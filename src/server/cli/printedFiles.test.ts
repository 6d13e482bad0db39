import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { placesOfSchool } from '#server/install/settingsFile.ts';
import { type Installation, runService, serviceFile, type ServiceKind } from './printedFiles.ts';
import { serviceKinds } from './commands.ts';

const defaults: Installation = {
  node: '/usr/bin/node',
  command: '/usr/local/lib/node_modules/flightline/program/bin.mjs',
  version: '1.2.3',
  settingsFile: '/etc/flightline/flightline.env',
  settings: { dataDirectory: 'data/', port: 4600, socket: null },
};
const placed = (settings: Partial<Installation['settings']>, more: Partial<Installation> = {}): Installation => ({
  ...defaults,
  ...more,
  settings: { ...defaults.settings, ...settings },
});

/** The version of systemd, if its tool is here and can judge a unit that is not loaded (250). */
function systemdVersion(): number {
  try {
    return Number(/^systemd (\d+)/.exec(execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return 0;
  }
}

/** The lines of a unit that systemd reads. */
const unit = (installation: Installation, isForSchools = false) =>
  serviceFile('systemd', installation, isForSchools)
    .split('\n')
    .filter((line) => !line.startsWith('#'));

describe('the unit of systemd', () => {
  it('runs as its own user, may write only its data, and takes the key from a file', () => {
    const lines = unit(defaults);
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
        'Environment="DATA_DIR=/var/lib/flightline"',
        `ExecStart=":/usr/bin/node" --initial-old-space-size=128 "${defaults.command}" gateway`,
      ]),
    );
    expect(lines.filter((line) => line.startsWith('ReadWritePaths='))).toEqual([
      'ReadWritePaths="-/var/lib/flightline"',
    ]);
  });

  it('names other places of the settings: data, blanks, percent and dollar signs', () => {
    const lines = unit(placed({ dataDirectory: '/srv/flight line/' }, { node: '/opt/100%/$node' }));
    expect(lines).toContain('ReadWritePaths="-/srv/flight line"');
    expect(lines).toContain('Environment="DATA_DIR=/srv/flight line"');
    expect(lines).toContain('WorkingDirectory=/srv/flight line');
    // The colon takes dollar signs as they are.
    expect(lines.find((line) => line.startsWith('ExecStart='))).toContain('=":/opt/100%%/$node" ');
    // A comment is for people, who have no specifiers.
    const file = serviceFile('systemd', { ...defaults, settingsFile: '/etc/100%.env' });
    expect(file).toContain('chmod 600 "/etc/100%.env"');
    expect(file).toContain('EnvironmentFile=/etc/100%%.env');
  });

  it.each(['/opt/"x"/node', String.raw`/opt/x\y/node`, '/opt/x\nUser=root\n/node'])(
    'refuses a path that would be something else in it: %j',
    (node) => {
      expect(() => serviceFile('systemd', { ...defaults, node })).toThrow(/^flightline\.service cannot name /);
    },
  );

  it('of several schools has a file, a directory, a socket and memory for each, and no other settings', () => {
    const lines = unit(defaults, true);
    expect(lines).toEqual(
      expect.arrayContaining([
        'EnvironmentFile=/etc/flightline/%i.env',
        'InaccessiblePaths=-/etc/flightline',
        `ExecStart=":/usr/bin/node" --max-old-space-size=512 "${defaults.command}" gateway`,
        'MemoryMax=1G',
        'StateDirectory=flightline/%i',
        'StateDirectoryMode=0700',
        // Otherwise the end of one gateway would remove the sockets of all.
        'RuntimeDirectoryPreserve=yes',
        'PrivateUsers=yes',
      ]),
    );
    // The unit and the commands for a school agree on its places.
    const places = Object.entries(
      placesOfSchool('/etc/flightline/%i.env'.replace('%i', 'pikes'), defaults.settingsFile) ?? {},
    );
    const environment = lines.find((line) => line.startsWith('Environment='));
    for (const [setting, value] of places) expect(environment).toContain(`${setting}=${value.replace('pikes', '%i')}`);
    expect(environment).toMatch(/ SETTINGS_FILE=none$/);
  });

  it('is hardened in the same way for one school and for several', () => {
    const hardening = (lines: readonly string[]) =>
      lines.slice(lines.indexOf('CapabilityBoundingSet=')).filter((line) => line !== '');
    expect(hardening(unit(defaults, true))).toEqual(hardening(unit(defaults)));
    expect(hardening(unit(defaults)).length).toBeGreaterThan(25);
  });

  it.skipIf(systemdVersion() < 250)(
    'is below 2.0 in systemd’s own judgement, which finds nothing wrong (not run without systemd-analyze 250)',
    () => {
      const here = { node: process.execPath, command: '/usr/local/lib/with blank/100%/bin.mjs' };
      const elsewhere = placed({ dataDirectory: '/srv/flight data' }, here);
      const texts = [serviceFile('systemd', { ...defaults, ...here }), serviceFile('systemd', elsewhere)];
      for (const text of [...texts, serviceFile('systemd', { ...defaults, ...here }, true)]) {
        const file = join(emptyDirectory(), text.includes('%i') ? 'flightline@pikes.service' : 'flightline.service');
        writeFileSync(file, text);
        const said = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
          encoding: 'utf8',
        });
        expect(said.stderr.split('\n').filter((line) => line.includes('flightline'))).toEqual([]);
        const judged = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
          encoding: 'utf8',
        });
        const [, level] = /exposure level for flightline\S*\.service: ([\d.]+)/.exec(judged) ?? [];
        expect(Number(level)).toBeGreaterThan(0);
        expect(Number(level)).toBeLessThan(2);
      }
    },
  );
});

describe('other systems', () => {
  it('launchd gets a property list whose text is escaped', () => {
    const file = serviceFile('launchd', { ...defaults, command: '/opt/a & b/bin.mjs' });
    expect(file).toMatch(/<string>\/opt\/a &amp; b\/bin\.mjs<\/string>\n +<string>gateway<\/string>/);
    expect(file).toContain('<key>SETTINGS_FILE</key><string>/etc/flightline/flightline.env</string>');
    expect(file).toContain('<key>DATA_DIR</key><string>/usr/local/var/flightline</string>');
    expect(file).toContain('<key>UserName</key><string>_flightline</string>');
  });

  it('Windows gets a task of the account with the fewest rights, which alone reads the settings', () => {
    const file = serviceFile('windows', { ...defaults, node: String.raw`C:\Program Files\it's\it’s\node.exe` });
    expect(file).toContain(String.raw`-Execute 'C:\Program Files\it''s\it’’s\node.exe'`);
    expect(file).toContain(String.raw`$account = 'NT AUTHORITY\LOCAL SERVICE'`);
    expect(file).toContain('icacls $settings /inheritance:r');
    expect(file).toContain(String.raw`$data = 'C:\ProgramData\Flightline\data'`);
  });

  it('a container is built from the packed file, without a network, for a user that is not root', () => {
    const file = serviceFile('docker', defaults);
    const lines = file.split('\n');
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('RUN npm install')));
    expect(file).toContain('COPY flightline-1.2.3.tgz ');
    expect(file).toContain(`fetch('http://127.0.0.1:4600/health')`);
    const composed = serviceFile('compose', defaults);
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "ports: ['127.0.0.1:4600:4600']", 'HOST: 0.0.0.0'])
      expect(composed).toContain(line);
  });

  it('containers of several schools share nothing but the image, and none reaches another', () => {
    const composed = serviceFile('compose', defaults, true);
    const of = (name: string) =>
      new RegExp(`^  ${name}:\\n    <<: \\*school\\n(?:    .+\\n)+`, 'm').exec(composed)?.[0] ?? '';
    for (const [name, port] of [
      ['pikes', 4601],
      ['elbe', 4602],
    ] as const)
      for (const line of [
        `env_file: ${name}.env`,
        `volumes: ['${name}:/var/lib/flightline']`,
        `'127.0.0.1:${port}:4600'`,
      ])
        expect(of(name)).toContain(line);
    for (const line of ['mem_limit: 1g', 'read_only: true', 'cap_drop: [ALL]', `enable_icc: 'false'`])
      expect(composed).toContain(line);
  });

  it.each(serviceKinds)('no place of the file for %s stays open, and Node starts as by npm', (kind) => {
    const file = serviceFile(kind, { ...defaults, settings: { ...defaults.settings, port: 8080 } });
    expect(file).not.toMatch(/@[A-Z_]+@/);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { gateway: string } };
    const [flag = ''] = /--initial-old-space-size=\d+/.exec(scripts.gateway) ?? [];
    if (file.includes('bin.mjs')) expect(file).toContain(flag);
    else if (kind !== 'nginx') expect(file).toContain('8080');
  });
});

function run(kind: string, installation = defaults, schools = false) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const code = runService(
    { for: kind, schools },
    {
      installation: () => installation,
      print: (text) => void printed.push(text),
      note: (line) => void noted.push(line),
    },
  );
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}

const advice: { readonly [Kind in ServiceKind]: string } = {
  systemd: '  systemctl daemon-reload && systemctl enable --now flightline',
  launchd: '  sudo launchctl bootstrap system /Library/LaunchDaemons/org.flightline.gateway.plist',
  windows: 'Save it as flightline.ps1 and run it in PowerShell as administrator.',
  docker: 'docker build -t flightline:1.2.3 .',
  compose: '  docker compose up -d --build',
  nginx: '  nginx -t && systemctl restart nginx',
};

describe('the command', () => {
  it.each(serviceKinds)('prints the file for %s, and beside it what to do', (kind) => {
    const { code, printed, noted } = run(kind);
    expect({ code, printed }).toEqual({ code: 0, printed: serviceFile(kind, defaults) });
    expect(noted).toContain(advice[kind]);
    expect(noted).not.toMatch(/^#|<!--/m);
  });

  it('says what to change in the unit for a low port, and for a socket elsewhere', () => {
    expect(run('systemd', placed({ port: 443, socket: '/run/flightline/x.sock' })).noted).toMatch(
      /\nPORT=443 is below 1024: change the lines under "A port below 1024"\.$/,
    );
    expect(unit(defaults).join('\n')).not.toContain('CAP_NET');
    expect(serviceFile('systemd', defaults)).toContain('\n# A port below 1024 needs');
    expect(run('systemd', placed({ socket: '/srv/x/y.sock' })).noted).toMatch(/add \/srv\/x to ReadWritePaths\.$/);
  });

  it('refuses any other system', () => {
    expect(() => run('openrc')).toThrow('Say for what: --for systemd, launchd, windows, docker, compose, nginx.');
    expect(() => run('docker', defaults, true)).toThrow('systemd or Compose');
    expect(run('systemd', defaults, true).printed).toBe(serviceFile('systemd', defaults, true));
  });
});
