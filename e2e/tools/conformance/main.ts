import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checks } from './checks.ts';
import { createKit, runChecks } from './kit.ts';
import { heading, lineOf, reportOf, summaryOf } from './report.ts';

const help = `npm run conformance -- --url ADDRESS [flags]

Judges any service by the Operator Flight Management API 1.0, with GET calls only, and prints a table.

  --url ADDRESS     above /core/v1.0, such as https://api.example.com or http://127.0.0.1:4600/api
  --key KEY         its subscription key (API_SUBSCRIPTION_KEY, which no list of processes shows)
  --operator-id N   the operator's id (1001)
  --allowance N     calls in any 60 seconds (30)
  --json FILE       also writes the results to a file
  --help            print this

It ends with 0 if nothing differs, with 1 if something does, and with 2 if it could not begin.`;

const whole = /^[1-9]\d{0,9}$/;

try {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string', default: process.env['API_SUBSCRIPTION_KEY'] ?? 'demo-key' },
      'operator-id': { type: 'string', default: '1001' },
      allowance: { type: 'string', default: '30' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(help);
  else if (values.url === undefined || !URL.canParse(values.url)) refuse('--url must be an address.');
  else if (!whole.test(values['operator-id'])) refuse('--operator-id must be a whole number.');
  else if (!whole.test(values.allowance)) refuse('--allowance must be a whole number.');
  else
    await judge(
      values.url.replace(/\/$/, ''),
      values.key,
      Number(values['operator-id']),
      Number(values.allowance),
      values.json,
    );
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error));
}

function refuse(sentence: string): void {
  console.error(`${sentence} --help lists the flags.`);
  process.exitCode = 2;
}

async function judge(url: string, key: string, operatorId: number, allowance: number, file?: string): Promise<void> {
  const kit = createKit({ url, key, operatorId, allowance, fetch, clock: () => performance.now(), wait });
  console.log(heading);
  const findings = await runChecks(kit, checks, (finding) => console.log(lineOf(finding, key)));
  const report = reportOf(findings, { url, operatorId, at: new Date().toISOString(), calls: kit.calls() }, key);
  for (const line of summaryOf(report)) console.log(line);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.counts.differs > 0 ? 1 : 0;
}
