import { dirname, posix } from 'node:path';
import { dataDirectoryOf, type Installation, nodeFlag, type Printed } from './installation.ts';

type Unit = {
  /** Its name without `.service`, also in the journal. */
  readonly name: string;
  readonly description: string;
  /** Where the secrets are. */
  readonly file: string;
  readonly data: string;
  /** The directory of its sockets; null for none. */
  readonly sockets: string | null;
  /** The port that it opens itself; null for none. */
  readonly port: number | null;
  /** Its own lines in `[Service]`. */
  readonly lines: readonly string[];
};

/** The unit of one school's gateway. */
export function gatewayUnit(installation: Installation): Printed {
  const { node, command, settingsFile, settings } = installation;
  const { port, socket } = settings;
  return printed({
    name: 'flightline',
    description: 'Flightline, the operations dashboard',
    file: settingsFile,
    data: dataDirectoryOf(installation, 'linux'),
    sockets: socket === null ? null : dirname(socket),
    port,
    lines: [
      '# The key is only in this file, which only its owner can read.',
      `EnvironmentFile=${unitPath(settingsFile)}`,
      `ExecStart=${[node, nodeFlag, command, 'gateway'].map(unitWord).join(' ')}`,
      'TimeoutStopSec=20',
    ],
  });
}

/** The unit of `flightline schools`. */
export function schoolsUnit(installation: Installation): Printed {
  const { node, command, operatorsFile } = installation;
  return printed({
    name: 'flightline-schools',
    description: 'Flightline, the operations dashboards of several schools',
    file: operatorsFile,
    data: dataDirectoryOf(installation, 'linux'),
    sockets: '/run/flightline',
    port: null,
    lines: [
      '# The keys are only in this file, which only its owner can read, or in credentials:',
      '# LoadCredential=pikes:/etc/flightline/keys/pikes',
      `Environment=${unitWord(`OPERATORS_FILE=${operatorsFile}`)} SETTINGS_FILE=none`,
      `ExecStart=${[node, command, 'schools'].map(unitWord).join(' ')}`,
      'ExecReload=/bin/kill -HUP $MAINPID',
      '# It ends the schools itself; what is left after that is killed.',
      'KillMode=mixed',
      'TimeoutStopSec=30',
      '# A school has about a dozen threads.',
      'TasksMax=infinity',
    ],
  });
}

/** The finished unit, with the lines that all our units have. */
function printed({ name, description, file, data, sockets, port, lines: own }: Unit): Printed {
  const below = (path: string, parent: string) => (path.startsWith(`${parent}/`) ? posix.relative(parent, path) : null);
  const state = below(data, '/var/lib');
  const runtime = sockets === null ? null : below(sockets, '/run');
  const written = [...(state === null ? [data] : []), ...(sockets !== null && runtime === null ? [sockets] : [])];
  // A port below 1024 needs the one remaining capability.
  const capability = port !== null && port > 0 && port < 1024 ? 'CAP_NET_BIND_SERVICE' : '';
  const lines = [
    '[Unit]',
    `Description=${description}`,
    'Wants=network-online.target',
    'After=network-online.target',
    '',
    '[Service]',
    'User=flightline',
    'Group=flightline',
    `Environment=${unitWord(`DATA_DIR=${data}`)}`,
    ...own,
    '# Code 2: the settings are invalid, and starting again would not help.',
    'Restart=on-failure',
    'RestartSec=5',
    'RestartPreventExitStatus=2',
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
    // In a user namespace, the capability would have no effect.
    ...(capability === '' ? ['PrivateUsers=yes'] : []),
    ...hardening,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
  ];
  const unit = `/etc/systemd/system/${name}.service`;
  const next = [
    `Save it as ${unit}, with its user and its file:`,
    '  useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin flightline',
    `  chown flightline: ${file} && chmod 600 ${file}`,
    ...(state === null ? [`  install -d -o flightline -g flightline -m 700 ${data}`] : []),
    `  systemctl daemon-reload && systemctl enable --now ${name}`,
  ];
  return { file: lines.join('\n'), next };
}

/**
 * Turns off what the service never needs. Memory that is both writable and executable stays allowed, because V8
 * compiles at run time.
 */
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
