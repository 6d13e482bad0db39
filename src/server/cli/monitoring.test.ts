import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { hasPromtool, promtoolLeftOut } from '#e2e/servers/promtool.ts';
import { installFiles } from '#server/install/settingsFile.ts';
import { installFile, runMonitoring } from './printedFiles.ts';

const rulesFile = `${installFiles}rules.yml`;
const rules = installFile('rules.yml');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);

const isHere = hasPromtool();
/** Without the tool, these tests are skipped and do not count as passed. */
const leftOut = promtoolLeftOut;

function promtool(...args: string[]): string {
  return execFileSync('promtool', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const mib = 1024 * 1024;

/**
 * Series in steps of a minute, as `promtool` writes them (`0+5x60`: from 0 in steps of 5), for a gateway that raises the alert
 * and for one that does not; and the minutes after which the alert must be raised.
 */
const cases: { readonly [alert: string]: { readonly minutes: number; readonly bad: Series; readonly good: Series } } = {
  FlightlineDown: { minutes: 5, bad: { up: '0x60' }, good: { up: '1x60' } },
  FlightlineRestarts: {
    minutes: 60,
    bad: { flightline_process_start_time_seconds: '0+600x60' },
    good: { flightline_process_start_time_seconds: '7x60' },
  },
  FlightlineDataOld: {
    minutes: 15,
    bad: { 'flightline_copy_lateness_ratio{set="aircraft"}': '4x60' },
    // A restart with stored data is behind for a moment.
    good: { 'flightline_copy_lateness_ratio{set="aircraft"}': '9x5 0.5x55' },
  },
  FlightlineDataMissing: {
    minutes: 61,
    bad: { 'flightline_copy_parts_unread{set="squawks"}': '3x90' },
    good: { 'flightline_copy_parts_unread{set="report"}': '15x90' },
  },
  FlightlineServiceFailing: {
    minutes: 30,
    bad: {
      flightline_upstream_failures_total: '0+6x60',
      'flightline_upstream_calls_total{result="503"}': '0+6x60',
      'flightline_upstream_calls_total{result="200"}': '0+2x60',
    },
    good: {
      flightline_upstream_failures_total: '0+1x60',
      'flightline_upstream_calls_total{result="503"}': '0+1x60',
      'flightline_upstream_calls_total{result="200"}': '0+9x60',
    },
  },
  FlightlineServiceRefusesCalls: {
    minutes: 59,
    bad: { flightline_upstream_too_many_requests_total: '0+1x60' },
    good: { flightline_upstream_too_many_requests_total: '5x60' },
  },
  FlightlineAllowanceUsedUp: {
    minutes: 40,
    bad: { flightline_allowance: '60x60', flightline_allowance_left: '1x60' },
    good: { flightline_allowance: '60x60', flightline_allowance_left: '0x4 30x56' },
  },
  FlightlineAlertsGivenUp: {
    minutes: 59,
    bad: { flightline_alert_messages_given_up: '2x30 3x30' },
    good: { flightline_alert_messages_given_up: '2x60' },
  },
  FlightlineAlertsStuck: {
    minutes: 10,
    bad: { flightline_alert_oldest_waiting_seconds: '4000x60' },
    good: { flightline_alert_oldest_waiting_seconds: '600x60' },
  },
  FlightlineAlertsBlind: {
    minutes: 10,
    bad: { flightline_alert_evaluation_age_seconds: '1000x60' },
    // Before the first look its age is not known.
    good: { flightline_alert_evaluation_age_seconds: Array.from({ length: 20 }, () => 'NaN').join(' ') },
  },
  FlightlineStorageTrouble: {
    minutes: 5,
    bad: { flightline_storage_trouble: '1x60' },
    good: { flightline_storage_trouble: '0x60' },
  },
  FlightlineDiskFull: {
    minutes: 15,
    bad: { flightline_storage_free_bytes: `${100 * mib}x60` },
    good: { flightline_storage_free_bytes: `${600 * mib}x60` },
  },
  FlightlineDatabaseDown: {
    minutes: 5,
    bad: { flightline_database_connected: '0x60' },
    good: { flightline_database_connected: '1x60' },
  },
  FlightlineNoPlanner: {
    minutes: 5,
    bad: { 'flightline_database_planner{gateway="a"}': '0x60', 'flightline_database_planner{gateway="b"}': '0x60' },
    good: { 'flightline_database_planner{gateway="a"}': '0x60', 'flightline_database_planner{gateway="b"}': '1x60' },
  },
  FlightlineTwoPlanners: {
    minutes: 5,
    bad: { 'flightline_database_planner{gateway="a"}': '1x60', 'flightline_database_planner{gateway="b"}': '1x60' },
    good: { 'flightline_database_planner{gateway="a"}': '1x60', 'flightline_database_planner{gateway="b"}': '0x60' },
  },
  FlightlineEventLoopBlocked: {
    minutes: 10,
    bad: { flightline_event_loop_delay_worst_seconds: '2x60' },
    good: { flightline_event_loop_delay_worst_seconds: '2x2 0.05x58' },
  },
  FlightlineBusy: {
    minutes: 20,
    bad: { flightline_event_loop_busy_seconds_total: '0+55x60' },
    good: { flightline_event_loop_busy_seconds_total: '0+20x60' },
  },
  FlightlineManyRefusals: {
    minutes: 20,
    bad: { 'flightline_access_refusals_total{why="unknown token"}': '0+10x60' },
    good: { 'flightline_access_refusals_total{why="role"}': '0+10x60' },
  },
};
type Series = { readonly [series: string]: string };

/** The series of one gateway. Prometheus itself makes `up`, with the one job that the rules name. */
const inputOf = (series: Series, job: string, instance: string) =>
  Object.entries(series).map(([name, values]) => {
    const [metric = '', labels] = name.split(/[{}]/);
    const own = [
      `job="${metric === 'up' ? 'flightline' : job}"`,
      `instance="${instance}"`,
      ...(labels ? [labels] : []),
    ];
    return { series: `${metric}{${own.join(',')}}`, values };
  });

/** A test file for `promtool` that expects exactly these alerts. It is JSON, which is valid YAML. */
function unitTest(alert: string, { minutes, bad, good }: (typeof cases)[string], directory: string): string {
  const isByJob = /^max by \(job\)|^sum by \(job\)/.test(expressionOf(alert));
  const test = {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...inputOf(bad, 'bad', 'bad:1'), ...inputOf(good, 'good', 'good:1')],
        promql_expr_test: [
          {
            expr: `count by (alertname, ${isByJob ? 'job' : 'instance'}) (ALERTS{alertstate="firing"})`,
            eval_time: `${minutes}m`,
            exp_samples: [{ labels: `{alertname="${alert}",${isByJob ? 'job="bad"' : 'instance="bad:1"'}}`, value: 1 }],
          },
        ],
      },
    ],
  };
  const file = join(directory, `${alert}.json`);
  writeFileSync(file, JSON.stringify(test));
  return file;
}

