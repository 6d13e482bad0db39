import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { urlHost } from '#server/upstream/upstream.ts';
import { calling, installFiles, defaultDataDirectory } from '#server/install/settingsFile.ts';
import type { Settings } from '#server/app/settings.ts';
import { UsageError } from './commandLine.ts';
import { monitorKinds, serviceKinds } from './commands.ts';
import { DataRefused } from './dataFiles.ts';

export type ServiceKind = (typeof serviceKinds)[number];

/** The facts about this installation that a service's file needs. */
export type Installation = {
  /** The program that runs Node, and the file of the installed command, as absolute paths. */
  readonly node: string;
  readonly command: string;
  readonly version: string;
  /** Where the settings with the key are. */
  readonly settingsFile: string;
  readonly settings: Pick<Settings, 'dataDirectory' | 'port' | 'socket'>;
};

/** The files of `install/files/` by the system that they are for; `schools` is the one for several schools. */
const services = {
  systemd: { file: 'flightline.service', schools: 'flightline@.service', platform: 'linux' },
  launchd: { file: 'org.flightline.gateway.plist', schools: null, platform: 'darwin' },
  windows: { file: 'flightline.ps1', schools: null, platform: 'win32' },
  docker: { file: 'Dockerfile', schools: null, platform: 'linux' },
  compose: { file: 'compose.yaml', schools: 'compose.schools.yaml', platform: 'linux' },
  nginx: { file: 'flightline.nginx.conf', schools: 'flightline.nginx.conf', platform: 'linux' },
} as const satisfies { readonly [Kind in ServiceKind]: object };

/** The file for a system, filled in for this installation. Throws `Refusal` if a path cannot be written in it. */
export function serviceFile(kind: ServiceKind, installation: Installation, isForSchools = false): string {
  const { file, schools, platform } = services[kind];
  const { node, command, version, settingsFile, settings } = installation;
  return filled((isForSchools ? schools : null) ?? file, {
    NODE: node,
    COMMAND: command,
    VERSION: version,
    SETTINGS_FILE: settingsFile,
    DATA_DIR: serviceData(settings, platform),
    PORT: String(settings.port ?? 4600),
  });
}

/** The settings' data directory if absolute, otherwise the system's usual one: a service has no directory of its own. */
function serviceData({ dataDirectory }: Installation['settings'], platform: NodeJS.Platform): string {
  const isAbsolute = dataDirectory !== null && /^(?:\/|[A-Za-z]:[\\/])/.test(dataDirectory);
  return isAbsolute ? dataDirectory.replace(/(?<=[^\\/])[\\/]+$/, '') : defaultDataDirectory(platform);
}

