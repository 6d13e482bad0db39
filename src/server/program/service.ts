import { dirname, posix } from 'node:path';
import { usualDataDirectory, usualSettingsFile } from '#server/install/settingsFile.ts';
import type { Settings } from '#server/settings.ts';
import { kindAsked } from './kindAsked.ts';

/** The systems for which `flightline service` prints a file. */
export const serviceKinds = ['systemd', 'launchd', 'windows', 'docker', 'compose'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** This installation, as far as a service's file names it. */
export type Installation = {
  /** The program that runs Node, and the file of the installed command, as absolute paths. */
  readonly node: string;
  readonly command: string;
  readonly version: string;
  /** Where the settings with the key are. */
  readonly settingsFile: string;
  readonly settings: Pick<Settings, 'dataDirectory' | 'port' | 'socket'>;
};

type Printed = {
  readonly file: string;
  /** What to do with it, a line each. */
  readonly next: readonly string[];
};

/** Spares the collector work: decision 0010. */
const nodeFlag = '--initial-old-space-size=128';

/** The finished file for a system, with the commands that put it to use. */
export function serviceFile(kind: ServiceKind, installation: Installation): Printed {
  return { systemd, launchd, windows, docker, compose }[kind](installation);
}

/** An absolute directory of the settings, or the usual one of the system: a service has no directory of its own to begin at. */
function dataDirectoryOf({ settings: { dataDirectory } }: Installation, platform: NodeJS.Platform): string {
  const isAbsolute = dataDirectory !== null && /^(?:\/|[A-Za-z]:[\\/])/.test(dataDirectory);
  return isAbsolute ? withoutEnd(dataDirectory) : usualDataDirectory(platform);
}

/** A path without slashes at its end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && /[\\/]/.test(path.charAt(end - 1))) end--;
  return path.slice(0, end);
}

function systemd(installation: Installation): Printed {
  const { node, command, settingsFile, settings } = installation;
  const { port, socket } = settings;
  const data = dataDirectoryOf(installation, 'linux');
  const below = (path: string, parent: string) => (path.startsWith(`${parent}/`) ? posix.relative(parent, path) : null);
  const state = below(data, '/var/lib');
  const runtime = socket === null ? null : below(dirname(socket), '/run');
  const written = [
    ...(state === null ? [data] : []),
    ...(socket !== null && runtime === null ? [dirname(socket)] : []),
  ];
  // A port below 1024 needs the one capability that is left.
  const capability = port !== null && port > 0 && port < 1024 ? 'CAP_NET_BIND_SERVICE' : '';
  const lines = [
    '[Unit]',
    'Description=Flightline, the operations dashboard',
    'Wants=network-online.target',
    'After=network-online.target',
    '',
    '[Service]',
    'User=flightline',
    'Group=flightline',
    '# The key is only in this file, which only its owner can read.',
    `EnvironmentFile=${unitPath(settingsFile)}`,
    `Environment=${unitWord(`DATA_DIR=${data}`)}`,
    `ExecStart=${[node, nodeFlag, command, 'gateway'].map(unitWord).join(' ')}`,
    '# Code 2: the settings are invalid, and starting again would not help.',
    'Restart=on-failure',
    'RestartSec=5',
    'RestartPreventExitStatus=2',
    'TimeoutStopSec=20',
    ...(state === null ? [] : [`StateDirectory=${unitPath(state)}`, 'StateDirectoryMode=0700']),
    ...(runtime === null ? [] : [`RuntimeDirectory=${unitPath(runtime)}`, 'RuntimeDirectoryMode=0750']),
    `WorkingDirectory=${unitPath(data)}`,
    'UMask=0077',
    'LimitNOFILE=65536',
    '',
    `CapabilityBoundingSet=${capability}`,
    `AmbientCapabilities=${capability}`,
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    ...(written.length > 0 ? [`ReadWritePaths=${written.map(unitWord).join(' ')}`] : []),
    // In a namespace of users, the capability would not count.
    ...(capability === '' ? ['PrivateUsers=yes'] : []),
    ...hardening,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
  ];
  const unit = '/etc/systemd/system/flightline.service';
  const next = [
    `Save it as ${unit}, with its user and the file of the settings:`,
    '  useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin flightline',
    `  chown flightline: ${settingsFile} && chmod 600 ${settingsFile}`,
    ...(state === null ? [`  install -d -o flightline -g flightline -m 700 ${data}`] : []),
    '  systemctl daemon-reload && systemctl enable --now flightline',
  ];
  return { file: lines.join('\n'), next };
}

/** What the service never needs. V8 compiles at run time, so memory that is written and run is the one thing that stays allowed. */
const hardening = [
  'ProtectHome=yes',
  'ProtectProc=invisible',
  'ProcSubset=pid',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectControlGroups=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'PrivateIPC=yes',
  'DevicePolicy=closed',
  'KeyringMode=private',
  'LockPersonality=yes',
  'RemoveIPC=yes',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
  'SystemCallErrorNumber=EPERM',
] as const;

/** `%` begins a specifier of systemd. */
function unitPath(path: string): string {
  return path.replaceAll('%', '%%');
}

/** A word of a command or a list; quoted if it has blanks or quotes, and `$` is no variable. */
function unitWord(word: string): string {
  const plain = unitPath(word).replaceAll('$', '$$$$');
  return /[\s"'\\]/.test(plain) ? `"${plain.replaceAll(/["\\]/g, String.raw`\$&`)}"` : plain;
}

function launchd(installation: Installation): Printed {
  const { node, command, settingsFile } = installation;
  const data = dataDirectoryOf(installation, 'darwin');
  const label = 'org.flightline.gateway';
  const log = '/usr/local/var/log/flightline.log';
  const text = (value: string) => `<string>${xml(value)}</string>`;
  const pairs = [
    ['Label', text(label)],
    ['UserName', text('_flightline')],
    ['GroupName', text('_flightline')],
    ['ProgramArguments', `<array>${[node, nodeFlag, command, 'gateway'].map(text).join('')}</array>`],
    [
      'EnvironmentVariables',
      `<dict><key>SETTINGS_FILE</key>${text(settingsFile)}<key>DATA_DIR</key>${text(data)}</dict>`,
    ],
    ['WorkingDirectory', text(data)],
    ['Umask', '<integer>63</integer>'],
    ['RunAtLoad', '<true/>'],
    ['KeepAlive', '<dict><key>SuccessfulExit</key><false/></dict>'],
    ['StandardOutPath', text(log)],
    ['StandardErrorPath', text(log)],
  ].map(([key, value]) => `  <key>${key}</key>${value}`);
  const file = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...pairs,
    '</dict>',
    '</plist>',
  ].join('\n');
  const plist = `/Library/LaunchDaemons/${label}.plist`;
  const next = [
    `Save it as ${plist}, after you made the user _flightline in "Users & Groups" or with sysadminctl:`,
    `  sudo install -d -o _flightline -m 700 "${data}" && sudo install -o _flightline -m 600 /dev/null ${log}`,
    `  sudo chown _flightline ${settingsFile} && sudo chmod 600 ${settingsFile}`,
    `  sudo launchctl bootstrap system ${plist}`,
  ];
  return { file, next };
}

function xml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A script for PowerShell: a task that starts with the machine, as the account with the fewest rights. */
function windows(installation: Installation): Printed {
  const { node, command, settingsFile } = installation;
  const data = dataDirectoryOf(installation, 'win32');
  const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const file = [
    '#Requires -RunAsAdministrator',
    "$account = 'NT AUTHORITY\\LOCAL SERVICE'",
    `$settings = ${quoted(settingsFile)}`,
    `$data = ${quoted(data)}`,
    'New-Item -ItemType Directory -Force $data | Out-Null',
    '# Only the account, the system and administrators may read the key and the data.',
    "icacls $settings /inheritance:r /grant:r '*S-1-5-19:R' '*S-1-5-18:F' '*S-1-5-32-544:F'",
    "icacls $data /inheritance:r /grant:r '*S-1-5-19:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F'",
    `$arguments = ${quoted(`${nodeFlag} "${command}" gateway`)}`,
    `$action = New-ScheduledTaskAction -Execute ${quoted(node)} -Argument $arguments -WorkingDirectory $data`,
    '$trigger = New-ScheduledTaskTrigger -AtStartup',
    '$principal = New-ScheduledTaskPrincipal -UserId $account -LogonType ServiceAccount -RunLevel Limited',
    '$options = New-ScheduledTaskSettingsSet -ExecutionTimeLimit 0 -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries',
    'Register-ScheduledTask Flightline -Action $action -Trigger $trigger -Principal $principal -Settings $options -Force',
    'Start-ScheduledTask Flightline',
  ].join('\n');
  const where =
    settingsFile === usualSettingsFile('win32') ? '' : ` Set SETTINGS_FILE=${settingsFile} for the machine.`;
  return { file, next: [`Save it as flightline.ps1 and run it in PowerShell as administrator.${where}`] };
}

/** The user `node` of the official image. */
function docker({ version, settings: { port } }: Installation): Printed {
  const inside = port ?? 4600;
  const health = `fetch('http://127.0.0.1:${inside}/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
  const file = [
    'FROM node:26-slim',
    `COPY flightline-${version}.tgz /tmp/flightline.tgz`,
    'RUN npm install -g --offline --omit=optional /tmp/flightline.tgz \\',
    ' && rm /tmp/flightline.tgz \\',
    ' && install -d -o node -g node -m 700 /var/lib/flightline',
    'USER node',
    'WORKDIR /var/lib/flightline',
    `ENV DATA_DIR=/var/lib/flightline HOST=0.0.0.0 PORT=${inside}`,
    'VOLUME /var/lib/flightline',
    `EXPOSE ${inside}`,
    `HEALTHCHECK --start-period=30s CMD ["node", "-e", ${JSON.stringify(health)}]`,
    'CMD ["flightline", "gateway"]',
  ].join('\n');
  const next = [
    `Save it as Dockerfile beside flightline-${version}.tgz: docker build -t flightline:${version} .`,
    'HOST=0.0.0.0 needs ACCESS=tokens, proxy or oidc, and the address of your proxy in TRUSTED_PROXIES.',
  ];
  return { file, next };
}

/** The first address of the network is this machine, where the proxy runs. */
const network = { subnet: '172.30.46.0/24', host: '172.30.46.1' };

function compose({ version, settings: { port } }: Installation): Printed {
  const inside = port ?? 4600;
  const file = [
    'services:',
    '  flightline:',
    '    build: .',
    `    image: flightline:${version}`,
    '    restart: unless-stopped',
    '    # The key is only in this file: chmod 600 flightline.env',
    '    env_file: flightline.env',
    '    # These override the file, because only they are right in a container.',
    '    environment:',
    '      HOST: 0.0.0.0',
    `      PORT: ${inside}`,
    '      DATA_DIR: /var/lib/flightline',
    `      TRUSTED_PROXIES: ${network.host}`,
    '    read_only: true',
    '    tmpfs: /tmp',
    '    cap_drop: [ALL]',
    '    security_opt: ["no-new-privileges:true"]',
    '    init: true',
    '    stop_grace_period: 20s',
    '    volumes: ["data:/var/lib/flightline"]',
    `    ports: ["127.0.0.1:${inside}:${inside}"]`,
    '    networks: [flightline]',
    'volumes:',
    '  data:',
    'networks:',
    '  flightline:',
    `    ipam: { config: [{ subnet: ${network.subnet} }] }`,
  ].join('\n');
  const next = [
    'Save it as compose.yaml beside the Dockerfile of "flightline service --for docker", with the settings in flightline.env:',
    '  docker compose up -d --build',
    '  docker compose exec flightline flightline access token --name Anna --role manager',
  ];
  return { file, next };
}

const usage = `flightline service --for ${serviceKinds.join('|')}

Prints the file that runs this installation as a service, hardened, and what to do with it. The key stays in the settings.`;

export type ServiceOptions = {
  readonly installation: () => Installation;
  /** The file, so that it can be piped. */
  readonly print: (text: string) => void;
  /** Messages for people. */
  readonly note: (line: string) => void;
};

/** Runs `flightline service`. Returns the exit code. Throws the errors of the settings. */
export function runService(args: readonly string[], { installation, print, note }: ServiceOptions): 0 | 2 {
  const kind = kindAsked(args, serviceKinds);
  if (kind === 'help') {
    print(usage);
    return 0;
  }
  if (!kind) {
    note(`Say for what: --for ${serviceKinds.join(', ')}.`);
    return 2;
  }
  const { file, next } = serviceFile(kind, installation());
  print(file);
  for (const line of next) note(line);
  return 0;
}