const expressionOf = (alert: string) => new RegExp(`alert: ${alert}\\n +expr: (.+)`).exec(rules)?.[1] ?? '';

describe('the alert rules', () => {
  it('each have a case of this test, words for people, and a severity', () => {
    expect(Object.keys(cases)).toEqual(alerts);
    for (const part of rules.split(/^ +- alert: /m).slice(1))
      expect(part).toMatch(/severity: (?:critical|warning) \}[^]*summary: [^]*description: /);
    // An aircraft is never overdue.
    expect(rules).not.toMatch(/overdue/i);
  });

  it.skipIf(!isHere)(`are valid${leftOut}`, () => {
    expect(promtool('check', 'rules', rulesFile)).toContain(`SUCCESS: ${alerts.length} rules found`);
  });

  it.skipIf(!isHere).each(Object.entries(cases))(
    `%s is raised where it should be, and nowhere else${leftOut}`,
    (alert, rule) => {
      expect(promtool('test', 'rules', unitTest(alert, rule, emptyDirectory()))).toContain('SUCCESS');
    },
  );

  it.skipIf(!isHere)(`are told apart by this test from rules that are raised too late${leftOut}`, () => {
    const late = { ...cases['FlightlineDataOld']!, minutes: 5 };
    expect(() => unitTest('FlightlineDataOld', late, emptyDirectory())).not.toThrow();
    expect(() => promtool('test', 'rules', unitTest('FlightlineDataOld', late, emptyDirectory()))).toThrow();
  });
});

