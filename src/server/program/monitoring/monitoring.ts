import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { namesOf } from '#contract/objects.ts';
import { urlHost } from '#server/gateway/service/upstream.ts';
import { calling } from '#server/install/settingsFile.ts';
import type { Settings } from '#server/settings.ts';
import { grafanaDashboard } from './dashboard.ts';

/** What `flightline monitoring` prints, and what to do with it. */
const kinds = {
  grafana: {
    file: grafanaDashboard,
    next: () => ['Save it as flightline.json and import it in Grafana (Dashboards, New, Import).'],
  },
  rules: {
    file: () => readFileSync(new URL('./rules.yml', import.meta.url), 'utf8').trimEnd(),
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
type Kind = keyof typeof kinds;

type Monitored = Pick<Settings, 'access' | 'host' | 'port'>;

export type MonitoringOptions = {
  readonly settings: () => Monitored;
  /** Prints the file, so that it can be piped. */
  readonly print: (text: string) => void;
  /** Messages for people. */
  readonly note: (line: string) => void;
};

const names = namesOf(kinds);
const usage = `flightline monitoring --for ${names.join('|')}

Prints a dashboard for Grafana, alert rules for Prometheus, or the part of its configuration that reads /metrics.`;

/** Runs `flightline monitoring`. Returns the exit code. Throws the errors of the settings. */
export function runMonitoring(args: readonly string[], { settings, print, note }: MonitoringOptions): 0 | 2 {
  const kind = kindOf(args);
  if (kind === 'help') {
    print(usage);
    return 0;
  }
  if (!kind) {
    note(`Say for what: --for ${names.join(', ')}.`);
    return 2;
  }
  const own = settings();
  print(kinds[kind].file(own));
  for (const line of kinds[kind].next(own)) note(line);
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

/** What `--for` names in the arguments; `help` for `--help`; null for anything else. */
function kindOf(args: readonly string[]): Kind | 'help' | null {
  const options = { for: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    return values.help ? 'help' : (names.find((one) => one === values.for) ?? null);
  } catch {
    return null;
  }
}
