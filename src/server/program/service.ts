import { parseArgs } from 'node:util';
import { usualSettingsFile } from '#server/install/settingsFile.ts';
import { dataDirectoryOf, type Installation, nodeFlag, type Printed } from './installation.ts';
import { gatewayUnit, schoolsUnit } from './systemdUnit.ts';

/** The systems for which `flightline service` prints a file. */
export const serviceKinds = ['systemd', 'launchd', 'windows', 'docker', 'compose'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** The finished file for a system, with the commands that install it. */
export function serviceFile(kind: ServiceKind, installation: Installation): Printed {
  return { systemd: gatewayUnit, launchd, windows, docker, compose }[kind](installation);
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

/** The network's first address is this machine, where the proxy runs. */
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

Prints the file that runs this installation as a service, hardened, and what to do with it. The key stays in the settings.
--for systemd --schools prints the one of "flightline schools".`;

export type ServiceOptions = {
  readonly installation: () => Installation;
  /** Prints the file, so that it can be piped. */
  readonly print: (text: string) => void;
  /** Messages for people. */
  readonly note: (line: string) => void;
};

/** Runs `flightline service`. Returns the exit code. Throws the errors of the settings. */
export function runService(args: readonly string[], { installation, print, note }: ServiceOptions): 0 | 2 {
  const options = { for: { type: 'string' }, schools: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  let values: { readonly for?: string; readonly schools?: boolean; readonly help?: boolean };
  try {
    ({ values } = parseArgs({ args: [...args], options, strict: true }));
  } catch {
    values = {};
  }
  if (values.help) {
    print(usage);
    return 0;
  }
  const kind = serviceKinds.find((one) => one === values.for);
  if (!kind) {
    note(`Say for what: --for ${serviceKinds.join(', ')}.`);
    return 2;
  }
  if (values.schools && kind !== 'systemd') {
    note('Several schools are a service of systemd only: --for systemd --schools.');
    return 2;
  }
  const { file, next } = values.schools ? schoolsUnit(installation()) : serviceFile(kind, installation());
  print(file);
  for (const line of next) note(line);
  return 0;
}