describe('the dashboard', () => {
  type Panel = { readonly id: number; readonly targets?: readonly Target[]; readonly gridPos: PanelPosition };
  type Target = { readonly refId: string; readonly expr: string; readonly datasource: object };
  type PanelPosition = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  const { panels } = JSON.parse(installFile('dashboard.json')) as { readonly panels: readonly Panel[] };

  it.skipIf(!isHere)(`asks only valid questions${leftOut}`, () => {
    const queries = panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
    );
    const record = queries.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(emptyDirectory(), 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: record }] }));
    expect(promtool('check', 'rules', file)).toContain(`SUCCESS: ${queries.length} rules found`);
  });

  it('names each panel and each query once, and asks the chosen gateways of the chosen source', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets = [] } of panels) {
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      for (const { expr, datasource } of targets) {
        expect(datasource).toEqual({ type: 'prometheus', uid: '$datasource' });
        const series = expr.match(/flightline_\w+(?:\{[^}]*\})?/g) ?? [];
        expect(series.filter((text) => !text.endsWith('{job="$job",instance=~"$instance"}'))).toEqual([]);
        expect(series.length).toBeGreaterThan(0);
      }
    }
  });

  it('has no panel over another, and none beside the grid', () => {
    for (const [index, { gridPos: place }] of panels.entries()) {
      expect(place.x + place.w).toBeLessThanOrEqual(24);
      const over = panels
        .slice(index + 1)
        .filter(
          ({ gridPos: { x, y, w, h } }) =>
            x < place.x + place.w && place.x < x + w && y < place.y + place.h && place.y < y + h,
        );
      expect(over).toEqual([]);
    }
  });
});

describe('the command', () => {
  const run = (kind: string, access: object = { mode: 'open', publicUrl: null }) => {
    const [printed, notes]: [string[], string[]] = [[], []];
    const settings = () => ({ access, host: '127.0.0.1', port: 4600 }) as never;
    const code = runMonitoring(kind, {
      settings,
      print: (text) => printed.push(text),
      note: (line) => notes.push(line),
    });
    return { code, printed: printed.join('\n'), notes: notes.join('\n') };
  };

  it('prints the dashboard, the rules, and what reads /metrics', () => {
    expect(JSON.parse(run('grafana').printed)).toMatchObject({ title: 'Flightline', uid: 'flightline' });
    expect(run('rules').printed).toBe(rules.trimEnd());
    expect(run('prometheus').printed).toContain('targets: ["127.0.0.1:4600"]');
    const { printed, notes } = run('prometheus', {
      mode: 'tokens',
      publicUrl: 'https://ops.school.example',
    });
    expect(printed).toMatch(/scheme: https[^]*credentials_file[^]*targets: \["ops\.school\.example"\]/);
    expect(notes).toContain('--reads metrics');
  });

  it.skipIf(!isHere)(`prints a configuration that Prometheus takes${leftOut}`, () => {
    const file = join(emptyDirectory(), 'prometheus.yml');
    for (const access of [
      { mode: 'open', publicUrl: null },
      { mode: 'tokens', publicUrl: 'https://ops.school.example' },
    ]) {
      writeFileSync(file, `scrape_configs:\n${run('prometheus', access).printed}\n`);
      expect(promtool('check', 'config', '--syntax-only', file)).toContain('SUCCESS');
    }
  });

  it('says what it knows', () => {
    expect(() => run('nagios')).toThrow('Say for what: --for grafana, rules, prometheus.');
  });
});