/** How a text is written in the files of a kind, by the end of their names; null if it cannot be. */
const writtenIn: { readonly [end: string]: (text: string) => string | null } = {
  // A percent sign begins a specifier. The files have the quotes that blanks need.
  service: (text) => (/["\\]/.test(text) ? null : text.replaceAll('%', '%%')),
  plist: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  // PowerShell ends a text at a typographic quote too. The command of a task has its path in double quotes.
  ps1: (text) => (text.includes('"') ? null : text.replaceAll(/['‘’‚‛]/g, '$&$&')),
};

/** A file of `install/files/` whose marked places, such as `@NODE@`, have these texts. Throws `Refusal`. */
function filled(name: string, texts: { readonly [place: string]: string }): string {
  const write = writtenIn[name.split('.').at(-1) ?? ''] ?? ((text) => text);
  const line = (plain: string) =>
    plain.replaceAll(/@([A-Z_]+)@/g, (_, place: string) => {
      const text = texts[place] ?? '';
      // In a comment, people copy it into a shell.
      const written = plain.startsWith('#') ? text : write(text);
      if (written === null || /\p{Cc}/u.test(text))
        throw new DataRefused(
          `${name} cannot name ${JSON.stringify(text)}: choose a path without quotes and backslashes.`,
        );
      return written;
    });
  return installFile(name).split('\n').map(line).join('\n').trimEnd();
}

/** The text of a file of `install/files/`, with the places still marked. */
export function installFile(name: string): string {
  return readFileSync(`${installFiles}${name}`, 'utf8');
}

/** What the comment at the beginning of a file says to do with it, one line per step. */
function adviceIn(file: string): readonly string[] {
  const [, xml] = /<!--\n([^]*?)\n-->/.exec(file) ?? [];
  if (xml !== undefined) return xml.split('\n');
  const [head = ''] = file.split('\n\n', 1);
  return head.split('\n').map((line) => line.replace(/^# ?/, ''));
}

/** What must be changed in the file because of the settings. */
function changesFor(kind: ServiceKind, { port, socket }: Installation['settings']): readonly string[] {
  if (kind !== 'systemd') return [];
  const isLow = port !== null && port > 0 && port < 1024;
  const isElsewhere = socket !== null && dirname(socket) !== '/run/flightline';
  return [
    ...(isLow ? [`PORT=${port} is below 1024: change the lines under "A port below 1024".`] : []),
    ...(isElsewhere ? [`LISTEN_SOCKET is not in /run/flightline: add ${dirname(socket)} to ReadWritePaths.`] : []),
  ];
}

/** Standard output for a file that can be piped, and messages for people. */
type Printing = { readonly print: (text: string) => void; readonly note: (line: string) => void };
export type ServiceOptions = Printing & { readonly installation: () => Installation };

type ServiceFlags = { readonly for: string; readonly schools: boolean };

/** Runs `flightline service`. Throws `UsageError`, `Refusal` and the errors of the settings. */
export function runService(flags: ServiceFlags, { installation, print, note }: ServiceOptions): 0 {
  const kind = serviceKinds.find((candidate) => candidate === flags.for);
  if (!kind) throw new UsageError(`Say for what: --for ${serviceKinds.join(', ')}.`);
  const isForSchools = flags.schools;
  if (isForSchools && services[kind].schools === null)
    throw new UsageError(
      'Several schools are a service of systemd or Compose: --for systemd --schools, --for compose --schools.',
    );
  const ownInstallation = installation();
  const file = serviceFile(kind, ownInstallation, isForSchools);
  print(file);
  for (const line of [...adviceIn(file), ...(isForSchools ? [] : changesFor(kind, ownInstallation.settings))])
    note(line);
  return 0;
}

/** What `flightline monitoring` prints, and what to do with it. */
const monitors = {
  grafana: {
    file: () => installFile('dashboard.json'),
    next: () => ['Save it as flightline.json and import it in Grafana (Dashboards, New, Import).'],
  },
  rules: {
    file: () => installFile('rules.yml'),
    next: () => [
      'Save it as /etc/prometheus/flightline.rules.yml, name it under rule_files in prometheus.yml, and check it:',
      '  promtool check rules /etc/prometheus/flightline.rules.yml && systemctl reload prometheus',
    ],
  },
  prometheus: {
    file: scrapeConfig,
    next: ({ access: { mode } }: Monitored) => [
      'Put it under scrape_configs in prometheus.yml.',
      ...(mode === 'open'
        ? []
        : [
            'The file of the token, which only prometheus may read:',
            `  ${calling('access', 'program', '--name', 'prometheus', '--role', 'administrator', '--reads', 'metrics')}`,
          ]),
    ],
  },
} as const;

type Monitored = Pick<Settings, 'access' | 'host' | 'port'>;
export type MonitoringOptions = Printing & { readonly settings: () => Monitored };

/** Runs `flightline monitoring`. Throws `UsageError` and the errors of the settings. */
export function runMonitoring(named: string, { settings, print, note }: MonitoringOptions): 0 {
  const kind = monitorKinds.find((candidate) => candidate === named);
  if (!kind) throw new UsageError(`Say for what: --for ${monitorKinds.join(', ')}.`);
  const given = settings();
  print(monitors[kind].file(given).trimEnd());
  for (const line of monitors[kind].next(given)) note(line);
  return 0;
}

/** The scrape configuration for the address that people open, otherwise for this machine's. */
function scrapeConfig({ access: { mode, publicUrl }, host, port }: Monitored): string {
  const { protocol, host: target } = new URL(publicUrl ?? `http://${urlHost(host)}:${port ?? 4600}`);
  return [
    '  - job_name: flightline',
    `    scheme: ${protocol.slice(0, -1)}`,
    '    scrape_interval: 30s',
    ...(mode === 'open' ? [] : ['    authorization: { credentials_file: /etc/prometheus/flightline.token }']),
    `    static_configs: [{ targets: ["${target}"] }]`,
  ].join('\n');
}
